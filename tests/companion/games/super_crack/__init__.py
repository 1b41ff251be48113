"""Super-Crack against its rules (SC-1 to SC-64)."""
