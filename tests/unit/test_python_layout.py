"""Annotations on as many lines as black gives them."""

from __future__ import annotations

import ast

import black
from hypothesis import given
from hypothesis import strategies as st

from toolmint.targets.python.layout import annotation_lines

NAMES = ["str", "int", "Any", "None", "Thing", 'Literal["a", "b"]', "T" * 60]
VALUES = ['"x"', '"yyyyyyyyyyyyyyyyyyyy"', "'\"'", "3", "-3", "True", '"订单号"']
literals = st.lists(st.sampled_from(VALUES), min_size=1, max_size=9).map(lambda v: f"Literal[{', '.join(v)}]")
types = st.recursive(
    st.sampled_from(NAMES) | literals,
    lambda inner: (
        inner.map("list[{}]".format)
        | inner.map("dict[str, {}]".format)
        | st.lists(inner, min_size=2, max_size=4).map(" | ".join)
    ),
    max_leaves=12,
)
ARGUMENTS = ['alias="a-b"', 'description="some text of some length"', 'description="订单号订单"', "ge=1", "le=-3.5"]
fields = st.lists(st.sampled_from(ARGUMENTS), min_size=1, max_size=4)
names = st.integers(1, 64).map(lambda length: "x" * length)


def annotation(written: str, optional: bool) -> ast.expr:
    return ast.parse(f"{written} | MISSING" if optional else written, mode="eval").body


def black_leaves_alone(source: str) -> None:
    assert black.format_str(source, mode=black.Mode()) == source


@given(names, types, st.booleans())
def test_parameters(name: str, written: str, optional: bool) -> None:
    suffix = " = MISSING," if optional else ","
    lines = "\n".join(annotation_lines(f"{name}: ", annotation(written, optional), suffix, 4))
    black_leaves_alone(f"def f(\n    *,\n{lines}\n) -> None:\n    pass\n")


@given(names, types, st.booleans(), fields | st.none())
def test_fields(name: str, written: str, optional: bool, arguments: list[str] | None) -> None:
    whole = annotation(written, optional)
    if arguments is not None:
        call = ast.parse(f"Field({', '.join(arguments)})", mode="eval").body
        whole = ast.Subscript(ast.Name("Annotated"), ast.Tuple([whole, call]))
    lines = "\n".join(annotation_lines(f"{name}: ", whole, " = MISSING" if optional else "", 4))
    black_leaves_alone(f"class C:\n{lines}\n")
