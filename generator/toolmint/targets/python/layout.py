"""Type annotations on as many lines as black would give them.

Only what annotations of generated models are made of: names, `list[...]`, `dict[...]`, `Literal[...]`, `|`, and
`Annotated[..., Field(...)]` with keyword arguments.
"""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterator

from toolmint.rendering.python_text import py_str

__all__ = ["LINE_LENGTH", "annotation_lines", "expression_text"]

LINE_LENGTH = 88
"""black's default, in columns."""


def _fits(line: str) -> bool:
    if len(line) > LINE_LENGTH or line.isascii():
        return len(line) <= LINE_LENGTH
    # Chinese, Japanese and Korean characters take two columns, and black counts columns.
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line) <= LINE_LENGTH


def annotation_lines(prefix: str, annotation: ast.expr, suffix: str, indent: int) -> list[str]:
    """Lay out `prefix annotation suffix`, such as `order_id: ` `str | MISSING` ` = MISSING,`.

    Returns:
        The lines, each with its indentation.
    """
    text = expression_text(annotation)
    margin = " " * indent
    line = f"{margin}{prefix}{text}{suffix}"
    if _fits(line):
        return [line]
    head, equals, value = suffix.partition(" = ")
    # In a statement the value gives way first, where that is enough; a parameter ends in a comma.
    if equals and not value.endswith(",") and _fits(f"{margin}{prefix}{text}{head} = ("):
        return [f"{margin}{prefix}{text}{head} = (", f"{margin}    {value}", f"{margin})"]
    lone = not suffix and not isinstance(annotation, ast.Subscript) and _fits(f"{margin}    {text}")
    if lone or isinstance(annotation, ast.BinOp):
        return [f"{margin}{prefix}(", *_body(annotation, indent + 4), f"{margin}){suffix}"]
    return _bracketed(prefix, annotation, suffix, indent)


def expression_text(expression: ast.expr) -> str:
    """Write an annotation on one line, strings as black would quote them."""
    match expression:
        case ast.Name(id=name):
            return name
        case ast.BinOp(left=left, right=right):
            return f"{expression_text(left)} | {expression_text(right)}"
        case ast.Subscript(value=value, slice=inner):
            return f"{expression_text(value)}[{', '.join(map(expression_text, _elements(inner)))}]"
        case ast.Call(func=function, keywords=keywords):
            return f"{expression_text(function)}({', '.join(map(_keyword_text, keywords))})"
        case ast.Attribute(value=value, attr=name):
            return f"{expression_text(value)}.{name}"
        case ast.Constant(value=str() as text):
            return py_str(text)
        case _:
            return ast.unparse(expression)


def _keyword_text(keyword: ast.keyword) -> str:
    return f"{keyword.arg}={expression_text(keyword.value)}"


def _elements(inner: ast.expr) -> list[ast.expr]:
    return inner.elts if isinstance(inner, ast.Tuple) else [inner]


def _operands(expression: ast.expr) -> Iterator[ast.expr]:
    if isinstance(expression, ast.BinOp):
        yield from _operands(expression.left)
        yield expression.right
    else:
        yield expression


def _body(expression: ast.expr, indent: int) -> list[str]:
    """Lay out what stands alone inside brackets."""
    line = " " * indent + expression_text(expression)
    return [line] if _fits(line) else _one_a_line(expression, indent)


def _one_a_line(expression: ast.expr, indent: int, suffix: str = "") -> list[str]:
    first, *rest = _operands(expression)
    if not rest:
        return _bracketed("", first, suffix, indent)
    lines = _bracketed("", first, "", indent)
    for operand in rest[:-1]:
        lines += _bracketed("| ", operand, "", indent)
    return [*lines, *_bracketed("| ", rest[-1], suffix, indent)]


def _bracketed(prefix: str, expression: ast.expr, suffix: str, indent: int) -> list[str]:
    margin = " " * indent
    line = f"{margin}{prefix}{expression_text(expression)}{suffix}"
    if _fits(line):
        return [line]
    if isinstance(expression, ast.Call):
        return _called(f"{margin}{prefix}{expression_text(expression.func)}(", expression.keywords, suffix, indent)
    if not isinstance(expression, ast.Subscript):
        return [line]
    elements = _elements(expression.slice)
    opening = f"{margin}{prefix}{expression_text(expression.value)}["
    inside = " " * (indent + 4) + ", ".join(map(expression_text, elements))
    if _fits(inside):
        return [opening, inside, f"{margin}]{suffix}"]
    if len(elements) == 1:
        return [opening, *_body(elements[0], indent + 4), f"{margin}]{suffix}"]
    lines = [opening]
    for element in elements:
        lines += _element(element, indent + 4)
    return [*lines, f"{margin}]{suffix}"]


def _called(opening: str, keywords: list[ast.keyword], suffix: str, indent: int) -> list[str]:
    inside = [_keyword_text(keyword) for keyword in keywords]
    margin = " " * (indent + 4)
    joined = margin + ", ".join(inside)
    fits = _fits(joined) or len(inside) == 1
    lines = [joined] if fits else [f"{margin}{text}," for text in inside]
    return [opening, *lines, f"{' ' * indent}){suffix}"]


def _element(expression: ast.expr, indent: int) -> list[str]:
    """Lay out one of several elements, which black ends with a comma each."""
    line = f"{' ' * indent}{expression_text(expression)},"
    if _fits(line) or not isinstance(expression, ast.BinOp):
        return _bracketed("", expression, ",", indent)
    return _one_a_line(expression, indent, ",")
