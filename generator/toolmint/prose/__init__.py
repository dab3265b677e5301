"""Prose: sentences whose references are resolved, and the description that a template makes of them."""
