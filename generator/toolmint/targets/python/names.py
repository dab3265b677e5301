"""Python names for tools, arguments and schemas.

A name that is legal Python stays as it is: prose speaks of `userId`, so the argument is `userId`. No name depends on
the order of a document: of names that would become one, the one that is spelt so keeps it, each other gets six
digits of its own digest.
"""

from __future__ import annotations

import builtins
import hashlib
import keyword
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cmp_to_key
from typing import TypeAlias, TypeVar

from toolmint.rendering import PythonName
from toolmint.text import name_words

__all__ = [
    "DEFINITION",
    "ITEM",
    "OPTION",
    "TOOL",
    "VALUE",
    "ClassKey",
    "class_names",
    "exported",
    "field_names",
    "function_names",
    "method_names",
    "unique_names",
]

ClassKey: TypeAlias = tuple[str, ...]
"""Where a class comes from: `DEFINITION` or `TOOL`, the name, then the way down to an object inside it."""
DEFINITION = "\0definition"
TOOL = "\0tool"
ITEM = "\0item"
VALUE = "\0value"
OPTION = "\0option"

_LONGEST_CLASS = 74
"""What black keeps on one line as `class NAME(Model):`."""
_ILLEGAL = re.compile(r"[^A-Za-z0-9_]")
_DIGITS = re.compile(r"[0-9]+|.")
_BUILTIN_TYPES = frozenset({"bool", "dict", "float", "int", "list", "object", "str"})
_MODEL_ATTRIBUTES = frozenset(
    {
        "construct",
        "copy",
        "dict",
        "from_orm",
        "json",
        "model_computed_fields",
        "model_config",
        "model_construct",
        "model_copy",
        "model_extra",
        "model_fields",
        "model_fields_set",
        "model_json_schema",
        "model_parametrized_name",
        "model_post_init",
        "model_rebuild",
        "parse_file",
        "parse_obj",
        "parse_raw",
        "schema",
        "schema_json",
        "update_forward_refs",
        "validate",
    }
)
"""What pydantic's BaseModel has; written out, so that another pydantic makes no other names."""
_MODEL_IMPORTS = frozenset(
    {"Annotated", "Any", "BaseModel", "ConfigDict", "Field", "Literal", "MISSING", "Model", "RootModel"}
)
_TOOLS_MODULE = frozenset(
    {
        "Any",
        "Literal",
        "MISSING",
        "Mapping",
        "Registry",
        "Request",
        "Send",
        "TOOLS",
        "TYPE_CHECKING",
        "TypeVar",
        "annotations",
        "dispatch",
        "models",
    }
)
"""Names of the generated `tools.py`."""
_TOOLSET_MODULE = frozenset({"Answer", "Result", "aclose", "call", "close", "definitions"})
"""Attributes of the generated toolset, and names that its module has beside those of `tools.py`."""
_CLASS_NAMES = _MODEL_IMPORTS | frozenset(name for name in dir(builtins) if name[0].isupper())

_Key = TypeVar("_Key", bound="str | tuple[str, ...]")


def unique_names(
    wanted: Mapping[_Key, str], taken: Iterable[str] = (), *, separator: str = "_"
) -> dict[_Key, PythonName]:
    """Give each key a name of its own, whatever the order of the keys.

    Args:
        wanted: key to the legal name that it would like.
        taken: names that are not to be had.
        separator: what goes before the digits of a name that could not stay.
    """
    claims = Counter(wanted.values())
    gone = frozenset(taken)
    exact = {name for key, name in wanted.items() if key == name}
    names = {
        key: PythonName(name)
        for key, name in wanted.items()
        if name not in gone and (key == name or (claims[name] == 1 and name not in exact))
    }
    used = {*gone, *claims}
    for key in sorted(wanted.keys() - names.keys(), key=_path):
        digits = _digest(key)
        length = next(n for n in range(6, 65) if f"{wanted[key]}{separator}{digits[:n]}" not in used)
        names[key] = PythonName(f"{wanted[key]}{separator}{digits[:length]}")
        used.add(names[key])
    return names


