"""CPU seconds to pin, check, review and diff a server of many tools, of which each tenth changed.

python tests/benchmarks/bench_pins.py [TOOLS]
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from toolmint.cli.main import main

BUDGET_SECONDS = 5.0
"""Of pinning, checking and comparing 1,000 tools, imports included."""


def tool(index: int) -> dict[str, Any]:
    name = f"resource_{index:04d}"
    return {
        "name": f"update_{name}",
        "title": f"Update {name}",
        "description": f"Update {name} of a project. Use this when the user asks to change {name}; it must exist. "
        f"Pass `fields` to change some of it. It does not delete anything and does not tell anybody.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "project": {"type": "string", "description": "Key of the project, such as `OPS`."},
                "id": {"type": "integer", "minimum": 1, "description": f"Number of {name}, such as {index + 1}."},
                "fields": {
                    "type": "object",
                    "description": "What to change.",
                    "properties": {
                        f"field_{part}": {"type": "string", "maxLength": 100 + part, "description": f"Part {part}."}
                        for part in range(8)
                    },
                },
                "state": {"type": "string", "enum": ["open", "closed", "waiting"], "description": "The new state."},
                "weight": {"type": "number", "minimum": 0.5, "maximum": 10.0},
            },
            "required": ["project", "id"],
        },
        "outputSchema": {"type": "object", "properties": {"id": {"type": "integer"}}},
        "annotations": {"readOnlyHint": False, "destructiveHint": False},
    }


def changed(one: dict[str, Any], index: int) -> dict[str, Any]:
    if index % 10:
        return one
    properties = {**one["inputSchema"]["properties"], "weight": {"type": "number", "minimum": 0.5, "maximum": 20}}
    schema = {**one["inputSchema"], "properties": properties}
    return {**one, "description": one["description"].replace("must exist", "has to exist"), "inputSchema": schema}


def run(*arguments: str) -> float:
    began = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        code = main(arguments)
    spent = time.process_time() - began
    print(f"{spent:6.2f} s  exit {code}  toolmint {' '.join(arguments)}")
    return spent


def bench(count: int) -> None:
    tools = [tool(index) for index in range(count)]
    old = json.dumps({"tools": tools})
    new = json.dumps({"tools": [changed(one, index) for index, one in enumerate(tools)]})
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, text in (("old.json", old), ("new.json", new), ("vendor.json", old)):
            Path(name).write_text(text)
        print(f"{count:,} tools, {len(old) / 1e6:.1f} MB")
        spent = run("pin", "add", "vendor", "--file", "vendor.json")
        spent += run("check", "--only", "pins")
        spent += run("diff", "old.json", "new.json")
        print(f"{spent:6.2f} s  pinned, checked and diffed; {BUDGET_SECONDS:g} s allowed for 1,000")
        run("pin", "check")
        Path("vendor.json").write_text(new)
        run("pin", "check")
        run("pin", "review", "vendor")
        size = Path("toolmint.lock").stat().st_size
        print(f"toolmint.lock: {size / 1e6:.1f} MB")


if __name__ == "__main__":
    bench(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
