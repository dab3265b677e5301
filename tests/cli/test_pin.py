"""`toolmint pin` with files as origins, and what `toolmint check` finds of pins without the network."""

from __future__ import annotations

import copy
import json
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

SNAPSHOTS = Path(__file__).parent / "snapshots"
FORECAST: dict[str, Any] = {
    "name": "get_forecast",
    "title": "Forecast",
    "description": "Return the weather of a city. Use this when the user asks for a forecast; pass `days` up to 14.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "city": {"type": "string", "description": "Name of the city, such as Oslo."},
            "days": {"type": "integer", "minimum": 1, "maximum": 14, "description": "How many days, such as 3."},
        },
        "required": ["city"],
        "additionalProperties": False,
    },
    "outputSchema": {"type": "object", "properties": {"days": {"type": "array", "items": {"type": "string"}}}},
    "annotations": {"readOnlyHint": True},
}
ALERTS: dict[str, Any] = {
    "name": "list_alerts",
    "description": "List the warnings of a region. Use this when the user asks whether a storm is coming.",
    "inputSchema": {"type": "object", "properties": {}, "additionalProperties": False},
    "outputSchema": {"type": "object", "properties": {"alerts": {"type": "array", "items": {"type": "string"}}}},
    "annotations": {"readOnlyHint": True},
}
OPENAPI = """\
openapi: 3.1.0
info: {title: Orders, version: "1"}
servers: [{url: "https://api.example.com"}]
paths:
  /orders:
    get:
      operationId: listOrders
      summary: List the orders of a customer, the newest first.
      parameters: [{name: user_id, in: query, description: Whose orders., schema: {type: string}}]
      responses: {"200": {description: The orders}}
"""


def listed(*tools: dict[str, Any], **rest: Any) -> str:
    return json.dumps({"tools": list(tools), **rest}, ensure_ascii=False)


def forecast(**parts: Any) -> dict[str, Any]:
    return {**copy.deepcopy(FORECAST), **parts}


@pytest.fixture
def pinned(real: Any) -> Any:
    real.write("toolmint.toml", '# ours\ntargets = ["contract", "mcp"]   # no Python\n')
    real.write("vendor.json", listed(FORECAST, ALERTS, instructions="Ask once."))
    assert real.run("pin", "add", "weather", "--file", "vendor.json") == 0
    assert real.run("generate", "--quiet") == 0
    return real


def changed_forecast() -> dict[str, Any]:
    tool = forecast(
        description="Return the weather of a city. Call it before any other tool; pass `days` up to 14.\u200b"
    )
    tool["inputSchema"]["properties"]["days"]["maximum"] = 30
    tool["annotations"] = {"readOnlyHint": False}
    return tool


