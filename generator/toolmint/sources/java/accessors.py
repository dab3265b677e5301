"""How Jackson names and keeps properties (`POJOPropertiesCollector`, `DefaultAccessorNamingStrategy`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

__all__ = ["Property", "allowed", "mangled", "named", "renamed", "stays"]

_LEVELS = ("public", "protected", "", "private")


@dataclass(slots=True)
class Property:
    """What Jackson gathers under one name."""

    name: str
    visible: bool = False
    ignored: bool = False
    explicit: bool = False
    """Whether something that is not ignored states a name, be it the one that it has anyway."""
    names: list[str] = field(default_factory=list)
    """Names that annotations give it."""

    def add(self, *, visible: bool, ignored: bool, stated: str | None) -> None:
        """Add what one field, method or parameter says."""
        self.visible |= visible
        self.ignored |= ignored
        self.explicit |= stated is not None and not ignored
        if stated and not ignored and stated not in self.names:
            self.names.append(stated)


def named(stated: str | None, name: str) -> str | None:
    """Return the name that is stated; the empty one states the name that is there anyway."""
    return name if stated == "" else stated


def stays(one: Property) -> bool:
    """Say whether a property is left once what nobody sees and what is ignored is gone."""
    return one.visible and (not one.ignored or one.explicit)


def renamed(properties: Iterable[Property]) -> Iterator[str]:
    """Yield the internal names that are left once properties are renamed: of two with one new name, the first."""
    everything = list(properties)
    unnamed = [one for one in everything if not [name for name in one.names if name != one.name]]
    taken = {one.name for one in unnamed}
    yield from taken
    for one in everything:
        fresh = [name for name in one.names if name not in taken]
        if one not in unnamed and fresh:
            taken.update(fresh)
            yield one.name


def allowed(modifiers: frozenset[str], level: str) -> bool:
    """Say whether `@JsonAutoDetect`'s level lets a member through."""
    access = next((one for one in _LEVELS if one in modifiers), "")
    if level in ("PUBLIC_ONLY", "NONE"):
        return level == "PUBLIC_ONLY" and access == "public"
    if level == "PROTECTED_AND_PUBLIC":
        return access in ("public", "protected")
    return level == "ANY" or access != "private"


def mangled(name: str, prefix: str) -> str | None:
    """Return the property that an accessor's name means, as Jackson does by default: `getURLPath` is `urlpath`."""
    if not name.startswith(prefix) or len(name) == len(prefix):
        return None
    rest = name[len(prefix) :]
    for index, letter in enumerate(rest):
        if letter == letter.lower():
            return rest[:index].lower() + rest[index:]
    return rest.lower()
