"""datamodel-code-generator's part: plain types in, pydantic's spelling of them out.

It gets one JSON Schema for the whole catalog, every class in it named by us, never the source document. Tools repeat
each other's types, so each type is generated once, as a field of its own, and stands in every model that has it: of
1,223 tools with six arguments each that is a twentieth of the work. What it writes is read as a syntax tree, and of
that only types and bounds: text that would break out of a literal gets no further.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from toolmint.digest import canonical_json
from toolmint.ir.schema import Json, JsonObject, Schema, definition_name, definition_ref, map_subschemas, walk
from toolmint.rendering import PythonName
from toolmint.targets.python.layout import operands

__all__ = ["ANYTHING", "GeneratedType", "Shape", "generate_types", "shape_of", "union_of"]

Shape = bytes
"""A plain schema without its description, in canonical JSON."""

_FIELDS_A_CLASS = 100
_TYPES = frozenset({"Any", "Literal", "bool", "dict", "float", "int", "list", "str"})
_BOUNDS = frozenset({"ge", "gt", "le", "lt", "max_length", "min_length", "multiple_of", "pattern"})


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratedType:
    """What pydantic calls a plain schema."""

    annotation: ast.expr
    """The type; classes by their names."""
    bounds: tuple[ast.keyword, ...] = ()
    """Arguments for `Field`."""

    @property
    def names(self) -> frozenset[str]:
        """Every name that the type is made of."""
        return frozenset(node.id for node in ast.walk(self.annotation) if isinstance(node, ast.Name))


ANYTHING = GeneratedType(annotation=ast.Name("Any"))


class _UnreadableTypeError(ValueError):
    """The generator's text is not of the form that was asked for."""


def shape_of(schema: JsonObject) -> Shape:
    """Return what the type of a property depends on."""
    return canonical_json({keyword: value for keyword, value in schema.items() if keyword != "description"})


def generate_types(
    schemas: Mapping[Shape, JsonObject], names: Mapping[str, PythonName]
) -> tuple[dict[Shape, GeneratedType], frozenset[Shape]]:
    """Generate every type, in one go where nothing fails.

    Args:
        schemas: the plain schemas.
        names: class name by `class_reference`.

    Returns:
        The types, and the shapes that could not be generated: they take anything.
    """
    prefix = "Types"
    while any(name.startswith(prefix) for name in names.values()):
        prefix += "X"
    job = _Job(schemas, names, prefix)
    made = job.attempt(list(schemas))
    if made is None:
        bad = set(job.offenders(list(schemas)))
        made = job.attempt([shape for shape in schemas if shape not in bad]) or {}
    refused = frozenset(schemas.keys() - made.keys())
    return made | dict.fromkeys(refused, ANYTHING), refused


@dataclass(frozen=True, slots=True)
class _Job:
    schemas: Mapping[Shape, JsonObject]
    names: Mapping[str, PythonName]
    prefix: str
    """Begins the names of the classes that hold the types as their fields, and no other."""

    def attempt(self, shapes: Sequence[Shape]) -> dict[Shape, GeneratedType] | None:
        """Generate some types; those that cannot be read are left out.

        Returns:
            None where the generator fails.
        """
        if not shapes:
            return {}
        try:
            module = ast.parse(_generate({"$defs": {**self._classes(shapes), **self._fields(shapes)}}))
        # Whatever it is, it must not take the other tools along.
        except Exception:
            return None
        known = _TYPES | frozenset(self.names.values())
        found: dict[Shape, GeneratedType] = {}
        for node in _annotated(module, self.prefix):
            position = _position(node)
            if position is not None and position < len(shapes):
                try:
                    found[shapes[position]] = _read(node.annotation, known)
                except _UnreadableTypeError:
                    continue
        return found

    def offenders(self, shapes: Sequence[Shape]) -> Iterator[Shape]:
        """Halve the types until those are left that fail alone."""
        if self.attempt(shapes) is not None:
            return
        if len(shapes) == 1:
            yield shapes[0]
            return
        half = len(shapes) // 2
        yield from self.offenders(shapes[:half])
        yield from self.offenders(shapes[half:])

    def _classes(self, shapes: Sequence[Shape]) -> dict[str, Json]:
        """Write the classes that types refer to: their names are enough."""
        wanted = {name for shape in shapes for name in _references(self.schemas[shape])}
        shell: Json = {"type": "object", "properties": {"x": {"type": "string"}}}
        return {self.names[name]: shell for name in sorted(wanted)}

    def _fields(self, shapes: Sequence[Shape]) -> dict[str, Json]:
        fields: list[tuple[str, Json]] = [
            (f"t{position}", self._named(self.schemas[shape])) for position, shape in enumerate(shapes)
        ]
        chunks = [fields[start : start + _FIELDS_A_CLASS] for start in range(0, len(fields), _FIELDS_A_CLASS)]
        return {
            f"{self.prefix}{number}": {
                "type": "object",
                "properties": dict(chunk),
                "required": [name for name, _ in chunk],
            }
            for number, chunk in enumerate(chunks)
        }

    def _named(self, schema: Schema) -> Schema:
        """Put class names into references, and leave out text, which is none of the generator's business."""
        if isinstance(schema, Mapping) and "$ref" in schema:
            return {"$ref": definition_ref(self.names[definition_name(schema["$ref"])])}
        changed = map_subschemas(schema, self._named)
        if isinstance(changed, Mapping) and "description" in changed:
            return {keyword: value for keyword, value in changed.items() if keyword != "description"}
        return changed


