"""`toolmint pin` against live servers: one thing changes after another, and whatever a server does, the lock stays."""

from __future__ import annotations

import copy
import json
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from toolmint.live import Limits

from support.live import TOKEN, raw_command, sdk_command, write_plan
from support.raw_http import raw_http

FIND: dict[str, Any] = {
    "name": "find_orders",
    "title": "Find orders",
    "description": "Return the orders of a customer. Use this when the user asks what was ordered.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "customer": {"type": "string", "description": "Number of the customer, such as C17."},
            "state": {"type": "string", "enum": ["open", "closed"], "description": "Which orders."},
            "limit": {"type": "number", "minimum": 1, "maximum": 50, "description": "How many, such as 10."},
        },
        "required": ["customer"],
        "additionalProperties": False,
    },
    "outputSchema": {"type": "object", "properties": {"orders": {"type": "array", "items": {"type": "string"}}}},
    "annotations": {"readOnlyHint": True},
    "_meta": {"vendor": {"version": 1}},
}
PING: dict[str, Any] = {"name": "ping", "description": "Return the time.", "inputSchema": {"type": "object"}}


@dataclass
class Desk:
    """A server that is pinned, and whose plan a test changes."""

    terminal: Any
    plan: Path
    code: int = 0
    """Of the last `changes`."""

    def serve(self, *tools: Any, **rest: Any) -> None:
        """Have the server list something else from now on: tools, each an object or its text."""
        texts = [one if isinstance(one, str) else json.dumps(one) for one in tools or (FIND, PING)]
        write_plan(self.plan.parent, {"tools": texts, "instructions": "Ask once.", **rest})

    def changes(self) -> list[str]:
        """Ask `pin check` what changed: grade, what, where."""
        self.code = self.terminal.run("pin", "check", "--format", "json")
        found = json.loads(self.terminal.stdout)
        return [
            f"{one['grade']} {one['kind']} {one['tool'] or 'server'} {'.'.join(one['path'])}".rstrip()
            for one in found["changes"]
        ]

    def locked(self) -> tuple[str, ...]:
        """Return everything that a pin is written to."""
        names = ("toolmint.lock", "toolmint.toml", "specs/desk.mcp.json")
        return tuple(self.terminal.read(name) for name in names)


def pinned(terminal: Any, tmp_path: Path, command: Any) -> Desk:
    desk = Desk(terminal, write_plan(tmp_path, {}))
    terminal.write("toolmint.toml", 'targets = ["contract"]\n')
    desk.serve()
    assert terminal.run("pin", "add", "desk", "--", *command(desk.plan)) == 0, terminal.stderr
    assert desk.changes() == []
    return desk


@pytest.fixture
def by_sdk(real: Any, tmp_path: Path) -> Desk:
    """A server of the era without handshake, written with the SDK."""
    return pinned(real, tmp_path, sdk_command)


@pytest.fixture
def by_hand(real: Any, tmp_path: Path) -> Desk:
    """A server of the handshake era that sends texts as they are."""
    return pinned(real, tmp_path, raw_command)