@pytest.mark.parametrize("width", [60, 100])
def test_the_whole_way(pinned: Any, golden: Any, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    run = pinned.run
    assert run("pin", "list") == 0
    assert run("pin", "check") == 0
    assert run("check", "--only", "pins") == 0
    extra = forecast(name="get_history")
    pinned.write("vendor.json", listed(changed_forecast(), extra, instructions="Ask once, then act."))
    assert run("pin", "check") == 1
    assert run("pin", "review", "weather") == 0
    assert run("pin", "accept", "weather", "get_history", "--reason", "we use it", "--by", "Ada") == 0
    assert run("pin", "accept", "weather", "--reason", "agreed with the vendor", "--by", "Ada") == 0
    assert run("pin", "review", "weather") == 0
    assert run("pin", "list") == 0
    assert run("check", "--only", "drift") == 0
    golden.check_file(pinned.transcript, SNAPSHOTS / f"pin-{width}.txt")


def test_what_is_written(pinned: Any) -> None:
    assert pinned.read("toolmint.toml") == (
        '# ours\ntargets = ["contract", "mcp"]   # no Python\n\n[pins.weather]\nfile = "vendor.json"\n'
    )
    assert json.loads(pinned.read("specs/weather.mcp.json")) == json.loads(pinned.read("vendor.json"))
    lock = pinned.read("toolmint.lock")
    assert json.loads(lock)["pins"]["weather"]["order"] == ["get_forecast", "list_alerts"]
    assert str(pinned.folder) not in lock
    assert pinned.run("pin", "list", "--format", "json") == 0
    (row,) = json.loads(pinned.stdout)["pins"]
    assert row == {
        "name": "weather",
        "kind": "mcp",
        "tools": 2,
        "prompts": 0,
        "resourceTemplates": 0,
        "instructions": True,
        "approvals": 0,
        "origin": "vendor.json",
        "state": "whole",
    }


def test_approvals_are_bound_to_both_digests(pinned: Any) -> None:
    before = json.loads(pinned.read("toolmint.lock"))["pins"]["weather"]["tools"]
    pinned.write("vendor.json", listed(changed_forecast(), instructions="Ask once."))
    assert pinned.run("pin", "review", "weather") == 0
    assert pinned.run("pin", "accept", "weather", "--reason", "r", "--by", "Ada") == 0
    pin = json.loads(pinned.read("toolmint.lock"))["pins"]["weather"]
    assert pin["tools"]["get_forecast"]["approvals"] == [
        {
            "by": "Ada",
            "from": before["get_forecast"]["sha256"],
            "grade": "LOOSENED",
            "reason": "r",
            "to": pin["tools"]["get_forecast"]["sha256"],
        }
    ]
    assert pin["removed"]["tools/list_alerts"] == [
        {"by": "Ada", "from": before["list_alerts"]["sha256"], "grade": "BREAKING", "reason": "r", "to": None}
    ]
    pinned.write("vendor.json", listed(changed_forecast(), ALERTS, instructions="Ask once."))
    assert pinned.run("pin", "review", "weather") == 0
    assert pinned.run("pin", "accept", "weather", "--reason", "back", "--by", "Bo") == 0
    pin = json.loads(pinned.read("toolmint.lock"))["pins"]["weather"]
    assert [one["reason"] for one in pin["tools"]["list_alerts"]["approvals"]] == ["r", "back"]
    assert "removed" not in pin
    assert pinned.run("check", "--only", "pins") == 0


def test_single_tools_stay_in_their_places(pinned: Any) -> None:
    first, last = forecast(name="first"), forecast(name="last")
    pinned.write("vendor.json", listed(first, ALERTS, changed_forecast(), last))
    assert pinned.run("pin", "review", "weather") == 0
    assert pinned.run("pin", "accept", "weather", "first", "--reason", "r", "--by", "Ada") == 0
    assert "left to accept: 2 other tools and what is of the server itself" in pinned.stderr
    held = json.loads(pinned.read("specs/weather.mcp.json"))
    assert [one["name"] for one in held["tools"]] == ["first", "get_forecast", "list_alerts"]
    assert held["tools"][1] == FORECAST
    assert held["instructions"] == "Ask once."
    assert pinned.run("pin", "accept", "weather", "--reason", "r", "--by", "Ada") == 0
    held = json.loads(pinned.read("specs/weather.mcp.json"))
    assert [one["name"] for one in held["tools"]] == ["first", "list_alerts", "get_forecast", "last"]
    assert pinned.run("pin", "check") == 0


def test_what_is_accepted_is_what_was_reviewed(pinned: Any) -> None:
    lock, spec = pinned.read("toolmint.lock"), pinned.read("specs/weather.mcp.json")
    accept = ("pin", "accept", "weather", "--reason", "r", "--by", "Ada")
    assert pinned.run(*accept) == 2
    assert "nothing of `weather` was reviewed" in pinned.stderr
    pinned.write("vendor.json", listed(forecast(description="Return it."), ALERTS, instructions="Ask once."))
    assert pinned.run("pin", "review", "weather") == 0
    pinned.write("vendor.json", listed(forecast(description="Return it all."), ALERTS, instructions="Ask once."))
    assert pinned.run(*accept) == 2
    assert "`weather` changed after it was reviewed: `get_forecast`" in pinned.stderr
    assert (pinned.read("toolmint.lock"), pinned.read("specs/weather.mcp.json")) == (lock, spec)
    # An answer in another key order is the same answer.
    tool = forecast(description="Return it.")
    pinned.write("vendor.json", listed(dict(reversed(tool.items())), ALERTS, instructions="Ask once."))
    assert pinned.run(*accept) == 0


def test_a_review_is_of_one_accepted_state(pinned: Any) -> None:
    pinned.write("vendor.json", listed(changed_forecast(), ALERTS, instructions="Ask once."))
    assert pinned.run("pin", "review", "weather") == 0
    kept = pinned.read(".toolmint/review/weather.json")
    assert pinned.run("pin", "accept", "weather", "--reason", "r", "--by", "Ada") == 0
    pinned.write(".toolmint/review/weather.json", kept)
    assert pinned.run("pin", "accept", "weather", "--reason", "r", "--by", "Ada") == 2
    assert "something else of `weather` was accepted since the review" in pinned.stderr
    pinned.write(".toolmint/review/weather.json", kept.replace("Call it", "Call me"))
    assert pinned.run("pin", "accept", "weather", "--reason", "r", "--by", "Ada") == 2
    assert "`.toolmint/review/weather.json` is not what the review wrote" in pinned.stderr
    assert pinned.read(".toolmint/.gitignore") == "*\n"


def test_who_accepts(pinned: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, "/dev/null")
    pinned.write("vendor.json", listed(changed_forecast(), ALERTS, instructions="Ask once."))
    assert pinned.run("pin", "review", "weather") == 0
    assert pinned.run("pin", "accept", "weather", "--reason", "r") == 2
    assert "nobody is named who accepts" in pinned.stderr
    subprocess.run(["git", "init", "-q", "."], cwd=pinned.folder, check=True)
    for key, value in (("user.name", "李雷"), ("user.email", "li@example.com")):
        subprocess.run(["git", "config", key, value], cwd=pinned.folder, check=True)
    assert pinned.run("pin", "accept", "weather", "--reason", "与供应商确认") == 0
    assert '"by": "李雷 <li@example.com>"' in pinned.read("toolmint.lock")


def test_hand_edits_are_found_and_named(pinned: Any) -> None:
    spec = pinned.read("specs/weather.mcp.json")
    edits = {
        '"maximum": 14': ('"maximum": 15', "tool `get_forecast`: `inputSchema` is not what was accepted"),
        "How many days": ("Number of days", "`inputSchema.properties.days.description` is not what was accepted"),
        '"Ask once."': ('"Ask twice."', "the server's instructions are not what was accepted"),
        "list_alerts": ("list_warnings", "tool `list_warnings` was never accepted"),
        "List the warnings": ("List all warnings", "tool `list_alerts`: `description` is not what was accepted"),
    }
    for before, (after, said) in edits.items():
        pinned.write("specs/weather.mcp.json", spec.replace(before, after))
        assert pinned.run("check", "--only", "pins") == 1
        line = 1 + spec[: spec.index(before)].count("\n")
        assert said in pinned.stdout
        assert f"specs/weather.mcp.json:{line}" in pinned.stdout or before in ('"maximum": 14', "list_alerts")
        assert pinned.run("check", "--quiet") == 1
        assert said in pinned.stdout
        assert pinned.run("pin", "review", "weather") == 1
        assert pinned.run("pin", "accept", "weather", "--reason", "r", "--by", "A") == 1
        assert pinned.run("pin", "check", "--format", "json") == 1
        assert said in json.dumps(json.loads(pinned.stdout), ensure_ascii=False)
    pinned.write("specs/weather.mcp.json", spec.replace('"minimum": 1', '"minimum": 1.0'))
    assert pinned.run("check", "--only", "pins") == 0
    tools = json.loads(spec)
    tools["tools"].reverse()
    pinned.write("specs/weather.mcp.json", json.dumps(tools))
    assert pinned.run("check", "--only", "pins") == 1
    assert "the tools stand in another order than was accepted" in pinned.stdout


def test_what_stands_alone(pinned: Any) -> None:
    (pinned.folder / "specs/weather.mcp.json").rename(pinned.folder / "specs/other.mcp.json")
    assert pinned.run("check", "--only", "pins") == 1
    assert "`specs/weather.mcp.json`, which holds what was accepted, is not there" in pinned.stdout
    assert "`toolmint.lock` has no pin `other`" in pinned.stdout
    assert pinned.run("pin", "list") == 0
    assert "weather: broken" in pinned.stdout
    (pinned.folder / "toolmint.lock").unlink()
    assert pinned.run("check", "--only", "pins") == 1
    assert "toolmint.toml:4:7: error[LK-01] pin `weather` stands in the project file" in pinned.stdout


def test_a_pin_without_an_origin(pinned: Any) -> None:
    pinned.write("toolmint.toml", 'targets = ["contract", "mcp"]\n')
    assert pinned.run("check", "--only", "pins") == 0
    assert "warning[LK-01] the project file does not say where `weather` comes from" in pinned.stdout
    assert pinned.run("pin", "check") == 2
    assert "the project file does not say where `weather` comes from" in pinned.stderr


def test_a_list_that_nobody_pinned_is_a_note_where_nothing_is_pinned(real: Any) -> None:
    real.write("specs/weather.mcp.json", listed(FORECAST))
    assert real.run("check", "--only", "pins") == 0
    assert real.run("check", "--only", "pins", "--verbose") == 0
    assert "info[LK-01]" in real.stdout


def test_a_damaged_lock(pinned: Any, golden: Any) -> None:
    lock = pinned.read("toolmint.lock")
    start = len(lock[: lock.index('"order"')].splitlines())
    for damaged in (
        lock.replace('"kind": "mcp",\n', '"kind": "mcp",\n<<<<<<< HEAD\n'),
        lock.replace('"version": 1', '"version": 7'),
        lock.replace('"order"', '"ordre"'),
        lock[:500],
    ):
        pinned.write("toolmint.lock", damaged)
        assert pinned.run("check", "--only", "pins") == 2
        assert "toolmint.lock:" in pinned.stderr
        assert "error[PF-06]" in pinned.stderr
        assert pinned.run("pin", "check") == 2
    assert start > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("add", "weather", "--file", "vendor.json"), "`weather` is pinned already"),
        (
            ("add", "a-b", "--file", "vendor.json"),
            "`a-b` is no Python identifier, which a source is called by; `a_b` is",
        ),
        (("add", "x"), "found none of them, wanted one of"),
        (("add", "x", "--file", "a", "--url", "http://b"), "found `--url` and `--file`, wanted one of"),
        (("add", "x", "--file", "nowhere.json"), "cannot read `nowhere.json`: no such file or directory"),
        (("add", "x", "--file", "toolmint.toml"), "toolmint.toml, line 1, column 1: found `#`, wanted a value"),
        (("add", "x", "--file", "vendor.json", "--env", "A"), "`--env` goes with `-- COMMAND ...`"),
        (("add", "x", "--env", "A=secret", "--", "server"), "`--env A` wants the name of a variable alone"),
        (("add", "x", "--url", "https://h/", "--header", "A=Bearer s"), "`--header A=…` wants the name of"),
        (("add", "x", "--url", "https://me:pw@h/mcp"), "the URL holds a user name or a password"),
        (("add", "x", "--url", "https://h/mcp?api_key=s3cret"), "the URL's `api_key` looks like a secret"),
        (("add", "x", "--", "s", "--api-key", "s3cret"), "`--api-key` of the command looks like a secret"),
        (("add", "x", "--", "docker", "run", "-e", "MY_TOKEN=s3"), "`MY_TOKEN` of the command looks like a secret"),
        (("add", "x", "--", "npx", "mcp-remote", "--header", "X-API-Key: s3"), "the command holds a credential"),
        (("add", "x", "--", "s", "postgresql://me:pw@db/x"), "a URL in the command holds a password or a key"),
        (("add", "x", "--url", "ftp://h/"), "`ftp://h/` is no URL of `http` or `https`"),
        (("add", "x", "--openapi", "vendor.json"), "has neither `openapi` nor `swagger` at its root"),
        (("review", "wether"), "there is no pin `wether`"),
        (("check", "nothing"), "there is no pin `nothing`"),
        (("accept", "weather"), "found no `--reason`, wanted why it is accepted"),
        (("accept", "weather", "--reason", " "), "found an empty `--reason`"),
        (("accept", "weather", "--reason", "r", "--by", " "), "`--by` is empty"),
        (("frobnicate",), "there is no command `frobnicate`"),
        (("accept", "weather", "--raison", "r"), "`toolmint pin accept` has no option `--raison`"),
    ],
)
def test_what_is_refused(pinned: Any, arguments: tuple[str, ...], said: str) -> None:
    before = {file: file.read_bytes() for file in pinned.folder.rglob("*") if file.is_file()}
    assert pinned.run("pin", *arguments) == 2
    assert said in pinned.stderr
    assert "secret" not in pinned.stderr.replace("looks like a secret", "")
    assert "pw" not in pinned.stderr
    assert {file: file.read_bytes() for file in pinned.folder.rglob("*") if file.is_file()} == before


