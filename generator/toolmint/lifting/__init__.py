"""JSON Schema and OpenAPI Schema Objects of every version, lifted into the IR's one schema language."""
