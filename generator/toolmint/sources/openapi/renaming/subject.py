"""What is to be renamed: the parameter, or the property, that a name on the command line means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from toolmint.documents import DocumentStore, Node, ReferenceProblem
from toolmint.errors import UsageError
from toolmint.ir.binding import ArgumentValue, BodyProperty, HttpBinding, HttpParameter
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.ir.schema import WAS
from toolmint.lifting.keys import KEY, legal_key
from toolmint.source import ArgumentRename
from toolmint.sources.openapi.operations import Operation
from toolmint.sources.openapi.renaming.parts import Parts
from toolmint.sources.openapi.renaming.schemas import applying, declared, elements, facing_key, own_name
from toolmint.text import comma_list, nearest

__all__ = [
    "Argument",
    "Subject",
    "arguments_of",
    "body_schemas",
    "find_subject",
    "find_tool",
    "former_names",
    "listed_parameters",
    "operation_of",
    "response_schemas",
    "says",
]

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One place on the wire, and what a model calls it."""

    wire: str
    area: str
    """`path`, `query`, `header`, `cookie`, `querystring` or `body`."""
    facing: str | None
    """The name of the argument; None where the model does not supply the value."""
    nodes: tuple[Node, ...]
    """The parameter, or the declarations of the property; for a whole body its schema."""
    is_whole_body: bool = False

    @property
    def schemas(self) -> list[Node]:
        """The schemas of the value."""
        if self.area == "body" and not any("in" in node for node in self.nodes):
            return list(self.nodes)
        found = []
        for node in self.nodes:
            schema = node.get("schema")
            if schema is None and (content := node.get("content")) is not None:
                schema = next((media.get("schema") for _, media in content.items()), None)
            found.append(schema or node)  # a Swagger parameter is its own schema
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is renamed, and how it is called before and after."""

    wire: str
    new_wire: str
    facing: str | None
    new_facing: str | None
    model_only: bool
    """Whether the name on the wire stays."""
    parameter: Node | None = None
    area: str = "body"
    objects: tuple[Node, ...] = ()
    """Where it is a property: the schemas of the object that has it."""

    @property
    def words(self) -> dict[str, str]:
        """What prose says of it -> what prose says afterwards."""
        found: dict[str, str] = {}
        if not self.model_only:
            found[self.wire] = self.new_facing if self.facing == self.wire and self.new_facing else self.new_wire
        if self.facing is not None and self.new_facing is not None and self.facing != self.new_facing:
            found[self.facing] = self.new_facing
        return found


def operation_of(contract: ToolContract, parts: Parts) -> Operation:
    """Return the operation that a tool calls."""
    binding = contract.binding
    assert isinstance(binding, HttpBinding)
    return next(one for one in parts.operations if (one.method, one.path) == (binding.method, binding.path))


def listed_parameters(operation: Operation, store: DocumentStore) -> Iterator[Node]:
    """Yield the parameters that an operation and its path list, references followed; overridden ones too."""
    for holder in (operation.node, operation.path_item):
        listed = holder.get("parameters")
        for node in listed.elements() if listed is not None else ():
            try:
                resolved = store.resolve(node)
            except ReferenceProblem:
                continue
            if isinstance(resolved.value, dict):
                yield resolved


def body_schemas(operation: Operation, store: DocumentStore) -> list[Node]:
    """Return the schemas of an operation's body, of every media type that it takes."""
    holder = operation.node.get("requestBody")
    found: list[Node] = []
    if holder is not None:
        try:
            content = store.resolve(holder).get("content")
        except ReferenceProblem:
            content = None
        for _, media in content.items() if content is not None else ():
            schema = media.get("schema") or media.get("itemSchema")
            found += [schema] if schema is not None else []
    for node in listed_parameters(operation, store):  # Swagger 2.0
        if says(node, "in") == "body" and (schema := node.get("schema")) is not None:
            found.append(schema)
    return found


def response_schemas(operation: Operation, store: DocumentStore) -> list[Node]:
    """Return the schemas of what an operation answers, of every status and media type."""
    found: list[Node] = []
    responses = operation.node.get("responses")
    for _, holder in responses.items() if responses is not None else ():
        try:
            response = store.resolve(holder)
        except ReferenceProblem:
            continue
        content = response.get("content")
        media = [child for _, child in content.items()] if content is not None else [response]
        found += [schema for one in media if (schema := one.get("schema")) is not None]
    return found