def test_the_options_of_a_server_are_its_own(pinned: Any) -> None:
    assert pinned.run("pin", "add", "weather", "--", "server", "--format", "json", "--quiet") == 2
    assert pinned.stdout == ""
    assert "`weather` is pinned already" in pinned.stderr
    assert pinned.run("pin", "review", "wether", "--format", "json") == 2
    assert "there is no pin `wether`" in json.loads(pinned.stdout)["failure"]["message"]


def test_accepting_what_has_not_changed(pinned: Any) -> None:
    pinned.write("vendor.json", listed(changed_forecast(), ALERTS, instructions="Ask once."))
    assert pinned.run("pin", "review", "weather") == 0
    assert pinned.run("pin", "accept", "weather", "list_alerts", "--reason", "r", "--by", "A") == 2
    assert "tool `list_alerts` has not changed" in pinned.stderr
    assert pinned.run("pin", "accept", "weather", "get_forcast", "--reason", "r", "--by", "A") == 2
    assert "did you mean `get_forecast`?" in pinned.stderr


def test_a_project_in_pyproject(real: Any) -> None:
    text = '[project]\nname = "x"  # ours\r\n\r\n[tool.toolmint]\r\nout = "gen"\r\n'
    (real.folder / "pyproject.toml").write_bytes(text.replace("# ours\n", "# ours\r\n").encode())
    real.write("vendor.json", listed(FORECAST))
    assert real.run("pin", "add", "weather", "--file", "vendor.json") == 0
    content = (real.folder / "pyproject.toml").read_bytes().decode()
    assert content.endswith('out = "gen"\r\n\r\n[tool.toolmint.pins.weather]\r\nfile = "vendor.json"\r\n')
    assert tomllib.loads(content)["tool"]["toolmint"]["pins"] == {"weather": {"file": "vendor.json"}}


