"""Constant expressions (JLS 15.29) and what else annotations hold: enum constants, classes, lists."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from tree_sitter import Node

from toolmint.sources.java.arithmetic import NUMERIC, Number, balanced, combined, converted, number_of, wrapped
from toolmint.sources.java.declarations import Field, JavaFile, TypeDeclaration, TypeName
from toolmint.sources.java.library import LibraryType
from toolmint.sources.java.literals import Character, character_value, number_value, string_value, text_block_value
from toolmint.sources.java.names import Names, Symbol, UnknownType
from toolmint.sources.java.syntax import named, text

__all__ = ["ClassValue", "Constants", "EnumValue", "NotConstant", "Scope", "Value"]

Scope: TypeAlias = TypeDeclaration | JavaFile


class NotConstant(Exception):
    """An expression is none whose value the source tells.

    Args:
        message: why, in words for people.
        node: what it is about.
        scope: where it is written.
    """

    def __init__(self, message: str, node: Node, scope: Scope) -> None:
        super().__init__(message)
        self.message = message
        self.node = node
        self.file = scope.file if isinstance(scope, TypeDeclaration) else scope


@dataclass(frozen=True, slots=True)
class EnumValue:
    """A constant of an enum, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class ClassValue:
    """`X.class`, as written."""

    written: TypeName
    scope: Scope


Value: TypeAlias = "str | bool | Number | EnumValue | ClassValue | Node | list[Value]"

_LIMITS: dict[str, Number | Character] = {
    "java.lang.Integer.MAX_VALUE": Number(2**31 - 1, "int"),
    "java.lang.Integer.MIN_VALUE": Number(-(2**31), "int"),
    "java.lang.Long.MAX_VALUE": Number(2**63 - 1, "long"),
    "java.lang.Long.MIN_VALUE": Number(-(2**63), "long"),
    "java.lang.Short.MAX_VALUE": Number(2**15 - 1, "short"),
    "java.lang.Short.MIN_VALUE": Number(-(2**15), "short"),
    "java.lang.Byte.MAX_VALUE": Number(127, "byte"),
    "java.lang.Byte.MIN_VALUE": Number(-128, "byte"),
    "java.lang.Double.MAX_VALUE": Number(1.7976931348623157e308, "double"),
    "java.lang.Math.PI": Number(math.pi, "double"),
    "java.lang.Math.E": Number(math.e, "double"),
}
_NUMBERS = (
    "decimal_integer_literal",
    "hex_integer_literal",
    "octal_integer_literal",
    "binary_integer_literal",
    "decimal_floating_point_literal",
    "hex_floating_point_literal",
)


