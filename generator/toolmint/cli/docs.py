"""The pages of docs/ that come from code: `python -m toolmint.cli.docs` writes them, `--check` compares them.

Run it in the repository.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import typer
from typer.main import get_command

from toolmint.cli.app import app
from toolmint.cli.code_pages import Page, all_pages
from toolmint.cli.console import Console
from toolmint.config import BUDGET_KEYS, LINT_KEYS, PIN_KEYS, PROJECT_KEYS, SOURCE_KEYS, Key
from toolmint.errors import ExitCode
from toolmint.rules import all_rules
from toolmint.targets import TARGETS
from toolmint.text import comma_list, plural

__all__ = ["main", "pages"]

_WIDTH = 90
_NOTE = "<!-- Written by `make docs` from the code; do not edit. -->"
_EXIT_MEANINGS: Mapping[ExitCode, str] = {
    ExitCode.CLEAN: "Nothing to complain about.",
    ExitCode.FINDINGS: "The input was read and judged: something of error severity was found, or files have drifted.",
    ExitCode.UNUSABLE: "The run could not take place: a bad option or project file, a source that is missing or cannot "
    "be parsed, output that cannot be written.",
    ExitCode.BUG: "A bug in toolmint. A file that can be pasted into a report is named.",
    ExitCode.INTERRUPTED: "Interrupted. No file is half written.",
}
_CONFIG = """\
# The project file

Settings stand in `[tool.toolmint]` of `pyproject.toml`, or in `toolmint.toml`, where the words `tool.toolmint` may be
left out; in both at once they are an error. An unknown key is an error, too; a table that is nearly called so, such as
`[tool.toolmin]`, is a warning. Paths are relative to the file's folder.

    [tool.toolmint]
    out = "generated"

    [tool.toolmint.sources.orders]
    path = "specs/orders.yaml"
    exclude = ["deprecated"]

Without `[tool.toolmint.sources.NAME]`, sources are looked for in the specs folder: each `*.yaml`, `*.yml` and `*.json`
whose root has `openapi` or `swagger` is one; `NAME.overlay.yaml`, whose root has `overlay`, belongs to the document
`NAME.yaml` beside it; `NAME.mcp.json` is a list of tools; other YAML and JSON is passed over, and what cannot be parsed
is an error. A source is called after its file, made a Python identifier: `argocd-2.0.yaml` becomes `argocd_2_0`. What
is [pinned](pinning.md) is a source in any case.

Neither file is needed to compile a document by its path: `toolmint generate petstore.yaml --out build`.
"""


_RULES_NOTE = """\
`toolmint lint` and `toolmint check` judge by these. A project file changes the severity of a rule or turns it off, and
lets single findings pass with a reason; `x-tool: {ignore: {CODE: "reason"}}` does so for one tool."""


def main(argv: Sequence[str]) -> int:
    """Write the pages, or compare them with what they would be.

    Args:
        argv: `--check` or nothing.
    """
    console = Console()
    folder = Path("docs")
    if not folder.is_dir() or list(argv) not in ([], ["--check"]):
        console.fail("run `python -m toolmint.cli.docs [--check]` in a folder that has `docs`")
        return ExitCode.UNUSABLE
    fresh = {folder / name: text for name, text in pages().items()}
    stale = [page for page, text in fresh.items() if not page.is_file() or page.read_text(encoding="utf-8") != text]
    if argv:
        for page in stale:
            console.fail(f"`{page.as_posix()}` is not what the code says", hint="run `make docs`")
        return ExitCode.FINDINGS if stale else ExitCode.CLEAN
    for page in stale:
        page.write_text(fresh[page], encoding="utf-8", newline="\n")
    console.say(f"wrote {plural(len(stale), 'page')}, {len(fresh) - len(stale)} unchanged")
    return ExitCode.CLEAN


def pages() -> dict[str, str]:
    """Return the pages by their name below docs/."""
    return {"cli.md": _cli_page(), "config.md": _config_page(), "codes.md": _codes_page()}


def _cli_page() -> str:
    group = get_command(app)
    options = group.context_settings
    root = typer.Context(group, info_name="toolmint", **{**options, "terminal_width": _WIDTH})
    parts = [_NOTE, "# The command line", _fence(group.get_help(root))]
    parts += _helps(group, root, {**options, "terminal_width": _WIDTH})
    parts.append("## Exit codes")
    parts.append(_table(("code", "meaning"), ((str(int(code)), text) for code, text in _EXIT_MEANINGS.items())))
    parts.append("[output.md](output.md) says what is printed where, and in which form for programs.")
    return "\n\n".join(parts) + "\n"


def _helps(group: Any, parent: typer.Context, options: Mapping[str, Any]) -> Iterator[str]:
    """Yield heading and help of each command of a group, and of those below it."""
    for name, command in getattr(group, "commands", {}).items():
        context = typer.Context(command, info_name=name, parent=parent, **options)
        yield f"## {context.command_path}"
        yield _fence(command.get_help(context))
        yield from _helps(command, context, options)


def _config_page() -> str:
    tables = [
        ("## Keys of `[tool.toolmint]`", PROJECT_KEYS),
        ("## Keys of `[tool.toolmint.sources.NAME]`", SOURCE_KEYS),
        ("## Keys of `[tool.toolmint.pins.NAME]`", PIN_KEYS),
        ("## Keys of `[tool.toolmint.lint]`", LINT_KEYS),
        ("## Keys of `[tool.toolmint.budget]`", BUDGET_KEYS),
    ]
    parts = [_NOTE, _CONFIG.rstrip("\n")]
    for heading, keys in tables:
        parts += [heading, _table(("key", "value", "meaning", "default"), map(_key_row, keys))]
    return "\n\n".join(parts) + "\n"


def _key_row(key: Key) -> tuple[str, ...]:
    kinds = {
        "string": "string",
        "strings": "list of strings",
        "flag": "boolean",
        "path": "path",
        "paths": "list of paths",
        "count": "whole number",
        "table": "table",
    }
    value = ", ".join(f"`{choice}`" for choice in key.choices) or kinds[key.kind]
    meaning = f"{key.meaning[:-1]}: {comma_list(list(TARGETS), limit=99)}." if key.name == "targets" else key.meaning
    return (f"`{key.name}`", value, meaning, key.default)


def _codes_page() -> str:
    pages = all_pages()
    owned = {rule.code for rule in all_rules()}
    head = ("code", "name", "meaning")
    tables = [
        _table(head, (_code_row(page) for page in pages.values() if (page.code in owned) is of_rules))
        for of_rules in (False, True)
    ]
    intro = "`toolmint explain CODE` prints an entry offline."
    parts = [_NOTE, "# Codes of findings", intro, "## What reading, compiling and comparing find", tables[0]]
    parts += ["## Rules", _RULES_NOTE, tables[1]]
    return "\n\n".join([*parts, *map(_code_entry, pages.values())]) + "\n"


def _code_row(page: Page) -> tuple[str, ...]:
    return (f"[`{page.code}`](#{page.code.lower()}-{page.name})", page.name, page.meaning)


def _code_entry(page: Page) -> str:
    severity = [f"Severity: {page.severity}."] if page.severity is not None else []
    parts = [f"## {page.code} {page.name}", page.meaning, *filter(None, [page.text]), *severity]
    for section in page.sections:
        parts += [f"### {section.title}", section.text]
    return "\n\n".join(parts)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    # Only a bar outside of code ends a cell, and none of these texts has one there or here.
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _fence(text: str) -> str:
    return f"```text\n{text.strip()}\n```"


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
