"""Setting up the camera and tapping printed boards."""
