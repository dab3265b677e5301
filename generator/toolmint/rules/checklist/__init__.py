"""CL: what a reviewer looks for in a tool, one rule an item."""
