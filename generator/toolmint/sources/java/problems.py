"""Why a tool cannot be read, or why its framework would refuse it."""

from __future__ import annotations

from toolmint.sources.java.names import UnknownType

__all__ = ["Refused", "UnknownSchema"]


class UnknownSchema(Exception):
    """A type's schema cannot be told, since nobody declares a class that it needs."""

    def __init__(self, unknown: UnknownType) -> None:
        super().__init__(unknown.qualified)
        self.unknown = unknown


class Refused(Exception):
    """Jackson or victools would throw, so that the tool is never registered.

    Args:
        message: why, in words for people.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
