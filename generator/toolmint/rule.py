"""What a rule is: something that judges the prose and the schema of a tool.

A rule is one class in one module of `rules/<category>/`: its documentation, its messages, its check and its fix stand
together, and it is found by looking into the folder.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from toolmint.diagnostics import Related, Severity
from toolmint.edits import Fix
from toolmint.ir.contract import Catalog
from toolmint.location import Location
from toolmint.prose.catalog_names import CatalogNames
from toolmint.prose.claims import Claim
from toolmint.prose.mentions import Mention
from toolmint.prose.prompts.faults import CallFault, FaultKind
from toolmint.prose.prompts.lexicon import PassageLexicon
from toolmint.prose.prompts.names import ProjectNames
from toolmint.prose.prompts.texts import Call, PromptText
from toolmint.prose.tokens import is_shaped
from toolmint.prose.views import ProseView, SchemaView, ToolView
from toolmint.prose.words import Needs

__all__ = [
    "Finding",
    "JudgedCall",
    "LintSettings",
    "PassageView",
    "PromptContext",
    "ProseView",
    "Rule",
    "RuleContext",
    "SchemaView",
    "Suppression",
    "ToolView",
    "finding_about",
    "finding_at",
    "findings_of_call",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a rule says; the engine adds code, tool and the severity that the project sets."""

    message: str
    """Lower case, no full stop, backticks round literals."""
    place: Location
    hint: str | None = None
    severity: Severity | None = None
    """Where the evidence asks for another severity than the rule's own."""
    related: tuple[Related, ...] = ()
    tool: str | None = None
    """Set where a check of a whole catalog speaks of one tool."""
    token: str | None = None
    """The name in prose that the finding is about; of several rules on one name in one text the strongest speaks."""
    fix: Fix | None = None
    """What mends it, where that is safe whatever the author meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suppression:
    """A rule that somebody lets pass, with the reason."""

    code: str
    reason: str
    place: Location
    """Where it is written."""
    tool: str | None = None
    """The one tool, or the path of the one file of prompts, that it is about; None: all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LintSettings:
    """What a project says of linting."""

    externals: frozenset[str] = frozenset()
    """Names from elsewhere that prose may use."""
    levels: Mapping[str, Severity | None] = field(default_factory=dict)
    """Rule code -> severity; None turns the rule off."""
    suppressions: tuple[Suppression, ...] = ()
    """What the project lets pass."""
    select: tuple[str, ...] = ()
    """Codes, or beginnings of codes, of the rules that judge; empty: all."""
    deselect: tuple[str, ...] = ()
    """Codes, or beginnings of codes, of the rules that do not."""
    pedantic: bool = False
    tokens_per_tool: int = 120

    def judges(self, code: str) -> bool:
        """Say whether the rule of a code takes part."""
        if code in self.levels and self.levels[code] is None:
            return False
        chosen = not self.select or code.startswith(self.select)
        return chosen and not (self.deselect and code.startswith(self.deselect))


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageView:
    """The texts of one prompt that speak of the same tools, as rules see them."""

    texts: tuple[PromptText, ...]
    lexicon: PassageLexicon
    mentions: tuple[Mention, ...] = ()
    claims: tuple[Claim, ...] = ()
    """None: which argument a prompt speaks of is not certain enough for them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedCall:
    """A call that a prompt writes down, and what is wrong with it."""

    call: Call
    tool: str
    """The tool that is meant."""
    faults: tuple[CallFault, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptContext:
    """What is the same for every prompt of a project."""

    names: ProjectNames
    settings: LintSettings


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleContext:
    """What is the same for every tool of a catalog."""

    catalog: Catalog
    names: CatalogNames
    """What its tools share."""
    tools: Sequence[ToolView]
    """Those that are judged; each look at them makes their views anew."""
    settings: LintSettings
    schemas: tuple[SchemaView, ...] = ()
    """The schemas that the inputs of several tools share."""
    neighbours: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """The project's other sources, and the names of their tools."""


