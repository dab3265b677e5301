"""Contracts in which one argument has another name, as if its author had renamed it and forgotten the prose."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from toolmint.ir.binding import ArgumentValue, Binding, McpBinding
from toolmint.ir.contract import ArgumentReference, Catalog, Prose, Sentence, ToolContract
from toolmint.prose.names import SchemaNames
from toolmint.prose.texts import tool_texts

__all__ = ["Mutation", "mutations", "other_case", "other_word", "renamed", "unbound"]

_SHAPED = re.compile(r"[a-z0-9]_[a-z0-9]|[a-z][A-Z]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutation:
    """One argument of one tool renamed."""

    tool: str
    old: str
    new: str
    before: Catalog
    after: Catalog


def mutations(catalog: Catalog, rename: Any) -> Iterator[Mutation]:
    """Rename each argument whose name stands in the prose of its tool, one at a time.

    Names of one plain word count only in backticks, as elsewhere nobody can tell them from prose. A name that something
    inside another argument has as well does not count: prose may mean that.

    Args:
        catalog: the tools.
        rename: gives a name another.
    """
    for contract in catalog.contracts:
        properties = contract.input_schema.get("properties")
        for old in properties if isinstance(properties, Mapping) else ():
            new = rename(old)
            if new is None or new in properties:
                continue
            other = renamed(contract, old, new)
            if old in SchemaNames(catalog.definitions.input).of(other.input_schema).properties:
                continue
            texts = "\n".join(text.text for text in tool_texts(other, catalog) if text.role != "result")
            if _stands_in(old, texts):
                contracts = tuple(other if one is contract else one for one in catalog.contracts)
                after = replace(catalog, contracts=contracts)
                yield Mutation(tool=contract.name, old=old, new=new, before=catalog, after=after)


def _stands_in(name: str, texts: str) -> bool:
    if f"`{name}`" in texts:
        return True
    return bool(_SHAPED.search(name) and re.search(rf"(?<![A-Za-z0-9_]){re.escape(name)}(?![A-Za-z0-9_])", texts))


def other_word(name: str) -> str:
    """Return a name of other words in the same style."""
    if "_" in name:
        return "chosen_thing"
    return "chosenThing" if re.search("[a-z][A-Z]", name) else "chosen"


def other_case(name: str) -> str | None:
    """Return the name in another style; None for a plain word."""
    if "_" in name.strip("_"):
        first, *rest = name.split("_")
        return first + "".join(word.capitalize() for word in rest)
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower() if re.search("[a-z][A-Z]", name) else None


def renamed(contract: ToolContract, old: str, new: str) -> ToolContract:
    """Return a tool in which an argument has another name, on the wire and in references as well."""
    schema: dict[str, Any] = dict(contract.input_schema)
    schema["properties"] = {new if key == old else key: value for key, value in schema["properties"].items()}
    if old in schema.get("required", ()):
        schema["required"] = [new if key == old else key for key in schema["required"]]
    places = {f"argument/{new}" if key == f"argument/{old}" else key: value for key, value in contract.places.items()}
    return replace(
        contract,
        input_schema=schema,
        places=places,
        binding=_rebound(contract.binding, old, new),
        prose=_reworded(contract.prose, old, new),
    )


def _rebound(binding: Binding, old: str, new: str) -> Binding:
    """Rename on the wire as well: it is the source's own name that changes."""

    def slot(one: Any) -> Any:
        return replace(one, name=new, value=ArgumentValue(argument=new)) if one.value == wanted else one

    if isinstance(binding, McpBinding):
        return binding
    wanted = ArgumentValue(argument=old)
    body = binding.body
    if body is not None:
        body = replace(body, properties=tuple(slot(one) for one in body.properties))
    path = binding.path.replace(f"{{{old}}}", f"{{{new}}}")
    return replace(binding, path=path, parameters=tuple(slot(one) for one in binding.parameters), body=body)


def unbound(contract: ToolContract, name: str) -> ToolContract:
    """Return a tool whose call no longer sends an argument."""
    binding, wanted = contract.binding, ArgumentValue(argument=name)
    if isinstance(binding, McpBinding):
        return contract
    body = binding.body
    if body is not None:
        body = replace(body, properties=tuple(one for one in body.properties if one.value != wanted))
    kept = tuple(one for one in binding.parameters if one.value != wanted)
    path = binding.path.replace(f"/{{{name}}}", "")
    return replace(contract, binding=replace(binding, path=path, parameters=kept, body=body))


def _reworded(prose: Prose, old: str, new: str) -> Prose:
    """Let references follow, as a compiled one does."""

    def follow(sentence: Sentence) -> Sentence:
        return tuple(
            replace(part, path=(new, *part.path[1:]))
            if isinstance(part, ArgumentReference) and part.path[:1] == (old,)
            else part
            for part in sentence
        )

    fields = ("does", "when", "requires", "never", "notes")
    return replace(prose, **{name: tuple(follow(one) for one in getattr(prose, name)) for name in fields})
