"""LangChain4j's `@Tool` and `@P`: its own generator, which takes the fields of a class as they are declared."""

from __future__ import annotations

from typing import Any

from toolmint.ir.binding import JavaParameter
from toolmint.location import Location
from toolmint.sources.java.annotations import Use
from toolmint.sources.java.constants import NotConstant
from toolmint.sources.java.declarations import Method, Parameter, TypeDeclaration
from toolmint.sources.java.drafts import Argument, Draft, Reading
from toolmint.sources.java.java_types import ClassType, JavaType, described, erased_name
from toolmint.sources.java.model import Model
from toolmint.sources.java.places import Places

__all__ = ["LangChain4j"]

_TOOL = "dev.langchain4j.agent.tool.Tool"
_P = "dev.langchain4j.agent.tool.P"
_DESCRIPTION = "dev.langchain4j.model.output.structured.Description"
_HIDDEN = frozenset(
    f"dev.langchain4j.invocation.{name}" for name in ("InvocationContext", "InvocationParameters", "LangChain4jManaged")
)
_BOXES = {"byte": "Byte", "short": "Short", "int": "Integer", "long": "Long"}
_TYPES = {
    **dict.fromkeys(("java.lang.String", "java.lang.CharSequence", "char", "java.lang.Character"), "string"),
    "java.util.UUID": "string",
    **dict.fromkeys((*_BOXES, *(f"java.lang.{box}" for box in _BOXES.values()), "java.math.BigInteger"), "integer"),
    **dict.fromkeys(("float", "java.lang.Float", "double", "java.lang.Double", "java.math.BigDecimal"), "number"),
    **dict.fromkeys(("boolean", "java.lang.Boolean"), "boolean"),
}


class _Unsettled(Exception):
    """How LangChain4j describes a type is not known here."""

    def __init__(self, javatype: JavaType, *, holds_itself: bool = False) -> None:
        super().__init__(described(javatype))
        self.holds_itself = holds_itself


class LangChain4j:
    """Reads the tools of LangChain4j.

    Args:
        model: what the source declares.
        places: says where things stand.
    """

    def __init__(self, model: Model, places: Places) -> None:
        self._model = model
        self._places = places

    def read(self, reading: Reading) -> None:
        """Read every tool into what was read so far."""
        for file in self._model.files:
            for declared in file.everything():
                for method in declared.methods:
                    use = self._model.annotations.find(method.annotations, declared, _TOOL, bundled=False)
                    if use is not None and "abstract" not in method.modifiers:
                        reading.drafts.append(self._draft(declared, method, use))

    def _draft(self, declared: TypeDeclaration, method: Method, use: Use) -> Draft:
        place = self._places.at(declared.file, use.annotation.span, declared.binary, method.name)
        draft = Draft(framework="langchain4j", owner=declared, method=method, place=place, name=method.name)
        draft.places["annotation"] = place
        if method.faulty or use.annotation.faulty:
            draft.error("IN-01", "the method's head holds a syntax error, so it is not read")
            return draft
        try:
            name = use.text("name")
            draft.name = name if name.strip() else method.name
            draft.description = "\n".join(use.texts("value"))
            node = use.annotation.arguments.get("value")
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
        annotations = self._model.annotations
        javatype = self._model.types.resolve(parameter.type, declared, {}, draft.method.type_parameters)
        memory = annotations.has(parameter.annotations, declared, "dev.langchain4j.agent.tool.ToolMemoryId")
        hidden = memory or erased_name(javatype) in _HIDDEN
        use = annotations.find(parameter.annotations, declared, _P, bundled=False)
        named = use.text("name") if use is not None else ""
        name = named if named.strip() else parameter.name
        draft.parameters.append(
            JavaParameter(java_name=parameter.name, type=described(javatype), argument=None if hidden else name)
        )
        if hidden:
            return
        place = self._places.at(declared.file, parameter.span, declared.binary, draft.method.name, parameter.name)
        required = use is None or (
            use.flag("required", default=True) and "defaultValue" not in use.annotation.arguments
        )
        if erased_name(javatype) == "java.util.Optional" and isinstance(javatype, ClassType) and javatype.arguments:
            javatype, required = javatype.arguments[0], False
        schema = self._checked(draft, javatype, name, place)
        if schema is None:
            return
        text = (use.text("description") or use.text("value")) if use is not None else ""
        if text.strip():
            schema["description"] = text
        draft.places[f"argument/{name}"] = place
        draft.arguments.append(Argument(name=name, schema=schema, required=required, place=place))

    def _checked(self, draft: Draft, javatype: JavaType, name: str, place: Location) -> dict[str, Any] | None:
        try:
            return self._schema(javatype, ())
        except _Unsettled as problem:
            what = f"`{problem}`, which holds itself," if problem.holds_itself else f"the type `{problem}` of `{name}`"
            message = f"how LangChain4j describes {what} to a model is not known here"
            way = "leave out the field that leads back" if problem.holds_itself else "write a class of its fields"
            draft.error("JV-03", message, place, f"{way}, or read the tools from an MCP list")
            return None

    def _schema(self, javatype: JavaType, outer: tuple[JavaType, ...]) -> dict[str, Any]:
        plain = _TYPES.get(erased_name(javatype))
        if plain is not None:
            return {"type": plain}
        items = self._model.types.items(javatype)
        if items is not None:
            return {"type": "array", "items": self._schema(items, outer)}
        if not isinstance(javatype, ClassType) or javatype in outer:
            raise _Unsettled(javatype, holds_itself=javatype in outer)
        if self._model.types.is_enum(javatype):
            return {"type": "string", "enum": list(self._model.types.constants(javatype))}
        symbol = javatype.symbol
        if not isinstance(symbol, TypeDeclaration) or symbol.kind == "interface":
            raise _Unsettled(javatype)
        return self._object(symbol, javatype, (*outer, javatype))

    def _object(self, symbol: TypeDeclaration, javatype: ClassType, outer: tuple[JavaType, ...]) -> dict[str, Any]:
        properties: dict[str, Any] = {}
        required: list[str] = []
        bindings = self._model.types.bindings(javatype)
        for field in (*symbol.components, *symbol.fields):
            if "static" in field.modifiers:
                continue
            held = self._model.types.resolve(field.type, symbol, bindings)
            properties[field.name] = self._schema(held, outer)
            told = self._model.annotations.find(field.annotations, symbol, _DESCRIPTION, bundled=False)
            if told is not None:
                properties[field.name]["description"] = " ".join(told.texts("value"))
            wanted = "com.fasterxml.jackson.annotation.JsonProperty"
            stated = self._model.annotations.find(field.annotations, symbol, wanted, bundled=False)
            if stated is None or stated.flag("required", default=False):
                required.append(field.name)
        schema: dict[str, Any] = {"type": "object", "properties": properties}
        if required:
            schema["required"] = required
        told = self._model.annotations.find(symbol.annotations, symbol, _DESCRIPTION, bundled=False)
        if told is not None:
            schema["description"] = " ".join(told.texts("value"))
        return schema
