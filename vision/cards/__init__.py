"""Playing cards in photographs, and the enrolment of a family's own deck."""
