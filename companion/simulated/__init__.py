"""A table without people: players, the table as it truly lies, what a camera makes of it, and a whole evening."""