class Constants:
    """Evaluates expressions.

    Args:
        names: finds the fields that they name.
    """

    def __init__(self, names: Names) -> None:
        self._names = names
        self._fields: dict[int, Value] = {}
        self._active: set[int] = set()

    def evaluate(self, node: Node, scope: Scope) -> Value:
        """Return the value of an expression; an annotation comes back as its node.

        Raises:
            NotConstant: it has none that the source tells.
        """
        if node.has_error:
            raise NotConstant("the expression holds a syntax error", node, scope)
        reader = getattr(self, f"_{node.type}", None)
        if node.type in _NUMBERS:
            found = number_value(text(node))
            if found is not None:
                return wrapped(*found)
        elif reader is not None:
            value: Value = reader(node, scope)
            return value
        raise NotConstant(f"`{_short(node)}` is no constant expression", node, scope)

    def _string_literal(self, node: Node, scope: Scope) -> Value:
        literal = text(node)
        return text_block_value(literal) if literal.startswith('"""') else string_value(literal)

    def _character_literal(self, node: Node, scope: Scope) -> Value:
        return character_value(text(node))

    def _true(self, node: Node, scope: Scope) -> Value:
        return True

    def _false(self, node: Node, scope: Scope) -> Value:
        return False

    def _parenthesized_expression(self, node: Node, scope: Scope) -> Value:
        return self.evaluate(_only(node, scope), scope)

    def _element_value_array_initializer(self, node: Node, scope: Scope) -> Value:
        return [self.evaluate(part, scope) for part in named(node)]

    def _array_initializer(self, node: Node, scope: Scope) -> Value:
        return self._element_value_array_initializer(node, scope)

    def _annotation(self, node: Node, scope: Scope) -> Value:
        return node

    def _marker_annotation(self, node: Node, scope: Scope) -> Value:
        return node

    def _class_literal(self, node: Node, scope: Scope) -> Value:
        return ClassValue(TypeName(name="".join(text(_only(node, scope)).split())), scope)

    def _ternary_expression(self, node: Node, scope: Scope) -> Value:
        condition = self._part(node, "condition", scope)
        names = ("consequence", "alternative") if condition is True else ("alternative", "consequence")
        chosen = self._part(node, names[0], scope)
        try:
            return balanced(chosen, self._part(node, names[1], scope))
        except NotConstant:
            return chosen  # a constant that the source does not declare, of the same type as nearly always

    def _cast_expression(self, node: Node, scope: Scope) -> Value:
        kind = text(node.child_by_field_name("type"))
        value = self._part(node, "value", scope)
        if kind in ("String", "java.lang.String", "boolean"):
            return value
        number = number_of(value)
        if number is None:
            raise NotConstant(f"a cast to `{kind}` is no constant expression", node, scope)
        return self._calculated(node, scope, lambda: converted(number, kind))

    def _unary_expression(self, node: Node, scope: Scope) -> Value:
        sign = text(node.child_by_field_name("operator"))
        operand = node.child_by_field_name("operand")
        # The lowest number of each type is written as the highest and one more, with a minus.
        value = self._part(node, "operand", scope)
        if sign == "!" and isinstance(value, bool):
            return not value
        number = number_of(value)
        if number is None or operand is None or sign not in ("+", "-", "~"):
            raise NotConstant(f"`{_short(node)}` is no constant expression", node, scope)
        kind = number.kind if number.kind in ("long", "float", "double") else "int"
        if sign == "~" and isinstance(number.value, int):
            return Number(~number.value, kind)
        return wrapped(-number.value if sign == "-" else number.value, kind)

    def _binary_expression(self, node: Node, scope: Scope) -> Value:
        # `a + b + c` nests to the left, as deep as it is long.
        pending: list[Node] = [node]
        left = node.child_by_field_name("left")
        while left is not None and left.type == "binary_expression":
            pending.append(left)
            left = left.child_by_field_name("left")
        value = self._part(pending[-1], "left", scope)
        for current in reversed(pending):
            sign = text(current.child_by_field_name("operator"))
            value = self._applied(value, sign, self._part(current, "right", scope), current, scope)
        return value

    def _applied(self, left: Value, sign: str, right: Value, node: Node, scope: Scope) -> Value:
        return self._calculated(node, scope, lambda: combined(left, sign, right))

    def _calculated(self, node: Node, scope: Scope, calculate: Callable[[], Value]) -> Value:
        try:
            return calculate()
        except ValueError as error:
            why = str(error) or "is no constant expression"
            raise NotConstant(f"`{_short(node)}` {why}", node, scope) from None

    def _identifier(self, node: Node, scope: Scope) -> Value:
        name = text(node)
        found = self._names.visible_field(name, scope)
        if isinstance(found, tuple):
            return self._field_value(found[0], found[1], node, scope)
        if isinstance(found, str):
            if found in _LIMITS:
                return _LIMITS[found]
            owner, _, _ = found.rpartition(".")
            return self._foreign(UnknownType(owner), name, node, scope)
        declared = scope if isinstance(scope, TypeDeclaration) else None
        for outer in declared.chain() if declared is not None else ():
            if any(constant.name == name for constant in outer.constants):
                return EnumValue(name)
        raise NotConstant(f"`{name}` is declared nowhere in the source", node, scope)

    def _scoped_identifier(self, node: Node, scope: Scope) -> Value:
        return self._field_access(node, scope)

    def _field_access(self, node: Node, scope: Scope) -> Value:
        holder, _, name = "".join(text(node).split()).rpartition(".")
        owner = self._names.type(holder, scope)
        if isinstance(owner, TypeDeclaration):
            if any(constant.name == name for constant in owner.constants):
                return EnumValue(name)
            found = self._names.field(owner, name)
            if found is None:
                raise NotConstant(f"`{owner.name}` has no constant `{name}`", node, scope)
            return self._field_value(found[0], found[1], node, scope)
        if f"{owner.qualified}.{name}" in _LIMITS:
            return _LIMITS[f"{owner.qualified}.{name}"]
        return self._foreign(owner, name, node, scope)

    def _foreign(self, owner: Symbol, name: str, node: Node, scope: Scope) -> Value:
        if isinstance(owner, LibraryType) and owner.kind == "e":
            return EnumValue(name)
        raise NotConstant(f"`{owner.qualified}`, which declares `{name}`, is not in the source", node, scope)

    def _field_value(self, field: Field, owner: TypeDeclaration, node: Node, scope: Scope) -> Value:
        key = id(field)
        if key in self._fields:
            return self._fields[key]
        if field.value is None or not {"static", "final"} <= field.modifiers:
            wanted = "a `static final` field that is initialised where it is declared"
            raise NotConstant(f"`{field.name}` of `{owner.name}` is no constant; wanted {wanted}", node, scope)
        if key in self._active:
            raise NotConstant(f"the value of `{field.name}` leads back to itself", node, scope)
        self._active.add(key)
        try:
            value = self.evaluate(field.value, owner)
        finally:
            self._active.discard(key)
        number = number_of(value)
        if number is not None and field.type.name in NUMERIC and not field.type.dimensions:
            value = converted(number, field.type.name)
        self._fields[key] = value
        return value

    def _part(self, node: Node, name: str, scope: Scope) -> Value:
        child = node.child_by_field_name(name)
        if child is None:
            raise NotConstant(f"`{_short(node)}` is no constant expression", node, scope)
        return self.evaluate(child, scope)


def _only(node: Node, scope: Scope) -> Node:
    parts = named(node)
    if not parts:
        raise NotConstant(f"`{_short(node)}` is no constant expression", node, scope)
    return parts[0]


def _short(node: Node) -> str:
    line = " ".join(text(node).split())
    return line if len(line) <= 40 else f"{line[:39]}…"
