"""Python source of single fields and parameters, as black would lay it out."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from toolmint.rendering import PythonName, PythonSource
from toolmint.targets.python.generation import GeneratedType, union_of
from toolmint.targets.python.layout import annotation_lines, entry_lines, operands

__all__ = ["Printed", "print_entry", "print_field", "print_parameter"]

_MISSING = ast.Name("MISSING")


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A field or a parameter."""

    source: PythonSource
    names: frozenset[str]
    """Every name that its module must have."""


def print_field(
    name: PythonName, key: str, type_: GeneratedType, *, required: bool, description: str | None
) -> Printed:
    """Write a field of a model: `class_: Annotated[int, Field(alias="class", ge=0)]`.

    Args:
        name: the field.
        key: its model-facing name.
        type_: its type and bounds.
        required: whether it must be given.
        description: the model-facing text.
    """
    annotation = type_.annotation if required else _or_missing(type_.annotation)
    arguments = [ast.keyword(arg="alias", value=ast.Constant(key))] if name != key else []
    if description is not None:
        arguments.append(ast.keyword(arg="description", value=ast.Constant(description)))
    arguments += type_.bounds
    if arguments:
        call = ast.Call(func=ast.Name("Field"), args=[], keywords=arguments)
        annotation = ast.Subscript(value=ast.Name("Annotated"), slice=ast.Tuple(elts=[annotation, call]))
    return _printed(name, annotation, "" if required else " = MISSING")


def print_parameter(
    name: PythonName, type_: GeneratedType, *, required: bool, classes: frozenset[str], indent: int = 4
) -> Printed:
    """Write a parameter of a function: `address: models.Address | MISSING = MISSING,`.

    Args:
        name: the parameter.
        type_: that of the field in the arguments' model, with which it cannot disagree.
        required: whether the argument must be given.
        classes: names of models, which the function's module sees as `models.NAME`.
        indent: how many spaces the parameter is indented by.
    """
    annotation = _qualified(type_.annotation, classes)
    if not required:
        annotation = _or_missing(annotation)
    return _printed(name, annotation, "," if required else " = MISSING,", indent)


def print_entry(key: str, name: PythonName, indent: int) -> PythonSource:
    """Write an entry of a dict: `"class": class_,`.

    Args:
        key: a string.
        name: its value.
        indent: how many spaces the entry is indented by.
    """
    return PythonSource("\n".join(entry_lines(key, name, indent)))


def _qualified(annotation: ast.expr, classes: frozenset[str]) -> ast.expr:
    """Put `models.` before the names of models, in new nodes: the old ones belong to the models."""
    match annotation:
        case ast.Name(id=name) if name in classes:
            return ast.Attribute(value=ast.Name("models"), attr=name)
        case ast.BinOp(left=left, right=right):
            return ast.BinOp(left=_qualified(left, classes), op=ast.BitOr(), right=_qualified(right, classes))
        case ast.Subscript(value=value, slice=inner):
            return ast.Subscript(value=value, slice=_qualified(inner, classes))
        case ast.Tuple(elts=elements):
            return ast.Tuple(elts=[_qualified(element, classes) for element in elements])
        case _:
            return annotation


def _or_missing(annotation: ast.expr) -> ast.expr:
    return union_of([*operands(annotation), _MISSING])


def _printed(name: PythonName, annotation: ast.expr, suffix: str, indent: int = 4) -> Printed:
    source = PythonSource("\n".join(annotation_lines(f"{name}: ", annotation, suffix, indent)))
    names = frozenset(node.id for node in ast.walk(annotation) if isinstance(node, ast.Name))
    return Printed(source=source, names=names)
