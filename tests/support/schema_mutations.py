"""Tools whose schema was changed while their prose was left as it is: what a linter of prose has to notice.

How prose states a name or a value is read here by patterns of this module alone, so that what the linter misses counts
as a miss.
"""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import NoneType
from typing import Any, Literal, TypeAlias

from toolmint.ir.contract import Catalog, ToolContract
from toolmint.prose.texts import Text, tool_texts

from support.mutations import other_case, other_word, renamed, unbound

__all__ = [
    "NAME_KINDS",
    "VALUE_KINDS",
    "Kind",
    "Mark",
    "SchemaMutation",
    "mark_of_name",
    "name_mutations",
    "value_mutations",
]

Kind: TypeAlias = Literal["rename", "case", "drop", "move", "enum", "default", "limit"]
"""`rename`: another name; `case`: another style of the same; `move`: to a tool that has none of the name."""
Mark: TypeAlias = Literal["backticks", "arguments section", "cue word", "snake_case", "other", "introduced", "bare"]
"""How prose states what was changed, of several ways the plainest.

Of names: in a code span; as an entry of a section of arguments; beside "parameter", "argument", "field" or the like;
in snake_case of two parts or more; other: camelCase. Of values: introduced by words that say what the value is
("defaults to", "at most", "one of"), or bare.
"""

NAME_KINDS: tuple[Kind, ...] = ("rename", "case", "drop", "move")
VALUE_KINDS: tuple[Kind, ...] = ("enum", "default", "limit")

_TITLE = re.compile(
    r"^[ \t]*(?:#+ *|\*\*)?(?:Args|Arguments|Parameters|Params|Inputs?|参数|参数说明|请求参数)"
    r"(?:\*\*)? *[:：]?(?:\*\*)?[ \t]*$",
    re.MULTILINE,
)
_CUE = r"(?:parameters?|arguments?|params?|args?|fields?|propert(?:y|ies))"
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://\S+|(?<![\w<])/[\w{}.:/-]+|```.*?(?:```|\Z)|<pre\b.*?</pre>", re.DOTALL)
_LIMITS = ("maximum", "minimum", "maxLength", "minLength", "maxItems", "minItems")


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaMutation:
    """One change of one schema."""

    kind: Kind
    mark: Mark
    tool: str
    argument: str
    said: str
    """What prose still says: the old name, or the old value."""
    also: bool
    """Whether the tool has something else of that name, which prose may mean as well."""
    after: Catalog

    def is_told_by(self, message: str) -> bool:
        """Whether a finding's message names what prose still says."""
        if self.kind == "limit":
            return re.search(rf"(?<![\d.,]){re.escape(self.said)}(?![\d])", message.replace(",", "")) is not None
        return re.search(rf"`{re.escape(self.said)}[`.\[]", message) is not None


def name_mutations(catalog: Catalog) -> Iterator[SchemaMutation]:
    """Change the name of each argument that the prose of its tool names in code form, in the schema alone."""
    for contract in catalog.contracts:
        properties = _properties(contract)
        texts = [text for text in tool_texts(contract, catalog) if text.role in ("description", "argument")]
        for name in properties:
            mark = mark_of_name(name, texts)
            if mark is None:
                continue
            also = _is_something_else(name, contract)
            # What an argument's own text says of itself goes where the argument goes.
            left = mark_of_name(name, [text for text in texts if text.path[:1] != (name,)])
            for kind, change in _CHANGES.items():
                mark = left if kind in ("drop", "move") else mark
                for tools in change(contract, name, catalog) if mark is not None else ():
                    after = _with(catalog, tools)
                    yield SchemaMutation(
                        kind=kind, mark=mark, tool=contract.name, argument=name, said=name, also=also, after=after
                    )


