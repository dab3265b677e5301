"""The keys of the project file, as data: validation, hints and docs/config.md come from here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["BUDGET_KEYS", "CODE_KEYS", "LANGUAGES", "LINT_KEYS", "PIN_KEYS", "PROJECT_KEYS", "SOURCE_KEYS", "Key"]


LANGUAGES = ("en", "zh")
"""Languages that the shipped description template is written in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One key of the project file."""

    name: str
    kind: Literal["string", "strings", "flag", "path", "paths", "count", "table"]
    """What the value must be; paths are relative to the project file's folder."""
    meaning: str
    """One or two sentences for the documentation, in Markdown."""
    default: str
    """What holds where the key is absent, in Markdown."""
    choices: tuple[str, ...] = ()
    """The values that are allowed; empty allows all."""


_TARGETS = Key(name="targets", kind="strings", meaning="Which targets are printed.", default="by the kind of source")
_LANGUAGE = Key(
    name="language",
    kind="string",
    meaning="Language of the sentences that toolmint adds to a description.",
    default="by the script of `does`",
    choices=LANGUAGES,
)
_UNMATCHED = Key(
    name="allow_unmatched",
    kind="flag",
    meaning="Let an overlay's action that matches nothing pass, as the Overlay standard does.",
    default="`false`: an error",
)

PROJECT_KEYS: tuple[Key, ...] = (
    Key(name="out", kind="path", meaning="Folder that output is written to.", default="`generated`"),
    Key(
        name="specs",
        kind="path",
        meaning="Folder in which sources are looked for where no `[tool.toolmint.sources.NAME]` names one.",
        default="`specs`",
    ),
    Key(
        name="templates",
        kind="path",
        meaning="Folder of your own templates; a file in it takes the place of the shipped one of the same path.",
        default="the shipped templates",
    ),
    _LANGUAGE,
    _TARGETS,
    _UNMATCHED,
    Key(
        name="prompts",
        kind="strings",
        meaning="Files that speak of the tools, such as `prompts/**/*.md`: system prompts, examples, evaluation sets. "
        "`lint` and `check` judge them; see [prompts](prompts.md).",
        default="none",
    ),
)
"""Keys of `[tool.toolmint]`, beside the table `sources`."""

SOURCE_KEYS: tuple[Key, ...] = (
    Key(name="path", kind="path", meaning="The file or folder to read. This or `app` is required.", default="none"),
    Key(
        name="app",
        kind="string",
        meaning="An app that describes itself, such as one of FastAPI: `module:app`, or `module:create_app()`. It is "
        "imported in a process of its own; see [FastAPI](fastapi.md).",
        default="none: no code is run",
    ),
    Key(
        name="import",
        kind="flag",
        meaning="Whether pydantic is asked for types of Python functions that reading does not resolve: modules that "
        "need it are imported in a process of their own; see [Python](python.md).",
        default="`false`: no code is run",
    ),
    Key(
        name="python",
        kind="string",
        meaning="The interpreter that code is run by: a program, a virtual environment's folder, or a command.",
        default="that of `VIRTUAL_ENV`, else of `.venv`, else the one that runs toolmint",
    ),
    Key(name="timeout", kind="count", meaning="Seconds that code may run.", default="`60`"),
    Key(name="name", kind="string", meaning="Name of the generated package.", default="the table's name"),
    Key(
        name="overlay",
        kind="path",
        meaning="An OpenAPI Overlay to apply.",
        default="`NAME.overlay.yaml` (or `.yml`, `.json`) beside `NAME.yaml`",
    ),
    Key(
        name="overlays",
        kind="paths",
        meaning="Several overlays, applied in this order; `[]` applies none. Not together with `overlay`.",
        default="as for `overlay`",
    ),
    Key(name="include", kind="strings", meaning="Selection patterns of what becomes a tool.", default="everything"),
    Key(name="exclude", kind="strings", meaning="Selection patterns of what does not.", default="nothing"),
    _LANGUAGE,
    _TARGETS,
    _UNMATCHED,
    Key(
        name="module",
        kind="string",
        meaning="Python code: the dotted name by which the file, or the folder as a package, is imported.",
        default="by the file's place: up through folders that have an `__init__.py`",
    ),
    Key(
        name="functions",
        kind="strings",
        meaning='Python code: functions that become tools without a mark, such as `"shop.find"` or `"Shop.find"`.',
        default="none",
    ),
    Key(
        name="docstring_style",
        kind="string",
        meaning="Python code: how docstrings write their sections.",
        default="as each docstring looks",
        choices=("google", "numpy", "sphinx"),
    ),
)
"""Keys of `[tool.toolmint.sources.NAME]`."""

CODE_KEYS = ("module", "functions", "docstring_style", "import")
"""Those of them that only Python code has."""

LINT_KEYS: tuple[Key, ...] = (
    Key(
        name="levels",
        kind="table",
        meaning="Code of a rule to the severity that its findings have here; `off` turns the rule off.",
        default="each rule's own",
        choices=("error", "warning", "info", "off"),
    ),
    Key(
        name="ignore",
        kind="table",
        meaning="Code of a rule to the reason why it is let pass, or to a table of tools or files and reasons.",
        default="nothing",
    ),
    Key(name="externals", kind="strings", meaning="Names from elsewhere that prose may use.", default="none"),
    Key(
        name="baseline",
        kind="path",
        meaning="File of findings that were there before; `toolmint lint --update-baseline` writes it.",
        default="none",
    ),
    Key(
        name="pedantic",
        kind="flag",
        meaning="Tell also of names in prose that rarely mean a field.",
        default="`false`",
    ),
    Key(
        name="description_tokens",
        kind="count",
        meaning="Estimated tokens that a description may have before it is called long (`FS-05`).",
        default="`120`",
    ),
)
"""Keys of `[tool.toolmint.lint]`."""

BUDGET_KEYS: tuple[Key, ...] = (
    Key(
        name="tokens_per_tool",
        kind="count",
        meaning="Estimated tokens that a tool may take in a provider's list; a larger one is reported (`PT-03`).",
        default="no limit",
    ),
    Key(
        name="tokens_per_list",
        kind="count",
        meaning="Estimated tokens that a provider's whole list may take; a larger one is reported (`PT-03`).",
        default="no limit",
    ),
)
"""Keys of `[tool.toolmint.budget]`."""

PIN_KEYS: tuple[Key, ...] = (
    Key(
        name="command",
        kind="strings",
        meaning="Program and arguments that start the server, which then speaks on stdin and stdout.",
        default="none",
    ),
    Key(
        name="env",
        kind="strings",
        meaning="Names of the environment variables that the command is given, beside those that any program needs.",
        default="none",
    ),
    Key(name="url", kind="string", meaning="Where the server answers over HTTP.", default="none"),
    Key(
        name="headers",
        kind="table",
        meaning="Name of a header to the name of the environment variable that holds its value.",
        default="none",
    ),
    Key(name="file", kind="path", meaning="A tool list that somebody else writes.", default="none"),
    Key(
        name="openapi",
        kind="string",
        meaning="An OpenAPI document that somebody else writes: a path, or a URL that it is fetched from.",
        default="none",
    ),
)
"""Keys of `[tool.toolmint.pins.NAME]`: one of `command`, `url`, `file` and `openapi`."""
