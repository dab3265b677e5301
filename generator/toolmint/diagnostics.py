"""Problems with an input, as data.

A wrong input yields `Diagnostic` values; the run goes on. Printers live in `reporters`.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from toolmint.edits import Fix
from toolmint.location import Location

__all__ = ["CODES", "Code", "Diagnostic", "Related", "Severity", "ordered"]


class Severity(enum.Enum):
    """How much a finding matters; its value is the word that users write and read."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"

    @property
    def rank(self) -> int:
        """0 for info, 1 for warning, 2 for error."""
        return ("info", "warning", "error").index(self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """Another place that explains a finding."""

    message: str
    location: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One finding about an input.

    The message is lower case, without a full stop, with backticks round literals; it says what was found and what
    was wanted.
    """

    code: str
    """Category and number, such as `RF-01`."""
    severity: Severity
    message: str
    location: Location
    hint: str | None = None
    """What to do about it."""
    related: tuple[Related, ...] = ()
    tool: str | None = None
    """The tool, or the operation, that the finding is about."""
    fix: Fix | None = field(default=None, compare=False)
    """What mends it, where that is safe."""

    def moved(self, location: Location, related: tuple[Related, ...]) -> Diagnostic:
        """Return the same finding at other places."""
        # Every finding is looked up, and `replace` takes three times as long.
        return Diagnostic(
            code=self.code,
            severity=self.severity,
            message=self.message,
            location=location,
            hint=self.hint,
            related=related,
            tool=self.tool,
            fix=self.fix,
        )


class Code(NamedTuple):
    """A code that is not a rule's: reading, validation, references, names, portability."""

    name: str
    """Kebab-case, named after the bad pattern."""
    meaning: str
    """One sentence for `toolmint explain` and the documentation."""


CODES: dict[str, Code] = {
    "IN-01": Code("unreadable-document", "The file cannot be read, decoded or parsed."),
    "IN-02": Code("duplicate-key", "A mapping holds the same key twice, so one of the values would be lost."),
    "IN-03": Code("oversized-document", "Anchors and aliases expand to more nodes than the budget allows."),
    "IN-04": Code("unknown-document", "The document is of no kind or version that toolmint reads."),
    "IN-05": Code("invalid-document", "The document breaks the OpenAPI meta-schema."),
    "IN-06": Code("invalid-operation", "An operation holds something that cannot be read without guessing."),
    "IN-07": Code("invalid-schema", "A schema holds something that cannot be read without guessing."),
    "IN-08": Code("unsupported-keyword", "A schema keyword is known to no JSON Schema version in use."),
    "IN-09": Code("unresolved-reference", "A `$ref` leads nowhere."),
    "IN-10": Code("remote-reference", "A `$ref` points to another host; toolmint never fetches."),
    "IN-11": Code("duplicate-operation-id", "Two operations have the same operationId."),
    "IN-12": Code("path-parameter-mismatch", "The path template and the declared path parameters differ."),
    "IN-13": Code("invalid-extension", "An `x-tool` block holds an unknown key or a value of the wrong kind."),
    "IN-14": Code("validator-crash", "The validator failed on the document; extraction went on without it."),
    "IN-15": Code("lossy-response", "A response's schema cannot be read, so the tool has no output schema."),
    "IN-16": Code("invalid-example", "An example does not validate against the tool's input schema."),
    "IN-17": Code("empty-source", "The source holds nothing that becomes a tool."),
    "IN-18": Code("large-tool-set", "A source gives more tools than a model chooses well from."),
    "JV-01": Code("unresolved-java-name", "Java code names a class or constant that the source does not declare."),
    "JV-02": Code("unregistrable-tool", "The framework throws where it registers the tool."),
    "JV-03": Code("unsupported-annotation", "A tool's annotation belongs to a framework whose rules are not known."),
    "JV-04": Code("duplicate-parameter", "Two parameters of one tool have the same name, and the last one wins."),
    "JV-05": Code("suppression-without-reason", "A suppression in Java code names no code or no reason."),
    "PY-01": Code("unresolved-python-type", "The type of a parameter cannot be told from the code alone."),
    "PY-02": Code(
        "unreadable-mark", "`@tool` has a keyword that it does not know, or a value that is not written out."
    ),
    "PY-03": Code("undeclared-documented-parameter", "A docstring documents a parameter that the function lacks."),
    "PY-04": Code("contradicting-docstring", "A docstring states another type or default than the signature."),
    "PY-05": Code("unnamed-arguments", "A tool takes `*args` or `**kwargs`, which a model cannot give by name."),
    "PY-06": Code("refused-function", "A function's framework refuses it, or takes its arguments from elsewhere."),
    "OV-01": Code("unmatched-overlay-action", "An overlay's action matches nothing in the document."),
    "OV-02": Code("invalid-overlay", "An overlay breaks the standard, or asks for what cannot be done."),
    "OV-03": Code("misdirected-overlay", "An overlay says that it is made for another document."),
    "SL-01": Code(
        "unmatched-selection",
        "A pattern of `include` or `exclude`, or a name in `functions`, matches nothing of the source.",
    ),
    "SL-02": Code("invalid-selection", "An entry of `include` or `exclude` is no selection pattern."),
    "EX-01": Code("missing-app", "There is no module or no name in it that a source asks to run."),
    "EX-02": Code("failing-code", "Code that a source asks to run raised, crashed or ended its process."),
    "EX-03": Code("slow-code", "Code that a source asks to run was not ready within its time limit."),
    "EX-04": Code("undescribed-app", "What a source asks to run describes no API, or not as JSON."),
    "EX-05": Code("unusable-interpreter", "The interpreter that is to run code is missing or lacks something."),
    "LK-01": Code("unlocked-tool", "A pinned tool is in the specs folder and not in the lock, or the other way round."),
    "LK-02": Code("changed-since-approval", "A pinned tool is not the one that somebody accepted."),
    "LK-03": Code(
        "lone-change", "A tool's prose changed and its schema did not, or the schema and no word of the prose."
    ),
    "LK-04": Code("loosened-safety", "Something that held calls back, or told a host to ask, holds back less."),
    "LK-05": Code("unbound-approval", "An approval in the lock is for another digest, or says no name or no reason."),
    "LK-06": Code(
        "stale-suppression", "A suppression or an entry of the baseline matches nothing that is found any more."
    ),
    "RF-01": Code("unknown-reference", "A reference in braces names nothing that the tool has."),
    "RF-02": Code("ambiguous-reference", "A reference in braces could mean two things."),
    "RF-03": Code("malformed-reference", "Braces in prose hold no reference."),
    "RF-04": Code("hidden-reference", "Prose refers to a value that the model never sees."),
    "NM-01": Code("invalid-tool-name", "A tool's name is not legal for every provider."),
    "NM-02": Code("duplicate-tool-name", "Two tools claim the same name."),
    "NM-03": Code("shortened-name", "A name was over 64 characters and was cut."),
    "NM-04": Code("renamed-tool", "A tool has another name than in the checked-in contract."),
    "NM-05": Code("invalid-argument-name", "An argument's name is not legal for every provider."),
    "NM-06": Code("renamed-argument", "An argument has another name than in the checked-in contract."),
    "NM-07": Code("respelt-name", "An operationId holds letters that not every provider takes in a tool's name."),
    "PF-01": Code("invalid-project-file", "The project file cannot be read, or a key or value in it is wrong."),
    "PF-02": Code("duplicate-source-name", "Two sources would be generated into the same folder."),
    "PF-03": Code("lonely-overlay", "An overlay lies beside no document that it could change."),
    "PF-04": Code("invalid-baseline", "The file of findings that were there before is not what toolmint writes."),
    "PF-05": Code("ineffective-setting", "Something in the project file has no effect."),
    "PF-06": Code("invalid-lock", "The lock of third-party tools cannot be read, or is not what toolmint writes."),
    "PT-01": Code("lost-keyword", "A provider's dialect cannot hold a keyword of the schema."),
    "PT-02": Code("over-limit", "A tool or a list is over a provider's limit."),
    "PT-03": Code("over-budget", "A tool or a list takes more tokens than the project wants, by an estimate."),
}
"""Every code that no rule owns. Rules carry their own."""

_ORDER = attrgetter("location.path", "location.line", "location.column", "code", "message")


def ordered(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort by path, line, column, code, message, and drop duplicates."""
    found: list[Diagnostic] = []
    # Only findings of one key can be equal, and to hash each of many thousands takes long.
    for _, group in groupby(sorted(diagnostics, key=_ORDER), _ORDER):
        one, *others = group
        found += dict.fromkeys((one, *others)) if others else (one,)
    return tuple(found)
