"""AgentScope Java: which methods are tools, and what it registers of them (1.0.12 and later)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from toolmint.ir.binding import JavaParameter, RegisteredTool, SchemaGap
from toolmint.ir.contract import LeftOut
from toolmint.sources.java.annotations import Use
from toolmint.sources.java.bridges import bridged, inherited_tools
from toolmint.sources.java.constants import NotConstant
from toolmint.sources.java.declarations import Method, Parameter, TypeDeclaration
from toolmint.sources.java.drafts import Argument, Draft, Reading
from toolmint.sources.java.gaps import Gaps
from toolmint.sources.java.java_types import ClassType, JavaType, PrimitiveType, described, erased_name
from toolmint.sources.java.model import TOOL_PARAM, Model
from toolmint.sources.java.places import Places
from toolmint.sources.java.problems import Refused, UnknownSchema
from toolmint.sources.java.schemas import Generator, Options

__all__ = ["TOOL", "AgentScope"]

TOOL = "io.agentscope.core.tool.Tool"
_TOOL_CLASSES = ("io.agentscope.core.tool.AgentTool", "io.agentscope.core.tool.ToolBase")
_AGENT_STATE = "io.agentscope.core.state.AgentState"
_AT_RUN_TIME = re.compile(r"\.\s*(registerSchemas?|registerMcpClient|registerAgentTool|registerMetaTool)\s*\(")


class AgentScope:
    """Reads the tools of AgentScope.

    Args:
        model: what the source declares.
        places: says where things stand.
    """

    def __init__(self, model: Model, places: Places) -> None:
        self._model = model
        self._places = places
        self._as_sent = Generator(model)
        self._as_meant = Generator(model, Options(main_is_defined=True, map_values=True))
        self._schemas: dict[JavaType, tuple[str, str]] = {}
        self._gaps = Gaps(model, places)

    def read(self) -> Reading:
        """Read every tool of the source, in the order of its files."""
        reading = Reading()
        for file in self._model.files:
            for declared in file.everything():
                self._read_class(declared, reading)
            reading.left_out += self._registered_by_calls(file.path, file.tree.source)
        return reading

    def _read_class(self, declared: TypeDeclaration, reading: Reading) -> None:
        why = _unregistrable(declared)
        own = [(method, use) for method in declared.methods if (use := self._tool(method, declared)) is not None]
        for method, use in own:
            place = self._places.at(declared.file, use.annotation.span, declared.binary, method.name)
            if why is not None:
                what = f"method `{declared.name}.{method.name}`"
                reading.left_out.append(LeftOut(what=what, reason=why, failed=False, origin=place))
            else:
                reading.drafts.append(self._draft(declared, method, use, inherited=None))
        if why is None:
            for method, owner in inherited_tools(declared, self._model):
                inherited = self._tool(method, owner)
                # Of a class that may be registered itself, the tool is listed once, as its own.
                if inherited is not None and _unregistrable(owner) is not None:
                    reading.drafts.append(self._draft(declared, method, inherited, inherited=owner))
        if declared.kind != "annotation" and "abstract" not in declared.modifiers:
            reading.left_out += self._tool_class(declared)

    def _tool(self, method: Method, declared: TypeDeclaration) -> Use | None:
        return self._model.annotations.find(method.annotations, declared, TOOL, bundled=False)

    def _tool_class(self, declared: TypeDeclaration) -> Iterator[LeftOut]:
        for one in self._model.types.ancestry(ClassType(declared)):
            if one.symbol.qualified in _TOOL_CLASSES and not isinstance(one.symbol, TypeDeclaration):
                simple = one.symbol.qualified.rpartition(".")[2]
                yield LeftOut(
                    what=f"class `{declared.name}`",
                    reason=f"it is an `{simple}`: it makes its name and schema at run time",
                    failed=False,
                    origin=self._places.at(declared.file, declared.span, declared.binary),
                )
                return

    def _registered_by_calls(self, path: str, source: str) -> Iterator[LeftOut]:
        file = next(one for one in self._model.files if one.path == path)
        for found in _AT_RUN_TIME.finditer(source):
            yield LeftOut(
                what=f"call of `{found[1]}`",
                reason="what it registers is known at run time alone",
                failed=False,
                origin=self._places.at(file, found.span(1), "", found[1]),
            )

    def _draft(
        self, declared: TypeDeclaration, method: Method, use: Use, *, inherited: TypeDeclaration | None
    ) -> Draft:
        owner = inherited or declared
        place = self._places.at(owner.file, use.annotation.span, owner.binary, method.name)
        draft = Draft(framework="agentscope", owner=declared, method=method, place=place, name=method.name)
        draft.places["annotation"] = place
        if method.faulty or use.annotation.faulty:
            draft.error("IN-01", "the method's head holds a syntax error, so it is not read")
            return draft
        try:
            self._read_tool(draft, owner, use)
        except NotConstant as problem:
            at = self._places.at(problem.file, problem.file.tree.span(problem.node), owner.binary, method.name, "value")
            hint = "name the folder that declares it: a source is one file or one folder"
            draft.error("JV-01", problem.message, at, hint if "not in the source" in problem.message else None)
            draft.registered = None
        except RecursionError:
            draft.error("JV-01", "an expression or a type is nested too deep to be read")
        if inherited is not None:
            java = f"{inherited.name}.{method.name}"
            draft.gaps.append(SchemaGap(kind="inherited", java=java, origin=place))
        else:
            draft.gaps += [
                SchemaGap(kind="bridge", java=java, origin=place) for java in bridged(method, declared, self._model)
            ]
        return draft

    def _read_tool(self, draft: Draft, owner: TypeDeclaration, use: Use) -> None:
        method = draft.method
        draft.name = use.text("name") or method.name
        draft.description = use.text("description") or f"Tool: {draft.name}"
        for attribute in ("name", "description", "readOnly", "strict"):
            node = use.annotation.arguments.get(attribute)
            if node is not None:
                span = owner.file.tree.span(node)
                draft.places[attribute] = self._places.at(owner.file, span, owner.binary, method.name, attribute)
        draft.external = use.flag("externalTool", default=False)
        if "readOnly" in use.annotation.arguments:
            draft.read_only = use.flag("readOnly", default=False)
        draft.deprecated = self._model.annotations.has(method.annotations, owner, "java.lang.Deprecated")
        if not draft.name.strip():
            draft.error("JV-02", "the tool's name is blank; `registerTool` throws", draft.places.get("name"))
        self._check_state(draft, owner, use)
        parameters = self._parameters(draft, owner)
        if parameters is not None and not draft.has_error("JV-02"):
            draft.registered = RegisteredTool(
                name=draft.name,
                description=draft.description,
                parameters=parameters,
                strict=use.flag("strict", default=False),
            )

    def _check_state(self, draft: Draft, owner: TypeDeclaration, use: Use) -> None:
        """Report what `ReflectiveFunctionTool.create` throws on."""
        states = [
            one
            for one in draft.method.parameters
            if not one.type.dimensions and self._model.names.type(one.type.name, owner).qualified == _AGENT_STATE
        ]
        injected = use.flag("stateInjected", default=False)
        shown = [one for one in states if self._param(one, owner) is not None]
        if shown:
            message = f"`{shown[0].name}` is an `AgentState` with `@ToolParam`; `registerTool` throws"
            draft.error("JV-02", message, hint="take `@ToolParam` away: AgentScope fills it in by its type")
        if len(states) > 1:
            draft.error("JV-02", f"{len(states)} parameters are an `AgentState`; `registerTool` takes one")
        if injected and not states:
            draft.error("JV-02", "`stateInjected = true` without an `AgentState` parameter; `registerTool` throws")
        if states and not injected:
            message = f"`{states[0].name}` is an `AgentState` and `stateInjected` is not true; `registerTool` throws"
            draft.error("JV-02", message, hint="write `@Tool(stateInjected = true, …)`")

    def _param(self, parameter: Parameter, owner: TypeDeclaration) -> Use | None:
        return self._model.annotations.find(parameter.annotations, owner, TOOL_PARAM, bundled=False)

    def _parameters(self, draft: Draft, owner: TypeDeclaration) -> dict[str, Any] | None:
        properties: dict[str, Any] = {}
        required: list[str] = []
        definitions: dict[str, Any] = {}
        complete = True
        for parameter in draft.method.parameters:
            javatype = self._model.types.resolve(parameter.type, owner, {}, draft.method.type_parameters)
            use = self._param(parameter, owner)
            draft.parameters.append(
                JavaParameter(
                    java_name=parameter.name,
                    type=described(javatype),
                    argument=use.text("name") if use is not None else None,
                )
            )
            if use is None:
                self._check_hidden(draft, owner, parameter, javatype)
            else:
                schema = self._argument(draft, owner, parameter, javatype, use, definitions)
                complete &= schema is not None
                properties[use.text("name")] = schema
                if use.flag("required", default=True):
                    required.append(use.text("name"))
        result: dict[str, Any] = {"type": "object", "properties": properties}
        if required:
            result["required"] = required
        if definitions:
            result["$defs"] = definitions
        return result if complete else None

    def _check_hidden(self, draft: Draft, owner: TypeDeclaration, parameter: Parameter, javatype: JavaType) -> None:
        """Note a parameter that nobody gives a value: AgentScope injects no primitive and nothing of Java itself."""
        java = isinstance(javatype, PrimitiveType) or erased_name(javatype).startswith(("java.", "javax."))
        if java or not isinstance(javatype, ClassType):
            place = self._places.at(owner.file, parameter.span, owner.binary, draft.method.name, parameter.name)
            java_text = f"{described(javatype)} {parameter.name}"
            draft.gaps.append(SchemaGap(kind="unfed-parameter", path=(parameter.name,), java=java_text, origin=place))

    def _both(self, javatype: JavaType) -> tuple[str, str]:
        """Return the schema of a type, as AgentScope sends it and as it should be, each as JSON."""
        if javatype not in self._schemas:
            sent = json.dumps(self._as_sent.generate(javatype))
            plain = self._as_sent.says_everything
            self._schemas[javatype] = (sent, sent if plain else json.dumps(self._as_meant.generate(javatype)))
        return self._schemas[javatype]

    def _argument(
        self,
        draft: Draft,
        owner: TypeDeclaration,
        parameter: Parameter,
        javatype: JavaType,
        use: Use,
        definitions: dict[str, Any],
    ) -> dict[str, Any] | None:
        name, required = use.text("name"), use.flag("required", default=True)
        place = self._places.at(owner.file, use.annotation.span, owner.binary, draft.method.name, parameter.name)
        if "name" not in use.annotation.arguments:
            draft.error("JV-02", f"`@ToolParam` of `{parameter.name}` has no `name`, which it must have", place)
            return None
        if name in (one.name for one in draft.arguments):
            draft.error("JV-04", f"two parameters are named `{name}`; the model can give the last one alone", place)
        draft.places.setdefault(f"argument/{name}", place)
        try:
            sent, meant = map(json.loads, self._both(javatype))
        except UnknownSchema as problem:
            unknown = problem.unknown.qualified
            message = f"the schema of `{name}` needs `{unknown}`, which neither the source nor the JDK declares"
            draft.error("JV-01", message, place, "name the folder that declares it: a source is one file or one folder")
            return None
        except Refused as problem:
            draft.error("JV-02", f"the schema of `{name}` cannot be made: {problem.message}", place)
            return None
        if text := use.text("description"):
            sent["description"] = meant["description"] = text
        for key, schema in sent.pop("$defs", {}).items():
            if definitions.setdefault(key, schema) != schema:
                message = f"two classes called `{key}` are used in different parameters; `registerTool` throws"
                draft.error("JV-02", message, place, "give one of the classes another name")
                return None
        if '"$ref": "#"' in self._both(javatype)[0]:
            draft.gaps.append(SchemaGap(kind="self-reference", path=(name,), java=described(javatype), origin=place))
        draft.arguments.append(Argument(name=name, schema=meant, required=required, place=place))
        draft.gaps += self._gaps.of_parameter(parameter, javatype, name, place, required=required)
        sent_schema: dict[str, Any] = sent
        return sent_schema


def _unregistrable(declared: TypeDeclaration) -> str | None:
    """Return why no object has a type as its own class, so that its methods are no tools."""
    kind = {"interface": "an interface", "annotation": "an annotation"}.get(declared.kind)
    if kind is None and "abstract" in declared.modifiers:
        kind = "abstract"
    if kind is None:
        return None
    return f"`{declared.name}` is {kind}, and AgentScope takes what an object's own class declares"
