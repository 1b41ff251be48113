"""Where things lie on the table: geometry, the tray, and the settings that say so."""
