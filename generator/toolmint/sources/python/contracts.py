"""Drafts to contracts: schemas lifted, references in prose resolved, names that every provider takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from toolmint.diagnostics import Diagnostic, Related, Severity
from toolmint.ir.binding import PythonBinding
from toolmint.ir.contract import (
    Catalog,
    ContextValue,
    Definitions,
    LeftOut,
    Prose,
    Sentence,
    ToolAnnotations,
    ToolContract,
)
from toolmint.ir.schema import WAS, WIRE_NAME, JsonObject, Schema, reachable_definitions
from toolmint.lifting.dialect import Direction
from toolmint.lifting.examples import checked_examples
from toolmint.lifting.keys import digest_suffix, legal_tool_name
from toolmint.lifting.soundness import unsound_schemas
from toolmint.location import Location
from toolmint.prose.references import Scope, resolve_text
from toolmint.prose.schema_prose import resolve_schema_prose
from toolmint.sources.python.drafts import Draft
from toolmint.sources.python.lifting import LiftedSchemas
from toolmint.sources.python.marks import SENTENCES
from toolmint.sources.python.reading import Reading

__all__ = ["Contracts", "make_contracts", "name_tools"]


@dataclass(slots=True)
class Contracts:
    """What became of the drafts of a source."""

    contracts: list[ToolContract] = field(default_factory=list)
    definitions: Definitions = field(default_factory=Definitions)
    places: dict[str, Location] = field(default_factory=dict)
    left_out: list[LeftOut] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)


def make_contracts(drafts: Sequence[Draft], reading: Reading, schemas: LiftedSchemas, catalog: Catalog) -> Contracts:
    """Make the contracts of the drafts that have no error; the others are left out.

    Args:
        drafts: every tool, in order, named.
        reading: says where things stand.
        schemas: their schemas, lifted.
        catalog: what they will belong to.
    """
    made = Contracts()
    _check_soundness(drafts, schemas)
    tools = frozenset(draft.tool_name for draft in drafts)
    former = {was: draft.tool_name for draft in drafts for was in draft.marks.was}
    for draft in drafts:
        contract = _contract(draft, reading, schemas, tools, former)
        error = draft.first_error
        if error is None:
            made.contracts.append(contract)
        else:
            what = f"tool `{draft.tool_name}`"
            made.left_out.append(LeftOut(what=what, reason=error.message, failed=True, origin=draft.place))
        made.findings += [replace(one, tool=draft.tool_name) for one in (*draft.frame.diagnostics, *draft.shared)]
    inputs: list[Schema] = []
    outputs: list[Schema] = []
    for contract in made.contracts:
        inputs += [contract.input_schema, *(one.schema for one in contract.context)]
        outputs += [contract.output_schema] if contract.output_schema is not None else []
    made.definitions = Definitions(
        input=reachable_definitions({"anyOf": inputs}, schemas.definitions(Direction.INPUT)),
        output=reachable_definitions({"anyOf": outputs}, schemas.definitions(Direction.OUTPUT)),
    )
    made.places = schemas.places()
    return made


def name_tools(drafts: Sequence[Draft]) -> None:
    """Name the tools: as the author calls them where every provider takes that; equal names are an error of each."""
    first: dict[str, Draft] = {}
    for draft in drafts:
        other = first.setdefault(draft.name, draft)
        if other is not draft:
            _report_equal_names(other, draft)
    legal = {name: legal_tool_name(name) for name in dict.fromkeys(draft.name for draft in drafts)}
    taken = Counter(legal.values())
    for draft in drafts:
        name = legal[draft.name]
        if taken[name] > 1 and name != draft.name:
            name = f"{name[:57]}_{digest_suffix(draft.name)}"
        if name != draft.name:
            place = draft.marks.name[1] if draft.marks.name is not None else draft.place
            message = f"`{draft.name}` is not legal for every provider; it becomes `{name}`"
            draft.frame.warning("NM-01", message, place)
        draft.tool_name = name


def _report_equal_names(first: Draft, second: Draft) -> None:
    hint = f'give one of them another name: `@tool(name="{second.name}_…")`'
    message = f"`{first.call}` and `{second.call}` are both the tool `{second.name}`"
    for draft, other in ((first, second), (second, first)):
        place = draft.marks.name[1] if draft.marks.name is not None else draft.place
        if any(one.code == "NM-02" for one in draft.frame.diagnostics):
            continue
        related = (Related(message="the other one", location=other.place),)
        draft.frame.diagnostics.append(
            Diagnostic(
                code="NM-02", severity=Severity.ERROR, message=message, location=place, hint=hint, related=related
            )
        )


def _check_soundness(drafts: Sequence[Draft], schemas: LiftedSchemas) -> None:
    """Refuse what is no JSON Schema 2020-12: a last look, since lifting should leave nothing of the kind."""
    inputs = {str(index): schemas.inputs[index] for index in range(len(drafts))}
    unsound = unsound_schemas(inputs, schemas.definitions(Direction.INPUT))
    outputs = {str(index): one for index, one in enumerate(schemas.outputs) if one is not None}
    unsound_output = unsound_schemas(outputs, schemas.definitions(Direction.OUTPUT))
    for index, draft in enumerate(drafts):
        if unsound.any:
            for problem in unsound.of_tool(str(index), schemas.reachable(Direction.INPUT, schemas.inputs[index])):
                draft.frame.error("IN-07", problem, draft.place)
        output = schemas.outputs[index]
        if output is not None and unsound_output.any:
            for problem in unsound_output.of_tool(str(index), schemas.reachable(Direction.OUTPUT, output)):
                draft.frame.warning("IN-15", f"{problem}: the tool has no output schema", draft.place)
                schemas.outputs[index] = None


def _contract(
    draft: Draft, reading: Reading, schemas: LiftedSchemas, tools: frozenset[str], former: Mapping[str, str]
) -> ToolContract:
    index = schemas.index(draft)
    bare, output = schemas.inputs[index], schemas.outputs[index]
    scope = _scope(draft, bare, output, schemas, tools, former)
    prose = _prose(draft, scope)
    resolved = resolve_schema_prose(bare, scope, draft.frame, tool=draft.tool_name)
    assert isinstance(resolved, Mapping)
    marks = draft.marks
    examples: tuple[JsonObject, ...] = ()
    if draft.first_error is None and marks.examples:
        examples = checked_examples(marks.examples, resolved, schemas.definitions(Direction.INPUT), draft.frame)
    return ToolContract(
        name=draft.tool_name,
        title=marks.title[0] if marks.title is not None else None,
        prose=prose,
        input_schema=resolved,
        output_schema=output,
        binding=_binding(draft),
        annotations=_annotations(draft),
        context=_context(draft, schemas.contexts[index]),
        examples=examples,
        tags=draft.tags,
        deprecated=draft.deprecated,
        strict=marks.flags.get("strict", draft.strict),
        was=marks.was,
        ignore={code: reason for code, (reason, _) in marks.ignore.items()},
        origin=draft.place,
        places=_places(draft, reading),
    )


def _binding(draft: Draft) -> PythonBinding:
    function = draft.function
    returns = function.node.returns
    return PythonBinding(
        framework=draft.framework,
        module=function.module.name,
        qualname=function.qualname,
        owner=function.owner,
        is_async=function.is_async,
        parameters=tuple(
            replace(one, argument=draft.facing.get(one.argument, one.argument)) if one.argument is not None else one
            for one in draft.parameters
        ),
        returns=function.module.tree.source(returns) if returns is not None else "",
    )


def _annotations(draft: Draft) -> ToolAnnotations:
    """State the effects that the author states; a destructive tool asks unless the author says otherwise."""
    flags, confirm = draft.marks.flags, draft.marks.confirm
    destructive = flags.get("destructive")
    return ToolAnnotations(
        read_only=flags.get("read_only"),
        destructive=destructive,
        idempotent=flags.get("idempotent"),
        open_world=flags.get("open_world"),
        confirm=bool(destructive) if confirm is None else confirm,
    )


def _context(draft: Draft, lifted: Mapping[str, Schema]) -> tuple[ContextValue, ...]:
    found: dict[str, ContextValue] = {}
    for value in draft.host_values:
        known = found.get(value.key)
        found[value.key] = ContextValue(
            key=value.key,
            name=value.name,
            schema=lifted[value.name],
            required=value.required or (known is not None and known.required),
            origin=value.place,
        )
    return tuple(found.values())


def _scope(
    draft: Draft,
    schema: JsonObject,
    output: Schema | None,
    schemas: LiftedSchemas,
    tools: frozenset[str],
    former: Mapping[str, str],
) -> Scope:
    properties = schema.get("properties")
    wire: dict[str, tuple[str, ...]] = {}
    was: dict[str, str] = {}
    for name, part in properties.items() if isinstance(properties, Mapping) else ():
        if isinstance(part, Mapping):
            if WIRE_NAME in part:
                wire[str(part[WIRE_NAME])] = (name,)
            listed = part.get(WAS)
            was |= {str(one): name for one in listed} if isinstance(listed, list) else {}
    hidden = {one.name: "a context value" for one in draft.host_values}
    hidden |= {one.name: "a value that its framework fills in" for one in draft.parameters if one.injected}
    return Scope(
        schema=schema,
        definitions=Definitions(
            input=schemas.definitions(Direction.INPUT), output=schemas.definitions(Direction.OUTPUT)
        ),
        wire=wire,
        hidden=hidden,
        former=was,
        tools=tools,
        former_tools=former,
        result=output,
    )


def _prose(draft: Draft, scope: Scope) -> Prose:
    """Make a tool's prose: the sentences of `@tool` and of the docstring, else the docstring as it is written."""
    docstring, written = draft.docstring, draft.marks.sentences
    if draft.verbatim is not None:
        return Prose(verbatim=draft.verbatim)
    result = docstring.returns if docstring is not None and draft.output is None else ""
    told = f"Returns: {result}" if result else ""
    if not any(written.values()):
        parts = [docstring.body if docstring is not None else "", told]
        return Prose(verbatim="\n\n".join(one for one in parts if one))
    found: dict[str, tuple[Sentence, ...]] = {}
    for name in SENTENCES:
        sentences = []
        for text, place in written.get(name, ()):
            sentence, problems = resolve_text(text, scope, place, tool=draft.tool_name)
            draft.frame.diagnostics += problems
            sentences.append(sentence)
        found[name] = tuple(sentences)
    # No reference is looked for in a docstring: braces there are the author's own.
    does = found["does"] or (((docstring.summary,),) if docstring is not None and docstring.summary else ())
    rest = [one for one in (docstring.rest if docstring is not None else "", told) if one]
    notes = (*((one,) for one in rest), *found["notes"])
    return Prose(does=does, when=found["when"], requires=found["requires"], never=found["never"], notes=notes)


def _places(draft: Draft, reading: Reading) -> dict[str, Location]:
    """Return where each text of the tool stands."""
    places = {f"argument/{draft.facing.get(one.name, one.name)}": one.place for one in draft.arguments}
    for argument in draft.arguments:
        if argument.text_place is not None:
            places[f"argument/{draft.facing.get(argument.name, argument.name)}/text"] = argument.text_place
    marks = draft.marks
    for name, texts in marks.sentences.items():
        places |= {f"{name}/{index}": place for index, (_, place) in enumerate(texts)}
    places |= {f"ignore/{code}": place for code, (_, place) in marks.ignore.items()}
    for name, said in (("name", marks.name), ("title", marks.title)):
        if said is not None:
            places[name] = said[1]
    text = draft.described_at or reading.docstring_place(draft)
    if text is not None:
        places["summary" if any(marks.sentences.values()) else "description"] = text
    return places
