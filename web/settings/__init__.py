"""The settings of this device and this family, and whether everything is all right."""
