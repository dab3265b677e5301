"""SEC-01: a string holds characters that a reader does not see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolmint.diagnostics import Severity
from toolmint.ir.contract import ToolContract
from toolmint.ir.schema import Json
from toolmint.location import Location
from toolmint.prose.catalog_names import http_call, source_name
from toolmint.prose.hidden import HiddenRun, hidden_runs, may_hide
from toolmint.prose.pieces import holds_any
from toolmint.rule import Finding, Rule, RuleContext, ToolView, finding_at
from toolmint.text import visible

_ESCAPES = ("\\x", "\\u", "\\U")


class HiddenUnicode(Rule):
    r"""A string holds characters that a reader does not see and a model reads.

    What it does:
        Looks into every string of a tool: name, title, description, keys, values of `enum`, defaults, examples, result;
        of a tool list also what no contract holds, such as `_meta` and keywords of nobody's, since clients hand it on.
        Tag characters, bidi overrides, terminal escapes and rows of variation selectors are errors; zero-width
        characters beside ASCII, private-use and control characters warnings. Left alone is what writing needs: joiners
        in emoji, in Persian and in Indic words, flags, direction marks in Hebrew and Arabic.

    Why is this bad?
        A reviewer approves one text and the model follows another.

    Example:
        ```json
        {
          "name": "sum_numbers",
          "description": "Sum up two numbers.\u202e",
          "inputSchema": {"type": "object", "properties": {"unit": {"enum": ["km", "mi\u200bles"]}}}
        }
        ```

    Use instead:
        ```json
        {
          "name": "sum_numbers",
          "description": "Sum up two numbers.",
          "inputSchema": {"type": "object", "properties": {"unit": {"enum": ["km", "miles"]}}}
        }
        ```
    """

    code = "SEC-01"
    name = "hidden-unicode"
    severity = Severity.ERROR

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        if contract.unseen == ():
            return  # whoever read the tool's own object has looked at all of it
        told: set[str] = set()
        for text in tool.texts:
            if text.role in ("title", "description") and may_hide(text.text):
                told.add(text.text)
                yield from _findings(text.text, text.label, text.place)
        # One look at everything rules nearly every tool out.
        if _may_hide(_read(contract)):
            for label, value, place in _parts(contract):
                told.update(_strings(value))
                yield from _of_value(value, label, place)
        definitions = context.catalog.definitions
        if contract.unseen:  # shared schemas are judged on their own
            told.update(_strings([dict(definitions.input), dict(definitions.output)]))
        for place, unseen in contract.unseen or ():
            if unseen not in told:
                below = place.pointer.removeprefix(contract.origin.pointer)
                what = "the key" if place.at == "key" else "the text"
                yield from _findings(unseen, f"{what} at `{visible(below)}`", place)

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge shared schemas."""
        definitions, places = context.catalog.definitions, context.catalog.places
        for direction, schemas in (("input", definitions.input), ("output", definitions.output)):
            if direction == "output" and schemas is definitions.input:
                continue
            for name, schema in schemas.items():
                if _may_hide({name: schema}):
                    place = places.get(f"{direction}/{name}", context.catalog.origin)
                    yield from _of_value({name: schema}, f"schema `{visible(name)}`", place)


def _read(contract: ToolContract) -> Json:
    """Return what a model reads of a tool beside its description, as one value."""
    call = http_call(contract)
    parameters: list[Json] = [one.name for one in call.parameters] if call is not None else []
    examples: list[Json] = list(contract.examples)
    names: list[Json] = [contract.name, source_name(contract), contract.annotations.confirm]
    return [names, parameters, contract.input_schema, contract.output_schema, examples]


def _parts(contract: ToolContract) -> Iterator[tuple[str, Json, Location]]:
    """Yield what a model reads of a tool beside its description, each with what it is."""
    origin = contract.origin
    yield "the name", [contract.name, source_name(contract)], origin
    call = http_call(contract)
    yield "a parameter's name", [one.name for one in call.parameters] if call is not None else [], origin
    properties = contract.input_schema.get("properties")
    for name, schema in properties.items() if isinstance(properties, Mapping) else ():
        yield f"argument `{visible(name)}`", {name: schema}, contract.place_of(name)
    yield "the input schema", {key: part for key, part in contract.input_schema.items() if key != "properties"}, origin
    if contract.output_schema is not None:
        yield "the output schema", contract.output_schema, origin
    yield "an example", list(contract.examples), origin
    if isinstance(contract.annotations.confirm, str):
        yield "the question to the user", contract.annotations.confirm, origin


def _may_hide(value: Json) -> bool:
    # Takes half the time of JSON, and writes control characters, and most of what is not printable, as escapes.
    whole = repr(value)
    if "\\" in whole and holds_any(whole, _ESCAPES):
        return True
    return may_hide(whole)


def _of_value(value: Json, label: str, place: Location) -> Iterator[Finding]:
    for text in _strings(value):
        yield from _findings(text, label, place)


def _strings(value: Json) -> Iterator[str]:
    pending: list[Json] = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, Mapping):
            pending += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple):
            pending += one


def _findings(text: str, label: str, place: Location) -> Iterator[Finding]:
    runs = list(hidden_runs(text))
    for grave in (True, False):
        told = [run for run in runs if run.grave is grave]
        if told:
            yield finding_at(
                [place],
                f"{label} holds hidden characters: {_shown(told)}",
                hint="delete them; where one is wanted, write it as an escape and say why",
                severity=None if grave else Severity.WARNING,
            )


def _shown(runs: list[HiddenRun]) -> str:
    shown = list(dict.fromkeys(run.shown for run in runs))
    return ", ".join(shown[:3]) + (f" and at {len(shown) - 3} more places" if len(shown) > 3 else "")
