"""Tool lists, as a server sends them or a provider is sent them: MCP, OpenAI, Anthropic, Gemini, Bedrock."""
