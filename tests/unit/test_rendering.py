"""Quoting: whatever the text, the file says the same and nothing more."""

from __future__ import annotations

import ast
import inspect
import json
import re
from pathlib import Path

import black
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from toolmint.errors import ConfigError, InternalError, ToolmintError
from toolmint.rendering import PythonExpression, PythonName, Quoted, Renderer, UnquotedTextError, shipped_templates
from toolmint.rendering.markdown_text import md_code, md_comment, md_fence, md_text
from toolmint.rendering.plain_text import json_text
from toolmint.rendering.python_text import py_comment, py_docstring, py_expression, py_name, py_str
from toolmint.rendering.wrapping import columns

HOSTILE = (
    '"""',
    "'''",
    '"""\nraise SystemExit(1)\n"""',
    'ends in a quote "',
    'ends in two ""',
    '"starts with one',
    "ends in a backslash \\",
    'backslash and quote \\"',
    "\\N{DASH} \\u0041 \\x41 \\",
    "{{ 7 * 7 }} {% raw %} ${7*7} %s {0}",
    "*/ <!-- --> </script> ```",
    "tab\there\r\nand CRLF\rand CR",
    "nul \x00 bell \x07 del \x7f nel \x85 form feed \x0c",
    "bidi \u202e override, zero\u200bwidth, separator \u2028 end",
    "lone surrogate \ud800 and tag \U000e0041",
    "  leading space",
    "trailing space  \nsecond line   \n\n   indented\n",
    "\n\nblank lines first and last\n\n",
    "x" * 300,
    "it's",
    'say "it"',
    """both ' and " equal""",
    "订单号: 例如 A10086",
    "",
    " ",
    "\n",
)
texts = st.text(st.characters(codec=None), max_size=60) | st.text(st.sampled_from("\"'\\ \n\tab{}"), max_size=20)


def stable(source: str) -> bool:
    return black.format_str(source, mode=black.Mode()) == source


@pytest.mark.parametrize("text", HOSTILE)
def test_py_str_hostile(text: str) -> None:
    source = f"x = {py_str(text)}\n"
    assert ast.literal_eval(py_str(text)) == text
    assert stable(source)
    source.encode()


@given(texts)
def test_py_str(text: str) -> None:
    literal = py_str(text)
    assert ast.literal_eval(literal) == text
    assert literal.isprintable()
    assert stable(f"x = {literal}\n")


def docstring_of(text: str) -> tuple[str, object]:
    source = f"class C:\n    def f(self) -> None:\n        {py_docstring(text, 8)}\n        return None\n"
    function = ast.parse(source).body[0].body[0]  # type: ignore[attr-defined]
    assert [type(node) for node in function.body] == [ast.Expr, ast.Return], "the text ended its literal"
    value = function.body[0].value.value
    return source, value


def as_read(text: str) -> str:
    """What `inspect.getdoc` can give back of a text."""
    return inspect.cleandoc(text.strip("\n") if text.strip() else " ")


@pytest.mark.parametrize("text", HOSTILE)
def test_py_docstring_hostile(text: str) -> None:
    source, value = docstring_of(text)
    if "\t" not in text:
        assert inspect.cleandoc(str(value)) == as_read(text)
    assert stable(source)
    source.encode()


@given(texts)
@example('a\n"')
@example('"\n"')
@example("a\n\\")
@example("a\n\x1f")
@example("0\x1f" * 40 + "文字")
@example("a word " * 30)
@example("文" * 100)
def test_py_docstring(text: str) -> None:
    source, value = docstring_of(text)
    if "\t" not in text and all(line.strip() or not line for line in text.split("\n")):
        read, wanted = inspect.cleandoc(str(value)), as_read(text)
        # Nothing changes but that a line which is too long goes on in the next one.
        assert "".join(read.split()) == "".join(wanted.split())
        if read.count("\n") == wanted.count("\n"):
            assert read == wanted
        else:
            assert max(columns(str(py_str(line))) for line in text.split("\n")) > 100
    assert stable(source)


@given(texts)
def test_py_comment(text: str) -> None:
    source = f"# {py_comment(text)}\nx = 1\n"
    assert len(ast.parse(source).body) == 1
    assert source.count("\n") == 2
    source.encode()


@pytest.mark.parametrize("text", ["class", "None", "1st", "", "a b", "é", "a\n", "ﬁx"])
def test_python_name_refuses(text: str) -> None:
    with pytest.raises(ValueError, match="not a Python name"):
        PythonName(text)


@pytest.mark.parametrize("text", ["a # b", "a\n", "a) + (b", "", "x = 1", "(a\n)", "a;b", " a"])
def test_python_expression_refuses(text: str) -> None:
    with pytest.raises(ValueError, match="not a Python expression"):
        PythonExpression(text)


def test_proof_types_are_asked_for() -> None:
    assert py_name(PythonName("order_id")) == "order_id"
    assert py_expression(PythonExpression("list[str] | None")) == "list[str] | None"
    with pytest.raises(UnquotedTextError):
        py_name("order_id")  # type: ignore[arg-type]
    with pytest.raises(UnquotedTextError):
        py_expression("str")  # type: ignore[arg-type]


@given(texts)
def test_md_text_stays_on_one_line_and_in_its_cell(text: str) -> None:
    written = md_text(text)
    assert len(written.splitlines()) <= 1
    unescaped = re.sub(r"\\.", "", written)
    assert not set(unescaped) & set("|<`*[]~$\\")
    written.encode()


def test_md_text_keeps_names_readable() -> None:
    assert md_text("Sets order_id, not _this_ & &amp; # that #") == r"Sets order_id, not \_this\_ & \&amp; # that \#"
    assert md_text("# no heading") == r"\# no heading"
    assert md_text("a | b\n<b>`c`") == r"a \| b \<b>\`c\`"