class Rule:
    """A rule. Its docstring is its page: what it does, why, an example, what to write instead.

    Name it after the bad pattern, so that "allow <name>" reads well.

    A rule that looks for phrases may declare `words` of which a tool's texts must hold some for `check` to find
    anything. The engine collects the words of each tool once and asks only the rules that may find something, so a
    declared rule costs next to nothing on most tools. What is declared must follow from the patterns of `check`: list
    every form that a pattern takes, and where it takes any (`request[a-z]*`), choose another word of the phrase.
    """

    code: ClassVar[str]
    """Category and number, such as `ID-02`; never used again for another rule."""
    name: ClassVar[str]
    severity: ClassVar[Severity]
    fixable: ClassVar[bool] = False
    bindings: ClassVar[tuple[type, ...]] = ()
    """The bindings of `ir.binding` whose tools `check` is about; empty: all."""
    words: ClassVar[Needs] = ()
    """See `prose.words.needs`; empty: `check` sees every tool."""

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        yield from ()

    def check_catalog(self, context: RuleContext) -> Iterator[Finding]:
        """Judge what only the whole list shows."""
        yield from ()

    def check_passage(self, passage: PassageView, context: PromptContext) -> Iterator[Finding]:
        """Judge what a prompt says of some tools, or of none in particular."""
        yield from ()

    def check_call(self, call: JudgedCall, context: PromptContext) -> Iterator[Finding]:
        """Judge a call that a prompt writes down."""
        yield from ()


def finding_about(
    mentions: Sequence[Mention],
    message: str,
    *,
    hint: str | None = None,
    severity: Severity | None = None,
    near: Sequence[str] = (),
    fix: Fix | None = None,
) -> Finding:
    """Make the one finding about a name, which lists every place that it stands at.

    Args:
        mentions: where the name stands, the strongest first.
        message: what is wrong with it.
        hint: what to do; without one, the names that may have been meant.
        severity: where it is not the rule's own.
        near: names that may have been meant.
        fix: what mends it.
    """
    if hint is None and near:
        hint = "did you mean " + " or ".join(f"`{name}`" for name in near) + "?"
    places = [one.place for one in mentions]
    return finding_at(places, message, hint=hint, severity=severity, token=mentions[0].token, fix=fix)


def finding_at(
    places: Iterable[Location],
    message: str,
    *,
    hint: str | None = None,
    severity: Severity | None = None,
    token: str | None = None,
    tool: str | None = None,
    fix: Fix | None = None,
) -> Finding:
    """Make one finding about several places, of which the first is the finding's own.

    Args:
        places: where it is; the same place counts once.
        message: what is wrong.
        hint: what to do.
        severity: where it is not the rule's own.
        token: the name or value in prose that it is about.
        tool: the tool that a check of a whole catalog speaks of.
        fix: what mends it.
    """
    first, *others = dict.fromkeys(places)
    related = tuple(Related(message="here too", location=place) for place in others)
    return Finding(
        message=message,
        place=first,
        hint=hint,
        severity=severity,
        related=related,
        token=token,
        tool=tool,
        fix=fix,
    )


def findings_of_call(judged: JudgedCall, kind: FaultKind) -> Iterator[Finding]:
    """Make the findings about one kind of fault of a call that a prompt writes down."""
    # `search(query="x")` may be any program's; `find_order(query="x")` is hardly.
    sure = judged.call.form == "json" or is_shaped(judged.call.tool)
    for fault in judged.faults:
        if fault.kind == kind:
            yield Finding(
                message=f"the call of `{judged.tool}` {fault.said}",
                place=judged.call.place(fault.keys[:-1] if kind == "missing" else fault.keys),
                hint=fault.hint,
                severity=None if sure and fault.sure else Severity.WARNING,
                token=str(fault.keys[-1]) if fault.keys else None,
            )
