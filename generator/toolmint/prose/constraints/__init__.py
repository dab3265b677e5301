"""What prose states of arguments, read into values that can be compared with a schema or written into it."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

from toolmint.prose.constraints.amounts import counts_characters, says
from toolmint.prose.constraints.choices import CHOICES_HINT, choices
from toolmint.prose.constraints.defaults import DEFAULT_HINT, defaults
from toolmint.prose.constraints.forms import FORM_HINT, forms
from toolmint.prose.constraints.limits import LIMIT_HINT, limit_keyword, limits
from toolmint.prose.constraints.model import (
    Amount,
    Constraint,
    Form,
    StatedChoices,
    StatedDefault,
    StatedForm,
    StatedLimit,
    StatedPresence,
    StatedValue,
)
from toolmint.prose.constraints.presence import PRESENCE_HINT, presences
from toolmint.prose.constraints.readable import readable
from toolmint.prose.pieces import holds_any, pieces

__all__ = [
    "Amount",
    "Constraint",
    "Form",
    "StatedChoices",
    "StatedDefault",
    "StatedForm",
    "StatedLimit",
    "StatedPresence",
    "StatedValue",
    "counts_characters",
    "limit_keyword",
    "says",
    "stated",
]

_READERS = (
    (pieces("default"), DEFAULT_HINT, defaults),
    (
        pieces("max|min|most|least|up to|than|exceed|limit|between|range|from |char|letter|<|>|(|["),
        LIMIT_HINT,
        limits,
    ),
    (
        pieces("one of|either| be|value|option|choices|choose|enum|types|accept|support|,|/| or | and |\n|<"),
        CHOICES_HINT,
        choices,
    ),
    (pieces("optional|required|mandatory"), PRESENCE_HINT, presences),
    (
        pieces(
            "iso|rfc|yyyy|epoch|unix|timestamp|separated|delimited|json|list|array|boolean|integer|uuid|guid|seconds"
            "|in ms|minutes|hours|days|bytes|in k|in m"
        ),
        FORM_HINT,
        forms,
    ),
)
"""Pieces of which an English text in lower case must hold one, a pattern that it must match, and who reads it then.

Looking for pieces is what costs least, and most texts state nothing.
"""

_MOST = 60
"""Statements of one kind that are read in one text: each looks at its sentence, which may be long."""


@lru_cache(maxsize=4096)
def stated(text: str) -> tuple[Constraint, ...]:
    """Read what a text states of the argument that it describes, in reading order.

    Texts repeat from tool to tool, so what was found is kept.
    """
    lower = text.lower() if text.isascii() else None
    readers = [
        reader for needed, hint, reader in _READERS if (lower is None or holds_any(lower, needed)) and hint.search(text)
    ]
    if not readers:
        return ()
    prose = readable(text)
    found: list[Constraint] = []
    for reader in readers:
        found += islice(reader(prose), _MOST)
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))
