"""Servers that are processes: read as they spell, ended with their children, and refused in bounded time and memory."""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from toolmint.errors import ServerError, UsageError
from toolmint.listing import CommandServer
from toolmint.live import Limits, read_listing

from support.live import TOKEN, TOOL, alive, raw_command, read, sdk_command, write_plan

OTHER = TOOL.replace("search", "find")
PROMPT = '{"name": "p", "arguments": []}'
UNUSABLE = "sent JSON that cannot be used: its answer to `tools/list`, line 1, column N"
TEMPLATE = '{"uriTemplate": "x://{a}", "name": "t", "size": 1.0}'


def without_column(error: ServerError) -> str:
    return re.sub(r"column \d+", "column N", error.message)


def test_everything_is_read_as_it_is_spelt(tmp_path: Path) -> None:
    plan = write_plan(
        tmp_path,
        {"tools": [TOOL, OTHER], "page": 1, "prompts": [PROMPT], "templates": [TEMPLATE], "instructions": "Be brief."},
    )
    listing = read(raw_command(plan))
    assert listing.tools == (TOOL, OTHER)
    assert listing.prompts == (PROMPT,)
    assert listing.resource_templates == (TEMPLATE,)
    assert listing.instructions == "Be brief."
    assert listing.protocol_version == "2025-06-18"
    assert listing.server_info == '{"name": "raw", "version": "1"}'


def test_a_server_of_the_era_without_handshake(tmp_path: Path) -> None:
    tools = [{"name": f"t{number}", "inputSchema": {"type": "object"}} for number in range(5)]
    plan = write_plan(tmp_path, {"tools": tools, "page": 2, "instructions": "Be brief.", "prompts": [{"name": "p"}]})
    listing = read(sdk_command(plan))
    assert listing.protocol_version == "2026-07-28"
    assert listing.tools == tuple(f'{{"inputSchema":{{"type":"object"}},"name":"t{number}"}}' for number in range(5))
    assert listing.prompts == ('{"name":"p"}',)
    assert listing.instructions == "Be brief."
    assert listing.server_info == '{"name":"desk","version":""}'


ODD = ["banner", "empty-cursor", "exit-probe", "slow", pytest.param("slow-start", marks=pytest.mark.slow)]


@pytest.mark.parametrize("fault", ODD)
def test_servers_with_odd_manners_are_read(tmp_path: Path, fault: str) -> None:
    listing = read(raw_command(write_plan(tmp_path, {"tools": [TOOL], "faults": [fault]})))
    assert listing.tools == (TOOL,)


FAULTS = {
    "hang-list": "gave no answer to `tools/list` within 3 seconds",
    "exit-start": "ended with exit code 3 while `server/discover` was awaited; its last words on stderr:\n"
    "    loading\n    no route to the database: RAW_TOKEN is ***",
    "exit-list": "ended with exit code 1 in the middle of a message while `tools/list` was awaited; it said nothing "
    "on stderr",
    "huge": "sent more than 16 MB in one message, so reading stopped",
    "flood": "printed more than 1000 lines that are no messages to its stdout, the last `still working`",
    "invalid": f"{UNUSABLE}: found `,`, wanted a value",
    "not-utf-8": "sent bytes that are not UTF-8: invalid start byte",
    "circle": "lists its tools in a circle: the same `nextCursor` came twice",
    "version": "speaks protocol version `2099-01-01`, which the `mcp` SDK does not know",
    "error": "answered `tools/list` with error -32603: cannot log in with ***",
    "no-list": "answered `tools/list` without a list `tools`",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_server_is_one_clear_error(tmp_path: Path, fault: str) -> None:
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    limits = Limits(request_seconds=3) if fault == "hang-list" else Limits()
    with pytest.raises(ServerError) as caught:
        read(raw_command(write_plan(tmp_path, {"tools": [TOOL], "faults": [fault]})), limits=limits)
    assert without_column(caught.value) == f"server `desk` {FAULTS[fault]}"
    assert TOKEN not in repr(caught.value)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 100 * 1024


def test_a_server_that_never_answers(tmp_path: Path) -> None:
    plan = write_plan(tmp_path, {"tools": [], "faults": ["hang-start"]})
    with pytest.raises(ServerError, match="gave no whole list within 1 seconds"):
        read(raw_command(plan), limits=Limits(total_seconds=1))


TOOLS = {
    "twice": ([TOOL, TOOL], "lists tool `search` twice"),
    "no schema": (['{"name": "a"}'], "lists tool `a` without `inputSchema`"),
    "a list as schema": (['{"name": "a", "inputSchema": []}'], "lists tool `a` whose `inputSchema` is no object"),
    "no name": ([TOOL, '{"inputSchema": {}}'], "lists a tool without `name`, number 2 of its list"),
    "no object": (["7"], "lists a tool without `name`, number 1 of its list"),
    "a key twice": (
        ['{"name": "a", "name": "b"}'],
        f"{UNUSABLE}: key `name` stands twice in one mapping",
    ),
    "a number out of range": (
        ['{"name": "a", "n": 1e999}'],
        f"{UNUSABLE}: number `1e999` is out of range",
    ),
    "half a character": (
        ['{"name": "\\ud800"}'],
        f"{UNUSABLE}: found half of a surrogate pair, wanted a character",
    ),
    "a credential": (
        [f'{{"name": "a", "inputSchema": {{}}, "description": "as {TOKEN}"}}'],
        "repeats the value of `RAW_TOKEN` in tool `a`",
    ),
}


@pytest.mark.parametrize("case", TOOLS)
def test_a_list_that_cannot_be_pinned(tmp_path: Path, case: str) -> None:
    tools, said = TOOLS[case]
    with pytest.raises(ServerError) as caught:
        read(raw_command(write_plan(tmp_path, {"tools": tools})))
    assert without_column(caught.value) == f"server `desk` {said}"


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        (Limits(total_bytes=500), "sent more than 500 bytes in all its messages, so reading stopped"),
        (Limits(entries=1), "lists more than 1 tools, so reading stopped"),
        (Limits(pages=2), "lists its tools on more than 2 pages, so reading stopped"),
    ],
)
def test_limits(tmp_path: Path, limits: Limits, said: str) -> None:
    tools = [TOOL, OTHER, TOOL.replace("search", "get")]
    with pytest.raises(ServerError) as caught:
        read(raw_command(write_plan(tmp_path, {"tools": tools, "page": 1})), limits=limits)
    assert caught.value.message == f"server `desk` {said}"


