"""What the text of a `$ref` says, before anything is looked up (OpenAPI 3.1 section 4.6, RFC 3986, RFC 6901)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from toolmint.diagnostics import Diagnostic, Related, Severity
from toolmint.documents.node import Node
from toolmint.text import comma_list, nearest

if TYPE_CHECKING:
    from toolmint.ir.schema import Json

__all__ = [
    "READABLE_SUFFIXES",
    "Reference",
    "ReferenceProblem",
    "anchors_of",
    "is_reference",
    "missing_anchor",
    "missing_key",
    "parse_reference",
    "reference_problem",
]

READABLE_SUFFIXES = (".yaml", ".yml", ".json")
"""The only files that a reference opens."""

_SCHEME = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*):")
_FETCH_HINT = "download the file and point at the copy; toolmint never fetches"


class ReferenceProblem(Exception):
    """A `$ref` that cannot be followed. It fails what holds it, not the run.

    Args:
        diagnostic: what is wrong, at the place of the `$ref`, or in the file that it leads to.
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A `$ref` that stays on this machine, taken apart."""

    written: str
    """The text as it stands in the document."""
    file: str
    """Relative path with `/`, percent-escapes undone; empty for the same document."""
    fragment: str
    """What follows `#`, percent-escapes undone: a JSON pointer, the name of an anchor, or nothing for the root."""


def is_reference(node: Node) -> bool:
    """Tell whether the value is a mapping whose `$ref` is text.

    Only the caller knows whether the standard has a reference at this place.
    """
    return isinstance(node.value, dict) and isinstance(node.value.get("$ref"), str)


def parse_reference(node: Node) -> Reference:
    """Take apart the `$ref` of a mapping.

    Args:
        node: a mapping that has the key `$ref`.

    Raises:
        ReferenceProblem: IN-10 for a URL of any scheme and for absolute paths; IN-09 for a `$ref` that is no text, or
            leads to a file that is neither YAML nor JSON by its name.
    """
    place = node.child("$ref")
    written = place.text
    if written is None:
        raise reference_problem(node, "IN-09", f"found {place.kind} for `$ref`, wanted a string")
    file, _, fragment = written.partition("#")
    scheme = _SCHEME.match(file)
    if scheme or file.startswith("//"):
        raise reference_problem(node, "IN-10", f"`$ref` leads to `{written}`, outside this project", hint=_FETCH_HINT)
    file = unquote(file)
    if posixpath.isabs(file) or file.startswith("\\"):
        raise reference_problem(
            node, "IN-10", f"`$ref` names the absolute path `{file}`", hint="write the path relative to this file"
        )
    if file and not file.lower().endswith(READABLE_SUFFIXES):
        raise reference_problem(
            node,
            "IN-09",
            f"found `{file}` for `$ref`, wanted a file that ends in `.yaml`, `.yml` or `.json`",
            hint=_component_hint(node, file),
        )
    return Reference(written=written, file=file, fragment=unquote(fragment))


def reference_problem(
    node: Node, code: str, message: str, *, hint: str | None = None, related: tuple[Related, ...] = ()
) -> ReferenceProblem:
    """Make the problem of a mapping's `$ref`, placed at the text of the reference."""
    location = node.child("$ref").location
    return ReferenceProblem(
        Diagnostic(code=code, severity=Severity.ERROR, message=message, location=location, hint=hint, related=related)
    )


def missing_anchor(node: Node, reference: Reference, root: Node, anchors: Iterable[str]) -> ReferenceProblem:
    """Make the problem of a reference to an anchor that its document does not have.

    Args:
        node: the mapping with the `$ref`.
        reference: what it says.
        root: of the document that it leads to.
        anchors: what that document names.
    """
    hint = None
    if root.at(f"/{reference.fragment}") is not None:
        hint = f"a JSON pointer begins with `/`: write `#/{reference.fragment}`"
    reason = f"no `$anchor` is called `{reference.fragment}`"
    return _nowhere(node, reference, reason, hint or _near(reference.fragment, anchors))


def missing_key(node: Node, reference: Reference, reached: Node, token: str) -> ReferenceProblem:
    """Make the problem of a reference whose pointer leads out of what is there.

    Args:
        node: the mapping with the `$ref`.
        reference: what it says.
        reached: how far it leads.
        token: what that has not.
    """
    holder = f"`#{reached.pointer}`" if reached.parent is not None else "the root"
    if reached.document is not node.document:
        holder += f" of `{reached.document.path}`"
    reason = f"{holder} has no `{token}`" if token else "no name follows its last `/`"
    return _nowhere(node, reference, reason, _near(token, reached.mapping or ()))


def _nowhere(node: Node, reference: Reference, reason: str, hint: str | None) -> ReferenceProblem:
    message = f"`$ref` `{reference.written}` leads nowhere: {reason}"
    return reference_problem(node, "IN-09", message, hint=hint)


def _near(name: str, names: Iterable[str]) -> str | None:
    near = nearest(name, list(names))
    return f"the nearest names there: {comma_list(near)}" if near else None


def _component_hint(node: Node, name: str) -> str | None:
    """Guess what a bare name means: Swagger 1.2 allowed `$ref: Pet`."""
    root = node
    while root.parent is not None:
        root = root.parent
    for pointer in ("/components/schemas", "/definitions"):
        holder = root.at(pointer)
        if holder is not None and name in holder:
            return f"write `#{pointer}/{name}`"
    return None


def anchors_of(value: Json) -> dict[str, tuple[str, ...]]:
    """Find what a document names by `$anchor`, `$dynamicAnchor` and `$id` (JSON Schema 2020-12 section 8.2).

    Args:
        value: the root of a document.

    Returns:
        The way to each named value, as reference tokens; the first wins where a name is used twice.
    """
    found: dict[str, tuple[str, ...]] = {}
    waiting: list[tuple[Json, tuple[str, ...]]] = [(value, ())]
    seen: set[int] = set()
    while waiting:
        holder, tokens = waiting.pop()
        if not isinstance(holder, (dict, list)) or id(holder) in seen:
            continue
        seen.add(id(holder))  # aliases repeat one object; once is enough
        if isinstance(holder, dict):
            for keyword in ("$anchor", "$dynamicAnchor", "$id"):
                name = holder.get(keyword)
                if isinstance(name, str):
                    found.setdefault(name.removesuffix("#"), tokens)
            children: list[tuple[Json, tuple[str, ...]]] = [(held, (*tokens, key)) for key, held in holder.items()]
        else:
            children = [(held, (*tokens, str(index))) for index, held in enumerate(holder)]
        waiting.extend(child for child in reversed(children) if isinstance(child[0], (dict, list)))
    return found
