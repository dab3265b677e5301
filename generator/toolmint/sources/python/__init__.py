"""Python code as a source of truth: annotated functions, read and never run."""
