"""Third-party tools as pinned dependencies: what changed, what was accepted, and what nobody accepted."""
