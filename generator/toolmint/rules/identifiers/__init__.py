"""ID: no text may name what the schema does not have."""
