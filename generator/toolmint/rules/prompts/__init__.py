"""PM: calls that prompts write down, by the schema of the tool that they call."""
