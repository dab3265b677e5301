"""`toolmint show`: what each provider gets of a source's tools, what is lost on the way, and how large it is.

`shown` finds that out, `show_text` lays it out for people; this module does what was asked and writes for programs.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

from toolmint import targets as target_plugs
from toolmint.cli.compiling import Compiled, Request, compile_sources, errors_only, print_report
from toolmint.cli.console import Console
from toolmint.cli.show_text import source_text, tool_text
from toolmint.cli.shown import Shown, Source, tools_of
from toolmint.errors import ExitCode, UsageError
from toolmint.ir.contract import Catalog, ToolContract
from toolmint.ir.schema import Json
from toolmint.lowering.losses import Effect
from toolmint.profiles import PROFILES
from toolmint.rendering import Renderer
from toolmint.reporters.report import Layout
from toolmint.target import TargetInput
from toolmint.text import comma_list, nearest, plural, visible

__all__ = ["run"]

MARKDOWN = "markdown"
SHOWN_PLACES = 20
"""Places of losses that dialects share; `--verbose` shows all."""


def run(
    console: Console,
    request: Request,
    tool: str | None,
    *,
    as_: str | None = None,
    report_format: str = "text",
) -> ExitCode:
    """Show a source's tools, or one of them.

    Args:
        console: prints.
        request: names one source.
        tool: None shows the sizes of all.
        as_: a dialect, whose list is printed as it is sent; or `markdown`.
        report_format: `text` or `json`.

    Returns:
        `UNUSABLE` where the source cannot be read, else `CLEAN`: judging it is `check`'s.

    Raises:
        UsageError: there is no such tool or dialect, or more than one source.
        ToolmintError: the run cannot take place.
    """
    shown = _dialects_of(as_, report_format)
    compiled = compile_sources(console, replace(request, targets=(), keep_going=True))
    catalog = _only_catalog(compiled)
    if catalog is None:
        errors = errors_only(compiled.result.diagnostics)
        as_data = report_format == "json"
        print_report(console, compiled, report_format=report_format, summary={}, findings=errors, as_data=as_data)
        return ExitCode.UNUSABLE
    label = request.sources[0]
    if tool is not None:
        catalog = replace(catalog, contracts=(_contract(catalog, tool, label),))
    renderer = Renderer(compiled.project.templates)
    if as_ is not None and report_format == "text":
        console.data(_printed(as_, catalog, renderer, compiled, whole=tool is None))
        return ExitCode.CLEAN
    tools = tools_of(catalog, shown, renderer, lambda contract: _place(contract, compiled))
    source = Source(label=label, tools=tools, whole=tool is None)
    if report_format == "json":
        console.data(json.dumps(_as_json(source), indent=2) + "\n")
        return ExitCode.CLEAN
    _print_text(console, source)
    _tell_more(console, compiled, request, tool, any_tools=bool(tools))
    return ExitCode.CLEAN


def _print_text(console: Console, source: Source) -> None:
    layout = Layout(paint=console.paint, width=console.width, limit=None if console.verbose else SHOWN_PLACES)
    console.data(source_text(source, layout) if source.whole else tool_text(source.tools[0], layout))


def _dialects_of(as_: str | None, report_format: str) -> tuple[str, ...]:
    known = tuple(PROFILES)
    if as_ is None:
        return known
    if as_ == MARKDOWN:
        if report_format == "json":
            raise UsageError(f"`--as {MARKDOWN}` is text and has no JSON form")
        return ()
    if as_ not in known:
        near = nearest(as_, [*known, MARKDOWN])
        hint = f"near it: {comma_list(near)}" if near else f"there are: {comma_list([*known, MARKDOWN], limit=99)}"
        raise UsageError(f"there is no dialect `{visible(as_)}`", hint=hint)
    return (as_,)


def _only_catalog(compiled: Compiled) -> Catalog | None:
    sources = compiled.result.sources
    if len(sources) != 1:
        raise UsageError(f"`toolmint show` shows one source, and this names {plural(len(sources), 'source')}")
    return compiled.result.catalogs.get(sources[0].name) if sources[0].status == "built" else None


def _contract(catalog: Catalog, name: str, label: str) -> ToolContract:
    contract = catalog.contract(name)
    if contract is not None:
        return contract
    names = [one.name for one in catalog.contracts]
    renamed = [one.name for one in catalog.contracts if name in one.was]
    near = nearest(name, names)
    if renamed:
        hint = f"it is called {comma_list(renamed)} now"
    elif near:
        hint = f"near it: {comma_list(near)}"
    else:
        hint = f"there {'is' if len(names) == 1 else 'are'}: {comma_list(names)}" if names else "it has none"
    raise UsageError(f"`{visible(label)}` has no tool `{visible(name)}`", hint=hint)


def _printed(target: str, catalog: Catalog, renderer: Renderer, compiled: Compiled, *, whole: bool) -> str:
    (source,) = compiled.project.sources
    label = compiled.project.source_label(source)
    printout = target_plugs.load_target(target).render(
        TargetInput(catalog=catalog, source_label=label, renderer=renderer)
    )
    (content,) = printout.files.values()
    text = content.decode()
    if target == MARKDOWN and not whole:
        # What stands above the first tool is about the file.
        return text[text.index("\n## ") + 1 :]
    return text


def _place(contract: ToolContract, compiled: Compiled) -> str:
    location = compiled.store.locate(contract.origin.of_key())
    path = Path(os.path.relpath(compiled.project.root / location.path, compiled.cwd)).as_posix()
    return f"{path}:{location.line}" if location.resolved else path


def _tell_more(console: Console, compiled: Compiled, request: Request, tool: str | None, *, any_tools: bool) -> None:
    errors = len(errors_only(compiled.result.diagnostics))
    if errors:
        console.warn(f"the source has {plural(errors, 'error')}, which `{request.command('check')}` tells")
    show = request.command("show")
    if not any_tools:
        return
    if tool is None:
        console.say(f"`{show} TOOL` shows one of them, and what is lost")
    else:
        console.say(f"`{show} {tool} --as DIALECT` prints what is sent")


def _as_json(source: Source) -> Json:
    if source.whole:
        return {
            "source": source.label,
            "tools": [
                {"name": tool.name, "dialects": [_summary_json(shown) for shown in tool.dialects]}
                for tool in source.tools
            ],
        }
    (tool,) = source.tools
    return {
        "source": source.label,
        "tool": tool.name,
        "place": tool.place,
        "description": tool.description,
        "arguments": [
            {"path": row.path, "type": row.type, "required": row.required, "text": row.text}
            for row in tool.arguments.rows
        ],
        "dialects": [_shown_json(shown) for shown in tool.dialects],
    }


def _summary_json(shown: Shown) -> dict[str, Json]:
    return {
        "dialect": shown.profile.dialect,
        "bytes": shown.size.bytes,
        "estimated_tokens": shown.size.tokens,
        "strict": shown.strict,
        "loss_counts": {effect.value: shown.count(effect) for effect in Effect},
    }


def _shown_json(shown: Shown) -> dict[str, Json]:
    return {
        **_summary_json(shown),
        "title": shown.profile.title,
        "strict_refused": shown.refused,
        "wrapper": shown.wrapper,
        "losses": [
            {"keyword": loss.keyword, "effect": loss.effect.value, "pointer": loss.pointer} for loss in shown.losses
        ],
        "problems": [
            {"code": one.code, "severity": one.severity.value, "message": one.message, "hint": one.hint}
            for one in shown.problems
        ],
        "definition": shown.definition,
    }