@given(texts)
def test_md_fence_cannot_be_closed_from_inside(text: str) -> None:
    block = md_fence(text)
    fence = block.split("\n", 1)[0].removesuffix("text")
    assert set(fence) == {"`"}
    assert fence not in text
    assert block.endswith("\n" + fence)


def test_md_fence_shows_what_does_not_show() -> None:
    assert md_fence("a\u202eb\u200bc\x1b[31m\x00\tz\U000e0041\ud800") == (
        "```text\na\\u202eb\\u200bc\\x1b[31m\\x00\tz\\U000e0041\\ud800\n```"
    )
    assert md_fence("one\r\ntwo\rthree") == "```text\none\ntwo\nthree\n```"


def test_md_fence_keeps_what_a_reader_sees() -> None:
    assert md_fence("a ```b``` c") == "````text\na ```b``` c\n````"
    assert md_fence("a\n", "json") == "```json\na\n```"
    with pytest.raises(ValueError, match="info string"):
        md_fence("a", "a`b")


def test_md_code() -> None:
    assert md_code("a") == "`a`"
    assert md_code("`a") == "`` `a ``"
    assert md_code("a|b") == r"`a\|b`"
    assert md_code("") == ""


@given(texts)
def test_md_comment_cannot_be_ended(text: str) -> None:
    written = md_comment(text)
    assert "--" not in written
    assert ">" not in written
    assert "\n" not in written


@given(
    st.recursive(st.none() | st.booleans() | texts | st.integers(), lambda v: st.lists(v) | st.dictionaries(texts, v))
)
def test_json_text(value: object) -> None:
    text = json_text(value)
    assert json.loads(text) == json.loads(json.dumps(value))
    text.encode()


def test_json_text_shows_what_is_hidden() -> None:
    assert json_text("a\u202eb\U000e0041é") == '"a\\u202eb\\udb40\\udc41é"'
    with pytest.raises(ValueError, match="Out of range"):
        json_text(float("nan"))


# --- the renderer


def render(folder: Path, name: str, source: str, **view: object) -> str:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source, encoding="utf-8", newline="")
    return Renderer(folder).render(name, **view)


def test_layout_rules(tmp_path: Path) -> None:
    source = "{% for v in values %}\r\n    {% if v %}\r\nx = {{ v|py_str }}\r\n    {% endif %}\r\n{% endfor %}\r\n"
    assert render(tmp_path, "a.py.jinja", source, values=["a", "", "b"]) == 'x = "a"\nx = "b"\n'


def test_a_macro_prints_what_its_pieces_quoted(tmp_path: Path) -> None:
    source = "{% macro m(v) %}[{{ v|py_str }}]{% endmacro %}{{ m('<&>') }} {{ 3 }}"
    assert render(tmp_path, "a.py.jinja", source) == '["<&>"] 3'


@pytest.mark.parametrize(
    "expression",
    [
        "v",
        "v ~ v",
        "v|py_str ~ v",
        "v|py_str + v",
        "(v|py_str).upper()",
        "v|safe",
        "v|e",
        "v|format",
        "v|replace('a', 'b')",
        "[v|py_str]|join",
        "v|md_text",
        "v|prose",
        "missing",
        "v.missing",
        "true",
        "none",
        "1.5",
        "v.__class__",
        "v|py_name",
        "v|py_expression",
        "1 // 0",
    ],
)
def test_text_without_a_filter_is_refused_with_its_place(tmp_path: Path, expression: str) -> None:
    with pytest.raises(ConfigError, match=r"template `.*a\.py\.jinja`, line 2: "):
        render(tmp_path, "a.py.jinja", "x\n{{ " + expression + " }}\n", v="import os")


def test_a_syntax_error_has_its_place(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"a\.py\.jinja`, line 3: "):
        render(tmp_path, "a.py.jinja", "\n\n{% for %}\n")


def test_an_included_file_is_the_place(tmp_path: Path) -> None:
    (tmp_path / "_b.py.jinja").write_text("\n{{ v }}", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"_b\.py\.jinja`, line 2: ") as caught:
        render(tmp_path, "a.py.jinja", "{% include '_b.py.jinja' %}", v="x")
    assert caught.value.hint is not None


def test_kinds_have_their_own_filters(tmp_path: Path) -> None:
    assert render(tmp_path, "a.txt.jinja", "{{ v|prose }}", v="<b> & {x}") == "<b> & {x}"
    assert render(tmp_path, "en.jinja", "{{ v|prose }}", v="it's") == "it's"
    assert render(tmp_path, "a.json.jinja", "{{ v|json }}\n", v={"a": [1]}) == '{\n  "a": [\n    1\n  ]\n}\n'
    with pytest.raises(InternalError, match=r"no quoting filters: `\.sh`"):
        Renderer().render("a.sh.jinja")


def test_the_users_folder_goes_first_file_by_file(tmp_path: Path) -> None:
    shipped = "python/py.typed.jinja"
    assert isinstance(Renderer(tmp_path), Renderer)
    with pytest.raises(InternalError, match="there is no template `python/nothing"):
        Renderer(tmp_path).render("python/nothing.py.jinja")
    assert render(tmp_path, "python/models.py.jinja", "mine") == "mine"
    assert not (shipped_templates() / shipped).exists()


def test_the_same_twice(tmp_path: Path) -> None:
    with pytest.raises(ToolmintError):
        render(tmp_path, "a.py.jinja", "{{ [1, 2]|random }}")
    with pytest.raises(ToolmintError):
        render(tmp_path, "a.py.jinja", "{{ lipsum() }}")


def test_quoted_text_does_not_stay_quoted() -> None:
    assert type(Quoted("a") + "b") is str
    assert not hasattr(Quoted("a"), "__html__")
