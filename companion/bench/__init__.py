"""Every figure that ``companion bench`` prints; one module a bench."""
