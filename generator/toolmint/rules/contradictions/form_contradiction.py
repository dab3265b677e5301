"""CT-06: prose says how a value is written, and the schema takes it in another form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from toolmint.diagnostics import Severity
from toolmint.prose.claims import Claim, Subject
from toolmint.prose.constraints import Form, StatedForm
from toolmint.rule import Finding, ProseView, Rule, RuleContext, ToolView, finding_at
from toolmint.text import comma_list, name_words

_NUMBERS = frozenset({"integer", "number"})
_LIST_IN_TEXT = re.compile(r"`[^`\n]+,[^`\n]+`|\"[^\"\n]+,[^\"\n]+\"")
_FAMILIES: tuple[Mapping[str, Form], ...] = (
    {
        "us": Form.MICROSECONDS,
        "micros": Form.MICROSECONDS,
        "microseconds": Form.MICROSECONDS,
        "ms": Form.MILLISECONDS,
        "msec": Form.MILLISECONDS,
        "millis": Form.MILLISECONDS,
        "milliseconds": Form.MILLISECONDS,
        "sec": Form.SECONDS,
        "secs": Form.SECONDS,
        "seconds": Form.SECONDS,
        "minutes": Form.MINUTES,
        "hours": Form.HOURS,
        "days": Form.DAYS,
    },
    {"bytes": Form.BYTES, "kb": Form.KILOBYTES, "mb": Form.MEGABYTES},
)
"""Last words of names that say a unit."""


class FormContradiction(Rule):
    """Prose says how a value is written, and the schema takes it in another form.

    What it does:
        Knows a closed list of phrases (ISO dates, Unix time, comma-separated, JSON in a string, list of, boolean,
        integer, UUID, units of time and size) and compares each with `type`, `format` and the unit that the argument's
        own name ends in.

    Why is this bad?
        The model writes the value as the prose says, `"a,b"` where a list is wanted, and the call is refused; with a
        wrong unit it is not even refused.

    Example:
        ```json
        {
          "name": "list_orders",
          "description": "Look up what customers have ordered.",
          "inputSchema": {
            "type": "object",
            "properties": {
              "ids": {"type": "array", "items": {"type": "string"}, "description": "Comma-separated ids."}
            }
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "list_orders",
          "description": "Look up what customers have ordered.",
          "inputSchema": {
            "type": "object",
            "properties": {"ids": {"type": "array", "items": {"type": "string"}, "description": "Ids of orders."}}
          }
        }
        ```
    """

    code = "CT-06"
    name = "form-contradiction"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        yield from _findings(tool)

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge the texts of shared schemas."""
        for schema in context.schemas:
            yield from _findings(schema)


def _findings(view: ProseView) -> Iterator[Finding]:
    told: dict[tuple[str, ...], list[tuple[Claim, StatedForm]]] = {}
    for claim in view.claims:
        if isinstance(claim.constraint, StatedForm):
            told.setdefault(claim.subject.path, []).append((claim, claim.constraint))
    for pairs in told.values():
        forms = frozenset(one.form for _, one in pairs)
        found: dict[str, list[Claim]] = {}
        for claim, one in pairs:
            declared = None if one.hedged or _is_of_whole(claim, one) else _otherwise(one.form, forms, claim.subject)
            if declared is not None:
                subject = claim.subject.name
                found.setdefault(f"prose says `{one.words}` of `{subject}`, {declared}", []).append(claim)
        for message, claims in found.items():
            yield finding_at([claim.place for claim in claims], message)


def _is_of_whole(claim: Claim, one: StatedForm) -> bool:
    """Whether "a list of" speaks of what an element belongs to, or of a list that its text shows in one string."""
    if one.form is not Form.LIST:
        return False
    return claim.subject.path[-1] == "[]" or _LIST_IN_TEXT.search(claim.text.text) is not None


def _otherwise(form: Form, forms: frozenset[Form], subject: Subject) -> str | None:
    """Say what the schema has instead of a form; None where the two agree, or nothing can be said."""
    facets = subject.facets
    types = facets.types
    if form in _REFUSED:
        if types and types <= _REFUSED[form] and facets.values is None and not _excused(form, forms, subject):
            return f"its schema takes {comma_list(sorted(types))}"
        others = facets.formats & _OTHER_FORMATS.get(form, frozenset())
        if others and "string" in types and not facets.formats & _SAME_FORMATS.get(form, frozenset()):
            return f"its schema has the format {comma_list(sorted(others))}"
        return None
    return _other_unit(form, forms, subject)


_REFUSED: Mapping[Form, frozenset[str]] = {
    Form.DATE: _NUMBERS | {"boolean", "array"},
    Form.DATE_TIME: _NUMBERS | {"boolean"},
    Form.EPOCH: frozenset({"boolean"}),
    Form.SEPARATED: frozenset({"array"}),
    Form.JSON_TEXT: frozenset({"array", "object"}),
    Form.LIST: _NUMBERS | {"string", "boolean"},
    Form.BOOLEAN: _NUMBERS | {"string", "array"},
    Form.INTEGER: frozenset({"string", "boolean", "array", "object"}),
    Form.UUID: _NUMBERS | {"boolean"},
}
"""Types that a value of a form never has."""
_OTHER_FORMATS: Mapping[Form, frozenset[str]] = {
    Form.DATE: frozenset({"date-time"}),
    Form.DATE_TIME: frozenset({"date"}),
    Form.EPOCH: frozenset({"date", "date-time"}),
}
_SAME_FORMATS: Mapping[Form, frozenset[str]] = {
    Form.DATE: frozenset({"date"}),
    Form.DATE_TIME: frozenset({"date-time"}),
}


def _excused(form: Form, forms: frozenset[Form], subject: Subject) -> bool:
    """Whether another statement explains the type: a list may be written in one string."""
    if form is Form.LIST:
        return not forms.isdisjoint({Form.SEPARATED, Form.JSON_TEXT})
    return form is Form.INTEGER and bool(subject.facets.patterns)


def _other_unit(form: Form, forms: frozenset[Form], subject: Subject) -> str | None:
    words = name_words(subject.path[-1]) if subject.path else []
    for family in _FAMILIES:
        named = family.get(words[-1].lower()) if len(words) > 1 else None
        if named is not None and form in family.values() and named not in forms:
            return f"its name says {named.value}"
    return None