def mark_of_name(name: str, texts: Sequence[Text]) -> Mark | None:
    """Return how texts name an argument; None where they do not, or only in an address or a block of code."""
    word = rf"(?<![A-Za-z0-9_.$@#/-]){re.escape(name)}(?![A-Za-z0-9_])(?!\.[A-Za-z])"
    prose = [_ADDRESS.sub(lambda found: " " * len(found.group()), text.text.replace("\\_", "_")) for text in texts]
    if any(
        re.search(rf"(?<!`)`{{1,2}} ?{re.escape(name)} ?`{{1,2}}(?!`)|<code>{re.escape(name)}</code>", one)
        for one in prose
    ):
        return "backticks"
    entry = re.compile(
        rf"^[ \t]*(?:[-*•][ \t]+)?(?:\*\*|`)?{re.escape(name)}(?:\*\*|`)?(?: ?\([^()\n]*\))? ?[:：]", re.MULTILINE
    )
    if any((title := _TITLE.search(one)) and entry.search(one, title.end()) for one in prose):
        return "arguments section"
    if not re.search(r"[_A-Z]", name[1:]):
        cued = rf"[\"'“]{re.escape(name)}[\"'”] {_CUE}(?![a-z])|{_CUE} [\"'“]{re.escape(name)}[\"'”]"
        return "cue word" if any(re.search(cued, one) for one in prose) else None
    cued = (
        rf"{word}[\"'”]? (?:query |path |request |body )?{_CUE}(?![a-z])|{_CUE}:? [\"'“]?{word}"
        rf"|(?:参数|字段) ?{word}|{word} ?(?:参数|字段)"
    )
    if any(re.search(cued, one) for one in prose):
        return "cue word"
    if not any(re.search(word, one) for one in prose):
        return None
    return "snake_case" if re.fullmatch(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)+", name) else "other"


def _is_something_else(name: str, contract: ToolContract) -> bool:
    """Whether a tool's schemas hold a name as anything but the argument itself: a value, a field of something."""
    pending: list[Any] = [part for key, part in _properties(contract).items()]
    pending.append(contract.output_schema)
    while pending:
        one = pending.pop()
        if isinstance(one, str):
            if one == name:
                return True
        elif isinstance(one, Mapping):
            if name in one:
                return True
            pending += [part for key, part in one.items() if key not in ("description", "title")]
        elif isinstance(one, list | tuple):
            pending += one
    return False


def _properties(contract: ToolContract) -> Mapping[str, Any]:
    properties = contract.input_schema.get("properties")
    return properties if isinstance(properties, Mapping) else {}


def _with(catalog: Catalog, changed: Mapping[str, ToolContract]) -> Catalog:
    return replace(catalog, contracts=tuple(changed.get(one.name, one) for one in catalog.contracts))


def _rename(contract: ToolContract, name: str, catalog: Catalog) -> Iterator[dict[str, ToolContract]]:
    if (new := other_word(name)) not in _properties(contract):
        yield {contract.name: renamed(contract, name, new)}


def _respell(contract: ToolContract, name: str, catalog: Catalog) -> Iterator[dict[str, ToolContract]]:
    new = other_case(name)
    if new is not None and new not in _properties(contract):
        yield {contract.name: renamed(contract, name, new)}


def _drop(contract: ToolContract, name: str, catalog: Catalog) -> Iterator[dict[str, ToolContract]]:
    yield {contract.name: without(contract, name)}


def _move(contract: ToolContract, name: str, catalog: Catalog) -> Iterator[dict[str, ToolContract]]:
    """Move to the next tool of the list that has no such argument and does not say its name."""
    start = catalog.contracts.index(contract) + 1
    for other in (*catalog.contracts[start:], *catalog.contracts[: start - 1]):
        if name not in _properties(other):
            schema = {**other.input_schema, "properties": {**_properties(other), name: _properties(contract)[name]}}
            yield {contract.name: without(contract, name), other.name: replace(other, input_schema=schema)}
            return


_CHANGES: dict[Kind, Callable[[ToolContract, str, Catalog], Iterator[dict[str, ToolContract]]]] = {
    "rename": _rename,
    "case": _respell,
    "drop": _drop,
    "move": _move,
}


def without(contract: ToolContract, name: str) -> ToolContract:
    """Return a tool without an argument; what its prose says of itself goes with it."""
    schema: dict[str, Any] = dict(contract.input_schema)
    schema["properties"] = {key: part for key, part in schema["properties"].items() if key != name}
    if name in schema.get("required", ()):
        schema["required"] = [key for key in schema["required"] if key != name]
    places = {key: place for key, place in contract.places.items() if key != f"argument/{name}"}
    return replace(unbound(contract, name), input_schema=schema, places=places)


