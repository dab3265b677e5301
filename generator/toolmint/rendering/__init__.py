"""Rendering: frozen views go in, text comes out. A template lays out and decides nothing.

Third-party text is hostile input. A template can print only what a quoting filter returned, and it has only the
filters of the kind of file that it makes, which its name says (`tools.py.jinja` makes Python):

    .py    py_str  py_docstring  py_name  py_expression  py_source  py_comment
    .md    md_text  md_code  md_fence  md_comment
    .json  json
    .txt   prose

A name without a kind (`en.jinja`) makes plain text.
"""

from __future__ import annotations

from toolmint.rendering.quoted import PythonExpression, PythonName, PythonSource, Quoted, UnquotedTextError
from toolmint.rendering.renderer import Renderer, shipped_templates

__all__ = [
    "PythonExpression",
    "PythonName",
    "PythonSource",
    "Quoted",
    "Renderer",
    "UnquotedTextError",
    "shipped_templates",
]