def put(*path: str, value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(FIND)
    holder = changed
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    return changed


PROPERTIES = ("inputSchema", "properties")
TEXT = json.dumps(FIND)
ONE_THING: dict[str, tuple[Any, list[str]]] = {
    "description": (
        put("description", value="Return the orders of a customer. Call it first."),
        ["BEHAVIOUR description-changed find_orders description"],
    ),
    "title": (put("title", value="Look for orders"), ["BEHAVIOUR title-changed find_orders title"]),
    "parameter text": (
        put(*PROPERTIES, "customer", "description", value="A name."),
        ["BEHAVIOUR description-changed find_orders customer.description"],
    ),
    "fewer values": (
        put(*PROPERTIES, "state", "enum", value=["open"]),
        ["BREAKING enum-narrowed find_orders state"],
    ),
    "more values": (
        put(*PROPERTIES, "state", "enum", value=["open", "closed", "lost"]),
        ["LOOSENED enum-widened find_orders state"],
    ),
    "narrower bound": (
        put(*PROPERTIES, "limit", "maximum", value=20),
        ["BREAKING maximum-changed find_orders limit.maximum"],
    ),
    "wider bound": (
        put(*PROPERTIES, "limit", "maximum", value=100),
        ["LOOSENED maximum-changed find_orders limit.maximum"],
    ),
    "required": (
        put("inputSchema", "required", value=["customer", "state"]),
        ["BREAKING required-changed find_orders state"],
    ),
    "annotation": (
        put("annotations", "readOnlyHint", value=False),
        ["LOOSENED readOnlyHint-changed find_orders readOnlyHint"],
    ),
    "output schema": (
        put("outputSchema", "properties", "orders", "type", value="string"),
        ["EXPANDED type-narrowed find_orders orders", "BREAKING type-widened find_orders orders"],
    ),
    "meta": (put("_meta", "vendor", value={"version": 2}), ["BEHAVIOUR _meta-changed find_orders _meta"]),
    "nothing": (FIND, []),
}
SPELLING: dict[str, tuple[str, list[str]]] = {
    "number": (
        TEXT.replace('"minimum": 1,', '"minimum": 1.0,'),
        ["NOTATION spelling-changed find_orders"],
    ),
    "exponent": (TEXT.replace('"maximum": 50', '"maximum": 5e1'), ["NOTATION spelling-changed find_orders"]),
    "escape": (TEXT.replace("Find", "\\u0046ind"), ["NOTATION spelling-changed find_orders"]),
    "key order": (
        json.dumps(dict(reversed(FIND.items()))),
        ["NOTATION key-order-changed find_orders"],
    ),
    "unknown key": (TEXT[:-1] + ', "vendor": {"price": 1}}', ["BEHAVIOUR vendor-changed find_orders vendor"]),
    "space": (TEXT.replace('", ', '",   '), []),
}


def assert_each_is_told(desk: Desk, cases: dict[str, tuple[Any, list[str]]]) -> None:
    before = desk.locked()
    for name, (tool, events) in cases.items():
        desk.serve(tool, PING)
        assert desk.changes() == events, name
        assert desk.code == (1 if events else 0), name
    desk.serve(PING, FIND)
    assert desk.changes() == ["NOTATION order-changed server tools"]
    desk.serve(instructions="Ask twice.")
    assert desk.changes() == ["BEHAVIOUR instructions-changed server instructions"]
    desk.serve(FIND)
    assert desk.changes() == ["BREAKING tool-removed ping"]
    desk.serve(FIND, PING, {**PING, "name": "pong"})
    assert desk.changes() == ["EXPANDED tool-added pong"]
    assert desk.locked() == before


def test_one_thing_after_another(by_hand: Desk) -> None:
    assert_each_is_told(by_hand, {**ONE_THING, **SPELLING})


@pytest.mark.slow  # the SDK takes a second to start, each time
def test_one_thing_after_another_on_a_server_of_the_sdk(by_sdk: Desk) -> None:
    assert_each_is_told(by_sdk, ONE_THING)


@pytest.mark.slow
def test_what_was_reviewed_is_accepted_and_then_called(by_hand: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk, run = by_hand, by_hand.terminal.run
    desk.terminal.write("toolmint.toml", desk.terminal.read("toolmint.toml").replace("targets", "# targets"))
    assert run("generate") == 0
    assert outcome(desk) == "ok"
    desk.serve(put("title", value="Look for orders"), PING)
    assert outcome(desk) == "changed"
    assert run("pin", "review", "desk") == 0
    desk.serve(put("title", value="Look for all orders"), PING)
    before = desk.locked()
    assert run("pin", "accept", "desk", "--reason", "read it", "--by", "Ada") != 0
    assert desk.locked() == before
    assert run("pin", "review", "desk") == 0
    assert run("pin", "accept", "desk", "--reason", "read it", "--by", "Ada") == 0
    assert desk.changes() == []
    assert outcome(desk) == "ok"


def outcome(desk: Desk) -> str:
    """Call a tool with the package that is generated just now."""
    code = (
        "import asyncio, sys\n"
        "from generated.desk import Toolset\n"
        "async def call():\n"
        "    async with Toolset.stdio(*sys.argv[1:]) as tools:\n"
        "        result = await tools.call('find_orders', {'customer': 'C17'})\n"
        "        print('ok' if result.ok else result.error.kind)\n"
        "asyncio.run(call())\n"
    )
    command = [sys.executable, "-c", code, *raw_command(desk.plan)]
    return subprocess.run(command, cwd=desk.terminal.folder, capture_output=True, text=True, check=True).stdout.strip()


HOSTILE: dict[str, tuple[dict[str, Any], str]] = {
    "hangs": ({"faults": ["hang-list"]}, "gave no answer to `tools/list` within 3 seconds"),
    "dies mid-list": ({"faults": ["exit-list"]}, "ended with exit code 1 in the middle of a message"),
    "dies at once": ({"faults": ["exit-start"]}, "ended with exit code 3 while `server/discover` was awaited"),
    "sends 100 MB": ({"faults": ["huge"]}, "sent more than 16 MB in one message, so reading stopped"),
    "sends invalid JSON": ({"faults": ["invalid"]}, "sent JSON that cannot be used"),
    "lists in a circle": ({"faults": ["circle"]}, "lists its tools in a circle"),
    "says no": ({"faults": ["error"]}, "answered `tools/list` with error -32603: cannot log in with ***"),
    "sends duplicate names": ({"tools": [TEXT, TEXT]}, "lists tool `find_orders` twice"),
    "sends a key twice": ({"tools": [TEXT[:-1] + ', "name": "x"}']}, "key `name` stands twice in one mapping"),
    "has a tool without a schema": ({"tools": ['{"name": "a"}']}, "lists tool `a` without `inputSchema`"),
}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(request_seconds=3, total_seconds=60)
    monkeypatch.setattr("toolmint.live.reading.Limits", lambda: limits)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("case", HOSTILE)
def test_whatever_a_server_does_the_lock_stays(by_hand: Desk, case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAW_TOKEN", TOKEN)
    desk, run = by_hand, by_hand.terminal.run
    config = desk.terminal.read("toolmint.toml") + 'env = ["RAW_TOKEN"]\n'
    desk.terminal.write("toolmint.toml", config)
    desk.serve(put("title", value="Look for orders"), PING)
    assert run("pin", "review", "desk") == 0
    before = desk.locked()
    plan, said = HOSTILE[case]
    desk.serve(**{"tools": [TEXT], **plan})
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for command in (("check",), ("review", "desk"), ("accept", "desk", "--reason", "r", "--by", "Ada")):
        assert run("pin", *command) == 2, command
        assert said in desk.terminal.stderr
        assert TOKEN not in desk.terminal.stderr + desk.terminal.stdout
        assert "Traceback" not in desk.terminal.stderr
    command = raw_command(desk.plan)
    assert run("pin", "add", "other", "--env", "RAW_TOKEN", "--", *command) == 2
    assert said in desk.terminal.stderr
    assert desk.locked() == before
    assert not (desk.terminal.folder / "specs/other.mcp.json").exists()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 200 * 1024


def test_a_server_over_http(real: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAW_TOKEN", TOKEN)
    real.write("toolmint.toml", 'targets = ["contract"]\n')
    with raw_http({"tools": [TEXT, json.dumps(PING)], "page": 1}) as server:
        assert real.run("pin", "add", "desk", "--url", f"{server.url}/mcp", "--header", "Authorization=RAW_TOKEN") == 0
        assert {headers["Authorization"] for headers in server.seen} == {TOKEN}
        assert real.run("pin", "check") == 0
        server.plan = {"tools": [TEXT]}
        assert real.run("pin", "check") == 1
        assert "ping" in real.stdout
    for file in ("toolmint.toml", "toolmint.lock", "specs/desk.mcp.json"):
        assert TOKEN not in real.read(file)
    assert real.run("pin", "check") == 2
    assert "cannot be reached" in real.stderr


@pytest.mark.slow
def test_a_thousand_tools(real: Any, tmp_path: Path) -> None:
    tools = [json.dumps({**put("title", value=f"Orders {n}"), "name": f"find_orders_{n}"}) for n in range(1000)]
    real.write("toolmint.toml", 'targets = ["contract"]\n')
    plan = write_plan(tmp_path, {"tools": tools, "page": 100})
    assert real.run("pin", "add", "desk", "--", *raw_command(plan)) == 0
    write_plan(tmp_path, {"tools": [one.replace("C17", "C18") for one in tools], "page": 100})
    assert real.run("pin", "check", "--format", "json") == 1
    assert len(json.loads(real.stdout)["changes"]) == 1000