def arguments_of(contract: ToolContract, operation: Operation, store: DocumentStore) -> list[Argument]:
    """Return every place on the wire that a tool fills in, whoever supplies the value."""
    binding = contract.binding
    assert isinstance(binding, HttpBinding)
    listed = list(listed_parameters(operation, store))
    found = [_of_parameter(one, listed) for one in binding.parameters]
    body = binding.body
    if body is not None:
        schemas = applying(body_schemas(operation, store), store)
        found += [_of_property(one, listed, schemas) for one in body.properties]
        if isinstance(body.whole, ArgumentValue):
            whole = tuple(body_schemas(operation, store))
            facing = body.whole.argument
            found.append(Argument(wire="body", area="body", facing=facing, nodes=whole, is_whole_body=True))
    return found


def _of_parameter(one: HttpParameter, listed: list[Node]) -> Argument:
    value = one.value
    nodes = [node for node in listed if _is(node, one.name, one.location)]
    facing = value.argument if isinstance(value, ArgumentValue) else None
    return Argument(wire=one.name, area=one.location, facing=facing, nodes=tuple(nodes[:1]))


def _of_property(one: BodyProperty, listed: list[Node], schemas: list[Node]) -> Argument:
    value = one.value
    fields = [node for node in listed if _is(node, one.name, "formData")]
    nodes = fields[:1] or [node for node in declared(schemas, one.name) if node.token == one.name]
    facing = value.argument if isinstance(value, ArgumentValue) else None
    return Argument(wire=one.name, area="body", facing=facing, nodes=tuple(nodes))


def says(node: Node, key: str) -> object:
    """Return what a mapping holds under a key; None where it has no such key."""
    child = node.get(key)
    return child.value if child is not None else None


def _is(node: Node, name: str, location: str) -> bool:
    return says(node, "name") == name and says(node, "in") == location


def find_tool(name: str, catalog: Catalog) -> ToolContract:
    """Return the tool of a name.

    Raises:
        UsageError: there is none.
    """
    contract = catalog.contract(name)
    if contract is None:
        raise _unknown(f"there is no tool `{name}`", name, [one.name for one in catalog.contracts])
    return contract


def find_subject(request: ArgumentRename, catalog: Catalog, parts: Parts) -> Subject:
    """Find what a request means.

    Raises:
        UsageError: there is no such tool or argument, the name means two things, or the new one is no name.
    """
    contract = find_tool(request.tool, catalog)
    known = arguments_of(contract, operation_of(contract, parts), parts.store)
    head, *rest = _split(request.old, known)
    argument = _argument(head, known, request, contract)
    new = _new_name(request)
    if not rest:
        return _of_argument(argument, head, new, request)
    schemas = applying(argument.schemas, parts.store)
    for token in rest[:-1]:
        below = elements(schemas) if token == "[]" else declared(schemas, token)
        if not below:
            raise UsageError(f"`{request.old}`: there is no `{token}` in argument `{head}` of `{request.tool}`")
        schemas = applying(below, parts.store)
    return _of_nested(schemas, rest[-1], new, request)


def _split(old: str, known: list[Argument]) -> list[str]:
    """Split `a.b[].c` into `a`, `b`, `[]`, `c`; a name that an argument has is one piece."""
    if any(old in (one.facing, one.wire) for one in known):
        return [old]
    tokens: list[str] = []
    for part in old.split("."):
        name = part.rstrip("[]")
        tokens += [name, *["[]"] * part.count("[]")]
    if not all(tokens) or tokens[-1] == "[]":
        hint = "write `name`, or `items[].sku` for what is inside one"
        raise UsageError(f"`{old}` is no name of an argument", hint=hint)
    return tokens


def former_names(contract: ToolContract, name: str | None) -> tuple[object, ...]:
    """Return the names that an argument once had."""
    properties = contract.input_schema.get("properties")
    schema = properties.get(name) if isinstance(properties, Mapping) and name is not None else None
    was = schema.get(WAS) if isinstance(schema, Mapping) else None
    return tuple(was) if isinstance(was, list) else ()


