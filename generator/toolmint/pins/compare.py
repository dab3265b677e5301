"""Two states of what a server lists, compared: each difference graded, none passed over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from toolmint import sources as source_plugs
from toolmint.changes import Change, Grade, catalog_changes, newness, order_changes
from toolmint.digest import rfc8785_digest
from toolmint.documents import DocumentStore
from toolmint.ir.binding import McpBinding
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.ir.schema import Json
from toolmint.listing import Listing
from toolmint.lock import GROUPS, Named, entry_of, named_objects, spec_text
from toolmint.pins.raw_changes import raw_changes, respelt
from toolmint.prose.description import describe
from toolmint.rendering import Renderer
from toolmint.source import Extraction, SourceInput

__all__ = ["ListingComparison", "compare_listings", "extract_listing", "wire_name"]

_ROOT = Path("/")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingComparison:
    """What changed from one state to the other."""

    changes: tuple[Change, ...]
    """By the names in the lists: the server's own first, then the tools in the new order, removed ones last."""
    before: Catalog
    """The tools that are not the same, as they were."""
    after: Catalog
    """As they are."""


def extract_listing(listing: Listing, name: str, *, path: str | None = None) -> Extraction:
    """Read a listing as a source, without a file.

    Args:
        listing: what a server lists.
        name: the source's name.
        path: the file that findings name.
    """
    file = path or f"{name}.mcp.json"
    content = spec_text(listing).encode()
    store = DocumentStore(_ROOT, read=lambda asked: content)
    source = SourceInput(name=name, kind="tool-list", file=Path(file))
    return source_plugs.load_source("tool-list").extract(source, store)


def wire_name(contract: ToolContract) -> str:
    """Return what a tool is called in its list."""
    return contract.binding.tool if isinstance(contract.binding, McpBinding) else contract.name


def compare_listings(
    old: Listing, new: Listing, *, name: str, renderer: Renderer, labels: tuple[str, str] = ("old", "new")
) -> ListingComparison:
    """Compare what was accepted with what is there now.

    Args:
        old: what was accepted.
        new: what is there now.
        name: the pin's name.
        renderer: renders descriptions.
        labels: what the two are called in messages.

    Raises:
        SourceError: objects that cannot be told apart by their names.
    """
    before, after = (named_objects(one, "tools", what=label) for one, label in zip((old, new), labels, strict=True))
    same = {key for key in before.keys() & after.keys() if _equal(before[key], after[key])}
    states = [_subset(named, same, name) for named in (before, after)]
    found = _tool_changes(before, after, (states[0], states[1]), renderer)
    for key in same:
        change = respelt(key, before[key].text, after[key].text)
        if change is not None:
            found.setdefault(key, []).append(change)
    ordered = [*after, *(key for key in before if key not in after)]
    changes = [
        *_server_changes(old, new, labels),
        *order_changes([key for key in before if key in after], [key for key in after if key in before]),
        *(change for key in ordered for change in found.get(key, ())),
    ]
    return ListingComparison(changes=tuple(changes), before=states[0], after=states[1])


def _equal(one: Named, other: Named) -> bool:
    return one.text == other.text or rfc8785_digest(one.value) == rfc8785_digest(other.value)


def _subset(named: Mapping[str, Named], same: set[str], name: str) -> Catalog:
    listing = Listing(tools=tuple(one.text for key, one in named.items() if key not in same))
    return extract_listing(listing, name).catalog


def _tool_changes(
    before: Mapping[str, Named],
    after: Mapping[str, Named],
    states: tuple[Catalog, Catalog],
    renderer: Renderer,
) -> dict[str, list[Change]]:
    """Return the changes of each tool that differs, by its name in the list."""
    old, new = (_by_wire_name(state) for state in states)
    texts = [
        {key: describe(one, state, renderer) for key, one in named.items()}
        for named, state in zip((old, new), states, strict=True)
    ]
    readable = old.keys() & new.keys()
    pair = [
        replace(state, contracts=tuple(named[key] for key in named if key in readable))
        for named, state in zip((old, new), states, strict=True)
    ]
    found: dict[str, list[Change]] = {}
    for change in catalog_changes(pair[0], pair[1], (texts[0], texts[1])):
        if change.tool is not None:
            found.setdefault(change.tool, []).append(change)
    for key in before.keys() | after.keys():
        if key not in before:
            reason = newness(new[key]) if key in new else "the tool is new"
            made = _made(key, "tool-added", Grade.EXPANDED, reason, None, key)
            found[key] = [replace(made, texts=_texts(after[key]))]
        elif key not in after:
            reason = "the tool is gone: every call of it fails"
            found[key] = [_made(key, "tool-removed", Grade.BREAKING, reason, key, None)]
        elif not _equal(before[key], after[key]):
            known = found.setdefault(key, [])
            known += _readability(key, states, (key in old, key in new))
            known += raw_changes(key, before[key].value, after[key].value, tuple(known))
    return found


