"""The project: which sources there are, how each is read, and where its output goes.

`project_file` reads `[tool.toolmint]`, `discovery` recognises files, `project` puts both together.
"""

from __future__ import annotations

from toolmint.config.discovery import source_name
from toolmint.config.guesses import guess
from toolmint.config.keys import BUDGET_KEYS, LINT_KEYS, PROJECT_KEYS, SOURCE_KEYS, Key
from toolmint.config.project import Project, find_root, load_project, project_for_paths
from toolmint.config.selection import open_project

__all__ = [
    "BUDGET_KEYS",
    "LINT_KEYS",
    "PROJECT_KEYS",
    "SOURCE_KEYS",
    "Key",
    "Project",
    "find_root",
    "guess",
    "load_project",
    "open_project",
    "project_for_paths",
    "source_name",
]