def _argument(name: str, known: list[Argument], request: ArgumentRename, contract: ToolContract) -> Argument:
    found = [one for one in known if one.facing == name] or [one for one in known if one.wire == name]
    if len(found) > 1:
        places = " and ".join(f"in the {one.area}, as `{one.facing}`" for one in found)
        raise UsageError(f"`{name}` of `{request.tool}` stands {places}", hint="say which of them is meant")
    now = next((one.facing for one in known if name in former_names(contract, one.facing)), None)
    if not found and now is not None:
        raise UsageError(f"`{name}` of `{request.tool}` is called `{now}` now", hint=f"rename `{now}`")
    if not found:
        names = list(dict.fromkeys(name for one in known for name in (one.facing, one.wire) if name is not None))
        raise _unknown(f"`{request.tool}` has no argument `{name}`", name, names)
    return found[0]


def _unknown(message: str, name: str, known: list[str]) -> UsageError:
    near = nearest(name, known)
    if near:
        return UsageError(message, hint=f"did you mean {' or '.join(f'`{one}`' for one in near)}?")
    return UsageError(message, hint=f"there are {comma_list(known)}" if known else None)


def _new_name(request: ArgumentRename) -> str:
    """Return the new name alone: `items[].sku` may become `code`, or `items[].code`."""
    old, new = request.old, request.new
    border = max(old.rfind("."), old.rfind("]")) + 1
    if border and new.startswith(old[:border]):
        new = new[border:]
    if _NAME.fullmatch(new) is None or (request.model_only and KEY.fullmatch(new) is None):
        hint = "a letter or `_` first, then letters, digits and `_`, 64 characters at most"
        raise UsageError(f"`{new}` is no name that an argument can have", hint=hint)
    if new == old[border:]:
        raise UsageError(f"`{old}` is called so already")
    return new


def _of_argument(argument: Argument, name: str, new: str, request: ArgumentRename) -> Subject:
    if argument.is_whole_body:
        hint = "name something inside of it, such as `body.order_id`"
        raise UsageError(f"`{name}` is the whole body of the request, which has no name of its own", hint=hint)
    first = argument.nodes[0] if argument.nodes else None
    if first is None:
        raise UsageError(f"where `{name}` of `{request.tool}` is declared could not be found")
    own = own_name(first)
    is_parameter = argument.area != "body" or "in" in first
    model_only = request.model_only or (own is not None and name == own != argument.wire)
    if model_only and argument.facing is None:
        raise UsageError(f"`{name}` of `{request.tool}` is not shown to a model, so it has a name on the wire alone")
    if model_only and argument.facing == new:
        raise UsageError(f"`{name}` of `{request.tool}` is called `{new}` already")
    if not model_only and name != argument.wire:
        hint = f"rename `{argument.wire}`, or give `--model-only` to leave the request as it is"
        raise UsageError(f"`{name}` is what a model sees of `{argument.wire}`, which goes to the API", hint=hint)
    holders = [node.parent.parent for node in argument.nodes if node.parent is not None]
    return Subject(
        wire=argument.wire,
        new_wire=argument.wire if model_only else new,
        facing=argument.facing,
        new_facing=new if model_only else argument.facing and (own or legal_key(new)),
        model_only=model_only,
        parameter=first if is_parameter else None,
        area=argument.area,
        objects=() if is_parameter else tuple(node for node in holders if node is not None),
    )


def _of_nested(schemas: list[Node], name: str, new: str, request: ArgumentRename) -> Subject:
    found = declared(schemas, name)
    if not found:
        names = [facing_key(child) for node in schemas for _, child in _properties(node)]
        raise _unknown(f"`{request.old}`: there is no `{name}` there", name, names)
    wire = found[0].token
    if any(node.token != wire for node in found):
        raise UsageError(f"`{request.old}` means two properties: {comma_list(sorted({node.token for node in found}))}")
    own, facing = own_name(found[0]), facing_key(found[0])
    model_only = request.model_only or (own is not None and name == own != wire)
    if not model_only and name != wire:
        hint = f"rename `{wire}`, or give `--model-only` to leave the request as it is"
        raise UsageError(f"`{name}` is what a model sees of `{wire}`, which goes to the API", hint=hint)
    return Subject(
        wire=wire,
        new_wire=wire if model_only else new,
        facing=facing,
        new_facing=new if model_only else own or legal_key(new),
        model_only=model_only,
        objects=tuple(schemas),
    )


def _properties(node: Node) -> list[tuple[str, Node]]:
    properties = node.get("properties")
    return list(properties.items()) if properties is not None else []
