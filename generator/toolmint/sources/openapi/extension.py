"""The `x-tool` extension: what an author says of a tool beyond OpenAPI (docs/x-tool.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import TypeAlias

from toolmint.documents import Node
from toolmint.ir.schema import Json
from toolmint.lifting.frame import Frame, PropertySettings
from toolmint.location import Location
from toolmint.text import comma_list, kind_of, nearest, shown_value

__all__ = ["SENTENCES", "Texts", "ToolSettings", "property_settings", "refuse_idle_true", "tool_settings"]

Texts: TypeAlias = tuple[tuple[str, Location], ...]
"""Prose as written, with its places."""

SENTENCES = ("does", "when", "requires", "never", "notes")
_FLAGS = ("read_only", "destructive", "idempotent", "open_world", "strict")
_OWN_ONLY = ("name", "title", "was", "examples")
"""Keys that say something of one tool and make no sense as a default for many."""
_TOOL_KEYS = ("name", "title", *SENTENCES, *_FLAGS, "confirm", "context", "was", "examples", "ignore")
_PROPERTY_KEYS = ("name", "description", "context", "was", "hidden", "default")
_QUOTE = "quote the text"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSettings:
    """One `x-tool` block, or several laid over each other; None and empty mean that nothing is said."""

    name: tuple[str, Location] | None = None
    title: str | None = None
    does: Texts = ()
    when: Texts = ()
    requires: Texts = ()
    never: Texts = ()
    notes: Texts = ()
    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None
    strict: bool | None = None
    confirm: bool | str | None = None
    context: Mapping[str, tuple[str, Location]] = field(default_factory=dict)
    """Wire name -> dotted key of the host's value, with the place that says so."""
    was: tuple[str, ...] = ()
    examples: tuple[tuple[Json, Location], ...] = ()
    ignore: Mapping[str, tuple[str, Location]] = field(default_factory=dict)
    left_out: bool | None = None
    """True for `x-tool: false`; False for `true`, which takes back a `false` above."""

    def over(self, defaults: ToolSettings) -> ToolSettings:
        """Return these settings with what they leave open taken from `defaults`; mappings are joined."""
        filled: dict[str, object] = {}
        for one in fields(self):
            own, below = getattr(self, one.name), getattr(defaults, one.name)
            if isinstance(own, Mapping):
                filled[one.name] = {**below, **own}
            elif own is None or own == ():
                filled[one.name] = below
        return replace(self, **filled)  # type: ignore[arg-type]  # each value comes from the field of its name

    @property
    def has_sentences(self) -> bool:
        """Whether any field of the description is written."""
        return any(getattr(self, name) for name in SENTENCES)


def tool_settings(node: Node | None, frame: Frame, *, own: bool) -> ToolSettings:
    """Read an `x-tool` block.

    Args:
        node: the object that may hold `x-tool`.
        frame: where problems go (IN-13).
        own: True on an operation, False where the block gives defaults for what is below.
    """
    block = node.get("x-tool") if node is not None else None
    if block is None:
        return ToolSettings()
    if isinstance(block.value, bool):
        return ToolSettings(left_out=not block.value)
    if not isinstance(block.value, Mapping):
        frame.error(
            "IN-13", f"found {kind_of(block.value)} for `x-tool`, wanted a mapping, `true` or `false`", block.location
        )
        return ToolSettings()
    allowed = _TOOL_KEYS if own else tuple(key for key in _TOOL_KEYS if key not in _OWN_ONLY)
    _refuse_unknown(block, allowed, frame)
    found: dict[str, object] = {}
    for key, child in block.items():
        if key in allowed:
            value = _READERS[key](child, frame)
            if value is not None:
                found[key] = value
    return ToolSettings(**found)  # type: ignore[arg-type]  # each reader gives the type of its field


def refuse_idle_true(node: Node, settings: ToolSettings, above: ToolSettings, frame: Frame) -> None:
    """Report `x-tool: true` where no default above it says `false`: whoever writes it expects something of it.

    Args:
        node: the object that holds the block.
        settings: the block, read.
        above: the defaults that it is laid over.
        frame: where the error goes (IN-13).
    """
    if settings.left_out is False and above.left_out is not True:
        frame.error(
            "IN-13",
            "found `true` for `x-tool`, and no `false` above that it could take back",
            node.child("x-tool").location,
            "every operation becomes a tool; to say more of it, write a mapping such as `x-tool: {when: …}`",
        )


def property_settings(node: Node, frame: Frame) -> PropertySettings:
    """Read the `x-tool` block of a parameter or a property.

    Args:
        node: the parameter or the property's schema.
        frame: where problems go (IN-13).
    """
    block = node.get("x-tool")
    if block is None:
        return PropertySettings()
    if not isinstance(block.value, Mapping):
        frame.error("IN-13", f"found {kind_of(block.value)} for `x-tool` here, wanted a mapping", block.location)
        return PropertySettings()
    _refuse_unknown(block, _PROPERTY_KEYS, frame)
    name = _text(block.get("name"), frame)
    text = _text(block.get("description"), frame)
    place = block.location.child("description")
    context = block.get("context")
    return PropertySettings(
        name=name,
        prose=None if text is None else {"text": text, "path": place.path, "pointer": place.pointer},
        was=_names(block.get("was"), frame),
        context=None if context is None else _context_key(context, node, frame),
        constant=_constant(block, node, frame),
    )


