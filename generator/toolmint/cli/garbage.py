"""How often Python looks for objects that refer to each other in a circle and to which nothing else refers.

A run of the compiler makes under a thousand such objects, whatever the sources, and a look at the millions that are in
use takes a twentieth of its time. A server lives long enough for few to become many.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["collect_as_usual", "collected_seldom"]

_USUAL = gc.get_threshold()
_ALLOCATIONS = 10_000_000
"""Objects between two looks: some gigabytes, which no source of sane size needs."""


@contextmanager
def collected_seldom() -> Iterator[None]:
    """Look so seldom that a run of the compiler does without."""
    gc.set_threshold(_ALLOCATIONS, *_USUAL[1:])
    try:
        yield
    finally:
        gc.set_threshold(*_USUAL)


def collect_as_usual() -> None:
    """Look as often as Python does by itself: for what goes on until somebody ends it."""
    gc.set_threshold(*_USUAL)
