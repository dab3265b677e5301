"""What prose states of arguments, read into values that can be compared with a schema or written into it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import islice

from toolmint.prose.constraints.amounts import counts_characters, says
from toolmint.prose.constraints.choices import CHOICES_HINT, choices, may_list
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


def _any_of(listed: str) -> Callable[[str], bool]:
    return partial(holds_any, sought=pieces(listed))


_READERS: tuple[tuple[Callable[[str], bool], re.Pattern[str], Callable[[str], Iterator[Constraint]]], ...] = (
    (_any_of("default"), DEFAULT_HINT, defaults),
    (
        _any_of("(|<|>|[|max|min|most|least|up to|than|exceed|limit|between|range|from |char|letter"),
        LIMIT_HINT,
        limits,
    ),
    (may_list, CHOICES_HINT, choices),
    (_any_of("optional|required|mandatory"), PRESENCE_HINT, presences),
    (
        _any_of(
            "iso|rfc|yyyy|epoch|unix|timestamp|separated|delimited|json|list|array|boolean|integer|uuid|guid|seconds"
            "|in ms|minutes|hours|days|bytes|in k|in m"
        ),
        FORM_HINT,
        forms,
    ),
)
"""What an English text in lower case must pass, a pattern that every text must match, and who reads it then.

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
        reader for may_state, hint, reader in _READERS if (lower is None or may_state(lower)) and hint.search(text)
    ]
    if not readers:
        return ()
    prose = readable(text)
    found: list[Constraint] = []
    for reader in readers:
        found += islice(reader(prose), _MOST)
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))
