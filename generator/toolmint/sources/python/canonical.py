"""Names of the standard library, pydantic and their kin, brought to one spelling each."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["canonical"]

_MOVED: Mapping[str, str] = {
    "typing.List": "builtins.list",
    "typing.Set": "builtins.set",
    "typing.FrozenSet": "builtins.frozenset",
    "typing.Tuple": "builtins.tuple",
    "typing.Dict": "builtins.dict",
    "typing.Type": "builtins.type",
    "typing.Text": "builtins.str",
    "typing.Deque": "collections.deque",
    "typing.DefaultDict": "collections.defaultdict",
    "typing.OrderedDict": "collections.OrderedDict",
    "typing.Counter": "collections.Counter",
    "collections.abc.Set": "typing.AbstractSet",
    "typing.Pattern": "re.Pattern",
    "types.NoneType": "builtins.None",
    "annotated_doc.Doc": "typing.Doc",
    "pydantic.types.Json": "pydantic.Json",
    "toolmint.Param": "toolmint.annotations.Param",
    "toolmint.FromContext": "toolmint.annotations.FromContext",
    "toolmint.tool": "toolmint.annotations.tool",
    "pydantic.generics.GenericModel": "pydantic.BaseModel",
    "pydantic_core.Url": "pydantic.AnyUrl",
}
_PREFIXES: tuple[tuple[str, str], ...] = (
    ("typing_extensions.", "typing."),
    ("collections.abc.", "typing."),
    ("pydantic.main.", "pydantic."),
    ("pydantic.fields.", "pydantic."),
    ("pydantic.types.", "pydantic."),
    ("pydantic.networks.", "pydantic."),
    ("pydantic.config.", "pydantic."),
    ("pydantic.json_schema.", "pydantic."),
    ("pydantic.functional_validators.", "pydantic."),
    ("pydantic.functional_serializers.", "pydantic."),
    ("pydantic.root_model.", "pydantic."),
    ("pydantic_extra_types.", "pydantic_extra_types."),
)


def canonical(name: str) -> str:
    """Return the one spelling of a full name: `typing_extensions.List` as `builtins.list`."""
    if name in _MOVED:
        return _MOVED[name]
    for prefix, instead in _PREFIXES:
        if name.startswith(prefix) and prefix != instead:
            moved = instead + name[len(prefix) :]
            return _MOVED.get(moved, moved)
    return name
