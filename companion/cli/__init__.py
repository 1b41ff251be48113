"""The command line: the only place that wires all packages together."""
