"""The names that prose of a tool may mean, and what a word in it means: the first that knows it decides.

In order: an input of the tool, a field of its result, a tool, a value that its schemas state, a name from elsewhere in
the source, a literal, a name that the project allows, a word that is everyone's. What is left is unknown, and is
compared in normal form (lower case, without `_`, `-`, `.` and spaces) with what the tool has.
"""

from __future__ import annotations

import enum
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from toolmint.ir.contract import ToolContract
from toolmint.prose.catalog_names import Former, normal_form
from toolmint.prose.lazy import lazy_property
from toolmint.prose.mentions import Mention
from toolmint.prose.vocabulary import ALLOWED, LITERALS, is_allowed_form
from toolmint.text import nearest

__all__ = ["Lexicon", "Meaning", "PathFault", "SharedNames", "tool_spelt_as"]

_SERVER_PREFIX = re.compile(r"^(?:mcp__)?[A-Za-z0-9-]+(?:__|\.|:)")
_PARTED = re.compile(r"[_\-.]|[a-z][A-Z]")
_SHORTEST = 5
"""Letters of a name whose other spellings are told from chance."""


class Meaning(enum.Enum):
    """What a word in prose means."""

    INPUT = "input"
    OUTPUT = "output"
    TOOL = "tool"
    VALUE = "value"
    ELSEWHERE = "elsewhere"
    LITERAL = "literal"
    EXTERNAL = "external"
    EVERYONES = "everyone's"
    FORMER = "former"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class PathFault:
    """Where a dotted path leaves what a schema has."""

    missing: str
    below: str
    """The path so far."""
    names: tuple[str, ...]
    """What there is instead."""


class SharedNames(Protocol):
    """What all tools have in common that a text may speak of: those of one catalog, or of a project."""

    @property
    def tools(self) -> Mapping[str, ToolContract]:
        """Every tool by its name."""
        ...

    @property
    def tool_forms(self) -> Mapping[str, str]:
        """Normal form -> tool."""
        ...

    @property
    def former_tools(self) -> Mapping[str, Former]:
        """Former name of a tool -> what became of it."""
        ...

    @property
    def owners(self) -> Mapping[str, Sequence[str]]:
        """Argument -> the tools that have it."""
        ...

    @property
    def elsewhere(self) -> frozenset[str]:
        """Names that are no tool's arguments."""
        ...

    def is_external(self, name: str) -> bool:
        """Whether the project allows a name."""
        ...

    def near_tools(self, name: str) -> tuple[str, ...]:
        """Return the tools that a person most probably meant by a name."""
        ...


