"""What `lint` and `check` have in common: the project's rules, its earlier state, its baseline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from toolmint.cli.compiling import Compiled
from toolmint.cli.console import Console
from toolmint.config import Project
from toolmint.diagnostics import Diagnostic, Severity
from toolmint.documents import read_file, shown_path
from toolmint.errors import ConfigError, UsageError, system_reason
from toolmint.ir.contract import Catalog
from toolmint.linting import Baseline, Judgement, Prompts, judge, parse_baseline
from toolmint.rendering import Renderer
from toolmint.rule import LintSettings
from toolmint.rules import all_rules
from toolmint.text import nearest, plural

__all__ = ["LintOptions", "absent_sources", "baseline_file", "counts_line", "judge_compiled"]

_OF_VENDOR = (
    "it is the vendor's text, which is not edited here: tell them, or let it pass by `toolmint lint --update-baseline`"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LintOptions:
    """What the command line says of linting."""

    select: tuple[str, ...] = ()
    """Codes or beginnings of codes, such as `ID` or `CT-01`; empty: all."""
    ignore: tuple[str, ...] = ()
    baseline: Path | None = None
    """In place of the project's; relative to the current folder."""
    against: str | None = None
    """A git revision, a file or a folder; None: the checked-in contracts."""
    fail_on: Severity = Severity.ERROR
    """The least severity that gives exit code 1."""
    update_baseline: bool = False
    fix: bool = False
    """Mend what is safe, in the sources."""
    dry_run: bool = False
    """With `fix`: show what would change, and write nothing."""


def judge_compiled(
    console: Console,
    compiled: Compiled,
    options: LintOptions,
    *,
    earlier: Mapping[str, Catalog],
) -> Judgement:
    """Judge what was compiled by every rule that takes part.

    Raises:
        UsageError: an option names no rule, or the baseline does not exist.
        ConfigError: the baseline cannot be read.
    """
    project = compiled.project
    settings = _settings(project.lint, options)
    file = baseline_file(compiled, options)
    known = None if options.update_baseline else _baseline(file, compiled, wanted=options.baseline is not None)
    with console.progress() as progress:
        judgement = judge(
            compiled.result.extracted,
            settings,
            renderer=Renderer(project.templates),
            earlier=earlier,
            prompts=Prompts(files=project.prompts, store=compiled.store) if project.prompts else None,
            baseline=known,
            absent=absent_sources(compiled),
            whole=project.whole and not options.select and not options.ignore,
            progress=progress,
        )
    return replace(judgement, findings=_of_vendors(judgement.findings, project))


def _of_vendors(findings: Sequence[Diagnostic], project: Project) -> tuple[Diagnostic, ...]:
    """Advise on pinned text what can be done about it: whoever mends it by hand has a pin that is not accepted."""
    pinned = {shown_path(pin.spec, project.root) for pin in project.pins}
    return tuple(replace(one, hint=_OF_VENDOR) if one.location.path in pinned else one for one in findings)


def absent_sources(compiled: Compiled) -> list[str]:
    """Return the sources of the project that could not be read."""
    return [source.name for source in compiled.project.sources if source.name not in compiled.result.extracted]


def baseline_file(compiled: Compiled, options: LintOptions) -> Path | None:
    """Return the file of the baseline: the command line's, else the project's."""
    return compiled.cwd / options.baseline if options.baseline is not None else compiled.project.baseline


def _baseline(file: Path | None, compiled: Compiled, *, wanted: bool) -> Baseline | None:
    if file is None:
        return None
    root = compiled.project.root
    shown = shown_path(file, root)
    try:
        content = read_file(file)
    except FileNotFoundError:
        hint = "`toolmint lint --update-baseline` writes it"
        if wanted:
            raise UsageError(f"the baseline `{shown}` does not exist", hint=hint) from None
        raise ConfigError(f"the baseline `{shown}`, which the project file names, does not exist", hint=hint) from None
    except OSError as error:
        raise ConfigError(f"cannot read the baseline `{shown}`: {system_reason(error)}") from error
    return parse_baseline(content, path=shown)


def _settings(settings: LintSettings, options: LintOptions) -> LintSettings:
    codes = [rule.code for rule in all_rules()]
    for option, wanted in (("--select", options.select), ("--ignore", options.ignore)):
        for code in wanted:
            if not any(known.startswith(code) for known in codes):
                families = sorted({known.partition("-")[0] for known in codes})
                near = nearest(code, [*codes, *families])
                hint = f"did you mean `{near[0]}`?" if near else f"families: {', '.join(families)}"
                raise UsageError(f"`{option} {code}`: no rule has a code that begins so", hint=hint)
    return replace(settings, select=options.select, deselect=options.ignore)


def counts_line(judgement: Judgement) -> str:
    """Write what was let pass: `, 2 suppressed, 3 in the baseline`; empty where nothing was."""
    parts = []
    if judgement.suppressed:
        parts.append(plural(judgement.suppressed, "suppressed", "suppressed"))
    if judgement.known:
        parts.append(f"{judgement.known:,} in the baseline")
    return "".join(f", {part}" for part in parts)
