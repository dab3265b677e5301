"""Spring AI's `@Tool` and `@ToolParam`: every parameter is shown, under its Java name, and required unless said so."""

from __future__ import annotations

import json
from typing import Any

from toolmint.ir.binding import JavaParameter
from toolmint.sources.java.annotations import Use
from toolmint.sources.java.constants import NotConstant
from toolmint.sources.java.declarations import Method, Parameter, TypeDeclaration
from toolmint.sources.java.drafts import Argument, Draft, Reading
from toolmint.sources.java.gaps import Gaps
from toolmint.sources.java.java_types import JavaType, described, erased_name
from toolmint.sources.java.model import SPRING_AI, Model
from toolmint.sources.java.places import Places
from toolmint.sources.java.problems import Refused, UnknownSchema
from toolmint.sources.java.schemas import Generator, Options

__all__ = ["SpringAi"]

_TOOL = "org.springframework.ai.tool.annotation.Tool"
_CONTEXT = "org.springframework.ai.chat.model.ToolContext"
_FUNCTIONS = ("java.util.function.Function", "java.util.function.Supplier", "java.util.function.Consumer")
_JACKSON = "com.fasterxml.jackson.annotation."
_SCHEMA = "io.swagger.v3.oas.annotations.media.Schema"
_NULLABLE = ("org.springframework.lang.Nullable", "org.jspecify.annotations.Nullable")


class SpringAi:
    """Reads the tools of Spring AI.

    Args:
        model: what the source declares.
        places: says where things stand.
    """

    def __init__(self, model: Model, places: Places) -> None:
        self._model = model.ruled_by(SPRING_AI)
        self._places = places
        self._schemas = Generator(self._model, Options(main_is_defined=True, map_values=True))
        self._gaps = Gaps(self._model, places)

    def read(self, reading: Reading) -> None:
        """Read every tool into what was read so far."""
        for file in self._model.files:
            for declared in file.everything():
                for method in declared.methods:
                    use = self._model.annotations.find(method.annotations, declared, _TOOL, bundled=False)
                    if use is not None:
                        reading.drafts.append(self._draft(declared, method, use))

    def _draft(self, declared: TypeDeclaration, method: Method, use: Use) -> Draft:
        place = self._places.at(declared.file, use.annotation.span, declared.binary, method.name)
        draft = Draft(framework="spring-ai", owner=declared, method=method, place=place, name=method.name)
        draft.places["annotation"] = place
        if method.faulty or use.annotation.faulty:
            draft.error("IN-01", "the method's head holds a syntax error, so it is not read")
            return draft
        returned = self._model.types.resolve(method.returns, declared, {}, method.type_parameters)
        if erased_name(returned) in _FUNCTIONS:
            draft.error("JV-02", f"it returns a `{described(returned)}`, and Spring AI skips such methods")
        try:
            draft.name = use.text("name") or method.name
            draft.description = use.text("description") or draft.name
            node = use.annotation.arguments.get("description")
            if node is not None:
                span = declared.file.tree.span(node)
                at = self._places.at(declared.file, span, declared.binary, method.name, "description")
                draft.places["description"] = at
            for parameter in method.parameters:
                self._parameter(draft, declared, parameter)
        except NotConstant as problem:
            span = problem.file.tree.span(problem.node)
            at = self._places.at(problem.file, span, declared.binary, method.name, "value")
            draft.error("JV-01", problem.message, at)
        return draft

    def _parameter(self, draft: Draft, declared: TypeDeclaration, parameter: Parameter) -> None:
        javatype = self._model.types.resolve(parameter.type, declared, {}, draft.method.type_parameters)
        hidden = erased_name(javatype) == _CONTEXT
        draft.parameters.append(
            JavaParameter(
                java_name=parameter.name, type=described(javatype), argument=None if hidden else parameter.name
            )
        )
        if hidden:
            return
        place = self._places.at(declared.file, parameter.span, declared.binary, draft.method.name, parameter.name)
        required = self._is_required(parameter, declared)
        schema = self._schema(draft, javatype, parameter)
        if schema is None:
            return
        text = self._description(parameter, declared)
        if text:
            schema["description"] = text
        draft.places[f"argument/{parameter.name}"] = place
        draft.arguments.append(Argument(name=parameter.name, schema=schema, required=required, place=place))
        draft.gaps += self._gaps.of_parameter(parameter, javatype, parameter.name, place, required=required)

    def _schema(self, draft: Draft, javatype: JavaType, parameter: Parameter) -> dict[str, Any] | None:
        try:
            made: dict[str, Any] = json.loads(json.dumps(self._schemas.generate(javatype)))
        except UnknownSchema as problem:
            needed = problem.unknown.qualified
            draft.error(
                "JV-01", f"the schema of `{parameter.name}` needs `{needed}`, which the source does not declare"
            )
            return None
        except Refused as problem:
            draft.error("JV-02", f"the schema of `{parameter.name}` cannot be made: {problem.message}")
            return None
        return made

    def _is_required(self, parameter: Parameter, declared: TypeDeclaration) -> bool:
        annotations = self._model.annotations
        for wanted, default in ((SPRING_AI.tool_param, True), (f"{_JACKSON}JsonProperty", False)):
            use = annotations.find(parameter.annotations, declared, wanted, bundled=False)
            if use is not None:
                return use.flag("required", default=default)
        use = annotations.find(parameter.annotations, declared, _SCHEMA, bundled=False)
        if use is not None:
            return use.choice("requiredMode", "AUTO") != "NOT_REQUIRED"
        return not annotations.has(parameter.annotations, declared, *_NULLABLE)

    def _description(self, parameter: Parameter, declared: TypeDeclaration) -> str:
        for wanted, attribute in (
            (SPRING_AI.tool_param, "description"),
            (f"{_JACKSON}JsonPropertyDescription", "value"),
            (_SCHEMA, "description"),
        ):
            use = self._model.annotations.find(parameter.annotations, declared, wanted, bundled=False)
            if use is not None and (text := use.text(attribute)).strip():
                return text
        return ""
