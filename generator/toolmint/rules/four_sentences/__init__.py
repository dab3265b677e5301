"""FS: a description says what a tool does, when to use it, what it needs and what it never does."""