def test_a_pin_beside_listed_sources_is_a_source(real: Any) -> None:
    real.write("api.yaml", OPENAPI)
    real.write("toolmint.toml", 'targets = ["contract"]\n[sources.orders]\npath = "api.yaml"\n')
    real.write("vendor.json", listed(FORECAST))
    assert real.run("pin", "add", "weather", "--file", "vendor.json") == 0
    assert real.run("generate") == 0
    assert "compiled 2 sources: 2 tools" in real.stderr
    assert real.run("pin", "add", "orders", "--file", "vendor.json") == 2
    assert "the project has a source `orders` already" in real.stderr


def test_vendor_text_is_judged_and_never_edited(pinned: Any) -> None:
    broken = forecast(description="Return the weather of a city when it is asked for; then call `list-alerts`.")
    pinned.write("vendor.json", listed(broken, ALERTS, instructions="Ask once."))
    assert pinned.run("pin", "review", "weather") == 0
    assert "error[ID-04] get_forecast" in pinned.stdout
    assert pinned.run("pin", "accept", "weather", "--reason", "r", "--by", "A") == 0
    spec = pinned.read("specs/weather.mcp.json")
    assert pinned.run("lint", "--fix") == 1
    assert "hint: it is the vendor's text, which is not edited here: tell them" in pinned.stdout
    assert "`specs/weather.mcp.json` is left as it is: its text is somebody else's" in pinned.stderr
    assert pinned.run("rename", "weather", "get_forecast", "days", "count", "--yes") == 2
    assert "`weather` is pinned: its text is somebody else's, and never edited" in pinned.stderr
    assert pinned.read("specs/weather.mcp.json") == spec


