"""The project: which sources there are, how each is read, and where its output goes.

`project_file` reads `[tool.toolmint]`, `discovery` recognises files, `project` puts both together.
"""

from __future__ import annotations

from toolmint.config.discovery import source_name
from toolmint.config.executions import names_app
from toolmint.config.guesses import guess
from toolmint.config.keys import BUDGET_KEYS, LINT_KEYS, PIN_KEYS, PROJECT_KEYS, SOURCE_KEYS, Key
from toolmint.config.pin_tables import project_file_with
from toolmint.config.pins import DocumentAt, FileAt, PinOrigin, PinSettings, refused_command, refused_name, refused_url
from toolmint.config.project import (
    DEFAULT_SPECS,
    NothingToCompile,
    Project,
    find_root,
    load_project,
    pins_alone,
    project_for_paths,
)
from toolmint.config.project_file import has_project_file, read_project_file
from toolmint.config.selection import open_project

__all__ = [
    "BUDGET_KEYS",
    "DEFAULT_SPECS",
    "LINT_KEYS",
    "PIN_KEYS",
    "PROJECT_KEYS",
    "SOURCE_KEYS",
    "DocumentAt",
    "FileAt",
    "Key",
    "NothingToCompile",
    "PinOrigin",
    "PinSettings",
    "Project",
    "find_root",
    "guess",
    "has_project_file",
    "load_project",
    "names_app",
    "open_project",
    "pins_alone",
    "project_file_with",
    "project_for_paths",
    "read_project_file",
    "refused_command",
    "refused_name",
    "refused_url",
    "source_name",
]
