"""What every framework's reader works with: the code, its types, and how a tool's head becomes a draft."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from toolmint.ir.binding import PythonFramework, PythonParameter, PythonParameterKind
from toolmint.lifting.dialect import Direction
from toolmint.location import Location
from toolmint.sources.python.canonical import canonical
from toolmint.sources.python.constants import Constants, NotConstant
from toolmint.sources.python.contexts import Env, UnknownType
from toolmint.sources.python.docstrings import DocstringStyle, parse_docstring
from toolmint.sources.python.drafts import Argument, Draft, HostValue
from toolmint.sources.python.fields import property_schema
from toolmint.sources.python.functions import Function, Parameter, decorations
from toolmint.sources.python.given import GivenSchemas
from toolmint.sources.python.metadata import REQUIRED, Metadata
from toolmint.sources.python.program import Program
from toolmint.sources.python.schemas import TypeReader

__all__ = ["Reading", "Rules"]

_HINT = "set `import = true` in the source's table of the project file, or write a type that can be read"
_HINT_AFTER_RUN = "write a type that pydantic has a JSON Schema for"
_MARKS = frozenset({"toolmint.annotations.Param", "toolmint.annotations.FromContext"})
_DEPRECATED = frozenset({"warnings.deprecated", "typing.deprecated", "typing_extensions.deprecated"})
"""Decorators of PEP 702."""
Variadic: TypeAlias = Literal["skip", "refuse", "argument"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How a framework reads the head of a function."""

    framework: PythonFramework
    docstring_sections: bool = True
    """Whether argument sections of the docstring describe arguments."""
    docstring_first: bool = False
    """Whether they win over what stands beside the type."""
    plain_text: bool = True
    """Whether a plain string in `Annotated` is a description."""
    hidden_types: frozenset[str] = frozenset()
    """Full names of types whose parameters the framework fills in."""
    hidden_first_only: bool = False
    """Whether only the first parameter may be one of these."""
    hidden_marks: frozenset[str] = frozenset()
    """Full names of marks in `Annotated` that say so."""
    hidden_defaults: frozenset[str] = frozenset()
    """Full names of what a default calls that say so."""
    hidden_names: frozenset[str] = frozenset()
    variadic: Variadic = "skip"
    variadic_required: bool = True
    """Whether an array that stands for `*args` must be given."""
    positional: Literal["take", "refuse"] = "take"
    """What becomes of a parameter before `/`."""
    output: bool = False
    """Whether the return type is told."""


