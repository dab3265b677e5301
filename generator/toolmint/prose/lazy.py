"""Attributes that are worked out when they are first asked for.

As `functools.cached_property`, without the lock that it takes before Python 3.12: of ten thousand tools a rule asks for
a dozen attributes each, and half of what a first look cost was the lock.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

__all__ = ["lazy_property"]

if TYPE_CHECKING:
    from functools import cached_property as lazy_property
else:

    class lazy_property:  # noqa: N801 - a decorator
        """A property whose first value stays; its instances have a `__dict__`, in which the value stands.

        Args:
            work: works the value out.
        """

        def __init__(self, work: Callable[[Any], object]) -> None:
            self._work = work
            self.__doc__ = work.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self._name = name

        def __get__(self, instance: object, owner: type | None = None) -> object:
            if instance is None:
                return self
            value = instance.__dict__[self._name] = self._work(instance)
            return value
