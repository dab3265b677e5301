"""Syntax trees to declarations: only the heads of classes and methods, never what methods do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tree_sitter import Node

from toolmint.sources.java.declarations import (
    Annotation,
    Constant,
    Field,
    JavaFile,
    Kind,
    Method,
    Parameter,
    TypeDeclaration,
    TypeName,
    TypeParameter,
)
from toolmint.sources.java.syntax import SyntaxTree, faulty, named, parse, text

__all__ = ["read_annotation", "read_file"]

_KINDS: dict[str, Kind] = {
    "class_declaration": "class",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "record_declaration": "record",
    "annotation_type_declaration": "annotation",
}
_METHODS = ("method_declaration", "annotation_type_element_declaration")
_CONSTRUCTORS = ("constructor_declaration", "compact_constructor_declaration")
_TOOL = b"Tool"
"""What code must hold before it is looked into for classes, however it names the annotation."""


def read_file(source: str, *, path: str) -> JavaFile:
    """Read what a file declares; what is no Java is passed over, and the rest read all the same."""
    file = JavaFile(path=path, tree=parse(source))
    reader = _Reader(file)
    for node in _members(file.tree.root):
        if node.type == "package_declaration":
            file.package = text(next(iter(_names(node)), None))
        elif node.type == "import_declaration":
            _read_import(node, file)
        elif node.type in _KINDS:
            file.types.append(reader.type(node, None))
    return file


def read_annotation(node: object, file: JavaFile) -> Annotation | None:
    """Read the use of an annotation; None for anything else."""
    if not isinstance(node, Node) or node.type not in ("annotation", "marker_annotation"):
        return None
    arguments: dict[str, Node] = {}
    for part in named(node.child_by_field_name("arguments")):
        key = part.child_by_field_name("key") if part.type == "element_value_pair" else None
        value = part.child_by_field_name("value") if key is not None else part
        if value is not None:
            arguments[text(key) if key is not None else "value"] = value
    name = "".join(text(node.child_by_field_name("name")).split())
    return Annotation(name=name, arguments=arguments, span=file.tree.span(node), faulty=faulty(node))


def _names(node: Node) -> Iterator[Node]:
    return (child for child in named(node) if child.type in ("identifier", "scoped_identifier"))


def _members(body: Node | None) -> Iterator[Node]:
    """Yield what stands in a body; what stands in a piece that is no Java counts as if it stood there."""
    for child in named(body):
        if child.is_error or child.type == "enum_body_declarations":
            yield from _members(child)
        else:
            yield child


def _read_import(node: Node, file: JavaFile) -> None:
    name = "".join(text(next(iter(_names(node)), None)).split())
    on_demand = any(child.type == "asterisk" for child in node.children)
    if any(child.type == "static" for child in node.children):
        if on_demand:
            file.static_packages.append(name)
        else:
            owner, _, member = name.rpartition(".")
            file.static_imports.setdefault(member, []).append(owner)
    elif on_demand:
        file.packages.append(name)
    elif name:
        file.imports[name.rpartition(".")[2]] = name


class _Reader:
    """Reads the declarations of one file."""

    def __init__(self, file: JavaFile) -> None:
        self._file = file
        self._tree: SyntaxTree = file.tree

    def type(self, node: Node, outer: TypeDeclaration | None, *, local: bool = False) -> TypeDeclaration:
        modifiers, annotations = self._modifiers(node)
        name = node.child_by_field_name("name")
        declared = TypeDeclaration(
            kind=_KINDS[node.type],
            name=text(name),
            file=self._file,
            outer=outer,
            modifiers=modifiers,
            annotations=annotations,
            span=self._tree.span(name if name is not None else node),
            type_parameters=self._type_parameters(node),
            local=local,
        )
        for child in named(node):
            if child.type == "superclass":
                declared.superclass = next(iter(self._types(child)), None)
            elif child.type in ("super_interfaces", "extends_interfaces"):
                declared.interfaces = tuple(self._types(child))
        if declared.kind == "record":
            parameters = self._parameters(node.child_by_field_name("parameters"))
            declared.components = tuple(_component(one) for one in parameters)
        self._body(node.child_by_field_name("body"), declared)
        return declared

    def _body(self, body: Node | None, owner: TypeDeclaration) -> None:
        for node in _members(body):
            if node.type in ("field_declaration", "constant_declaration"):
                owner.fields += self._fields(node, owner)
                self._look_into(node, owner)
            elif node.type in _METHODS:
                owner.methods.append(self._method(node, owner))
                self._look_into(node.child_by_field_name("body"), owner)
            elif node.type in _CONSTRUCTORS:
                if node.type == "constructor_declaration":
                    owner.constructors.append(self._method(node, owner))
                self._look_into(node.child_by_field_name("body"), owner)
            elif node.type == "enum_constant":
                _, annotations = self._modifiers(node)
                owner.constants.append(Constant(name=text(node.child_by_field_name("name")), annotations=annotations))
                self._look_into(node, owner)
            elif node.type in _KINDS:
                inner = self.type(node, owner)
                owner.nested[inner.name] = inner
            elif node.type in ("block", "static_initializer"):
                self._look_into(node, owner)

    def _look_into(self, body: Node | None, owner: TypeDeclaration) -> None:
        """Read the classes inside of code, where a method of theirs may be a tool."""
        if body is None or body.text is None or _TOOL not in body.text:
            return
        pending = list(reversed(named(body)))
        while pending:
            node = pending.pop()
            if node.type in _KINDS:
                owner.unnamed.append(self.type(node, owner, local=True))
            elif node.type == "class_body":
                anonymous = TypeDeclaration(
                    kind="class",
                    name="",
                    file=self._file,
                    outer=owner,
                    modifiers=frozenset(),
                    annotations=(),
                    span=self._tree.span(node.parent if node.parent is not None else node),
                    local=True,
                )
                self._body(node, anonymous)
                owner.unnamed.append(anonymous)
            else:
                pending += reversed(named(node))

    def _fields(self, node: Node, owner: TypeDeclaration) -> Iterator[Field]:
        modifiers, annotations = self._modifiers(node)
        if owner.kind in ("interface", "annotation"):
            modifiers |= {"public", "static", "final"}
        declared = self._type(node.child_by_field_name("type"))
        for declarator in node.children_by_field_name("declarator"):
            name = declarator.child_by_field_name("name")
            dimensions = _dimensions(declarator.child_by_field_name("dimensions"))
            if not text(name):
                continue  # the syntax error is told of the file
            yield Field(
                name=text(name),
                type=declared.array(dimensions),
                modifiers=modifiers,
                annotations=annotations,
                span=self._tree.span(name if name is not None else declarator),
                value=declarator.child_by_field_name("value"),
            )

    def _method(self, node: Node, owner: TypeDeclaration) -> Method:
        modifiers, annotations = self._modifiers(node)
        if owner.kind in ("interface", "annotation") and "private" not in modifiers:
            modifiers |= {"public"}
            if node.child_by_field_name("body") is None:
                modifiers |= {"abstract"}
        name = node.child_by_field_name("name")
        returns = self._type(node.child_by_field_name("type"))
        heads = (child for child in node.children if child.type not in ("block", "constructor_body"))
        return Method(
            name=text(name),
            returns=returns.array(_dimensions(node.child_by_field_name("dimensions"))),
            parameters=tuple(self._parameters(node.child_by_field_name("parameters"))),
            modifiers=modifiers,
            annotations=annotations,
            span=self._tree.span(name if name is not None else node),
            type_parameters=self._type_parameters(node),
            faulty=any(faulty(child) for child in heads),
            default=node.child_by_field_name("value") if node.type == _METHODS[1] else None,
        )

    def _parameters(self, node: Node | None) -> Iterator[Parameter]:
        for child in named(node):
            if child.type not in ("formal_parameter", "spread_parameter"):
                continue
            _, annotations = self._modifiers(child)
            declared = child.child_by_field_name("type")
            name = child.child_by_field_name("name")
            dimensions = _dimensions(child.child_by_field_name("dimensions"))
            if child.type == "spread_parameter":
                parts = [part for part in named(child) if part.type != "modifiers"]
                declarator = next((part for part in parts if part.type == "variable_declarator"), None)
                declared = next((part for part in parts if part is not declarator), None)
                name = declarator.child_by_field_name("name") if declarator is not None else None
                dimensions += 1
            yield Parameter(
                name=text(name),
                type=self._type(declared).array(dimensions),
                annotations=annotations,
                span=self._tree.span(name if name is not None else child),
            )

    def _modifiers(self, node: Node) -> tuple[frozenset[str], tuple[Annotation, ...]]:
        holder = next((child for child in node.children if child.type == "modifiers"), None)
        if holder is None:
            return frozenset(), ()
        words = frozenset(child.type for child in holder.children if not child.is_named)
        return words, tuple(self._annotations(holder.children))

    def _annotations(self, nodes: Iterable[Node]) -> Iterator[Annotation]:
        for node in nodes:
            annotation = read_annotation(node, self._file)
            if annotation is not None:
                yield annotation

    def _type_parameters(self, node: Node) -> tuple[TypeParameter, ...]:
        holder = next((child for child in node.children if child.type == "type_parameters"), None)
        found = []
        for parameter in named(holder):
            parts = [part for part in named(parameter) if part.type in ("type_identifier", "identifier", "type_bound")]
            if parts:
                bounds = [bound for part in parts[1:] for bound in self._types(part)]
                found.append(TypeParameter(name=text(parts[0]), bounds=tuple(bounds)))
        return tuple(found)

    def _types(self, node: Node) -> Iterator[TypeName]:
        for child in named(node):
            if child.type == "type_list":
                yield from self._types(child)
            elif child.type not in ("annotation", "marker_annotation"):
                yield self._type(child)

    def _type(self, node: Node | None) -> TypeName:
        if node is None:
            return TypeName(name="")
        span = self._tree.span(node)
        if node.type == "generic_type":
            parts = named(node)
            arguments = next((part for part in parts if part.type == "type_arguments"), None)
            base = self._type(parts[0]) if parts else TypeName(name="")
            listed = tuple(self._type(one) for one in named(arguments))
            return TypeName(name=base.name, arguments=listed, span=span)
        if node.type == "array_type":
            element = self._type(node.child_by_field_name("element"))
            return element.array(_dimensions(node.child_by_field_name("dimensions")))
        if node.type == "annotated_type":
            kept = [part for part in named(node) if part.type not in ("annotation", "marker_annotation")]
            return self._type(kept[-1] if kept else None)
        if node.type == "wildcard":
            lower = any(child.type == "super" for child in node.children)
            bounds = [] if lower else list(self._types(node))
            return TypeName(name="?", bound=bounds[0] if bounds else None, span=span)
        if node.type == "scoped_type_identifier":
            return TypeName(name=_dotted(node), span=span)
        return TypeName(name="".join(text(node).split()), span=span)


def _dotted(node: Node) -> str:
    """Return the names of a qualified type, annotations and type arguments between them left out."""
    names: list[str] = []
    for part in named(node):
        if part.type == "scoped_type_identifier":
            names.append(_dotted(part))
        elif part.type == "generic_type":
            inner = named(part)[0]
            names.append(_dotted(inner) if inner.type == "scoped_type_identifier" else text(inner))
        elif part.type == "type_identifier":
            names.append(text(part))
    return ".".join(names)


def _dimensions(node: Node | None) -> int:
    return sum(child.type == "[" for child in node.children) if node is not None else 0


def _component(parameter: Parameter) -> Field:
    return Field(
        name=parameter.name,
        type=parameter.type,
        modifiers=frozenset({"private", "final"}),
        annotations=parameter.annotations,
        span=parameter.span,
    )