def value_mutations(catalog: Catalog) -> Iterator[SchemaMutation]:
    """Change each value, default and limit of an argument's schema that the argument's own text states."""
    for contract in catalog.contracts:
        for name, schema in _properties(contract).items():
            text = schema.get("description") if isinstance(schema, Mapping) else None
            if not isinstance(text, str):
                continue
            for kind, change in (("enum", _other_value), ("default", _other_default), ("limit", _other_limit)):
                for mark, said, changed in change(schema, text):
                    properties = {**_properties(contract), name: changed}
                    after = replace(contract, input_schema={**contract.input_schema, "properties": properties})
                    yield SchemaMutation(
                        kind=kind,  # type: ignore[arg-type]
                        mark=mark,
                        tool=contract.name,
                        argument=name,
                        said=said,
                        also=False,
                        after=_with(catalog, {contract.name: after}),
                    )


def _other_value(schema: Mapping[str, Any], text: str) -> Iterator[tuple[Mark, str, dict[str, Any]]]:
    """Give one listed value another name, where the text sets it off as a value or lists several of them."""
    listed = schema.get("enum")
    values = [one for one in listed if isinstance(one, str) and len(one) > 1] if isinstance(listed, list) else []
    set_off = [one for one in values if re.search(rf"[`\"'“*]{re.escape(one)}[`\"'”*]", text)]
    spoken = [one for one in values if re.search(rf"(?<![A-Za-z0-9_-]){re.escape(one)}(?![A-Za-z0-9_-])", text)]
    introduced = re.search(r"(?i)one of|either|values?|options?|can be|must be|取值|可选|枚举", text) is not None
    for old in spoken if len(spoken) > 1 else set_off:
        changed = ["chosen_value" if one == old else one for one in listed or ()]
        rest = {key: part for key, part in schema.items() if not (key == "default" and part == old)}
        yield "introduced" if introduced and len(spoken) > 1 else "bare", old, {**rest, "enum": changed}


def _other_default(schema: Mapping[str, Any], text: str) -> Iterator[tuple[Mark, str, dict[str, Any]]]:
    if "default" not in schema or isinstance(schema["default"], list | dict | NoneType):
        return
    old = schema["default"]
    said = str(old).lower() if isinstance(old, bool) else f"{old:g}" if isinstance(old, float) else str(old)
    word = rf"(?<![\w.-]){re.escape(said)}(?![\w-])(?!\.\d)"
    plain = text.replace(",", "") if isinstance(old, int | float) else text
    if not said or not re.search(word, plain, re.IGNORECASE):
        return
    introduced = rf"(?:default[^.;\n]{{0,24}}?{word})|{word}[^.;\n]{{0,4}}\(?default|默认[^。；\n]{{0,8}}?{word}"
    mark: Mark = "introduced" if re.search(introduced, plain, re.IGNORECASE) else "bare"
    others = [one for one in schema.get("enum", ()) if one != old]
    if others:
        new: Any = others[0]
    elif isinstance(old, bool):
        new = not old
    else:
        new = old + 7 if isinstance(old, int | float) else "chosen"
    yield mark, said, {**schema, "default": new}


def _other_limit(schema: Mapping[str, Any], text: str) -> Iterator[tuple[Mark, str, dict[str, Any]]]:
    plain = text.replace(",", "")
    for keyword in _LIMITS:
        old = schema.get(keyword)
        if not isinstance(old, int | float) or isinstance(old, bool) or old in (0, 1):
            continue  # so small a number is a word of prose
        said = f"{old:g}" if isinstance(old, float) else str(old)
        number = rf"(?<![\d.]){re.escape(said)}(?!\d)(?!\.\d)"
        if not re.search(number, plain):
            continue
        cue = r"max|min|at most|at least|up to|between|limit|range|exceed|than|longer|shorter|最|不超|至|范围|以内"
        near = (
            rf"(?i)(?:{cue})[^.;。\n]{{0,30}}?{number}|{number}[^.;。\n]{{0,16}}(?:{cue})"
            rf"|\d ?(?:-|–|~|to) ?{number}|{number} ?(?:-|–|~|to) ?\d"
        )
        mark: Mark = "introduced" if re.search(near, plain) else "bare"
        yield mark, said, {**schema, keyword: old + (3 if keyword.startswith("max") else -1)}
