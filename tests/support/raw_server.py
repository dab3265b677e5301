"""A server of the handshake era written by hand, since the SDK would mend what is to be tested.

`python raw_server.py PLAN.json` speaks on stdin and stdout. A plan is an object:

    tools        the text of each tool, which is sent as it is
    prompts, templates, instructions     likewise
    page         entries a page; without it all on one
    faults       names of what to do wrong, see `FAULTS`
    environment  file that the names of its environment variables are written to
    pids         file that the process ids of the server and its child are written to
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

FAULTS = {
    "hang-start": "answer nothing at all",
    "hang-list": "answer nothing to tools/list",
    "exit-start": "end at once, with words on stderr",
    "exit-probe": "end at a request before the handshake",
    "exit-list": "end in the middle of the answer to tools/list",
    "huge": "answer tools/list with 100 MB",
    "flood": "send 100 MB of lines that are no messages",
    "invalid": "answer tools/list with broken JSON",
    "not-utf-8": "answer tools/list with bytes that are not UTF-8",
    "banner": "greet people on stdout",
    "child": "start a child that ignores requests to end",
    "circle": "give the same cursor again and again",
    "empty-cursor": "give an empty cursor on the last page",
    "slow-start": "take longer to start than the SDK waits for an answer to its first request",
    "version": "speak a version from the future",
    "error": "answer tools/list with an error that repeats the token",
    "no-list": "answer tools/list without a list",
    "slow": "take a while for each answer",
}

CHILD = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)"


def answer(message: dict[str, Any], plan: dict[str, Any]) -> str | None:
    """Return the text of the answer to a request; None to a notification."""
    if "id" not in message:
        return None
    result = _result(message, plan)
    number = json.dumps(message["id"])
    if isinstance(result, dict):
        return f'{{"jsonrpc":"2.0","id":{number},"error":{json.dumps(result)}}}'
    return f'{{"jsonrpc":"2.0","id":{number},"result":{result}}}'


def _result(message: dict[str, Any], plan: dict[str, Any]) -> str | dict[str, Any]:
    faults = plan.get("faults", ())
    params = message.get("params") or {}
    match message["method"]:
        case "initialize":
            return json.dumps(
                {
                    "protocolVersion": "2099-01-01" if "version" in faults else plan.get("version", "2025-06-18"),
                    "capabilities": {
                        "tools": {"listChanged": True},
                        **({"prompts": {}} if "prompts" in plan else {}),
                        **({"resources": {}} if "templates" in plan else {}),
                    },
                    "serverInfo": {"name": "raw", "version": "1"},
                    **({"instructions": plan["instructions"]} if "instructions" in plan else {}),
                }
            )
        case "tools/list" if "error" in faults:
            return {"code": -32603, "message": f"cannot log in with {os.environ.get('RAW_TOKEN')}"}
        case "tools/list" if "no-list" in faults:
            return '{"tools": {}}'
        case "tools/list":
            return _page("tools", plan["tools"], params, plan)
        case "prompts/list":
            return _page("prompts", plan["prompts"], params, plan)
        case "resources/templates/list":
            return _page("resourceTemplates", plan["templates"], params, plan)
        case "tools/call":
            return json.dumps({"content": [{"type": "text", "text": json.dumps(params.get("arguments"))}]})
        case "ping":
            return "{}"
        case method:
            return {"code": -32601, "message": f"unknown method {method}"}


def _page(member: str, entries: list[str], params: dict[str, Any], plan: dict[str, Any]) -> str:
    size = plan.get("page") or len(entries) or 1
    start = int(params.get("cursor") or 0)
    end = start + size
    cursor = f', "nextCursor": "{end}"' if end < len(entries) else ""
    if "empty-cursor" in plan.get("faults", ()) and not cursor:
        cursor = ', "nextCursor": ""'
    if "circle" in plan.get("faults", ()):
        cursor = ', "nextCursor": "0"'
        start, end = 0, 0
    return f'{{"{member}": [{", ".join(entries[start:end])}]{cursor}}}'


def main() -> None:
    """Serve a plan."""
    plan = json.loads(Path(sys.argv[1]).read_text())
    faults = plan.get("faults", ())
    if "exit-start" in faults:
        sys.stderr.write(f"loading\nno route to the database: RAW_TOKEN is {os.environ.get('RAW_TOKEN')}\n")
        sys.exit(3)
    if "slow-start" in faults:
        time.sleep(11)
    if "banner" in faults:
        sys.stdout.write('Server ready on stdio\n\n{"level": "info", "message": "a log line in JSON"}\n')
        sys.stdout.flush()
    pids = [os.getpid()]
    if "child" in faults:
        pids.append(subprocess.Popen([sys.executable, "-c", CHILD]).pid)
    if "pids" in plan:
        Path(plan["pids"]).write_text(" ".join(map(str, pids)))
    if "environment" in plan:
        Path(plan["environment"]).write_text(" ".join(sorted(os.environ)))
    for line in sys.stdin:
        _serve(json.loads(line), plan, faults)


def _serve(message: dict[str, Any], plan: dict[str, Any], faults: list[str]) -> None:
    method = message.get("method")
    if "hang-start" in faults or ("hang-list" in faults and method == "tools/list"):
        time.sleep(60)
    if "exit-probe" in faults and method == "server/discover":
        sys.exit(1)
    if "flood" in faults:
        while True:
            sys.stdout.write("still working\n" * 100_000)
    if "slow" in faults:
        time.sleep(0.3)
    text = answer(message, plan)
    if text is None:
        return
    if method == "tools/list":
        if "huge" in faults:
            sys.stdout.write('{"jsonrpc":"2.0","id":1,"result":{"tools":["')
            for _ in range(100):
                sys.stdout.write("x" * 1024 * 1024)
            text = '"]}}'
        if "exit-list" in faults:
            sys.stdout.write(text[:60])
            sys.stdout.flush()
            os._exit(1)
        if "invalid" in faults:
            text = text.replace("[", "[,", 1)
        if "not-utf-8" in faults:
            sys.stdout.buffer.write(text.replace("[", "[\x7f", 1).encode().replace(b"\x7f", b"\xff") + b"\n")
            sys.stdout.flush()
            return
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
