"""What a project file says of linting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NoReturn

from toolmint.config.guesses import guess
from toolmint.config.project_file import ProjectFile
from toolmint.diagnostics import Severity
from toolmint.rule import LintSettings, Suppression
from toolmint.rules import all_rules

__all__ = ["lint_settings"]


def lint_settings(read: ProjectFile) -> LintSettings:
    """Take the settings out of `[tool.toolmint.lint]`.

    Raises:
        ConfigError: no rule has such a code, a severity is none, or a suppression gives no reason.
    """
    held = read.lint
    if not held:
        return LintSettings()
    defaults = LintSettings()
    return LintSettings(
        externals=frozenset(held.get("externals", ())),
        levels=dict(_levels(read)),
        suppressions=tuple(_suppressions(read)),
        pedantic=held.get("pedantic", False),
        tokens_per_tool=held.get("description_tokens", defaults.tokens_per_tool),
    )


def _levels(read: ProjectFile) -> Iterator[tuple[str, Severity | None]]:
    words = {severity.value: severity for severity in Severity}
    for code, level in read.lint.get("levels", {}).items():
        _refuse_unknown(read, code, "levels")
        if level != "off" and level not in words:
            wanted = "`error`, `warning`, `info` or `off`"
            read.fail(f"found `{level}` for the level of `{code}`, wanted {wanted}", ["lint", "levels", code])
        yield code, words.get(level)


def _suppressions(read: ProjectFile) -> Iterator[Suppression]:
    for code, given in read.lint.get("ignore", {}).items():
        _refuse_unknown(read, code, "ignore")
        reasons: Mapping[str | None, object] = given if isinstance(given, Mapping) else {None: given}
        for tool, reason in reasons.items():
            keys = ["lint", "ignore", code, *([tool] if tool is not None else [])]
            if not isinstance(reason, str) or not reason.strip():
                _refuse_reasonless(read, code, keys)
            yield Suppression(code=code, reason=reason, tool=tool, place=read.place(*keys))


def _refuse_unknown(read: ProjectFile, code: str, key: str) -> None:
    codes = [rule.code for rule in all_rules()]
    if code not in codes:
        read.fail(f"no rule has the code `{code}`", ["lint", key, code], hint=guess(code, codes, "rules"))


def _refuse_reasonless(read: ProjectFile, code: str, keys: list[str]) -> NoReturn:
    read.fail(
        f"`{code}` is let pass without a reason", keys, hint=f'`{code} = "why"`, or `{code} = {{get_order = "why"}}`'
    )
