"""CF: two tools, or two names, that a model takes for each other."""