def _texts(new: Named) -> tuple[tuple[str, str], ...]:
    """Return what a new object says to a model; who accepts it must have read it."""
    return tuple((pointer.removeprefix("/"), text) for pointer, text in entry_of(new.value).texts.items())


def _by_wire_name(catalog: Catalog) -> dict[str, ToolContract]:
    return {wire_name(one): replace(one, name=wire_name(one)) for one in catalog.contracts}


def _readability(tool: str, states: tuple[Catalog, Catalog], readable: tuple[bool, bool]) -> Iterator[Change]:
    """Say what became of a tool that can be made a contract in one state alone."""
    if readable[0] == readable[1]:
        return
    unread = states[0] if readable[1] else states[1]
    why = next((one.reason for one in unread.left_out if one.what == f"tool {tool}"), "it cannot be read")
    if readable[1]:
        yield _made(tool, "tool-readable", Grade.EXPANDED, f"the tool can be read now; before: {why}", None, tool)
    else:
        yield _made(tool, "tool-unreadable", Grade.BREAKING, f"the tool can no longer be read: {why}", tool, None)


def _server_changes(old: Listing, new: Listing, labels: tuple[str, str]) -> Iterator[Change]:
    if old.instructions != new.instructions:
        what = "are new" if old.instructions is None else "are gone" if new.instructions is None else "are another text"
        yield Change(
            tool=None,
            side="server",
            path=("instructions",),
            kind="instructions-changed",
            grade=Grade.BEHAVIOUR,
            reason=f"the server's instructions {what}; hosts put them before every conversation",
            before=old.instructions,
            after=new.instructions,
            prose=True,
        )
    for group in ("prompts", "resourceTemplates"):
        before, after = (named_objects(one, group, what=label) for one, label in zip((old, new), labels, strict=True))
        yield from _objects(GROUPS[group][0], before, after)


def _objects(noun: str, before: Mapping[str, Named], after: Mapping[str, Named]) -> Iterator[Change]:
    for key in (*after, *(key for key in before if key not in after)):
        path = (noun, key)
        if key not in before:
            made = _of_server(path, "added", Grade.EXPANDED, f"the {noun} is new", None, key)
            yield replace(made, texts=_texts(after[key]))
        elif key not in after:
            yield _of_server(path, "removed", Grade.BREAKING, f"the {noun} is gone: every use of it fails", key, None)
        elif not _equal(before[key], after[key]):
            yield from _object(noun, key, before[key].value, after[key].value)
        elif (change := respelt(None, before[key].text, after[key].text, path)) is not None:
            yield change


def _object(noun: str, name: str, old: Mapping[str, Json], new: Mapping[str, Json]) -> Iterator[Change]:
    """Compare two prompts or resource templates, key by key."""
    must = [_required(one) for one in (old, new)]
    for key in (*old, *(key for key in new if key not in old)):
        before, after = old.get(key), new.get(key)
        if rfc8785_digest(before) == rfc8785_digest(after):
            continue
        path = (noun, name, key)
        what = "is new" if before is None else "is gone" if after is None else "is another"
        grade, reason = Grade.BEHAVIOUR, f"`{key}` {what}, which a model or a person chooses by"
        if key == "arguments" and not must[1] <= must[0]:
            grade = Grade.BREAKING
            reason = f"`{sorted(must[1] - must[0])[0]}` must be given now: every use without it fails"
        elif key == "arguments" and not _names(old) <= _names(new):
            grade, reason = Grade.BREAKING, f"argument `{sorted(_names(old) - _names(new))[0]}` is gone"
        prose = isinstance(before, str) and isinstance(after, str)
        yield replace(_of_server(path, f"{key}-changed", grade, reason, before, after), prose=prose)


def _names(prompt: Mapping[str, Json]) -> set[str]:
    listed = prompt.get("arguments")
    return {str(one.get("name")) for one in listed if isinstance(one, Mapping)} if isinstance(listed, list) else set()


def _required(prompt: Mapping[str, Json]) -> set[str]:
    listed = prompt.get("arguments")
    if not isinstance(listed, list):
        return set()
    return {str(one.get("name")) for one in listed if isinstance(one, Mapping) and one.get("required") is True}


def _of_server(path: tuple[str, ...], what: str, grade: Grade, reason: str, before: Json, after: Json) -> Change:
    kind = f"{path[0].replace(' ', '-')}-{what}"
    return Change(
        tool=None, side="server", path=path, kind=kind, grade=grade, reason=reason, before=before, after=after
    )


def _made(tool: str, kind: str, grade: Grade, reason: str, before: Json, after: Json) -> Change:
    return Change(tool=tool, side="tool", path=(), kind=kind, grade=grade, reason=reason, before=before, after=after)
