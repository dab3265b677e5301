"""Time the linting of large tool lists: `python tests/benchmarks/bench_lint_speed.py [CORPUS]`.

The lists are made of the tools of CORPUS/mcp, or of the folder that TOOLMINT_CORPUS names: each tool many times over
under other names, half of its arguments renamed with the prose that names them, each description with a sentence of
its own. Each size runs in a process of its own. `unit` is the time of a fixed loop in the same process: what else runs
on the machine slows both, so compare in units.
"""

from __future__ import annotations

import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from toolmint.linting import lint_catalog
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings

from support.catalogs import catalog_of_tool_list

SIZES = (2_500, 5_000, 10_000)
WORDS = re.findall(
    "[a-z]+",
    """
    order invoice customer shipment ticket issue account policy role group device session report alert metric
    budget plan card offer coupon parcel label city train seat table guest menu recipe class lesson grade exam
    room hotel flight visit claim doctor drug trial gene protein paper author journal
    """,
)


def main(corpus: Path) -> None:
    """Make the lists and lint each in a process of its own."""
    print(
        f"{'tools':>7}{'read s':>9}{'lint s':>9}{'unit s':>9}{'units':>9}{'read MB':>9}{'peak MB':>9}{'findings':>10}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            file = Path(folder) / f"{size}.json"
            file.write_text(json.dumps({"tools": list_of(corpus, size)}), "utf-8")
            subprocess.run([sys.executable, __file__, "--one", str(file)], check=True)


def one(file: Path) -> None:
    """Read and lint one list."""
    unit = timed(lambda: sum(number * number for number in range(10_000_000)))[0]
    read, catalog = timed(lambda: catalog_of_tool_list(file))
    before = peak()
    lint, found = timed(lambda: lint_catalog(catalog, LintSettings(), renderer=Renderer()))
    print(
        f"{len(catalog.contracts):>7,}{read:>9.2f}{lint:>9.2f}{unit:>9.2f}{(read + lint) / unit:>9.1f}"
        f"{before:>9,}{peak():>9,}{len(found):>10,}"
    )


def timed(work: Any) -> tuple[float, Any]:
    """Return the CPU seconds that something takes, and what it gives."""
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def peak() -> int:
    """Return the most memory that this process has had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def list_of(corpus: Path, size: int) -> list[dict[str, Any]]:
    """Make a list of varied tools, the same on each machine."""
    chance = random.Random(5)
    held = [json.loads(file.read_text("utf-8")) for file in sorted((corpus / "mcp").glob("*.json"))]
    tools = [tool for one in held for tool in (one["tools"] if isinstance(one, dict) else one)]
    listed: dict[str, dict[str, Any]] = {}
    while len(listed) < size:
        tool = tools[len(listed) % len(tools)]
        thing, other = chance.choice(WORDS), chance.choice(WORDS)
        name = f"{tool['name']}_{thing}_{other}"
        name = name if name not in listed else f"{name}_{len(listed)}"
        listed[name] = varied(tool, name, thing, other, chance)
    return list(listed.values())


def varied(tool: dict[str, Any], name: str, thing: str, other: str, chance: random.Random) -> dict[str, Any]:
    """Return a tool under another name, some arguments and the prose that names them renamed."""
    schema = tool["inputSchema"]
    properties = schema.get("properties", {})
    shaped = [key for key in properties if re.search(r"_|[a-z][A-Z]", key) and chance.random() < 0.5]
    names = {tool["name"]: name} | {key: f"{thing}_{key}" for key in shaped}
    pattern = re.compile("|".join(rf"(?<![A-Za-z0-9_]){re.escape(key)}(?![A-Za-z0-9_])" for key in names))

    def reworded(text: str) -> str:
        return pattern.sub(lambda found: names[found.group()], text)

    def of(part: Any) -> Any:
        said = part.get("description") if isinstance(part, dict) else None
        return {**part, "description": reworded(said)} if isinstance(said, str) else part

    changed = {**schema, "properties": {names.get(key, key): of(part) for key, part in properties.items()}}
    if "required" in schema:
        changed["required"] = [names.get(key, key) for key in schema["required"]]
    text = reworded(tool.get("description") or "")
    return {**tool, "name": name, "description": f"{text} For the {thing} of one {other}.", "inputSchema": changed}


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(Path(sys.argv[2]))
    else:
        main(Path(sys.argv[1] if len(sys.argv) > 1 else os.environ["TOOLMINT_CORPUS"]))
