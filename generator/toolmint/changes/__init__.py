"""What changed between two states of a catalog, as a model and its host meet it: each change graded, with the reason.

The one who writes matters. A model writes the input, so a narrower input breaks calls and a wider one lets more
through; the tool writes the output, so there it is the other way round.
"""

from __future__ import annotations

from toolmint.changes.catalogs import catalog_changes, newness, order_changes
from toolmint.changes.change import Change, Grade, verdict
from toolmint.changes.words import word_diff

__all__ = ["Change", "Grade", "catalog_changes", "newness", "order_changes", "verdict", "word_diff"]