class Lexicon(ABC):
    """The names that some text may mean; what costs is worked out when it is first asked for.

    Args:
        names: what the tools share.
        tool: the one tool that the text is about, if it is about one.
    """

    def __init__(self, names: SharedNames, tool: str | None) -> None:
        self.names = names
        self.tool = tool
        self._known: dict[str, Meaning] = {}
        self._unknown: tuple[Sequence[Mention], Sequence[Mention]] = ((), ())

    @property
    @abstractmethod
    def arguments(self) -> frozenset[str]:
        """The arguments that the text may mean."""

    @property
    @abstractmethod
    def fields(self) -> frozenset[str]:
        """The arguments and everything inside them."""

    @property
    @abstractmethod
    def inputs(self) -> frozenset[str]:
        """As `fields`, with keys on the wire that are only other spellings."""

    @property
    @abstractmethod
    def outputs(self) -> frozenset[str]:
        """The fields of results, at any depth; empty where none are declared."""

    @property
    @abstractmethod
    def states_result(self) -> bool:
        """Whether it is said what results look like."""

    @property
    @abstractmethod
    def values(self) -> frozenset[str]:
        """Values that schemas state."""

    @property
    @abstractmethod
    def former(self) -> Mapping[str, Former]:
        """Former name of an argument, or of something inside one -> what became of it."""

    @abstractmethod
    def is_free_form(self, argument: str | None) -> bool:
        """Whether an argument, or any argument where None is given, takes objects with keys of the caller's choice."""

    @abstractmethod
    def path_fault(self, path: str) -> PathFault | None:
        """Walk a dotted path down to where it leaves what there is; None where it does not, or nobody can say."""

    def concerns(self, mention: Mention) -> bool:
        """Whether the words around a name say that it is one of these; a tool's own texts are about that tool."""
        return True

    def meaning(self, token: str) -> Meaning:
        """Say what a word means; the first that knows it decides."""
        known = self._known.get(token)
        if known is None:
            known = self._known[token] = self._look_up(token)
        return known

    def unknown(self, mentions: Sequence[Mention]) -> Sequence[Mention]:
        """Return the mentions that mean nothing, what a sentence denies ("there is no `user_id`") left out.

        Every rule on names asks for them, mostly of the same mentions, so the last answer is kept.
        """
        asked, answer = self._unknown
        if asked is not mentions:
            answer = [
                one
                for one in mentions
                if self.meaning(one.token) is Meaning.UNKNOWN and (one.kind == "entry" or not one.is_denied)
            ]
            self._unknown = (mentions, answer)
        return answer

    def _look_up(self, token: str) -> Meaning:
        names = self.names
        if token in self.arguments or token in self.inputs:
            return Meaning.INPUT
        if token in self.former:
            return Meaning.FORMER
        if token in self.outputs:
            return Meaning.OUTPUT
        if token in names.tools or self._without_prefix(token) in names.tools:
            return Meaning.TOOL
        if token in names.former_tools:
            return Meaning.FORMER
        if token in self.values:
            return Meaning.VALUE
        if self._is_elsewhere(token):
            return Meaning.ELSEWHERE
        lower = token.lower()
        if lower in LITERALS:
            return Meaning.LITERAL
        if names.is_external(token):
            return Meaning.EXTERNAL
        if lower in ALLOWED or is_allowed_form(token):
            return Meaning.EVERYONES
        return Meaning.UNKNOWN

    def _without_prefix(self, token: str) -> str:
        return _SERVER_PREFIX.sub("", token)

    def _is_elsewhere(self, token: str) -> bool:
        return token in self.names.elsewhere

    @lazy_property
    def _forms(self) -> dict[str, str]:
        forms = {normal_form(name): name for name in sorted(self.fields)}
        return forms | {normal_form(name): name for name in sorted(self.arguments)}

    def field_spelt_otherwise(self, token: str) -> str | None:
        """Return the own field that a word is another spelling of."""
        form = normal_form(token)
        found = self._forms.get(form) if len(form) >= _SHORTEST else None
        return found if found != token else None

    def tool_spelt_otherwise(self, token: str) -> str | None:
        """Return the tool that a word is another spelling of; one-word names are words of everyone."""
        for spelt in (token, self._without_prefix(token)):
            found = tool_spelt_as(spelt, self.names.tool_forms)
            if found is not None and found != spelt:
                return found
        return None

    def owners(self, token: str) -> list[str]:
        """Return the other tools that have an argument of this name."""
        return [name for name in self.names.owners.get(token, ()) if name != self.tool]

    def near_fields(self, token: str) -> list[str]:
        """Return what a person most probably meant by a word that means nothing."""
        return nearest(token, sorted(self.fields))

    def one_letter_off(self, token: str) -> str | None:
        """Return the own field that differs by one letter, neither a plural's `s` nor a digit."""
        if len(token) < 6:
            return None
        for name in sorted(self.fields):
            if abs(len(name) - len(token)) <= 1 and _is_one_edit(name, token):
                return name
        return None


def tool_spelt_as(word: str, forms: Mapping[str, str]) -> str | None:
    """Return the tool that a word spells in some way; one-word names are words of everyone.

    Args:
        word: any word.
        forms: normal form of a name -> tool.
    """
    form = normal_form(word)
    found = forms.get(form) if len(form) >= _SHORTEST else None
    return found if found is not None and _PARTED.search(found) else None


def _is_one_edit(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    start = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) == len(long):
        return short[start + 1 :] == long[start + 1 :] and not (short[start:] + long[start:])[:1].isdigit()
    return short[start:] == long[start + 1 :] and long[start] != "s" and not long[start].isdigit()
