"""What the templates of this target see: frozen views, every word of them decided here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from toolmint.ir.contract import Catalog, ToolContract
from toolmint.ir.schema import JsonObject
from toolmint.prose.description import describe
from toolmint.rendering import PythonName, PythonSource, Renderer
from toolmint.targets.python.generation import GeneratedType, Shape, shape_of
from toolmint.targets.python.names import ClassKey, function_names, method_names
from toolmint.targets.python.plain import PlainClass
from toolmint.targets.python.printing import print_entry, print_field, print_parameter

__all__ = ["FunctionView", "ModelView", "Modelled", "ParameterView", "function_views", "model_views"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Modelled:
    """The models of a catalog before they are printed."""

    classes: Mapping[ClassKey, PlainClass]
    names: Mapping[ClassKey, PythonName]
    fields: Mapping[ClassKey, Mapping[str, PythonName]]
    """A Python name for each property of each class."""
    types: Mapping[Shape, GeneratedType]
    """What pydantic calls each shape of a property."""
    arguments: Mapping[str, ClassKey]
    """Tool to the class of its arguments."""

    def type_of(self, schema: JsonObject) -> GeneratedType:
        """Return what pydantic calls a property."""
        return self.types[shape_of(schema)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelView:
    """One model."""

    name: PythonName
    description: str | None
    closed: bool
    fields: tuple[PythonSource, ...]
    needs: frozenset[str]
    """Names that its module must have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterView:
    """One parameter of a function."""

    source: PythonSource
    entry: PythonSource
    """The argument's model-facing name with the parameter's value."""
    method_source: PythonSource
    """The same in a method, which is indented further."""
    method_entry: PythonSource


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionView:
    """One typed function, and the method of a toolset that does the same."""

    name: PythonName
    method: PythonName
    tool: str
    docstring: str
    parameters: tuple[ParameterView, ...]
    needs: frozenset[str]
    """Names that its module must have."""


def model_views(modelled: Modelled) -> tuple[ModelView, ...]:
    """Lay out the models by name, so that a document's order changes nothing."""
    return tuple(_model_view(key, modelled) for key in sorted(modelled.classes, key=lambda key: modelled.names[key]))


def function_views(catalog: Catalog, modelled: Modelled, renderer: Renderer) -> tuple[FunctionView, ...]:
    """Lay out the functions in the catalog's order."""
    tools = [contract.name for contract in catalog.contracts]
    functions, methods = function_names(tools), method_names(tools)
    classes = frozenset[str](modelled.names.values())
    return tuple(
        _function_view(
            contract,
            (functions[contract.name], methods[contract.name]),
            describe(contract, catalog, renderer),
            modelled,
            classes,
        )
        for contract in catalog.contracts
    )


def _model_view(key: ClassKey, modelled: Modelled) -> ModelView:
    plain, spelt = modelled.classes[key], modelled.fields[key]
    printed = [
        print_field(
            spelt[name],
            name,
            modelled.type_of(schema),
            required=name in plain.required,
            description=_text(schema),
        )
        for name, schema in plain.properties.items()
    ]
    return ModelView(
        name=modelled.names[key],
        description=plain.description if plain.description and plain.description.strip() else None,
        closed=plain.closed,
        fields=tuple(field.source for field in printed),
        needs=frozenset().union(*(field.names for field in printed)),
    )


def _function_view(
    contract: ToolContract,
    names: tuple[PythonName, PythonName],
    description: str,
    modelled: Modelled,
    classes: frozenset[str],
) -> FunctionView:
    key = modelled.arguments[contract.name]
    plain, spelt = modelled.classes[key], modelled.fields[key]
    # Required ones first: the order of keyword-only parameters is for the reader alone.
    ordered = sorted(plain.properties, key=lambda argument: argument not in plain.required)
    printed = {
        argument: [
            print_parameter(
                spelt[argument],
                modelled.type_of(plain.properties[argument]),
                required=argument in plain.required,
                classes=classes,
                indent=indent,
            )
            for indent in (4, 8)
        ]
        for argument in ordered
    }
    return FunctionView(
        name=names[0],
        method=names[1],
        tool=contract.name,
        docstring=_docstring(description, ((spelt[a], _text(plain.properties[a])) for a in ordered)),
        parameters=tuple(
            ParameterView(
                source=one.source,
                entry=print_entry(argument, spelt[argument], 12),
                method_source=other.source,
                method_entry=print_entry(argument, spelt[argument], 16),
            )
            for argument, (one, other) in printed.items()
        ),
        needs=frozenset().union(*(one.names for one, _ in printed.values())),
    )


def _docstring(description: str, arguments: Iterable[tuple[str, str | None]]) -> str:
    listed = [(name, text.strip()) for name, text in arguments if text is not None]
    if not listed:
        return description
    lines = [f"    {name}: " + text.replace("\n", "\n        ") for name, text in listed]
    return f"{description.rstrip()}\n\nArgs:\n" + "\n".join(lines)


def _text(schema: JsonObject) -> str | None:
    text = schema.get("description")
    return text if isinstance(text, str) and text.strip() else None
