"""Annotations by their full names, and what their attributes say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from toolmint.sources.java.constants import ClassValue, Constants, EnumValue, Value
from toolmint.sources.java.declarations import Annotation, TypeDeclaration
from toolmint.sources.java.java_types import JavaType, Types
from toolmint.sources.java.names import Names
from toolmint.sources.java.reader import read_annotation

__all__ = ["Annotations", "Use"]

_INSIDE = "com.fasterxml.jackson.annotation.JacksonAnnotationsInside"


class Use:
    """One use of an annotation, with the class that it is written in.

    Args:
        annotation: the use.
        scope: where its names are looked up.
        constants: evaluates its attributes.
    """

    __slots__ = ("_constants", "annotation", "scope")

    def __init__(self, annotation: Annotation, scope: TypeDeclaration, constants: Constants) -> None:
        self.annotation = annotation
        self.scope = scope
        self._constants = constants

    def value(self, attribute: str) -> Value | None:
        """Return what an attribute says; None where it is not written.

        Raises:
            NotConstant: it is written and its value cannot be told.
        """
        node = self.annotation.arguments.get(attribute)
        return None if node is None else self._constants.evaluate(node, self.scope)

    def text(self, attribute: str, default: str = "") -> str:
        """Return a string."""
        found = self.value(attribute)
        return str(found) if isinstance(found, str) else default

    def flag(self, attribute: str, *, default: bool) -> bool:
        """Return a boolean."""
        found = self.value(attribute)
        return found if isinstance(found, bool) else default

    def choice(self, attribute: str, default: str = "") -> str:
        """Return the name of an enum's constant."""
        found = self.value(attribute)
        return found.name if isinstance(found, EnumValue) else default

    def listed(self, attribute: str) -> list[Value]:
        """Return a list; a lone value counts as one of a single element."""
        found = self.value(attribute)
        if found is None:
            return []
        return found if isinstance(found, list) else [found]

    def texts(self, attribute: str) -> list[str]:
        """Return a list of strings."""
        return [str(one) for one in self.listed(attribute) if isinstance(one, str)]

    def class_type(self, attribute: str, types: Types) -> JavaType | None:
        """Return the class that an attribute names."""
        found = self.value(attribute)
        return types.resolve(found.written, found.scope) if isinstance(found, ClassValue) else None

    def nested(self, attribute: str) -> list[Use]:
        """Return the annotations that an attribute lists."""
        found: list[Use] = []
        for one in self.listed(attribute):
            annotation = read_annotation(one, self.scope.file)
            if annotation is not None:
                found.append(Use(annotation, self.scope, self._constants))
        return found


class Annotations:
    """Finds annotations.

    Args:
        names: resolves their names.
        constants: evaluates their attributes.
    """

    def __init__(self, names: Names, constants: Constants) -> None:
        self._names = names
        self._constants = constants
        self._bundling = any(
            names.annotation(one, declared) == _INSIDE
            for declared in names.everything()
            if declared.kind == "annotation"
            for one in declared.annotations
        )

    def find(
        self, annotations: Sequence[Annotation], scope: TypeDeclaration, wanted: str, *, bundled: bool = True
    ) -> Use | None:
        """Return the use of an annotation.

        Args:
            annotations: those of a class, a field or a method.
            scope: the class that they are written in.
            wanted: the annotation's full name.
            bundled: whether annotations of one's own that bundle Jackson's are looked into.
        """
        if not annotations:
            return None
        # Java has no import under another name, so the simple name tells most apart.
        simple = wanted.rpartition(".")[2]
        for one in annotations:
            if one.name.endswith(simple) and self._names.annotation(one, scope) == wanted:
                return Use(one, scope, self._constants)
        if bundled and self._bundling:
            for bundle in self._bundles(annotations, scope, set()):
                found = self.find(bundle.annotations, bundle, wanted, bundled=False)
                if found is not None:
                    return found
        return None

    def all(self, annotations: Iterable[Annotation], scope: TypeDeclaration) -> Iterator[tuple[str, Use]]:
        """Yield every annotation that stands there itself, with its full name."""
        for one in annotations:
            yield self._names.annotation(one, scope), Use(one, scope, self._constants)

    def has(self, annotations: Sequence[Annotation], scope: TypeDeclaration, *wanted: str) -> bool:
        """Say whether one of several annotations is there."""
        return any(self.find(annotations, scope, one) is not None for one in wanted)

    def _bundles(
        self, annotations: Iterable[Annotation], scope: TypeDeclaration, seen: set[str]
    ) -> Iterator[TypeDeclaration]:
        for one in annotations:
            name = self._names.annotation(one, scope)
            declared = self._names.declared(name)
            if declared is None or declared.kind != "annotation" or name in seen:
                continue
            if any(self._names.annotation(inner, declared) == _INSIDE for inner in declared.annotations):
                seen.add(name)
                yield declared
                yield from self._bundles(declared.annotations, declared, seen)
