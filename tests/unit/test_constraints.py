"""What prose states of arguments, read into values: the shapes that the rules' cases do not show one by one."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import pytest

from toolmint.ir.facets import closed_values, facets
from toolmint.prose.constraints import (
    Amount,
    Form,
    StatedChoices,
    StatedDefault,
    StatedForm,
    StatedLimit,
    StatedPresence,
    limit_keyword,
    says,
    stated,
)


def defaults(text: str) -> list[object]:
    return [one.value for one in stated(text) if isinstance(one, StatedDefault) and not one.hedged]


def limits(text: str) -> list[tuple[str, float]]:
    return [(one.bound, one.amount.value) for one in stated(text) if isinstance(one, StatedLimit) and not one.hedged]


def values(text: str) -> list[list[str]]:
    return [[value.text for value in one.values] for one in stated(text) if isinstance(one, StatedChoices)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Defaults to 20.", 20),
        ("Default: 1,000", 1000),
        ("default is `asc`", "asc"),
        ("The default value is set to **regular**.", "regular"),
        ("By default, this is `false`.", False),
        ("(optional, default: True)", True),
        ("Results per page (default 30, min 1)", 30),
        ("Default `false`.", False),
        ('Sort order, defaults to "date" if not provided.', "date"),
        ("* `all` (the default) shows everything", "all"),
        ("`POST` is the default.", "POST"),
        ("20 by default", 20),
        ("Defaults to open", "open"),
        ("Defaults to `NONE`", None),
        ("If omitted, defaults to 5.", 5),
        ("If given, the tags are kept (default: false).", False),
        ("每页数量，默认值为２０。", 20),
        ("缺省为`asc`", "asc"),
        ("件数 (デフォルト: 50)", 50),
        ("<b>Default</b>: <code>asc</code><br/>More.", "asc"),
    ],
)
def test_a_default_is_read(text: str, value: object) -> None:
    assert defaults(text) == [value]


@pytest.mark.parametrize(
    "text",
    [
        "Defaults to 10 for lists, 20 otherwise.",
        "If the list is sorted, the default is 10.",
        "Uses the repository's default branch.",
        "Results are sorted by date by default.",
        "The default limit applies.",
        "0 means the default of 100.",
        "```\ndefault: 5\n```",
    ],
)
def test_what_is_no_default_of_the_argument(text: str) -> None:
    assert defaults(text) == []


def test_a_default_says_where_its_value_stands() -> None:
    (one,) = (one for one in stated("Order. Defaults to `asc`.") if isinstance(one, StatedDefault))
    assert "Order. Defaults to `asc`."[slice(*one.at)] == "asc"
    assert "Order. Defaults to `asc`."[slice(*one.sentence)].strip() == "Defaults to `asc`."


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("At most 50.", [("maximum", 50)]),
        ("Up to a maximum of 1,000 items", [("maximum", 1000)]),
        ("(min 20, max 100)", [("minimum", 20), ("maximum", 100)]),
        ("Must be between 0 and 1 (inclusive).", [("minimum", 0), ("maximum", 1)]),
        ("Page size (1-100, more is slow)", [("minimum", 1), ("maximum", 100)]),
        ("Range: [0, 10]", [("minimum", 0), ("maximum", 10)]),
        ("* Max length: 22 characters", [("maximum", 22)]),
        ("Must not exceed 5.", [("maximum", 5)]),
        ("Must not include more than 50 ids.", [("maximum", 50)]),
        ("Greater than 0", [("minimum", 0)]),
        ("Number of rows, <= 500", [("maximum", 500)]),
        ("A 34 character string", [("minimum", 34), ("maximum", 34)]),
        ("不得超过100条", [("maximum", 100)]),
        ("数量，最多 1万", [("maximum", 10_000)]),
        ("取值范围为1～50", [("minimum", 1), ("maximum", 50)]),
        ("1到50之间", [("minimum", 1), ("maximum", 50)]),
        ("名前（255文字以内）", [("maximum", 255)]),
        ("Dated 2024-01-31.", []),
        ("Version 1.2-3", []),
        ("x -> 5", []),
    ],
)
def test_limits_are_read(text: str, found: list[tuple[str, float]]) -> None:
    assert limits(text) == found


@pytest.mark.parametrize(
    ("text", "types", "keyword"),
    [
        ("At most 50.", {"integer"}, "maximum"),
        ("At most 50 characters.", {"integer"}, None),
        ("At most 50 characters.", {"string"}, "maxLength"),
        ("Max length: 50", {"string"}, "maxLength"),
        ("At most 50 ids.", {"string"}, None),
        ("At most 50 ids.", {"array"}, "maxItems"),
        ("Less than 50.", {"number"}, "exclusiveMaximum"),
        ("At most 2 MB.", {"string"}, None),
        ("At most 50.", {"integer", "string"}, None),
        ("At most 50.", set(), None),
    ],
)
def test_a_limit_has_the_keyword_of_its_type(text: str, types: set[str], keyword: str | None) -> None:
    (one,) = (one for one in stated(text) if isinstance(one, StatedLimit))
    assert limit_keyword(one, types) == keyword


@pytest.mark.parametrize(
    ("amount", "number", "same"),
    [
        (Amount(24, "h"), 86_400, True),
        (Amount(24, "h"), 1_440, True),
        (Amount(24, "h"), 24, True),
        (Amount(24, "h"), 25, False),
        (Amount(1, "year"), 31_536_000, True),
        (Amount(10, "MB"), 10_485_760, True),
        (Amount(10, "MB"), 10_000_000, True),
        (Amount(50, "%"), 0.5, True),
        (Amount(20), 20.0, True),
        (Amount(20, "", "", (Amount(2),)), 2, True),
    ],
)
def test_an_amount_has_several_units(amount: Amount, number: float, same: bool) -> None:
    assert says(amount, number) is same


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One of `a`, `b` or `c`.", [["a", "b", "c"]]),
        ("Can be either 'a' (the first) or 'b' (the second).", [["a", "b"]]),
        ("The possible values are: low, normal, high.", [["low", "normal", "high"]]),
        ("Possible values:\n\n* **01** — none\n  at all\n* **02** — some", [["01", "02"]]),
        ("Options are:\n1. get - read\n2. put - write", [["get", "put"]]),
        ("Valid values are:<br/>- `album`<br/>- `single`", [["album", "single"]]),
        ("<ul><li><code>a</code></li><li><code>b</code></li></ul>", [["a", "b"]]),
        ("可选标志：[G(高铁),D(动车)]", [["G", "D"]]),
        ("枚举值：`a`、`b`", [["a", "b"]]),
        ("One of `a`, `b`, or `null`.", [["a", "b"]]),
        ("One of the orders of the day.", []),
        ("Either the id or a name.", []),
        ("If `mp4` or `webm`, `audio` must be there.", [["mp4", "webm"]]),
    ],
)
def test_lists_of_values_are_read(text: str, found: list[list[str]]) -> None:
    assert values(text) == found


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("One of `a`, `b`.", True),
        ("One of `a`, `b`, or any other text.", False),
        ("One of `a`, `b`, etc.", False),
        ("Can be `a` or `b`.", False),
        ("Can be: `a` or `b` and the default is `b`.", True),
        ("If sorted, one of `a`, `b`.", False),
    ],
)
def test_a_list_says_whether_it_is_all(text: str, complete: bool) -> None:
    (one,) = (one for one in stated(text) if isinstance(one, StatedChoices))
    assert one.complete is complete


@pytest.mark.parametrize(
    ("text", "required"),
    [
        ("(optional) The id.", False),
        ("Optional. The id.", False),
        ("Optional name of the shop", False),
        ("The id. Required.", True),
        ("The id (required)", True),
        ("This parameter is **required**.", True),
        ("+optional", None),
        ("选填，备注", False),
        ("备注（选填）", False),
        ("必填。城市", True),
        ("Required when the id is missing.", None),
        ("Optional fields to return", None),
        ("可选值：a、b", None),
        ("The password required to log in.", None),
    ],
)
def test_presence_is_read(text: str, required: bool | None) -> None:
    found = [one.required for one in stated(text) if isinstance(one, StatedPresence)]
    assert found == ([] if required is None else [required])


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Start date in YYYY-MM-DD format", Form.DATE),
        ("ISO 8601 timestamp", Form.DATE_TIME),
        ("Unix timestamp of the start", Form.EPOCH),
        ("毫秒级时间戳", Form.EPOCH),
        ("A comma-separated list", Form.SEPARATED),
        ("(optional) List of ids", Form.LIST),
        ("单位：毫秒", Form.MILLISECONDS),
        ("Timeout in seconds", Form.SECONDS),
    ],
)
def test_forms_are_read(text: str, form: Form) -> None:
    assert form in [one.form for one in stated(text) if isinstance(one, StatedForm)]


@pytest.mark.parametrize(
    "piece", ["max 5, ", "one of `a`, ", "`a`, `b` or ", "default: ", "(1-", "a, b, ", "* x\n", "in seconds ", "1-2~3 "]
)
def test_a_hostile_text_comes_to_an_end(piece: str) -> None:
    """What backtracks never ends on such a text."""
    text = (piece * 100_000)[:100_000]
    assert all(0 <= one.start <= one.end <= len(text) for one in stated.__wrapped__(text))


def test_facets_take_every_branch() -> None:
    definitions = {"Size": {"type": "integer", "maximum": 50, "default": 10}}
    schema = {"anyOf": [{"$ref": "#/$defs/Size"}, {"type": "null"}], "default": None}
    found = facets(schema, definitions)
    assert found.types == {"integer"}
    assert found.bounds == {"maximum": frozenset({50})}
    assert found.defaults == (10,)
    assert found.states_default


def test_values_are_closed_only_where_every_branch_is() -> None:
    listed = {"enum": ["a", "b", None]}
    assert closed_values(listed, {}) == ("a", "b")
    assert closed_values({"anyOf": [listed, {"const": "c"}, {"type": "null"}]}, {}) == ("a", "b", "c")
    assert closed_values({"anyOf": [listed, {"type": "string"}]}, {}) is None
    assert closed_values({"allOf": [{"type": "string"}, listed]}, {}) == ("a", "b")
    assert closed_values({"$ref": "#/$defs/Me"}, {"Me": {"$ref": "#/$defs/Me"}}) is None


def test_a_width_in_memory_is_no_limit() -> None:
    assert facets({"type": "integer", "maximum": 2**31 - 1, "minimum": -(2**31)}, {}).bounds == {}
