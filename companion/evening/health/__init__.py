"""What ``companion doctor`` looks at: one small function a check, each tells one thing in one line."""
