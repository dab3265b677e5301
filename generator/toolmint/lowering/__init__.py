"""Lowering: the IR's schemas into a provider's dialect, with losses named."""
