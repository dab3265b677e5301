"""The source `openapi`: Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2 documents."""
