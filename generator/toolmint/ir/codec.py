"""The IR as JSON and back: the form of `contract.json`.

One rule a kind of type, none a class: a dataclass is an object with its field names in camelCase, fields that have
their default value are left out, members of a closed union carry `kind`, tuples are arrays, JSON values stand as
they are. Places in sources (`origin`), what was left out and gaps between a framework's schema and its code are no part
of a contract: moving a tool three lines changes no output.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from toolmint.ir.contract import Catalog, ToolContract
from toolmint.ir.schema import Json
from toolmint.location import Location

__all__ = ["FORMAT", "CodecError", "catalog_from_json", "catalog_to_json", "contract_to_json"]

FORMAT = 1
"""Version of the form; raised when a reader of the old form would misread the new one."""

_T = TypeVar("_T")
_Fields: TypeAlias = tuple[tuple[str, str, Any, dataclasses.Field[Any]], ...]
_FIELDS: dict[type, _Fields] = {}
"""Field name, key, type and field of each dataclass; type hints are slow to evaluate."""
_UNWRITTEN = frozenset({"gaps", "left_out", "origin", "places", "unseen"})


class CodecError(ValueError):
    """A JSON value is not a contract: what was found and where, as a JSON pointer."""


def catalog_to_json(catalog: Catalog) -> dict[str, Json]:
    """Write a catalog in the form of `contract.json`."""
    return {"format": FORMAT, **_encode_dataclass(catalog)}


def contract_to_json(contract: ToolContract) -> dict[str, Json]:
    """Write one tool as it stands in `contract.json`."""
    return _encode_dataclass(contract)


def catalog_from_json(value: Json, *, path: str) -> Catalog:
    """Read a catalog from the form of `contract.json`.

    Args:
        value: the parsed file.
        path: the file as shown to people; origins point into it.

    Raises:
        CodecError: the value is not of this form or of a newer one.
    """
    if not isinstance(value, Mapping):
        raise CodecError("not an object")
    if value.get("format") != FORMAT:
        raise CodecError(f"`format` is {value.get('format')!r}; this toolmint reads {FORMAT}")
    rest = {key: part for key, part in value.items() if key != "format"}
    return _decode_dataclass(Catalog, rest, Location(path=path))


def _fields(cls: type) -> _Fields:
    known = _FIELDS.get(cls)
    if known is not None:
        return known
    hints = get_type_hints(cls)
    fields = tuple(
        (field.name, _camel(field.name), hints[field.name], field)
        for field in dataclasses.fields(cast(Any, cls))
        if field.name not in _UNWRITTEN
    )
    _FIELDS[cls] = fields
    return fields


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default is not dataclasses.MISSING:
        return field.default
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return dataclasses.MISSING


def _encode_dataclass(value: Any) -> dict[str, Json]:
    encoded: dict[str, Json] = {}
    kind = getattr(value, "KIND", None)
    if kind is not None:
        encoded["kind"] = kind
    for name, key, _hint, field in _fields(type(value)):
        part = getattr(value, name)
        default = _default(field)
        # `False == 0` in Python, so a default is recognised by type too.
        if default is not dataclasses.MISSING and type(part) is type(default) and part == default:
            continue
        encoded[key] = _encode(part)
    return encoded


def _encode(value: Any) -> Json:
    if dataclasses.is_dataclass(value):
        return _encode_dataclass(value)
    if isinstance(value, tuple):
        return [_encode(part) for part in value]
    if isinstance(value, Mapping) and any(dataclasses.is_dataclass(part) for part in value.values()):
        return {key: _encode(part) for key, part in value.items()}
    return cast(Json, value)


def _decode_dataclass(cls: type[_T], value: Any, place: Location) -> _T:
    if not isinstance(value, Mapping):
        raise CodecError(f"{place.pointer or '/'}: an object is wanted")
    arguments: dict[str, Any] = {}
    known = {"kind"} if hasattr(cls, "KIND") else set()
    for name, key, hint, field in _fields(cls):
        known.add(key)
        if key in value:
            arguments[name] = _decode(hint, value[key], place.child(key))
        elif _default(field) is dataclasses.MISSING:
            raise CodecError(f"{place.pointer or '/'}: `{key}` is missing")
    unknown = [key for key in value if key not in known]
    if unknown:
        raise CodecError(f"{place.pointer or '/'}: `{unknown[0]}` is unknown")
    if any(field.name == "origin" for field in dataclasses.fields(cast(Any, cls))):
        arguments["origin"] = place
    return cls(**arguments)


def _decode(hint: Any, value: Any, place: Location) -> Any:
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _decode_union(get_args(hint), value, place)
    if origin is tuple:
        return _decode_tuple(get_args(hint), value, place)
    if dataclasses.is_dataclass(hint):
        return _decode_dataclass(cast(type, hint), value, place)
    if hint in (str, bool) and not isinstance(value, hint):
        raise CodecError(f"{place.pointer or '/'}: a {'string' if hint is str else 'boolean'} is wanted")
    return value


def _decode_union(members: Sequence[Any], value: Any, place: Location) -> Any:
    classes = [member for member in members if dataclasses.is_dataclass(member)]
    tuples = [member for member in members if get_origin(member) is tuple]
    if classes and isinstance(value, Mapping):
        if len(classes) == 1 and not hasattr(classes[0], "KIND"):
            return _decode_dataclass(cast(type, classes[0]), value, place)
        for member in classes:
            if getattr(member, "KIND", None) == value.get("kind"):
                return _decode_dataclass(cast(type, member), value, place)
        raise CodecError(f"{place.pointer or '/'}: `kind` {value.get('kind')!r} is unknown")
    if tuples and isinstance(value, list):
        return _decode(tuples[0], value, place)
    return value


def _decode_tuple(members: Sequence[Any], value: Any, place: Location) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise CodecError(f"{place.pointer or '/'}: an array is wanted")
    if len(members) == 2 and members[1] is Ellipsis:
        return tuple(_decode(members[0], part, place.child(index)) for index, part in enumerate(value))
    if len(members) != len(value):
        raise CodecError(f"{place.pointer or '/'}: {len(members)} elements are wanted")
    pairs = enumerate(zip(members, value, strict=True))
    return tuple(_decode(member, part, place.child(index)) for index, (member, part) in pairs)
