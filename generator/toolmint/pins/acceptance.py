"""Accepting: what was listed takes the place of what was accepted, and the lock says who said so, and why."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from toolmint.changes import Change, Grade
from toolmint.errors import UsageError
from toolmint.listing import Listing
from toolmint.lock import Approval, Entry, Named, PinLock, entry_of, named_objects, text_entry
from toolmint.text import nearest, visible

__all__ = ["Acceptance", "Word", "accept_document", "accept_listing", "first_lock"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """Whose word it is, and why."""

    by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """What is accepted then."""

    listing: Listing
    lock: PinLock
    tools: tuple[str, ...]
    """The tools that were accepted as another, as new or as gone."""
    whole: bool
    """Whether nothing of what was listed is left to accept."""


def first_lock(listing: Listing, *, what: str, strict: bool = False) -> PinLock:
    """Lock a listing as it is, the first time: without approvals, as nothing was there that somebody agreed to leave.

    Args:
        listing: what is pinned.
        what: where it comes from, for messages.
        strict: whether each tool must have an input schema.

    Raises:
        SourceError: objects that cannot be told apart by their names.
    """
    tools = named_objects(listing, "tools", what=what, strict=strict)
    return PinLock(
        kind="mcp",
        order=tuple(tools),
        tools=_entries(tools),
        prompts=_entries(named_objects(listing, "prompts", what=what)),
        templates=_entries(named_objects(listing, "resourceTemplates", what=what)),
        instructions=None if listing.instructions is None else text_entry(listing.instructions),
    )


def accept_listing(
    old: Listing,
    new: Listing,
    lock: PinLock,
    changes: Sequence[Change],
    word: Word,
    *,
    tools: Collection[str] | None = None,
) -> Acceptance:
    """Accept what is listed now.

    Args:
        old: what was accepted.
        new: what is listed.
        lock: what the lock says of the old state.
        changes: what changed, graded.
        word: who accepts, and why.
        tools: accept these tools alone; None: everything that changed.

    Raises:
        UsageError: a tool that was named has not changed, or is in neither state.
    """
    before, after = (named_objects(one, "tools", what=what) for one, what in ((old, "the lock"), (new, "the list")))
    fresh = first_lock(new, what="the list")
    changed = _changed(before, after, changes)
    if tools is not None:
        _refuse_unchanged(tools, changed, before.keys() | after.keys())
        changed = [name for name in changed if name in set(tools)]
    wanted = list(after) if tools is None else _partly(before, after, changed)
    named = {name: after[name] if name in changed else before[name] for name in wanted}
    entries = {name: fresh.tools[name] if name in changed else lock.tools[name] for name in named}
    removed = dict(lock.removed)
    for name in changed:
        _approve("tools", name, lock.tools.get(name), entries, removed, _gravest(changes, name), word)
    pin = replace(lock, order=tuple(named), tools=entries, removed=removed)
    listing = replace(old, tools=tuple(one.text for one in named.values()))
    if tools is None:
        pin = _with_server(pin, fresh, changes, word)
        listing = replace(new, tools=listing.tools)
    whole = tools is None or (listing.tools == new.tools and not any(one.tool is None for one in changes))
    return Acceptance(listing=listing, lock=pin, tools=tuple(changed), whole=whole)


def accept_document(lock: PinLock, entry: Entry, changes: Sequence[Change], word: Word) -> PinLock:
    """Accept an OpenAPI document in the place of another."""
    assert lock.document is not None
    approval = Approval(
        before=lock.document.sha256,
        after=entry.sha256,
        by=word.by,
        reason=word.reason,
        grade=_name(changes),
    )
    return replace(lock, document=replace(entry, approvals=(*lock.document.approvals, approval)))


def _entries(named: Mapping[str, Named]) -> dict[str, Entry]:
    return {name: entry_of(one.value) for name, one in named.items()}


def _changed(before: Mapping[str, Named], after: Mapping[str, Named], changes: Sequence[Change]) -> list[str]:
    told = {change.tool for change in changes if change.tool is not None}
    return [name for name in (*after, *(one for one in before if one not in after)) if name in told]


def _refuse_unchanged(tools: Collection[str], changed: Sequence[str], known: Collection[str]) -> None:
    for name in tools:
        if name in changed:
            continue
        if name in known:
            raise UsageError(f"tool `{visible(name)}` has not changed, so that there is nothing to accept of it")
        near = nearest(name, sorted(known), limit=1)
        hint = f"did you mean `{near[0]}`?" if near else None
        raise UsageError(f"there is no tool `{visible(name)}`, neither accepted nor listed", hint=hint)


def _partly(before: Mapping[str, Named], after: Mapping[str, Named], changed: Collection[str]) -> list[str]:
    """Return the tools in the order of before, without those that are accepted as gone, new ones where they belong."""
    wanted = [name for name in before if name in after or name not in changed]
    listed = list(after)
    for index, name in enumerate(listed):
        if name in changed and name not in before:
            places = [wanted.index(one) + 1 for one in listed[:index] if one in wanted]
            wanted.insert(max(places, default=0), name)
    return wanted


def _with_server(pin: PinLock, fresh: PinLock, changes: Sequence[Change], word: Word) -> PinLock:
    """Accept everything of the server that is no tool."""
    server = [change for change in changes if change.tool is None]
    removed = dict(pin.removed)
    instructions: dict[str, Entry] = {} if fresh.instructions is None else {"": fresh.instructions}
    if (pin.instructions and pin.instructions.sha256) != (fresh.instructions and fresh.instructions.sha256):
        grade = _name([change for change in server if change.path[:1] == ("instructions",)])
        _approve("instructions", "", pin.instructions, instructions, removed, grade, word)
    elif pin.instructions is not None:
        instructions = {"": pin.instructions}
    groups: dict[str, dict[str, Entry]] = {}
    for key, noun, old, new in (
        ("prompts", "prompt", pin.prompts, fresh.prompts),
        ("resourceTemplates", "resource template", pin.templates, fresh.templates),
    ):
        groups[key] = dict(new)
        for name in old.keys() | new.keys():
            if name in old and name in new and old[name].sha256 == new[name].sha256:
                groups[key][name] = old[name]
                continue
            grade = _name([change for change in server if change.path[:2] == (noun, name)])
            _approve(key, name, old.get(name), groups[key], removed, grade, word)
    return replace(
        pin,
        instructions=instructions.get(""),
        prompts=groups["prompts"],
        templates=groups["resourceTemplates"],
        removed=removed,
    )


def _approve(
    group: str,
    name: str,
    old: Entry | None,
    entries: dict[str, Entry],
    removed: dict[str, tuple[Approval, ...]],
    grade: str,
    word: Word,
) -> None:
    """Write the approval of one object: into its entry, or among the removed where it is gone."""
    key = f"{group}/{name}" if name else group
    new = entries.get(name)
    earlier = old.approvals if old is not None else removed.pop(key, ())
    if old is not None and new is not None and old.sha256 == new.sha256:  # written otherwise, the same by RFC 8785
        entries[name] = old
        return
    approval = Approval(
        before=old.sha256 if old is not None else None,
        after=new.sha256 if new is not None else None,
        by=word.by,
        reason=word.reason,
        grade=grade,
    )
    if new is not None:
        entries[name] = replace(new, approvals=(*earlier, approval))
    else:
        removed[key] = (*earlier, approval)


def _gravest(changes: Sequence[Change], tool: str) -> str:
    return _name([change for change in changes if change.tool == tool])


def _name(changes: Sequence[Change]) -> str:
    return max((change.grade for change in changes), key=lambda grade: grade.rank, default=Grade.NOTATION).value
