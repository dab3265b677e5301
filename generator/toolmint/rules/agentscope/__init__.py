"""AS: what AgentScope Java itself makes of a class, and what a model or a provider then makes of that."""
