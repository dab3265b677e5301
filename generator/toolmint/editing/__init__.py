"""Edits of source files: only what is meant changes; comments, quotes, order and line breaks stay."""

from __future__ import annotations

from toolmint.editing.apply import EditRefused, edit_document
from toolmint.editing.difference import unified_diff

__all__ = ["EditRefused", "edit_document", "unified_diff"]
