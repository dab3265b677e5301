"""Java code whose methods are tools: AgentScope Java, Spring AI, LangChain4j. Read, never run."""