@dataclass(slots=True)
class Reading:
    """One source while it is read."""

    program: Program
    constants: Constants
    given: GivenSchemas
    style: DocstringStyle | None = None
    types: Mapping[Direction, TypeReader] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.types = {one: TypeReader(self.program, self.constants, one) for one in Direction}

    def place(self, function: Function, node: ast.AST, *tokens: str) -> Location:
        """Return the place of something in a function's head."""
        return self.program.place(function.module, node, *function.qualname.split("."), *tokens)

    def draft(self, function: Function, framework: PythonFramework, name: str | None = None) -> Draft:
        """Begin the draft of a function: its name, its docstring."""
        return Draft(
            framework=framework,
            function=function,
            place=self.name_place(function),
            name=name or function.name,
            docstring=parse_docstring(function.node, self.style, chinese=framework in ("toolmint", "plain")),
            deprecated=any(one.name in _DEPRECATED for one in decorations(function, self.program)),
        )

    def name_place(self, function: Function) -> Location:
        """Return where a function's name stands."""
        module = function.module
        start, _ = module.tree.span(function.node)
        offset = module.tree.text.find(function.name, start)
        span = (offset, offset + len(function.name)) if offset >= 0 else (start, start + 1)
        return self.program.place_of_span(module, span, *function.qualname.split("."))

    def docstring_place(self, draft: Draft) -> Location | None:
        """Return where a docstring stands."""
        if draft.docstring is None:
            return None
        return self.place(draft.function, draft.docstring.node, "docstring")

    def read_head(self, draft: Draft, rules: Rules) -> None:
        """Read parameters and result into a draft; what cannot be told is an error of the tool."""
        parameters = draft.function.parameters()
        exposes_variadic = rules.variadic == "argument" and any(one.kind == "variadic" for one in parameters)
        for index, parameter in enumerate(parameters):
            kind: PythonParameterKind = "keyword"
            if parameter.kind == "positional" or (exposes_variadic and parameter.kind == "plain"):
                kind = "positional"
            try:
                self._parameter(draft, parameter, rules, kind, first=index == 0)
            except (UnknownType, NotConstant) as problem:
                self.refuse(draft, problem, parameter.name)
            except RecursionError:
                place = self.place(draft.function, parameter.node, parameter.name)
                draft.frame.error("PY-01", f"the type of `{parameter.name}` is nested too deep to be read", place)
        if rules.output:
            self._output(draft)

    def refuse(self, draft: Draft, problem: UnknownType | NotConstant, name: str) -> None:
        """Report a type or a value that cannot be told."""
        module = problem.scope.module
        if module is draft.function.module:
            place = self.place(draft.function, problem.node, name, "type")
        else:
            place = self.program.place(module, problem.node, f"type of {draft.call}", name)
        message = f"`{name}`: {self._unknown(draft, problem, name)}"
        draft.frame.error("PY-01", message, place, problem.hint or self._advice())

    def _unknown(self, draft: Draft, problem: UnknownType | NotConstant, name: str) -> str:
        why = self.given.why(draft.call, name)
        return problem.message if why is None else f"{problem.message}; {why}"

    def _advice(self) -> str:
        return _HINT_AFTER_RUN if self.given.has_run else _HINT

    def _parameter(
        self, draft: Draft, parameter: Parameter, rules: Rules, kind: PythonParameterKind, *, first: bool
    ) -> None:
        function = draft.function
        place = self.place(function, parameter.node, parameter.name)
        annotation = parameter.node.annotation
        bound = PythonParameter(
            name=parameter.name,
            kind=kind,
            type=function.module.tree.source(annotation) if annotation is not None else "",
        )
        if self.is_hidden(parameter, function, rules, first=first):
            draft.parameters.append(replace(bound, injected=True))
            return
        if parameter.kind in ("variadic", "keywords"):
            self._variadic(draft, parameter, rules, bound, place)
            return
        if parameter.kind == "positional" and rules.positional == "refuse":
            message = f"`{parameter.name}` stands before `/`: {rules.framework} passes arguments by their names"
            draft.frame.error("PY-05", message, place, "take the `/` away")
        schema, metadata = self._typed(draft, annotation, parameter.name)
        self._default(parameter, function, metadata)
        required = metadata.default is REQUIRED
        if metadata.default is None and not _takes_null(schema):
            metadata.default = _NOT_SAID
        if metadata.context is not None:
            key, _ = metadata.context
            host = HostValue(name=parameter.name, key=key, schema=schema, required=required, place=place)
            draft.host_values.append(host)
            draft.parameters.append(replace(bound, context=key))
            return
        text_place = self._describe(draft, parameter.name, metadata, rules)
        made = property_schema(schema, metadata, Env(function.scope))
        if made.get("default") is _NOT_SAID:
            del made["default"]
        draft.arguments.append(
            Argument(name=parameter.name, schema=made, required=required, place=place, text_place=text_place)
        )
        draft.parameters.append(replace(bound, argument=parameter.name))

    def is_hidden(self, parameter: Parameter, function: Function, rules: Rules, *, first: bool) -> bool:
        """Whether the framework fills a parameter in."""
        if parameter.name in rules.hidden_names:
            return True
        if isinstance(parameter.default, ast.Call) and rules.hidden_defaults:
            called = canonical(self.program.dotted(parameter.default.func, function.scope) or "")
            if called in rules.hidden_defaults:
                return True
        annotation = parameter.node.annotation
        if annotation is None:
            return False
        peeled = self.types[Direction.INPUT].peel(annotation, Env(function.scope))
        for node, scope in peeled.metadata:
            called = canonical(self.program.dotted(node.func if isinstance(node, ast.Call) else node, scope) or "")
            if called in rules.hidden_marks or called in rules.hidden_defaults:
                return True
        if rules.hidden_first_only and not first:
            return False
        return any(name in rules.hidden_types for name in self._type_names(peeled.node, peeled.env))

    def _type_names(self, node: ast.expr, env: Env) -> list[str]:
        """Return the full names of a type and, of a union, of its alternatives."""
        if isinstance(node, ast.BinOp):
            return [*self._type_names(node.left, env), *self._type_names(node.right, env)]
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            peeled = self.types[Direction.INPUT].peel(node, env)
            return self._type_names(peeled.node, peeled.env) if peeled.node is not node else []
        target = node.value if isinstance(node, ast.Subscript) else node
        name = canonical(self.program.dotted(target, env.scope) or "")
        if name in ("typing.Optional", "typing.Union") and isinstance(node, ast.Subscript):
            inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            return [found for one in inner for found in self._type_names(one, env)]
        return [name] if name else []

    def _variadic(
        self, draft: Draft, parameter: Parameter, rules: Rules, bound: PythonParameter, place: Location
    ) -> None:
        stars = "*" if parameter.kind == "variadic" else "**"
        if rules.variadic == "refuse":
            message = f"`{stars}{parameter.name}`: {rules.framework} refuses a function that takes any arguments"
            draft.frame.error("PY-05", message, place, "name each argument")
        elif rules.variadic == "argument" and parameter.kind == "variadic":
            schema, metadata = self._typed(draft, parameter.node.annotation, parameter.name)
            self._describe(draft, parameter.name, metadata, rules)
            listed = property_schema({"type": "array", "items": schema}, metadata, Env(draft.function.scope))
            required = rules.variadic_required
            draft.arguments.append(Argument(name=parameter.name, schema=listed, required=required, place=place))
            draft.parameters.append(replace(bound, kind="variadic", argument=parameter.name))
        elif rules.framework in ("toolmint", "plain"):
            message = f"`{stars}{parameter.name}` is left out: a model gives arguments by their names"
            draft.frame.warning("PY-05", message, place, "name each argument")

    def _typed(self, draft: Draft, annotation: ast.expr | None, name: str) -> tuple[dict[str, Any], Metadata]:
        if annotation is None:
            return self.given.parameter(draft.call, name) or {}, Metadata()
        try:
            return self.types[Direction.INPUT].typed(annotation, Env(draft.function.scope))
        except UnknownType:
            self.given.ask(draft.function, name)
            schema = self.given.parameter(draft.call, name)
            if schema is None:
                raise
            reader = self.types[Direction.INPUT]
            return schema, reader.metadata_of(reader.peel(annotation, Env(draft.function.scope)))

    def _default(self, parameter: Parameter, function: Function, metadata: Metadata) -> None:
        if parameter.default is None:
            return
        self._refuse_mark(parameter.default, function)
        reader = self.types[Direction.INPUT].metadata
        beside = Metadata()
        if reader.field(parameter.default, function.scope, beside):
            metadata.keywords |= beside.keywords
            metadata.default = beside.default
            metadata.described_at = beside.described_at or metadata.described_at
        else:
            metadata.default = reader.default(parameter.default, function.scope)

    def _refuse_mark(self, default: ast.expr, function: Function) -> None:
        """Refuse what belongs into an annotation: as a default it says nothing, and the function would be given it."""
        called = default.func if isinstance(default, ast.Call) else default
        name = self.program.dotted(called, function.scope) or ""
        if name in _MARKS:
            mark = name.rpartition(".")[2]
            hint = f"write `Annotated[str, {mark}(...)]`, and the default, if there is one, behind `=`"
            raise NotConstant(default, function.scope, f"`{mark}` is no default", hint)

    def _describe(self, draft: Draft, name: str, metadata: Metadata, rules: Rules) -> Location | None:
        """Settle which text describes an argument: `Param`, what stands beside the type, the docstring.

        Returns:
            Where the text stands.
        """
        if metadata.has_plain_text and not rules.plain_text:
            metadata.keywords.pop("description", None)
        documented = draft.docstring.parameters.get(name) if draft.docstring is not None else None
        told = documented is not None and documented.description and rules.docstring_sections
        is_bare = "description" not in metadata.keywords and "description" not in metadata.tool
        if documented is not None and told and (rules.docstring_first or is_bare):
            metadata.keywords["description"] = documented.description
            return self.documented_place(draft, name)
        beside = metadata.tool_text or metadata.described_at
        if beside is None or is_bare:
            return None
        node, scope = beside
        return self.program.place(scope.module, node, draft.call, name, "text")

    def documented_place(self, draft: Draft, name: str) -> Location | None:
        """Return where a docstring documents an argument: from its name to the docstring's end."""
        if draft.docstring is None:
            return None
        module = draft.function.module
        start, end = module.tree.span(draft.docstring.node)
        entry = re.compile(rf"^[ \t]*(?::\w+[ \t][^:\n]*?)?\*{{0,2}}(?P<name>{re.escape(name)})\b", re.MULTILINE)
        found = entry.search(module.tree.text, start, end)
        if found is None:
            return self.docstring_place(draft)
        span = (found.start("name"), end)
        return self.program.place_of_span(module, span, *draft.function.qualname.split("."), "docstring", name)

    def _output(self, draft: Draft) -> None:
        function = draft.function
        returns = function.node.returns
        if returns is None or (isinstance(returns, ast.Constant) and returns.value is None):
            return
        try:
            schema = self.types[Direction.OUTPUT].schema(returns, Env(function.scope))
        except (UnknownType, NotConstant) as problem:
            self.given.ask(function, "return")
            given = self.given.result(draft.call)
            if given is None:
                place = self.place(function, returns, "return")
                message = f"{self._unknown(draft, problem, 'return')}: the tool has no output schema"
                draft.frame.warning("IN-15", message, place, self._advice())
                return
            schema = given
        except RecursionError:
            return
        if schema and schema != {"type": "null"}:
            text = draft.docstring.returns if draft.docstring is not None else ""
            draft.output = {"description": text, **schema} if text else schema


_NOT_SAID: Any = object()


def _takes_null(schema: Mapping[str, Any]) -> bool:
    kinds = schema.get("type")
    if kinds == "null" or (isinstance(kinds, list) and "null" in kinds):
        return True
    if "enum" in schema:
        return None in schema["enum"]
    if any(_takes_null(one) for key in ("anyOf", "oneOf") for one in schema.get(key, ())):
        return True
    return not schema or not ({"type", "$ref", "anyOf", "oneOf", "const"} & set(schema))
