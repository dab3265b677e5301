"""Type annotations on as many lines as black would give them.

Only what annotations of generated models are made of: names, `list[...]`, `dict[...]`, `Literal[...]`, `|`, and
`Annotated[..., Field(...)]` with keyword arguments. Texts of such arguments, which black leaves as long as they are,
are divided into literals side by side.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from toolmint.rendering import PythonName
from toolmint.rendering.python_text import py_str
from toolmint.rendering.wrapping import LONGEST_LINE, columns, pieces

__all__ = ["LINE_LENGTH", "annotation_lines", "entry_lines", "expression_text", "operands"]

LINE_LENGTH = 88
"""black's default, in columns."""


def _fits(line: str) -> bool:
    return len(line) <= LINE_LENGTH and columns(line) <= LINE_LENGTH


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


def entry_lines(key: str, value: PythonName, indent: int) -> list[str]:
    """Lay out an entry of a dict, on three lines where one would be too long for linters; black takes either.

    Args:
        key: a string.
        value: a name.
        indent: how many spaces the entry is indented by.
    """
    margin = " " * indent
    line = f"{margin}{py_str(key)}: {value},"
    if columns(line) <= LONGEST_LINE:
        return [line]
    return [f"{margin}{py_str(key)}: (", f"{margin}    {value}", f"{margin}),"]


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


def operands(expression: ast.expr) -> Iterator[ast.expr]:
    """Yield the members of a union, from left to right."""
    if isinstance(expression, ast.BinOp):
        yield from operands(expression.left)
        yield expression.right
    else:
        yield expression


def _body(expression: ast.expr, indent: int) -> list[str]:
    """Lay out what stands alone inside brackets."""
    line = " " * indent + expression_text(expression)
    return [line] if _fits(line) else _one_a_line(expression, indent)


def _one_a_line(expression: ast.expr, indent: int, suffix: str = "") -> list[str]:
    first, *rest = operands(expression)
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
    margin = " " * (indent + 4)
    joined = margin + ", ".join(map(_keyword_text, keywords))
    lines = [joined] if _fits(joined) else []
    for keyword in keywords if not lines else ():
        lines += _keyword_lines(keyword, indent + 4, "," if len(keywords) > 1 else "")
    return [opening, *lines, f"{' ' * indent}){suffix}"]


def _keyword_lines(keyword: ast.keyword, indent: int, suffix: str) -> list[str]:
    margin = " " * indent
    line = f"{margin}{_keyword_text(keyword)}{suffix}"
    value = keyword.value.value if isinstance(keyword.value, ast.Constant) else None
    if not isinstance(value, str) or columns(line) <= LONGEST_LINE:
        return [line]
    parts = pieces(value, LONGEST_LINE - indent - 6, written=_inside, anywhere=True)
    literals = [f"{margin}    {py_str(part)}" for part in parts]
    return [f"{margin}{keyword.arg}=(", *literals, f"{margin}){suffix}"]


def _inside(text: str) -> str:
    # Which quotation marks a literal has, and so which inside it need a backslash, is known when it is complete.
    return py_str(text)[1:-1] + "\\" * (text.count('"') + text.count("'"))


def _element(expression: ast.expr, indent: int) -> list[str]:
    """Lay out one of several elements, which black ends with a comma each."""
    line = f"{' ' * indent}{expression_text(expression)},"
    if _fits(line) or not isinstance(expression, ast.BinOp):
        return _bracketed("", expression, ",", indent)
    return _one_a_line(expression, indent, ",")
