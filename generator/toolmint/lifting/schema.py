"""Lift one schema, of whatever dialect, to JSON Schema 2020-12 with named definitions.

What cannot be read without guessing is an error at its place; what is harmless or only ornament is a warning or
passes in silence. A shared schema is lifted once and in a frame of its own, so that an error inside it is reported
once and still fails each operation that needs it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping

from toolmint.diagnostics import Diagnostic
from toolmint.documents import DocumentStore, Node, ReferenceProblem, is_reference
from toolmint.ir.schema import (
    Json,
    Schema,
    definition_ref,
    reachable_definitions,
)
from toolmint.lifting.definitions import DefinitionNames
from toolmint.lifting.dialect import Direction, SchemaDialect
from toolmint.lifting.dynamic_anchors import Bindings, DynamicAnchors
from toolmint.lifting.frame import Frame, PropertySettings
from toolmint.lifting.keywords import LIFTED_KEYWORDS, SILENT_KEYWORDS, lift_keyword
from toolmint.lifting.plain import PlainSchemas
from toolmint.location import Location
from toolmint.text import kind_of, nearest

__all__ = ["SchemaLifter"]

_LIFTED = {keyword: number for number, keyword in enumerate(LIFTED_KEYWORDS)}
_COMPOSED = frozenset({"$ref", "$dynamicRef", "allOf"})
_HOLDING = _COMPOSED | {"properties"}


class SchemaLifter:
    """Lifts the schemas of one document set in one direction.

    Args:
        store: where references are followed.
        names: the names of shared schemas, common to both directions.
        dialect: the rules that the schemas follow.
        direction: whose properties are hidden: `readOnly` from input, `writeOnly` from output.
        property_settings: reads an author's settings of one property; reports what is wrong into the frame.
    """

    def __init__(
        self,
        store: DocumentStore,
        names: DefinitionNames,
        *,
        dialect: SchemaDialect,
        direction: Direction,
        property_settings: Callable[[Node, Frame], PropertySettings],
    ) -> None:
        self.store = store
        self.names = names
        self.dialect = dialect
        self.direction = direction
        self.property_settings = property_settings
        self.definitions: dict[str, Schema] = {}
        self.places: dict[str, Location] = {}
        self._frames: dict[str, Frame] = {}
        self._pending: deque[tuple[str, Node, Bindings]] = deque()
        self._anchors = DynamicAnchors(store)
        self._plain = PlainSchemas()
        self._entry: Node | None = None
        self._bindings: Bindings = {}

    def lift(self, node: Node, frame: Frame, *, ignored: frozenset[str] = frozenset()) -> Schema:
        """Lift the schema at a node, and every shared schema that it reaches.

        Args:
            node: the schema.
            frame: where problems of this schema go; those of shared schemas are in `problems`.
            ignored: keys of the node that are no schema keywords (a Swagger parameter is its own schema).
        """
        self._entry, self._bindings = node, {}
        schema = self.lift_inline(node, frame, ignored=ignored)
        while self._pending:
            name, self._entry, self._bindings = self._pending.popleft()
            self.definitions[name] = self.lift_inline(self._entry, self._frames[name])
        self._entry = None
        return schema

    def definition_of(self, node: Node, frame: Frame, keyword: str = "$ref") -> str:
        """Return the definition of the schema that a reference leads to; it is lifted before `lift` returns.

        Args:
            node: a mapping with a reference.
            frame: where problems go that do not keep the reference from being followed.
            keyword: `$ref` or `$dynamicRef`.

        Raises:
            ReferenceProblem: it leads nowhere.
        """
        target, bindings = self._referenced(node, keyword)
        bound: dict[str, Node] = {}
        for anchor, schema in self._anchors.mattering(target, bindings).items():
            if schema is None:
                self._warn_undecided(node, keyword, anchor, frame)
            else:
                bound[anchor] = schema
        through = {anchor: self._through(schema, bindings) for anchor, schema in bound.items()}
        name = self.names.variant_of(target, through) if bound else self.names.name_of(target)
        if name not in self._frames:
            self._frames[name] = Frame()
            self.places[name] = target.location
            self.definitions[name] = True
            self._pending.append((name, target, bound))
        return name

    def problems(self, schema: Schema) -> list[Diagnostic]:
        """Return what is wrong in the shared schemas that a lifted schema reaches."""
        if not self._frames:
            return []
        found: list[Diagnostic] = []
        for name in reachable_definitions(schema, self.definitions):
            found += self._frames[name].diagnostics
        return found

    def reachable(self, schema: Schema) -> list[str]:
        """Return the names of the shared schemas that a lifted schema reaches."""
        return list(reachable_definitions(schema, self.definitions))

    def frame_of(self, name: str) -> Frame:
        """Return the frame of a shared schema."""
        return self._frames[name]

    def lift_inline(
        self,
        node: Node,
        frame: Frame,
        *,
        ignored: frozenset[str] = frozenset(),
        hidden: frozenset[str] = frozenset(),
    ) -> Schema:
        """Lift one schema; references are left to the queue.

        Args:
            node: the schema.
            frame: where problems go.
            ignored: keys that are no schema keywords.
            hidden: properties that another part of the same composition takes out of this direction.
        """
        value = node.value
        if isinstance(value, bool):
            return value
        if not isinstance(value, dict):
            frame.error("IN-07", f"found {kind_of(value)} for a schema, wanted a mapping", node.location)
            return True
        if not ignored and not hidden and (plain := self._plain.lifted(value)) is not None:
            return plain
        if self._references_in(value):
            return self._lift_reference(node, frame)
        return self._lift_mapping(node, frame, ignored, hidden)

    def _references_in(self, value: Mapping[str, Json]) -> list[str]:
        known = ("$ref", "$dynamicRef") if self.dialect.siblings_apply else ("$ref",)
        return [keyword for keyword in known if keyword in value]

    def _referenced(self, node: Node, keyword: str) -> tuple[Node, Bindings]:
        """Follow a reference up to a schema that says something, with what is bound where the reference stands."""
        if not self.dialect.siblings_apply:
            return self.store.resolve(node), {}
        bindings = self._anchors.at(node, self._entry or node, self._bindings)
        if keyword == "$ref":
            self.store.resolve(node)  # reports a circle where it is entered
            return self._through(self.store.follow(node), bindings), bindings
        target, _ = self._anchors.meaning(node, bindings)
        if target.document is node.document and target.pointer == node.pointer:
            raise self._anchors.circle(node)
        return self._through(target, bindings), bindings

    def _through(self, target: Node, bindings: Bindings) -> Node:
        """Pass schemas that are only a reference and bind nothing more."""
        self.store.resolve(target)  # refuses a circle
        while is_reference(target) and isinstance(target.value, Mapping):
            if (
                any(_says_something(key) for key in target.value)
                or not self._anchors.below(target).keys() <= bindings.keys()
            ):
                break
            target = self.store.follow(target)
        return target

    def _warn_undecided(self, node: Node, keyword: str, anchor: str, frame: Frame) -> None:
        frame.warning(
            "IN-07",
            f"several schemas here have `$dynamicAnchor: {anchor}`, so none of them takes the place of the default",
            node.location.child(keyword),
            "give each a `$ref` of its own, with one `$dynamicAnchor` in the `$defs` beside it",
        )

    def _lift_reference(self, node: Node, frame: Frame) -> Schema:
        value = node.value
        assert isinstance(value, Mapping)
        keywords = self._references_in(value)
        try:
            names = dict.fromkeys(self.definition_of(node, frame, keyword) for keyword in keywords)
        except ReferenceProblem as problem:
            frame.diagnostics.append(problem.diagnostic)
            return True
        reference, *others = [{"$ref": definition_ref(name)} for name in names]
        beside = self._beside(node, frame, frozenset(keywords))
        if others:
            return {"allOf": [reference, *others, beside] if beside else [reference, *others]}
        return {**reference, **beside} if isinstance(beside, Mapping) else reference

    def _beside(self, node: Node, frame: Frame, keywords: frozenset[str]) -> Schema:
        """Lift what stands beside references."""
        value = node.value
        assert isinstance(value, Mapping)
        siblings = frozenset(value) - keywords
        if not siblings:
            return {}
        if self.dialect.siblings_apply:
            beside = self._lift_mapping(node, frame, keywords, frozenset())
        else:
            # 3.0 section 4.8.23: siblings are ignored. An author's text is kept all the same: it constrains nothing,
            # and the model should read what was written for this place.
            kept = {"title", "description", "example", "examples", "deprecated", "readOnly", "writeOnly"}
            dropped = frozenset(key for key in siblings - kept if not key.startswith("x-"))
            beside = self._lift_mapping(node, frame, frozenset({"$ref"}) | dropped, frozenset())
            lost = sorted(dropped - SILENT_KEYWORDS)
            if lost:
                frame.warning(
                    "IN-08",
                    f"{self.dialect.value} ignores what stands beside `$ref`: {', '.join(f'`{k}`' for k in lost)}",
                    node.location.child(lost[0], at="key"),
                    "wrap the reference: `allOf: [{$ref: …}]` with the other keywords beside `allOf`",
                )
        return beside

    def _lift_mapping(self, node: Node, frame: Frame, ignored: frozenset[str], hidden: frozenset[str]) -> Schema:
        value = node.value
        assert isinstance(value, Mapping)
        lifted: dict[str, Json] = {}
        hidden = hidden | self.hidden_properties(node)
        if "x-tool" in value and not _is_property(node) and "x-tool" not in ignored:
            frame.error(
                "IN-13",
                "`x-tool` has no meaning on a schema that is no property",
                node.location.child("x-tool", at="key"),
                "put it on the operation, the parameter or the property",
            )
        for keyword in sorted(_LIFTED.keys() & value.keys(), key=_LIFTED.__getitem__):
            if keyword not in ignored:
                lift_keyword(self, keyword, node, lifted, frame, hidden)
        for key in value:
            if key in _LIFTED or key in ignored or key in SILENT_KEYWORDS or key.startswith("x-"):
                continue
            near = nearest(key, LIFTED_KEYWORDS, limit=1)
            frame.warning(
                "IN-08",
                f"found `{key}` in a schema, wanted a keyword; it is left out",
                node.location.child(key, at="key"),
                f"did you mean `{near[0]}`?" if near else None,
            )
        return _simplified(lifted)

    def hidden_properties(self, node: Node) -> frozenset[str]:
        """Return the properties that this direction takes out, over the whole composition below a schema.

        `required` of one `allOf` branch may name what another branch marks `readOnly`.
        """
        if isinstance(node.value, dict) and _HOLDING.isdisjoint(node.value):  # nearly every schema
            return frozenset()
        found: set[str] = set()
        self._collect_hidden(node, found, set())
        return frozenset(found)

    def _collect_hidden(self, node: Node, found: set[str], seen: set[int]) -> None:
        value = node.value
        if not isinstance(value, Mapping) or id(value) in seen:
            return
        seen.add(id(value))
        for target in self._targets(node):
            self._collect_hidden(target, found, seen)
        properties = node.get("properties")
        if properties is not None and isinstance(properties.value, Mapping):
            for key, child in properties.items():
                if self.is_hidden(child):
                    found.add(key)
        branches = node.get("allOf")
        if branches is not None and isinstance(branches.value, list):
            for branch in branches.elements():
                self._collect_hidden(branch, found, seen)

    def is_hidden(self, node: Node, *, _depth: int = 0) -> bool:
        """Say whether a property is taken out of this direction, by itself or by the schema that it refers to."""
        value = node.value
        if not isinstance(value, dict) or _depth > 8:
            return False
        if value.get(self.direction.hidden_by) is True:
            # Also beside a 3.0 `$ref`, where the letter ignores it: nobody writes it there and means nothing.
            return True
        if _COMPOSED.isdisjoint(value):
            return False
        if any(self.is_hidden(target, _depth=_depth + 1) for target in self._targets(node)):
            return True
        branches = node.get("allOf")
        if branches is None or not isinstance(branches.value, list):
            return False
        return any(self.is_hidden(branch, _depth=_depth + 1) for branch in branches.elements())

    def _targets(self, node: Node) -> list[Node]:
        value = node.value
        keywords = self._references_in(value) if isinstance(value, Mapping) else []
        try:
            return [self._referenced(node, keyword)[0] for keyword in keywords]
        except ReferenceProblem:
            return []  # reported where the reference itself is lifted


def _says_something(key: str) -> bool:
    return key not in SILENT_KEYWORDS and (key == "x-tool" or not key.startswith("x-"))


def _is_property(node: Node) -> bool:
    return node.parent is not None and node.parent.token == "properties"


def _simplified(lifted: dict[str, Json]) -> Schema:
    """Unwrap `allOf` with one member where nothing of it collides with its siblings: the same set of instances."""
    members = lifted.get("allOf")
    if not isinstance(members, list) or len(members) != 1 or not isinstance(members[0], Mapping):
        return lifted
    member = members[0]
    if any(key in lifted for key in member):
        return lifted
    rest = {key: part for key, part in lifted.items() if key != "allOf"}
    return {**member, **rest}
