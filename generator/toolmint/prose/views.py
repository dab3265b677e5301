"""A tool, and a schema that tools share, as rules see them: their texts, and what these may mean and state.

Each is worked out when a rule first asks for it. A catalog keeps no view: of ten thousand tools some are in memory at
a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, overload

from toolmint.ir.contract import ToolContract
from toolmint.prose.catalog_names import CatalogNames
from toolmint.prose.claims import Claim, claims
from toolmint.prose.description import describe, purpose_of
from toolmint.prose.effects import Evidence, evidence_of
from toolmint.prose.inputs import Input, inputs_of
from toolmint.prose.lazy import lazy_property
from toolmint.prose.lexicon import Lexicon
from toolmint.prose.mentions import Mention, mentions
from toolmint.prose.schema_lexicon import SchemaLexicon
from toolmint.prose.texts import Text, tool_texts
from toolmint.rendering import Renderer

__all__ = ["ProseView", "SchemaView", "ToolView", "ToolViews"]


class ProseView(Protocol):
    """What a tool, a shared schema and a passage of a prompt have alike: texts, and the names that these may mean."""

    @property
    def texts(self) -> tuple[Text, ...]:
        """The texts."""
        ...

    @property
    def lexicon(self) -> Lexicon:
        """The names that the texts may mean."""
        ...

    @property
    def mentions(self) -> tuple[Mention, ...]:
        """The words of the texts that may be names."""
        ...

    @property
    def claims(self) -> tuple[Claim, ...]:
        """What the texts state of arguments: defaults, limits, values."""
        ...


class SchemaView:
    """A schema that tools share, as rules see it: its texts are judged once and not once a tool.

    Args:
        name: its name among the shared schemas.
        texts: its texts.
        names: what the tools of the catalog share.
    """

    def __init__(self, name: str, texts: tuple[Text, ...], names: CatalogNames) -> None:
        self.name = name
        self.texts = texts
        self._names = names

    @lazy_property
    def lexicon(self) -> SchemaLexicon:
        """The names that its texts may mean."""
        return SchemaLexicon.of_shared_schema(self._names, self.name)

    @lazy_property
    def mentions(self) -> tuple[Mention, ...]:
        """The words of its texts that may be names."""
        return mentions(self.texts)

    @lazy_property
    def claims(self) -> tuple[Claim, ...]:
        """What its texts state of what is inside it."""
        definitions = self._names.catalog.definitions.input
        return claims(self.texts, definitions[self.name], definitions)


class ToolView:
    """One tool as rules see it.

    Args:
        contract: the tool.
        names: what the tools of its catalog share.
        renderer: renders its description.
    """

    def __init__(self, contract: ToolContract, names: CatalogNames, renderer: Renderer) -> None:
        self.contract = contract
        self._names = names
        self._renderer = renderer

    @lazy_property
    def description(self) -> str:
        """The whole description, as the model reads it."""
        return describe(self.contract, self._names.catalog, self._renderer)

    @lazy_property
    def purpose(self) -> str:
        """What its author wrote of what it does; empty where there is nothing."""
        return purpose_of(self.contract)

    @lazy_property
    def texts(self) -> tuple[Text, ...]:
        """Its title, its sentences and the texts of its arguments."""
        return tuple(tool_texts(self.contract, self._names.catalog))

    @lazy_property
    def evidence(self) -> Evidence:
        """What speaks for reading or for writing."""
        return evidence_of(self.contract)

    @lazy_property
    def lexicon(self) -> SchemaLexicon:
        """The names that its prose may mean."""
        return SchemaLexicon.of_tool(self._names, self.contract)

    @lazy_property
    def mentions(self) -> tuple[Mention, ...]:
        """The words of its texts that may be names; those of its result are left out."""
        return mentions(text for text in self.texts if text.role != "result")

    @lazy_property
    def claims(self) -> tuple[Claim, ...]:
        """What its texts state of its arguments."""
        return claims(self.texts, self.contract.input_schema, self._names.catalog.definitions.input)

    @lazy_property
    def inputs(self) -> tuple[Input, ...]:
        """Its arguments, each with its text."""
        return inputs_of(self.contract, self._names.catalog)


class ToolViews(Sequence[ToolView]):
    """The tools of a catalog that are judged; each look makes its views anew, so that nothing is kept.

    Args:
        contracts: the tools.
        names: what the tools of the catalog share.
        renderer: renders their descriptions.
    """

    def __init__(self, contracts: Sequence[ToolContract], names: CatalogNames, renderer: Renderer) -> None:
        self._contracts = contracts
        self._names = names
        self._renderer = renderer

    def __len__(self) -> int:
        return len(self._contracts)

    @overload
    def __getitem__(self, index: int) -> ToolView: ...

    @overload
    def __getitem__(self, index: slice) -> list[ToolView]: ...

    def __getitem__(self, index: int | slice) -> ToolView | list[ToolView]:
        if isinstance(index, slice):
            return [self._view(one) for one in self._contracts[index]]
        return self._view(self._contracts[index])

    def _view(self, contract: ToolContract) -> ToolView:
        return ToolView(contract, self._names, self._renderer)