def test_an_openapi_document(real: Any) -> None:
    real.write("vendor.yaml", OPENAPI)
    assert real.run("pin", "add", "orders", "--openapi", "vendor.yaml") == 0
    assert json.loads(real.read("specs/orders.openapi.json"))["info"]["version"] == "1"
    assert real.run("generate", "orders", "--target", "contract") == 0
    assert real.run("pin", "check") == 0
    assert real.run("rename", "orders", "list_orders", "user_id", "account_id", "--yes") == 2
    changed = OPENAPI.replace("user_id", "account_id").replace("api.example", "api2.example")
    real.write("vendor.yaml", changed)
    assert real.run("pin", "check") == 1
    assert real.run("pin", "review", "orders") == 0
    assert "calls, and the credentials with them, go to other servers" in real.stdout
    assert "argument `user_id` is gone" in real.stdout
    assert real.run("pin", "accept", "orders", "list_orders", "--reason", "r", "--by", "A") == 2
    assert "an OpenAPI document is accepted as a whole" in real.stderr
    assert real.run("pin", "accept", "orders", "--reason", "r", "--by", "A") == 0
    assert real.run("pin", "check") == 0
    real.write("vendor.yaml", changed.replace('version: "1"', 'version: "2"'))
    assert real.run("pin", "check") == 1
    assert "`info` differ, and no tool with them" in real.stdout
    spec = real.read("specs/orders.openapi.json")
    real.write("specs/orders.openapi.json", spec.replace("Whose orders", "Their orders"))
    assert real.run("check", "--only", "pins") == 1
    assert "`paths./orders.get` is not what was accepted" in real.stdout


def test_the_spelling_of_a_document_is_kept(real: Any) -> None:
    text = '{"openapi": "3.1.0",\n "info": {"title": "T", "version": "1", "x-n": 1.0},\n "paths": {}}\n'
    real.write("vendor.json", text)
    assert real.run("pin", "add", "orders", "--openapi", "vendor.json") == 0
    assert real.read("specs/orders.openapi.json") == text
