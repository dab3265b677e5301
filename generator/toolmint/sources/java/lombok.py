"""The accessors that Lombok writes: they decide which fields Jackson knows (projectlombok.org/features)."""

from __future__ import annotations

from collections.abc import Iterator

from toolmint.sources.java.annotations import Annotations, Use
from toolmint.sources.java.declarations import Field, Method, Parameter, TypeDeclaration, TypeName

__all__ = ["access", "accessors"]

_GETTER = "lombok.Getter"
_SETTER = "lombok.Setter"
_DATA = "lombok.Data"
_VALUE = "lombok.Value"
_ACCESSORS = "lombok.experimental.Accessors"
_FIELD_DEFAULTS = "lombok.experimental.FieldDefaults"
_VISIBILITY = {"PUBLIC": "public", "PROTECTED": "protected", "PRIVATE": "private", "PACKAGE": "", "MODULE": ""}


def accessors(declared: TypeDeclaration, annotations: Annotations) -> Iterator[Method]:
    """Yield the getters and setters that Lombok adds to a class; written methods of the same name come before them."""
    if declared.kind not in ("class", "enum") or not _uses_lombok(declared):
        return
    written = {method.name.lower() for method in declared.methods}
    for field in declared.fields:
        if "static" in field.modifiers or field.name.startswith("$"):
            continue
        for method in _of_field(field, declared, annotations):
            if method.name.lower() not in written:
                yield method


def access(field: Field, declared: TypeDeclaration, annotations: Annotations) -> frozenset[str]:
    """Return the modifiers of a field: `@Value` and `@FieldDefaults` give access to one that states none."""
    if field.modifiers & {"public", "protected", "private", "static"} or not _uses_lombok(declared):
        return field.modifiers
    defaults = annotations.find(declared.annotations, declared, _FIELD_DEFAULTS)
    level = defaults.choice("level") if defaults is not None else ""
    if not level and annotations.find(declared.annotations, declared, _VALUE) is not None:
        level = "PRIVATE"
    return field.modifiers | ({_VISIBILITY.get(level, "")} - {""})


def _uses_lombok(declared: TypeDeclaration) -> bool:
    file = declared.file
    names = (*file.imports.values(), *file.packages)
    written = (one.name for one in (*declared.annotations, *(a for f in declared.fields for a in f.annotations)))
    return any(name == "lombok" or name.startswith("lombok.") for name in (*names, *written))


def _of_field(field: Field, declared: TypeDeclaration, annotations: Annotations) -> Iterator[Method]:
    style = annotations.find(field.annotations, declared, _ACCESSORS) or annotations.find(
        declared.annotations, declared, _ACCESSORS
    )
    name = _bare_name(field.name, style)
    if name is None:
        return
    fluent = style is not None and style.flag("fluent", default=False)
    getter = _access(field, declared, annotations, _GETTER)
    if getter is not None:
        primitive = field.type.name == "boolean" and not field.type.dimensions
        yield Method(
            name=name if fluent else _prefixed("is" if primitive else "get", name, boolean=primitive),
            returns=field.type,
            parameters=(),
            modifiers=getter,
            annotations=(),
            span=field.span,
        )
    setter = _access(field, declared, annotations, _SETTER)
    if setter is not None and "final" not in field.modifiers:
        primitive = field.type.name == "boolean" and not field.type.dimensions
        parameter = Parameter(name=field.name, type=field.type, annotations=(), span=field.span)
        yield Method(
            name=name if fluent else _prefixed("set", name, boolean=primitive),
            returns=TypeName(name="void"),
            parameters=(parameter,),
            modifiers=setter,
            annotations=(),
            span=field.span,
        )


def _access(field: Field, declared: TypeDeclaration, annotations: Annotations, wanted: str) -> frozenset[str] | None:
    """Return the modifiers of an accessor; None where Lombok writes none."""
    use: Use | None = annotations.find(field.annotations, declared, wanted)
    if use is None:
        use = annotations.find(declared.annotations, declared, wanted)
    if use is not None:
        level = use.choice("value", "PUBLIC")
        return frozenset({_VISIBILITY[level]} - {""}) if level in _VISIBILITY else None
    bundled = (_DATA, _VALUE) if wanted == _GETTER else (_DATA,)
    return frozenset({"public"}) if annotations.has(declared.annotations, declared, *bundled) else None


def _bare_name(name: str, style: Use | None) -> str | None:
    """Return a field's name without the prefix that `@Accessors` names; None where none of them fits."""
    prefixes = style.texts("prefix") if style is not None else []
    if not prefixes:
        return name
    for prefix in prefixes:
        rest = name[len(prefix) :]
        if not prefix:
            return name
        if name.startswith(prefix) and rest and not (prefix[-1].isalpha() and rest[0].islower()):
            return rest[0].lower() + rest[1:]
    return None


def _prefixed(prefix: str, name: str, *, boolean: bool) -> str:
    """Write an accessor's name; `is` is not said twice of a boolean, as in `isActive`."""
    if boolean and name.startswith("is") and len(name) > 2 and not name[2].islower():
        name = name[2:]
    return f"{prefix}{name[0].upper()}{name[1:]}"
