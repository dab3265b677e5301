"""Prompts: system prompts, few-shot examples, evaluation sets, which speak of the tools of a whole project."""
