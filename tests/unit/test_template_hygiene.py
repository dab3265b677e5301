"""What no shipped template may do; the renderer refuses most of it, this says so before anyone renders."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

import pytest
from jinja2 import Environment, nodes

from toolmint.rendering import shipped_templates
from toolmint.rendering.renderer import FILTERS, NEUTRAL_FILTERS

FOLDER = shipped_templates()
TEMPLATES = sorted(file.relative_to(FOLDER).as_posix() for file in FOLDER.rglob("*.jinja"))

# `|safe` and the like are filters that the renderer does not have; they are named here for the reader.
JOINING = (nodes.Concat, nodes.Add, nodes.Mod)
MARKING = {"safe", "e", "escape", "forceescape", "format", "replace", "join", "tojson", "xmlattr", "urlize", "indent"}


def findings(source: str, kind: str) -> list[str]:
    """Return what is wrong with a template, a line each."""
    # `do` and `{% autoescape false %}` are extensions that the renderer does not load, so that they cannot parse.
    tree = Environment().parse(source)
    quoting, found = FILTERS[kind], []
    for node in tree.find_all(nodes.Node):
        if isinstance(node, JOINING):
            found.append(f"line {node.lineno}: {type(node).__name__} makes text past the quoting filters")
        if isinstance(node, nodes.Filter) and node.name not in quoting and node.name not in NEUTRAL_FILTERS:
            found.append(f"line {node.lineno}: the filter `{node.name}` is none of this kind of file")
        if isinstance(node, nodes.Name) and node.name in {"Markup", "Quoted"}:
            found.append(f"line {node.lineno}: `{node.name}` is the renderer's to call")
        if isinstance(node, nodes.Output):
            found += [f"line {part.lineno}: {what}" for part in node.nodes if (what := unquoted(part, set(quoting)))]
    return found


def unquoted(part: nodes.Node, quoting: set[str]) -> str | None:
    """Say what is wrong with a printed expression, None where it is text of the template or quoted."""
    match part:
        case nodes.TemplateData():
            return None
        case nodes.Filter(name=name) if name in quoting or name == "length":
            return None
        # A macro's output went through the filters inside the macro.
        case nodes.Call(node=nodes.Name()):
            return None
        case nodes.Getattr(node=nodes.Name(name="loop")):
            return None
        case nodes.CondExpr(expr1=first, expr2=second):
            return unquoted(first, quoting) or (unquoted(second, quoting) if second is not None else None)
        case _:
            return f"{type(part).__name__} is printed without a quoting filter"


@pytest.mark.parametrize("template", TEMPLATES)
def test_shipped_templates_print_only_quoted_text(template: str) -> None:
    kind = PurePosixPath(template.removesuffix(".jinja")).suffix or ".txt"
    assert findings((FOLDER / template).read_text(encoding="utf-8"), kind) == []


@pytest.mark.parametrize(
    "source",
    [
        "{{ v }}",
        "{{ v|py_str ~ w }}",
        "{{ v|py_str + w }}",
        "{{ (v ~ w)|py_str }}",
        "{{ v % w }}",
        "{{ v|format(w) }}",
        "{{ Markup(v) }}",
        "{{ v|py_str if w else w }}",
        "{{ v.upper() }}",
        "{% set x = v ~ w %}",
        "{{ v|md_text }}",
        *(f"{{{{ v|{name} }}}}" for name in sorted(MARKING)),
    ],
)
def test_what_is_refused(source: str) -> None:
    assert findings(source, ".py") != []


@pytest.mark.parametrize(
    "source",
    ["x = {{ v|py_str }}", "{% for a in b %}{{ a.c|py_name }}, {{ loop.index }}{% endfor %}", "{{ macro(v) }}"],
)
def test_what_is_allowed(source: str) -> None:
    assert findings(source, ".py") == []


def test_every_template_is_for_a_folder_of_a_target_or_of_the_descriptions() -> None:
    assert all("/" in template for template in TEMPLATES)
    assert all(Path(template).suffix == ".jinja" for template in TEMPLATES)
