"""Arithmetic of constant expressions, as Java does it: its types, its overflow, its way to write numbers."""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

from toolmint.sources.java.literals import Character

__all__ = ["NUMERIC", "Number", "balanced", "combined", "converted", "number_of", "wrapped"]


_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Number:
    """A number with its Java type, which decides how it divides and how it is written."""

    value: int | float
    kind: str


_BITS = {"byte": 8, "short": 16, "char": 16, "int": 32, "long": 64}
NUMERIC = (*_BITS, "float", "double")
"""The types that are numbers."""
_COMPARISONS: dict[str, Callable[[int | float, int | float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}


def number_of(value: object) -> Number | None:
    """Return a value as a number, a `char` too; None for anything else."""
    if isinstance(value, Character):
        return Number(ord(value) if len(value) == 1 else 0, "char")
    return value if isinstance(value, Number) else None


def combined(left: object, sign: str, right: object) -> str | bool | Number:
    """Apply a binary operator.

    Raises:
        ValueError: it does not go with these operands.
    """
    if sign == "+" and (_is_text(left) or _is_text(right)):
        return _written(left) + _written(right)
    if isinstance(left, bool) and isinstance(right, bool) and sign in ("&&", "||", "&", "|", "^", "==", "!="):
        return {
            "&": left and right,
            "|": left or right,
            "^": left != right,
            "!": left != right,
            "=": left == right,
        }[sign[0]]
    if _is_text(left) and _is_text(right) and sign in ("==", "!="):
        return (left == right) is (sign == "==")
    first, second = number_of(left), number_of(right)
    if first is None or second is None:
        raise ValueError("")
    if sign in _COMPARISONS:
        return _COMPARISONS[sign](first.value, second.value)
    return _calculated(first, sign, second)


def balanced(chosen: _Value, other: object) -> _Value | Number | Character:
    """Return what `? :` gives: of two numbers it is a number of the type that both have in common (JLS 15.25.2).

    Args:
        chosen: the operand that the condition chooses.
        other: the one that it does not.
    """
    first, second = number_of(chosen), number_of(other)
    if first is None or second is None or first.kind == second.kind:
        return chosen
    return converted(first, _common(first, second))


def _common(first: Number, second: Number) -> str:
    kinds = {first.kind, second.kind}
    if kinds == {"byte", "short"}:
        return "short"
    for narrow, constant in ((first, second), (second, first)):
        fits = constant.kind == "int" and narrow.kind in ("byte", "short", "char")
        if fits and wrapped(constant.value, narrow.kind).value == constant.value:
            return narrow.kind
    return _promoted(kinds)


def _promoted(kinds: set[str]) -> str:
    """Return the type that operands are converted to (JLS 5.6.2)."""
    return next((one for one in ("double", "float", "long") if one in kinds), "int")


def _calculated(first: Number, sign: str, second: Number) -> Number:
    kinds = {first.kind, second.kind}
    kind = _promoted(kinds)
    left, right = first.value, second.value
    if sign in ("<<", ">>", ">>>") and isinstance(left, int) and isinstance(right, int):
        kind = "long" if first.kind == "long" else "int"
        bits = _BITS[kind]
        right &= bits - 1
        if sign == "<<":
            return wrapped(left << right, kind)
        return wrapped((left if sign == ">>" else left % (1 << bits)) >> right, kind)
    if sign in ("/", "%"):
        if kind in ("double", "float"):
            return wrapped(_float_quotient(float(left), sign, float(right)), kind)
        if right == 0:
            raise ValueError("divides by zero")
        left, right = int(left), int(right)
        quotient = abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1)
        return wrapped(quotient if sign == "/" else left - quotient * right, kind)
    operation = _ARITHMETIC.get(sign)
    whole = isinstance(left, int) and isinstance(right, int)
    if operation is None or (sign in "&|^" and not whole):
        raise ValueError("")
    return wrapped(operation(left, right), kind)  # type: ignore[arg-type]  # floats add and multiply too


def _float_quotient(left: float, sign: str, right: float) -> float:
    if right == 0:
        undefined = sign == "%" or left == 0 or math.isnan(left)
        return math.nan if undefined else math.copysign(math.inf, left) * math.copysign(1, right)
    return left / right if sign == "/" else math.fmod(left, right)


def wrapped(value: int | float, kind: str) -> Number:
    """Return a number as its type holds it."""
    if kind == "float":
        try:
            return Number(struct.unpack("f", struct.pack("f", value))[0], kind)
        except OverflowError:
            return Number(math.copysign(math.inf, value), kind)
    if kind == "double":
        return Number(float(value), kind)
    bits = _BITS[kind]
    whole = int(value) % (1 << bits)
    signed = whole - (1 << bits) if kind != "char" and whole >= 1 << (bits - 1) else whole
    return Number(signed, kind)


def converted(number: Number, kind: str) -> Number | Character:
    """Cast a number to a primitive type (JLS 5.1.3).

    Raises:
        ValueError: the type is no number.
    """
    if kind not in (*_BITS, "float", "double"):
        raise ValueError("")
    value = number.value
    if kind in _BITS and isinstance(value, float):
        limit = 2 ** (63 if kind == "long" else 31)
        value = 0 if math.isnan(value) else int(max(-limit, min(limit - 1, value)))
    number = wrapped(value, kind)
    return Character(chr(int(number.value))) if kind == "char" else number


def _is_text(value: object) -> bool:
    return isinstance(value, str) and not isinstance(value, Character)


def _written(value: object) -> str:
    """Write a value as `String.valueOf` does."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Number):
        if isinstance(value.value, int) and value.kind not in ("float", "double"):
            return str(value.value)
        return _written_float(float(value.value), single=value.kind == "float")
    raise ValueError("")


def _written_float(value: float, *, single: bool) -> str:
    """Write a number as `Double.toString` and `Float.toString` do: `1.0`, `1.0E10`."""
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    shortest = Decimal(_shortest_single(value) if single else repr(value))
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        plain = format(shortest, "f")
        return plain if "." in plain else f"{plain}.0"
    sign, digits, _ = shortest.normalize().as_tuple()
    written = "".join(map(str, digits))
    return f"{'-' if sign else ''}{written[0]}.{written[1:] or '0'}E{shortest.adjusted()}"


def _shortest_single(value: float) -> str:
    for precision in range(1, 10):
        digits = format(value, f".{precision}g")
        if struct.pack("f", float(digits)) == struct.pack("f", value):
            return digits
    return repr(value)
