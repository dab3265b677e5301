"""Methods that the compiler adds: bridges copy the annotations, so AgentScope registers them too (JLS 15.12.4.5)."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.sources.java.declarations import Method, Parameter, TypeDeclaration
from toolmint.sources.java.java_types import ClassType, JavaType, erased_name
from toolmint.sources.java.model import Model

__all__ = ["bridged", "inherited_tools"]


def bridged(method: Method, declared: TypeDeclaration, model: Model) -> Iterator[str]:
    """Yield what a method overrides with other parameters, once type variables are erased: `Base.run(T)`.

    The compiler adds a method with the erased parameters beside it. Both are registered under one name, and which of
    them stays is not specified.
    """
    if "static" in method.modifiers or "private" in method.modifiers:
        return
    own = [_erased(one, method, declared, model, {}) for one in method.parameters]
    for ancestor in model.types.ancestry(ClassType(declared)):
        above = ancestor.symbol
        if not isinstance(above, TypeDeclaration) or above is declared:
            continue
        bindings = model.types.bindings(ancestor)
        for other in above.methods:
            if other.name != method.name or len(other.parameters) != len(method.parameters):
                continue
            if "static" in other.modifiers or "private" in other.modifiers:
                continue
            filled_in = [_erased(one, other, above, model, bindings) for one in other.parameters]
            erased = [_erased(one, other, above, model, {}) for one in other.parameters]
            if filled_in == own and erased != own:
                written = ", ".join(one.type.name for one in other.parameters)
                yield f"{above.name}.{other.name}({written})"


def inherited_tools(declared: TypeDeclaration, model: Model) -> Iterator[tuple[Method, TypeDeclaration]]:
    """Yield the public methods that a public class inherits from one that is not public.

    Reflection could not call them there, so the compiler adds each to the public class, annotations and all.
    """
    if not declared.is_public or declared.kind != "class" or declared.superclass is None:
        return
    hidden = {(one.name, len(one.parameters)) for one in declared.methods}
    for above in model.types.superclasses(ClassType(declared)):
        for method in above.methods:
            key = (method.name, len(method.parameters))
            plain = not method.modifiers & {"static", "final", "abstract"} and "public" in method.modifiers
            if key not in hidden and plain and not above.is_public:
                yield method, above
            hidden.add(key)


def _erased(
    parameter: Parameter, method: Method, declared: TypeDeclaration, model: Model, bindings: dict[str, JavaType]
) -> str:
    return erased_name(model.types.resolve(parameter.type, declared, bindings, method.type_parameters))