def field_names(keys: Iterable[str], class_names: Iterable[str]) -> dict[str, PythonName]:
    """Name the fields of a model, which are a function's parameters too.

    Args:
        keys: model-facing keys.
        class_names: the models of the module; a field of that name would hide the class in its own annotation.
    """
    # A method's own first parameter is `self`.
    reserved = _BUILTIN_TYPES | _MODEL_ATTRIBUTES | _MODEL_IMPORTS | frozenset(class_names) | {"self"}
    return unique_names({key: _field_spelling(key, reserved) for key in keys})


def function_names(tools: Iterable[str]) -> dict[str, PythonName]:
    """Name the functions of a catalog's tools."""
    reserved = _BUILTIN_TYPES | _TOOLS_MODULE
    return unique_names({tool: _field_spelling(tool, reserved) for tool in tools})


def method_names(tools: Iterable[str]) -> dict[str, PythonName]:
    """Name the methods of a catalog's toolset: as its functions, where the toolset has no such attribute itself."""
    reserved = _BUILTIN_TYPES | _TOOLS_MODULE | _TOOLSET_MODULE
    return unique_names({tool: _field_spelling(tool, reserved) for tool in tools})


def class_names(keys: Iterable[ClassKey]) -> dict[ClassKey, PythonName]:
    """Name the classes of `models.py`: shared definitions first, then tools, then what lies inside them.

    Returns:
        `Address` for a definition, `QueryOrderArguments` for a tool, `QueryOrderFilter` for an object inside.
    """
    every = list(keys)
    names: dict[ClassKey, PythonName] = {}
    shared = {key[1]: key for key in every if key[0] == DEFINITION and len(key) == 2}
    spelt = unique_names({name: _class_spelling((DEFINITION, name)) for name in shared}, separator="")
    names |= {shared[name]: spelling for name, spelling in spelt.items()}
    for group in ([k for k in every if k[0] == TOOL and len(k) == 2], [k for k in every if len(k) > 2]):
        wanted = {key: _class_spelling(key) for key in group}
        names |= unique_names(wanted, taken=names.values(), separator="")
    return names


def exported(names: Iterable[PythonName]) -> list[PythonName]:
    """Sort the names in an `__all__` as isort and ruff (RUF022) want them: constants, classes, then the others."""
    return sorted(names, key=lambda name: (_export_rank(name), cmp_to_key(_natural_order)(name)))


def _export_rank(name: str) -> int:
    if len(name) > 1 and name.isupper():
        return 0
    return 1 if name[0].isupper() else 2


def _natural_order(one: str, other: str) -> int:
    """Compare digits as numbers, and as a fraction's where the first of them is 0."""
    pairs = zip(_DIGITS.findall(one), _DIGITS.findall(other), strict=False)
    for left, right in pairs:
        if left != right:
            as_numbers = left.isdigit() and right.isdigit() and "0" not in (left[0], right[0])
            if as_numbers and len(left) != len(right):
                return len(left) - len(right)
            return -1 if left < right else 1
    return len(one) - len(other)


def _class_spelling(key: ClassKey) -> str:
    words = "".join(_pascal(part) for part in key[1:])
    if not words or words[0].isdigit():
        words = "Schema" + words
    if key[0] == TOOL and len(key) == 2:
        words += "Arguments"
    if len(words) > _LONGEST_CLASS:
        words = words[: _LONGEST_CLASS - 6] + _digest(key)[:6]
    return words + "Model" if words in _CLASS_NAMES else words


def _pascal(name: str) -> str:
    return "".join(word[:1].upper() + word[1:] for word in name_words(name))


def _digest(key: str | ClassKey) -> str:
    return hashlib.sha256(_path(key).encode("utf-8", "surrogatepass")).hexdigest()


def _path(key: str | tuple[str, ...]) -> str:
    return key if isinstance(key, str) else "\0".join(key)


def _field_spelling(name: str, reserved: frozenset[str]) -> str:
    legal = _ILLEGAL.sub("_", name)
    # pydantic takes a leading underscore as private, and the generated functions keep such names for themselves.
    bare = legal.lstrip("_")
    if not bare:
        return "field"
    # pydantic warns of these prefixes.
    if bare[0].isdigit() or bare.startswith(("model_dump", "model_validate")):
        return f"field_{bare}"
    if bare != legal or bare in reserved or keyword.iskeyword(bare):
        return bare + "_"
    return bare