def _references(schema: Schema) -> Iterator[str]:
    for _, part in walk(schema):
        if isinstance(part, Mapping) and "$ref" in part:
            yield definition_name(part["$ref"])


def _annotated(module: ast.Module, prefix: str) -> Iterator[ast.AnnAssign]:
    for node in module.body:
        if isinstance(node, ast.ClassDef) and node.name.startswith(prefix):
            yield from (field for field in node.body if isinstance(field, ast.AnnAssign))


def _position(node: ast.AnnAssign) -> int | None:
    name = node.target.id if isinstance(node.target, ast.Name) else ""
    return int(name[1:]) if name[:1] == "t" and name[1:].isdecimal() and node.value is None else None


def _read(annotation: ast.expr, known: Collection[str]) -> GeneratedType:
    bounds: list[ast.keyword] = []
    match annotation:
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[inner, ast.Call(keywords=keywords)])):
            annotation = inner
            bounds = keywords
        case _:
            pass
    for keyword in bounds:
        if keyword.arg not in _BOUNDS or not isinstance(keyword.value, ast.Constant | ast.UnaryOp):
            raise _UnreadableTypeError(f"`{keyword.arg}` is no bound")
    _check(annotation, known)
    annotation = _Tidied().visit(annotation)
    return GeneratedType(annotation=annotation, bounds=tuple(sorted(bounds, key=lambda keyword: keyword.arg or "")))


class _Tidied(ast.NodeTransformer):
    """Unions as people write them: one `Literal` for all values, and null last."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Tidy a union."""
        return union_of([self.visit(member) for member in operands(node)])


def union_of(members: Iterable[ast.expr]) -> ast.expr:
    """Make a union of types: values of `Literal` together where the first of them is, None at the end."""
    kept: list[ast.expr] = []
    values: list[ast.expr] | None = None
    null: ast.expr | None = None
    for member in members:
        match member:
            case ast.Constant(value=None):
                null = member
            case ast.Subscript(value=ast.Name(id="Literal"), slice=inner):
                listed = inner.elts if isinstance(inner, ast.Tuple) else [inner]
                if values is None:
                    values = []
                    kept.append(ast.Subscript(value=ast.Name("Literal"), slice=ast.Tuple(elts=values)))
                known = {ast.dump(value) for value in values}
                values += [value for value in listed if ast.dump(value) not in known]
            case _:
                kept.append(member)
    kept += [null] if null is not None else []
    return reduce(lambda left, right: ast.BinOp(left=left, op=ast.BitOr(), right=right), kept)


def _check(annotation: ast.expr, known: Collection[str]) -> None:
    """Refuse what is no plain type: calls, or names that the module does not have."""
    for node in ast.walk(annotation):
        match node:
            case ast.Name(id=name) if name in known:
                pass
            case ast.BinOp(op=ast.BitOr()) | ast.BitOr() | ast.Subscript() | ast.Tuple() | ast.Load():
                pass
            case ast.Constant(value=str() | int() | None):
                pass
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant()) | ast.USub():
                pass
            case _:
                raise _UnreadableTypeError(f"{type(node).__name__} in a type")


def _generate(schema: JsonObject) -> str:
    from datamodel_code_generator import InputFileType, PythonVersion, generate
    from datamodel_code_generator.enums import DataModelType
    from datamodel_code_generator.parser import LiteralType

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = generate(
            schema,
            input_file_type=InputFileType.JsonSchema,
            output_model_type=DataModelType.PydanticV2BaseModel,
            target_python_version=PythonVersion.PY_311,
            # Stated, as the default is about to change. None is needed: only a syntax tree is made of the text.
            formatters=[],
            enum_field_as_literal=LiteralType.All,
            field_constraints=True,
            strict_nullable=True,
            use_annotated=True,
            use_standard_collections=True,
            use_union_operator=True,
            skip_root_model=True,
            disable_timestamp=True,
        )
    return text if isinstance(text, str) else ""