def test_a_slow_server_is_spoken_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("toolmint.live.reading._FIRST_NEWS", 0.2)
    told: list[str] = []
    plan = write_plan(tmp_path, {"tools": [], "faults": ["hang-list"]})
    with pytest.raises(ServerError):
        read(raw_command(plan), limits=Limits(request_seconds=3), progress=told.append)
    # Where the machine is slow, it speaks of the start as well.
    assert re.fullmatch(r"waiting for `tools/list` of server `desk` \(\d s\)", told[-1])


COMMANDS: dict[str, tuple[tuple[str, ...], str]] = {
    "unknown": (("no-such-program", "--now"), "cannot be started: `no-such-program`: no such program"),
    "no program": (("/etc/passwd",), "cannot be started: `/etc/passwd`: permission denied"),
    "null": ((sys.executable, "a\0b"), "cannot be started: its command holds a null character"),
    "killed": (
        (sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"),
        "was ended by SIGKILL while `server/discover` was awaited; it said nothing on stderr",
    ),
    "deaf": (
        (sys.executable, "-c", "import os, time; os.close(1); time.sleep(60)"),
        "closed its stdout while `server/discover` was awaited; it said nothing on stderr",
    ),
}


@pytest.mark.parametrize("case", COMMANDS)
def test_a_command_that_is_no_server(case: str) -> None:
    command, said = COMMANDS[case]
    with pytest.raises(ServerError) as caught:
        read(command)
    assert caught.value.message == f"server `desk` {said}"


def test_the_environment_is_an_explicit_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "not for others")
    seen = tmp_path / "seen"
    read(raw_command(write_plan(tmp_path, {"tools": [], "environment": str(seen)})))
    names = set(seen.read_text().split()) - {"LC_CTYPE"}  # Python's own
    assert names <= {"HOME", "LOGNAME", "PATH", "RAW_TOKEN", "SHELL", "TERM", "USER"}
    assert {"PATH", "RAW_TOKEN"} <= names


def test_a_variable_that_is_not_set() -> None:
    server = CommandServer(command=("true",), env=("DESK_TOKEN",))
    with pytest.raises(UsageError, match="environment variable `DESK_TOKEN` is not set, which is passed on to server"):
        read_listing("desk", server, environ={})


@pytest.mark.parametrize("faults", [["child"], ["child", "hang-list"]])
def test_no_process_is_left(tmp_path: Path, faults: list[str]) -> None:
    pids = tmp_path / "pids"
    plan = write_plan(tmp_path, {"tools": [], "faults": faults, "pids": str(pids)})
    if len(faults) > 1:
        with pytest.raises(ServerError, match="gave no answer"):
            read(raw_command(plan), limits=Limits(request_seconds=3))
    else:
        read(raw_command(plan))
    assert not any(alive(int(process)) for process in pids.read_text().split())


@pytest.mark.slow
@pytest.mark.parametrize("interrupts", [1, 2])
def test_an_interrupt_leaves_no_process(tmp_path: Path, interrupts: int) -> None:
    pids = tmp_path / "pids"
    plan = write_plan(tmp_path, {"tools": [], "faults": ["child", "hang-list"], "pids": str(pids)})
    code = f"from support.live import read\nread({raw_command(plan)!r})"
    environment: dict[str, Any] = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    reader = subprocess.Popen([sys.executable, "-c", code], env=environment, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not pids.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.3)
    for _ in range(interrupts):
        reader.send_signal(signal.SIGINT)
        time.sleep(0.2)
    _, said = reader.communicate(timeout=60)
    assert said.rstrip().endswith("KeyboardInterrupt")
    assert not any(alive(int(process)) for process in pids.read_text().split())
