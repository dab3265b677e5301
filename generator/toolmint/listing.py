"""What a third-party server lists, as it was sent, and how such a server is reached.

An object is kept as the text that came over the wire: a parsed value no longer tells `1` from `1.0`, and a typed one
loses the keys that its type does not know. Reading such text refuses what JSON allows and nobody agrees on, first of
all a key that stands twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from toolmint.documents.faults import Fault
from toolmint.documents.json_reader import read_json
from toolmint.errors import SourceError
from toolmint.ir.schema import Json
from toolmint.text import visible

__all__ = [
    "CREDENTIAL_FORM",
    "CommandServer",
    "Listing",
    "UrlServer",
    "parse_text",
    "raw_elements",
    "raw_member",
    "raw_members",
]

CREDENTIAL_FORM = re.compile(
    r"(?i:\b(?:bearer|basic)\s+)[\w.~+/=-]{8,}"
    r"|\b(?:sk|pk|rk)[-_][\w-]{12,}|\bgh[oprsu]_\w{16,}|\bgithub_pat_\w{16,}|\bxox[abeprs]-[\w-]{10,}"
    r"|\bAKIA[0-9A-Z]{12,}|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"
)
"""What is a credential by its very form: authorization headers, keys of well-known issuers, JSON Web Tokens."""


_SPACE = re.compile(r"[ \t\r\n]*")
_SCAN = json.JSONDecoder().raw_decode


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandServer:
    """A server that is started as a process and speaks on its stdin and stdout."""

    command: tuple[str, ...]
    """The program and its arguments."""
    env: tuple[str, ...] = ()
    """Names of the environment variables that are passed on; never their values."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UrlServer:
    """A server that is reached over HTTP."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    """Name of a header to the name of the environment variable that holds its value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """Everything of a server that a model may read.

    Each object is JSON text, spelt as the server spelt it: key order, numbers and escapes. White space between tokens
    may differ, as it says nothing.
    """

    tools: tuple[str, ...]
    """The objects of `tools/list`, of all pages, in the server's order."""
    instructions: str | None = None
    """What the server says of itself at the beginning of a session."""
    prompts: tuple[str, ...] = ()
    """The objects of `prompts/list`."""
    resource_templates: tuple[str, ...] = ()
    """The objects of `resources/templates/list`."""
    protocol_version: str | None = None
    """What was agreed on, such as `2025-11-25`; no part of what is pinned."""
    server_info: str | None = None
    """The object `serverInfo`; no part of what is pinned, since a new version may list the same."""


def parse_text(text: str, *, what: str) -> Json:
    """Parse JSON that somebody else wrote.

    Args:
        text: the whole text.
        what: what it is, for the message: `the answer to tools/list`.

    Raises:
        SourceError: it is not JSON, repeats a key, holds half of a surrogate pair or a number out of range, or nests
            too deep.
    """
    try:
        return read_json(text)
    except Fault as fault:
        line = text.count("\n", 0, fault.offset) + 1
        column = fault.offset - text.rfind("\n", 0, fault.offset)
        raise SourceError(f"{what}, line {line}, column {column}: {visible(fault.message)}", hint=fault.hint) from None


def raw_member(text: str, *keys: str) -> str | None:
    """Cut a member out of an object, as it is written.

    Args:
        text: an object that `parse_text` has accepted.
        keys: the path to the member through objects: `"result", "tools"`.

    Returns:
        The member's text; None where there is none, or something on the way is no object.
    """
    for key in keys:
        found = next((value for name, value in _members(text) if name == key), None)
        if found is None:
            return None
        text = found
    return text


def raw_members(text: str) -> dict[str, str]:
    """Cut an object into its members, each as it is written; of anything but an object, none.

    Args:
        text: JSON that `parse_text` has accepted.
    """
    return dict(_members(text))


def raw_elements(text: str) -> tuple[str, ...]:
    """Cut a list into its elements, each as it is written; of anything but a list, none.

    Args:
        text: JSON that `parse_text` has accepted.
    """
    index = _skip(text, 0)
    if text[index : index + 1] != "[":
        return ()
    found: list[str] = []
    index = _skip(text, index + 1)
    while text[index] != "]":
        _, end = _SCAN(text, index)
        found.append(text[index:end])
        index = _after_comma(text, end)
    return tuple(found)


def _members(text: str) -> Iterator[tuple[str, str]]:
    index = _skip(text, 0)
    if text[index : index + 1] != "{":
        return
    index = _skip(text, index + 1)
    while text[index] != "}":
        name, end = _SCAN(text, index)
        index = _skip(text, _skip(text, end) + 1)  # past the colon
        _, end = _SCAN(text, index)
        yield name, text[index:end]
        index = _after_comma(text, end)


def _after_comma(text: str, index: int) -> int:
    index = _skip(text, index)
    return _skip(text, index + 1) if text[index] == "," else index


def _skip(text: str, index: int) -> int:
    found = _SPACE.match(text, index)
    assert found is not None
    return found.end()
