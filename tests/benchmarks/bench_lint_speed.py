"""Time the linting of large tool lists: `python tests/benchmarks/bench_lint_speed.py [CORPUS]`.

Two kinds of list, the same on each machine. `made`: tools of four sentences and three arguments each. `real`, where
CORPUS or TOOLMINT_CORPUS names a folder: the tools of CORPUS/mcp, each many times over under other names, half of its
arguments renamed with the prose that names them, each description with a sentence of its own.

`command` is the CPU of `toolmint lint LIST --format json` from start to end; `read` and `lint` are parts of it, taken
in another process. `unit` is the time of a fixed loop: what else runs on the machine slows all of them.
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

from toolmint.cli.garbage import collected_seldom
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


VERBS = re.findall("[a-z]+", "create read cancel update list archive export approve copy merge")
KINDS = re.findall(
    "[a-z]+",
    """
    private public local open old new draft late weekly yearly shared spare paid lost foreign digital frozen small
    double hidden
    """,
)
SENTENCES = (
    (
        "{Verb} the {kind} {noun} of a customer.",
        "{Verb} one {kind} {noun} by its id.",
        "{Verb} a {kind} {noun}.",
    ),
    ("Use it when the user asks about a {kind} {noun}.", "Use this tool only when somebody names a {noun}."),
    ("Before calling: `{noun}_id` is known.", "The {noun} must exist; `{noun}_id` comes from the user."),
    ("This tool does not delete anything else.", "It does not touch other {noun}s.", "It does not send a message."),
)


def main(corpus: Path | None) -> None:
    """Make the lists and lint each in processes of their own."""
    print(
        f"{'list':>6}{'tools':>8}{'MB':>6}{'command s':>11}{'read s':>8}{'lint s':>8}{'unit s':>8}{'read MB':>9}"
        f"{'peak MB':>9}{'findings':>10}"
    )
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("made", "real") if corpus is not None else ("made",):
            for size in SIZES:
                file = Path(folder) / f"{kind}_{size}.json"
                tools = made(size) if corpus is None or kind == "made" else list_of(corpus, size)
                file.write_text(json.dumps({"tools": tools}), "utf-8")
                print(f"{kind:>6}{size:>8,}{file.stat().st_size / 1e6:>6.1f}", end="", flush=True)
                subprocess.run([sys.executable, __file__, "--command", str(file)], check=True)
                subprocess.run([sys.executable, __file__, "--parts", str(file)], check=True)


def command(file: Path) -> None:
    """Lint one list as people do."""
    line = [sys.executable, "-m", "toolmint", "lint", str(file), "--format", "json"]
    # Without what a first run compiles, which is kept on every machine but a read-only one.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([*line[:3], "explain", "ID-02"], check=True, capture_output=True, env=environment)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(line, check=False, capture_output=True, env=environment)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode in (0, 1), done.stderr.decode()
    seconds = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    print(f"{seconds:>11.2f}", end="", flush=True)


def parts(file: Path) -> None:
    """Read and lint one list."""
    with collected_seldom():
        unit = timed(lambda: sum(number * number for number in range(10_000_000)))[0]
        read, catalog = timed(lambda: catalog_of_tool_list(file))
        before = peak()
        lint, found = timed(lambda: lint_catalog(catalog, LintSettings(), renderer=Renderer()))
    print(f"{read:>8.2f}{lint:>8.2f}{unit:>8.2f}{before:>9,}{peak():>9,}{len(found):>10,}")


def timed(work: Any) -> tuple[float, Any]:
    """Return the CPU seconds that something takes, and what it gives."""
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def peak() -> int:
    """Return the most memory that this process has had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def made(size: int) -> list[dict[str, Any]]:
    """Make tools as a careful author writes them."""
    chance = random.Random(7)
    names = [(verb, kind, noun) for noun in WORDS for kind in KINDS for verb in VERBS]
    listed = []
    for number in range(size):
        verb, kind, noun = names[number % len(names)]
        said = " ".join(chance.choice(texts) for texts in SENTENCES)
        again = f"_{number // len(names)}" if number >= len(names) else ""
        listed.append(
            {
                "name": f"{verb}_{kind}_{noun}{again}",
                "description": said.format(Verb=verb.capitalize(), kind=kind, noun=noun),
                "inputSchema": {
                    "type": "object",
                    "properties": {
                        f"{noun}_id": {
                            "type": "string",
                            "description": f"The {noun} that the user mentions, such as A{number}.",
                        },
                        "limit": {"type": "integer", "minimum": 1, "maximum": 100, "description": "How many at most."},
                        "status": {"enum": ["open", "closed"], "description": f"Only a {noun} in this state."},
                    },
                    "required": [f"{noun}_id"],
                },
            }
        )
    return listed


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
    if sys.argv[1:2] == ["--command"]:
        command(Path(sys.argv[2]))
    elif sys.argv[1:2] == ["--parts"]:
        parts(Path(sys.argv[2]))
    else:
        given = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("TOOLMINT_CORPUS")
        main(Path(given) if given else None)
