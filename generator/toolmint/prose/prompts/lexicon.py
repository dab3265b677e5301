"""The names that a passage of a prompt may mean: those of the tools that it speaks of, and of the project."""

from __future__ import annotations

from collections.abc import Mapping

from toolmint.prose.catalog_names import Former
from toolmint.prose.lazy import lazy_property
from toolmint.prose.lexicon import Lexicon, PathFault
from toolmint.prose.masking import is_file_name
from toolmint.prose.mentions import Mention, sentence_span
from toolmint.prose.prompts.names import ProjectNames
from toolmint.prose.prompts.texts import PromptText
from toolmint.prose.schema_lexicon import SchemaLexicon
from toolmint.prose.tokens import is_shaped

__all__ = ["PassageLexicon", "subjects"]


class PassageLexicon(Lexicon):
    """The names that passages about the same tools may mean.

    Args:
        names: what all tools share.
        tools: the tools that the passages speak of; none: they speak of none in particular.
    """

    names: ProjectNames

    def __init__(self, names: ProjectNames, tools: frozenset[str]) -> None:
        super().__init__(names, next(iter(tools)) if len(tools) == 1 else None)
        self._tools = tools
        self._of: tuple[SchemaLexicon, ...] = tuple(one for tool in sorted(tools) for one in names.lexicons(tool))

    @lazy_property
    def arguments(self) -> frozenset[str]:
        """The arguments of all tools together."""
        return frozenset[str]().union(*(one.arguments for one in self._of))

    @lazy_property
    def fields(self) -> frozenset[str]:
        """The arguments and everything inside them."""
        return frozenset[str]().union(*(one.fields for one in self._of))

    @lazy_property
    def inputs(self) -> frozenset[str]:
        """As `fields`, with keys on the wire that are only other spellings."""
        return frozenset[str]().union(*(one.inputs for one in self._of))

    @lazy_property
    def outputs(self) -> frozenset[str]:
        """The fields of the results."""
        return frozenset[str]().union(*(one.outputs for one in self._of))

    @property
    def states_result(self) -> bool:
        """Whether every tool says what its result looks like."""
        return all(one.states_result for one in self._of)

    @lazy_property
    def values(self) -> frozenset[str]:
        """Values that the schemas of the tools state."""
        return frozenset[str]().union(*(one.values for one in self._of))

    @lazy_property
    def former(self) -> Mapping[str, Former]:
        """Former name of an argument -> what became of it; without a tool, unmistakable ones of the whole project."""
        if not self._tools:
            return self.names.former_fields
        return {
            name: past for one in reversed(self._of) for name, past in one.former.items() if name not in self.fields
        }

    def is_free_form(self, argument: str | None) -> bool:
        """Whether one of the tools takes objects with keys of the caller's choice."""
        return any(one.is_free_form(None) for one in self._of)

    def path_fault(self, path: str) -> PathFault | None:
        """Walk `tool.argument`, or a path that begins at an argument of one of the tools."""
        if is_file_name(path):
            return None
        first, _, rest = path.partition(".")
        tool = self.names.resolve(first)
        if tool is not None:
            faults = [_fault_in(tool, rest, one) for one in self.names.lexicons(tool)]
        else:
            faults = [one.path_fault(path) for one in self._of if first in one.arguments]
        return faults[0] if faults and all(faults) else None

    def concerns(self, mention: Mention) -> bool:
        """Whether the sentence around a name names one of the tools; a heading far above may be about another."""
        if mention.kind == "path":
            return True
        start, end = sentence_span(mention.text.text, mention.start, mention.end)
        named = self.names.named(mention.text.text)
        return any(start <= offset < end and tool in self._tools for offset, tool in named)

    def _is_elsewhere(self, token: str) -> bool:
        return super()._is_elsewhere(token) or token in self.names.owners


def _fault_in(tool: str, path: str, lexicon: SchemaLexicon) -> PathFault | None:
    root = path.partition(".")[0].partition("[")[0]
    if root in lexicon.outputs:
        return None
    if root in lexicon.inputs:
        fault = lexicon.path_fault(path)
        return fault and PathFault(fault.missing, f"{tool}.{fault.below}", fault.names)
    # An attribute (`get_order.invoke`), or a field of a result that no schema states.
    sure = root in lexicon.former or lexicon.field_spelt_otherwise(root) is not None
    if not sure and not (is_shaped(root) and (lexicon.states_result or lexicon.near_fields(root))):
        return None
    return PathFault(root, tool, tuple(sorted(lexicon.arguments)))


def subjects(text: PromptText, names: ProjectNames) -> frozenset[str]:
    """Return the tools that a text speaks of: those that it names, else those that stand nearest above it."""
    for one in (text, *text.above):
        named = frozenset(tool for _, tool in names.named(one.text))
        if named:
            return named
    return frozenset()
