"""SEC-02: a name mixes scripts whose letters look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping

from toolmint.diagnostics import Severity
from toolmint.ir.schema import WIRE_NAME, Schema, walk
from toolmint.location import Location
from toolmint.prose.catalog_names import http_call, source_name
from toolmint.rule import Finding, Rule, RuleContext, ToolView, finding_at
from toolmint.text import visible

_WORD = re.compile(r"[^\W_]+")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_CYRILLIC = re.compile(r"[\u0400-\u052f]")
_GREEK = frozenset("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο")  # noqa: RUF001 - the letters that look like Latin ones
"""Greek letters that no formula uses for themselves, as they look like Latin ones."""


class MixedScriptName(Rule):
    r"""A name mixes letters of scripts that look alike.

    What it does:
        Looks at names of tools and keys of schemas: a word that mixes Latin letters with Cyrillic or with the Greek
        letters that look like Latin ones, letters that are other forms of ASCII letters, and names that are not
        normalised (NFC). Prose is left alone, and so are names that are written in one script.

    Why is this bad?
        Two names that look the same are two names. One of them can stand for another tool in a review.

    Example:
        ```json
        {
          "name": "send_p\u0430yment",
          "description": "Put money on its way; this is not asked for again.",
          "inputSchema": {"type": "object", "properties": {"amount": {"type": "integer"}}}
        }
        ```

    Use instead:
        ```json
        {
          "name": "send_payment",
          "description": "Put money on its way; this is not asked for again.",
          "inputSchema": {"type": "object", "properties": {"amount": {"type": "integer"}}}
        }
        ```
    """

    code = "SEC-02"
    name = "mixed-script-name"
    severity = Severity.ERROR

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        yield from _finding("the tool's name", source_name(contract), contract.origin)
        if all(map(str.isascii, tool.lexicon.wire_names)):
            return
        call = http_call(contract)
        for parameter in call.parameters if call is not None else ():
            yield from _finding("the parameter's name", parameter.name, contract.origin)
        properties = contract.input_schema.get("properties")
        for name, schema in properties.items() if isinstance(properties, Mapping) else ():
            if isinstance(schema, Mapping):
                place = contract.place_of(name)
                yield from _finding("the argument's name", str(schema.get(WIRE_NAME, name)), place)
                yield from _below(schema, place)
        if contract.output_schema is not None:
            yield from _below(contract.output_schema, contract.origin)

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge shared schemas."""
        definitions, places = context.catalog.definitions, context.catalog.places
        for direction, schemas in (("input", definitions.input), ("output", definitions.output)):
            for name, schema in schemas.items():
                yield from _below(schema, places.get(f"{direction}/{name}", context.catalog.origin))


def _below(schema: Schema, place: Location) -> Iterator[Finding]:
    for _, part in walk(schema):
        properties = part.get("properties") if isinstance(part, Mapping) else None
        for name, below in properties.items() if isinstance(properties, Mapping) else ():
            wire = below.get(WIRE_NAME, name) if isinstance(below, Mapping) else name
            yield from _finding("the key", str(wire), place)


def _finding(what: str, name: str, place: Location) -> Iterator[Finding]:
    fault = None if name.isascii() else _fault(name)
    if fault is not None:
        yield finding_at([place], f"{what} `{visible(name)}` {fault}", hint="write it in letters of one script, in NFC")


def _fault(name: str) -> str | None:
    for word in _WORD.findall(name):
        if _LATIN.search(word):
            strange = [one for one in word if _CYRILLIC.match(one) or one in _GREEK]
            if strange:
                return f"mixes Latin letters with {_named(strange[0])}"
    for one in name:
        plain = unicodedata.normalize("NFKC", one)
        if one.isalpha() and not one.isascii() and len(plain) == 1 and plain.isascii() and one not in "ªº":
            return f"holds {_named(one)}, which looks like `{plain}`"
    if not unicodedata.is_normalized("NFC", name):
        return "is not normalised: two names that look the same can differ"
    return None


def _named(character: str) -> str:
    return f"U+{ord(character):04X} ({unicodedata.name(character, 'unnamed').lower()})"
