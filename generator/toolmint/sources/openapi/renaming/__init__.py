"""Renaming something in an OpenAPI document: every place where its name is spelt, and no other."""

from __future__ import annotations

from toolmint.sources.openapi.renaming.plan import plan_rename

__all__ = ["plan_rename"]