def _refuse_unknown(block: Node, allowed: tuple[str, ...], frame: Frame) -> None:
    for key, child in block.items():
        if key in allowed:
            continue
        if key in _OWN_ONLY:
            frame.error("IN-13", f"`{key}` belongs on an operation: it is no default for many", child.key_location)
            continue
        near = nearest(key, allowed, limit=1)
        hint = f"did you mean `{near[0]}`?" if near else f"known keys: {comma_list(allowed, limit=20)}"
        frame.error("IN-13", f"`x-tool` has no key `{key}`", child.key_location, hint)


def _constant(block: Node, node: Node, frame: Frame) -> tuple[Json, ...]:
    hidden = block.get("hidden")
    if hidden is None or hidden.value is False:
        if "default" in block:
            frame.error(
                "IN-13", "`default` goes with `hidden: true`", block.child("default").key_location, "add `hidden: true`"
            )
        return ()
    if hidden.value is not True:
        frame.error("IN-13", f"found {kind_of(hidden.value)} for `hidden`, wanted true or false", hidden.location)
        return ()
    own = block.get("default")
    if own is not None:
        return (own.value,)
    for holder in (node, node.get("schema")):
        declared = holder.get("default") if holder is not None else None
        if declared is not None:
            return (declared.value,)
    frame.error(
        "IN-13", "`hidden: true` needs `default`: the value that is sent", hidden.key_location, "add `default: …`"
    )
    return ()


def _context_key(child: Node, node: Node, frame: Frame) -> str | None:
    if child.value is True:
        name = node.get("name")
        wire = name.value if name is not None and "in" in node else node.token
        return str(wire)
    if child.value is False:
        return None
    return _dotted(child, frame)


def _dotted(child: Node, frame: Frame) -> str | None:
    value = child.value
    if isinstance(value, str) and value and all(part.strip() == part and part for part in value.split(".")):
        return value
    frame.error(
        "IN-13",
        f"found {shown_value(child.value)} for `context`, wanted true or a dotted key such as `tenant.id`",
        child.location,
    )
    return None


def _text(child: Node | None, frame: Frame) -> str | None:
    if child is None:
        return None
    if isinstance(child.value, str) and child.value.strip():
        return child.value.strip()
    _not_text(child, frame)
    return None


def _not_text(child: Node, frame: Frame) -> None:
    hint = _QUOTE if isinstance(child.value, Mapping | int | float) else None
    is_blank = isinstance(child.value, str)
    found, wanted = ("an empty text", "one that says something") if is_blank else (kind_of(child.value), "a text")
    frame.error("IN-13", f"found {found} for `{_key_of(child)}`, wanted {wanted}", child.location, hint)


def _key_of(child: Node) -> str:
    if child.parent is not None and isinstance(child.parent.value, list):
        return f"{child.parent.token}[{child.token}]"
    return child.token


def _texts(child: Node, frame: Frame) -> Texts:
    found: list[tuple[str, Location]] = []
    for one in child.elements() if isinstance(child.value, list) else [child]:
        text = _text(one, frame)
        if text is not None:
            found.append((text, one.location))
    return tuple(found)


def _names(child: Node | None, frame: Frame) -> tuple[str, ...]:
    if child is None:
        return ()
    values = child.value if isinstance(child.value, list) else [child.value]
    if all(isinstance(value, str) and value for value in values):
        return tuple(str(value) for value in values)
    frame.error(
        "IN-13", f"found {shown_value(child.value)} for `{child.token}`, wanted a list of names", child.location
    )
    return ()


def _flag(child: Node, frame: Frame) -> bool | None:
    if isinstance(child.value, bool):
        return child.value
    frame.error("IN-13", f"found {kind_of(child.value)} for `{child.token}`, wanted true or false", child.location)
    return None


def _confirm(child: Node, frame: Frame) -> bool | str | None:
    if isinstance(child.value, bool):
        return child.value
    return _text(child, frame)


def _context(child: Node, frame: Frame) -> Mapping[str, tuple[str, Location]] | None:
    if isinstance(child.value, list):
        return {name: (name, child.location) for name in _names(child, frame)}
    if isinstance(child.value, Mapping):
        keys = {name: (_dotted(one, frame), one.key_location) for name, one in child.items()}
        return {name: (key, place) for name, (key, place) in keys.items() if key is not None}
    frame.error(
        "IN-13",
        f"found {shown_value(child.value)} for `context`, wanted a list of names, or a mapping of names to dotted keys",
        child.location,
    )
    return None


def _ignore(child: Node, frame: Frame) -> Mapping[str, tuple[str, Location]] | None:
    if not isinstance(child.value, Mapping):
        frame.error(
            "IN-13",
            f"found {shown_value(child.value)} for `ignore`, wanted a mapping of codes to reasons",
            child.location,
            '`ignore: {FS-02: "reason"}`',
        )
        return None
    reasons = {code: (_text(one, frame), one.key_location) for code, one in child.items()}
    return {code: (text, place) for code, (text, place) in reasons.items() if text is not None}


def _examples(child: Node, frame: Frame) -> tuple[tuple[Json, Location], ...] | None:
    if not isinstance(child.value, list):
        frame.error(
            "IN-13", f"found {kind_of(child.value)} for `examples`, wanted a list of argument objects", child.location
        )
        return None
    return tuple((one.value, one.location) for one in child.elements())


def _name(child: Node, frame: Frame) -> tuple[str, Location] | None:
    text = _text(child, frame)
    return None if text is None else (text, child.location)


_READERS = {
    "name": _name,
    "title": _text,
    **dict.fromkeys(SENTENCES, _texts),
    **dict.fromkeys(_FLAGS, _flag),
    "confirm": _confirm,
    "context": _context,
    "was": _names,
    "examples": _examples,
    "ignore": _ignore,
}
