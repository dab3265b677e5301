"""What can be typed: commands, arguments and options. The work is in one module a command, imported when it runs."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from toolmint.cli.console import ColorMode, Console
from toolmint.cli.options import (
    Against,
    BaselineFile,
    Color,
    FailOn,
    Fix,
    FormatOption,
    Ignore,
    Out,
    ProjectFolder,
    Quiet,
    Select,
    Sources,
    UpdateBaseline,
    Verbose,
)
from toolmint.cli.pin_app import pin_app
from toolmint.errors import UsageError

__all__ = ["app"]

_LAST_PORT = 65535

app = typer.Typer(
    name="toolmint",
    # Plain help: it needs no rich, and reads the same in a terminal, a pipe and a document.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
)


@app.callback()
def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", is_eager=True, help="Print the version and exit.")] = False,
) -> None:
    """Compile OpenAPI documents to LLM tool definitions and typed modules."""
    if version:
        from toolmint.cli.version import version_line

        context.obj.data(version_line())
        raise typer.Exit


@app.command(short_help="Compile sources to generated files.")
def generate(
    context: typer.Context,
    sources: Sources = None,
    out: Out = None,
    target: Annotated[
        list[str] | None,
        typer.Option("--target", metavar="NAME", help="Print only this target; may be given several times."),
    ] = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Compile what can be compiled of a source with errors.")
    ] = False,
    project: ProjectFolder = None,
    format_: FormatOption = "text",
    quiet: Quiet = False,
    verbose: Verbose = False,
    color: Color = "auto",
) -> int:
    """Compile sources and write the generated files.

    SOURCE is the name of one of the project's sources, a path, or an app that describes itself, as `module:app`;
    without any, all of the project's are compiled. With a path or an app no project file is needed:
    `toolmint generate petstore.yaml --out build` writes build/petstore/.

    A source with an error writes nothing. Files that are the same stay untouched, and only files that toolmint
    wrote are deleted.
    """
    console = _configured(context, color=color, quiet=quiet, verbose=verbose)
    from toolmint.cli.compiling import Request
    from toolmint.cli.generate import run

    request = Request(
        sources=tuple(sources or ()),
        folder=project,
        out=out,
        targets=tuple(target) if target else None,
        keep_going=keep_going,
    )
    return run(console, request, report_format=format_)


@app.command(short_help="Fail on errors, broken rules and drift.")
def check(
    context: typer.Context,
    sources: Sources = None,
    out: Out = None,
    only: Annotated[
        Literal["drift", "lint", "pins"] | None,
        typer.Option("--only", metavar="drift|lint|pins", help="Judge nothing but this."),
    ] = None,
    against: Against = None,
    project: ProjectFolder = None,
    format_: FormatOption = "text",
    quiet: Quiet = False,
    verbose: Verbose = False,
    color: Color = "auto",
) -> int:
    """Check that sources are valid, prose keeps to the rules, pins are unbroken, and generated files are up to date.

    SOURCE is the name of one of the project's sources, a path, or an app that describes itself, as `module:app`;
    without any, all of the project's are checked.

    Writes nothing. For each file that differs it names the cause and shows the difference.
    """
    console = _configured(context, color=color, quiet=quiet, verbose=verbose)
    from toolmint.cli.check import run
    from toolmint.cli.compiling import Request

    request = Request(sources=tuple(sources or ()), folder=project, out=out)
    return run(console, request, report_format=format_, only=only, against=against)


@app.command(short_help="Judge the prose that models read.")
def lint(
    context: typer.Context,
    sources: Sources = None,
    fail_on: FailOn = "error",
    select: Select = None,
    ignore: Ignore = None,
    baseline: BaselineFile = None,
    update_baseline: UpdateBaseline = False,
    fix: Fix = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="With --fix: show the diff, and write nothing.")] = False,
    against: Against = None,
    project: ProjectFolder = None,
    format_: FormatOption = "text",
    quiet: Quiet = False,
    verbose: Verbose = False,
    color: Color = "auto",
) -> int:
    """Judge what a model reads: names that the schema does not have, sentences that are missing, and more.

    SOURCE is the name of one of the project's sources, or a path: an OpenAPI document, or a tool list as MCP, OpenAI,
    Anthropic, Gemini or Bedrock write it. Without any, all of the project's are judged.

    `toolmint explain CODE` tells what a rule is about. --fix writes the schema's spelling of names and values into
    prose, and what prose alone states of an argument into its schema; nothing else, and not into what a vendor wrote.
    """
    console = _configured(context, color=color, quiet=quiet, verbose=verbose)
    from toolmint.cli.compiling import Request
    from toolmint.cli.lint import run
    from toolmint.cli.linting import LintOptions
    from toolmint.diagnostics import Severity

    if dry_run and not fix:
        raise UsageError("`--dry-run` goes with `--fix`")
    if fix and update_baseline:
        raise UsageError("`--fix` and `--update-baseline` are two steps", hint="mend first, then write the baseline")
    options = LintOptions(
        select=_codes(select),
        ignore=_codes(ignore),
        baseline=baseline,
        against=against,
        fail_on=Severity(fail_on),
        update_baseline=update_baseline,
        fix=fix,
        dry_run=dry_run,
    )
    return run(console, Request(sources=tuple(sources or ()), folder=project), options, report_format=format_)


@app.command(short_help="Show what changed for a model.")
def diff(
    context: typer.Context,
    old: Annotated[str, typer.Argument(metavar="OLD", hidden=True)],
    new: Annotated[str, typer.Argument(metavar="NEW", hidden=True)],
    fail_on: Annotated[
        Literal["BREAKING", "LOOSENED", "BEHAVIOUR", "EXPANDED", "NOTATION"] | None,
        typer.Option(
            "--fail-on",
            metavar="GRADE",
            case_sensitive=False,
            help="The least grade that gives exit code 1: BREAKING, LOOSENED, BEHAVIOUR, EXPANDED or NOTATION.",
        ),
    ] = None,
    project: ProjectFolder = None,
    format_: Annotated[
        Literal["text", "json", "markdown"],
        typer.Option("--format", metavar="text|json|markdown", help="How it is written; markdown is a changelog."),
    ] = "text",
    quiet: Quiet = False,
    verbose: Verbose = False,
    color: Color = "auto",
) -> int:
    """Show what changed for a model between two states, graded.

    OLD and NEW are each an OpenAPI document, a tool list, a contract.json, a folder of generated packages, a project's
    folder, an app as `module:app`, or a git revision of this project: `toolmint diff main specs/orders.yaml`,
    `toolmint diff v1.2 .`.

    BREAKING: calls that were right fail. LOOSENED: what held calls back holds back less. BEHAVIOUR: the model reads
    another text. EXPANDED: more can be done. NOTATION: the same in meaning.
    """
    console = _configured(context, color=color, quiet=quiet, verbose=verbose)
    from toolmint.changes import Grade
    from toolmint.cli.diff import DiffOptions, run

    options = DiffOptions(
        folder=project, report_format=format_, fail_on=Grade(fail_on) if fail_on is not None else None
    )
    return run(console, old, new, options)


@app.command(short_help="Rename an argument or a tool in its source.")
def rename(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="SOURCE", hidden=True)],
    tool: Annotated[str, typer.Argument(metavar="TOOL", hidden=True)],
    old: Annotated[str, typer.Argument(metavar="OLD", hidden=True)],
    new: Annotated[str | None, typer.Argument(metavar="NEW", hidden=True)] = None,
    model_only: Annotated[
        bool, typer.Option("--model-only", help="Leave the request as it is; only the model sees the new name.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Write without asking.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change, and write nothing.")] = False,
    project: ProjectFolder = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
    color: Color = "auto",
) -> int:
    """Rename an argument, or a tool, everywhere the source spells it.

    SOURCE is the name of one of the project's sources, or a path: an OpenAPI document. TOOL is the tool's name, OLD an
    argument's, or the path of something inside one such as `items[].sku`, and NEW its new name. Without NEW the tool
    itself is renamed: `toolmint rename SOURCE TOOL NEW_TOOL`.

    The edit is of the source's text, in every file and overlay that spells the name: declarations, path templates,
    `required`, references and mentions in prose, examples, links. Comments and formatting stay. `was` keeps the old
    name, so that prose and calls with it are told the new one. Parts that other tools share are renamed for them too.

    The diff is shown first, and nothing is written unless the source then says what it said, with the new name.
    """
    console = _configured(context, color=color, quiet=quiet, verbose=verbose)
    from toolmint.cli.compiling import Request
    from toolmint.cli.rename import RenameOptions, run
    from toolmint.source import ArgumentRename, ToolRename

    if yes and dry_run:
        raise UsageError("`--yes` and `--dry-run` contradict each other")
    if new is None and model_only:
        raise UsageError("`--model-only` is about an argument; the name of a tool is seen by the model alone")
    wanted = ToolRename(tool=tool, new=old) if new is None else None
    options = RenameOptions(
        rename=wanted or ArgumentRename(tool=tool, old=old, new=new or "", model_only=model_only),
        yes=yes,
        dry_run=dry_run,
    )
    return run(console, Request(sources=(source,), folder=project, targets=()), options)


app.add_typer(pin_app, name="pin", short_help="Pin third-party tools, and review their changes.")


@app.command(short_help="Serve tools over MCP.")
def serve(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="SOURCE", hidden=True)],
    stdio: Annotated[bool, typer.Option("--stdio", help="Serve on stdin and stdout, which is the default.")] = False,
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="N", help="Serve streamable HTTP on 127.0.0.1:N; 0 takes any free port."),
    ] = None,
    base_url: Annotated[
        str | None, typer.Option("--base-url", metavar="URL", help="Where the API answers, if not where SOURCE says.")
    ] = None,
    context_values: Annotated[
        list[str] | None,
        typer.Option(
            "--context", metavar="KEY=ENV:NAME", help="A key of the context, and the environment variable it is in."
        ),
    ] = None,
    auth: Annotated[
        list[str] | None,
        typer.Option(
            "--auth", metavar="SCHEME=ENV:NAME", help="A security scheme, and the environment variable it is in."
        ),
    ] = None,
    project: ProjectFolder = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
    color: Color = "auto",
) -> int:
    """Serve a source's tools over the Model Context Protocol.

    SOURCE is the name of one of the project's sources, or a path. It is compiled in memory; nothing is written.

    Credentials and values of the context are read from environment variables, never from the command line. A basic
    credential is USER:PASSWORD. Whoever reaches the port can call the tools.

    Of a pin whose tools are a live server's, it is a proxy: it lists what was accepted, passes calls on to the server
    that the project file names, and keeps back every tool that the server now defines otherwise.

    Needs `pip install 'toolmint[serve]'`.
    """
    console = _configured(context, color=color, quiet=quiet, verbose=verbose)
    from toolmint.cli.compiling import Request
    from toolmint.cli.serve import ServeOptions, run

    if stdio and port is not None:
        raise UsageError("`--stdio` and `--port` contradict each other")
    if port is not None and not 0 <= port <= _LAST_PORT:
        raise UsageError(f"found `{port}` for `--port`, wanted 0 to {_LAST_PORT}")
    options = ServeOptions(port=port, base_url=base_url, context=context_values or (), auth=auth or ())
    return run(console, Request(sources=(source,), folder=project, targets=("python",)), options)


@app.command(short_help="Show what each provider gets of a tool.")
def show(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="SOURCE", hidden=True)],
    tool: Annotated[str | None, typer.Argument(metavar="TOOL", hidden=True)] = None,
    as_: Annotated[
        str | None,
        typer.Option("--as", metavar="markdown|DIALECT", help="Print this and nothing else: what a provider is sent."),
    ] = None,
    project: ProjectFolder = None,
    format_: Annotated[
        Literal["text", "json"], typer.Option("--format", metavar="text|json", help="How it is written.")
    ] = "text",
    quiet: Quiet = False,
    verbose: Verbose = False,
    color: Color = "auto",
) -> int:
    """Show what providers get of a source's tools.

    SOURCE is the name of one of the project's sources, or a path. With TOOL, the name of a tool, it shows what the
    tool loses in each dialect and how large it is there; without, the sizes of all tools. DIALECT is a provider's
    list, such as `openai` or `mcp`.

    Writes nothing. A constraint that a provider takes no keyword for is said in words, or lost; calls are checked
    against the source in any case. Sizes are of JSON without spaces, and tokens are an estimate.
    """
    console = _configured(context, color=color, quiet=quiet, verbose=verbose)
    from toolmint.cli.compiling import Request
    from toolmint.cli.show import run

    return run(console, Request(sources=(source,), folder=project), tool, as_=as_, report_format=format_)


@app.command(short_help="Print what a code means.")
def explain(
    context: typer.Context,
    code: Annotated[str, typer.Argument(metavar="CODE", hidden=True)],
    format_: Annotated[
        Literal["text", "json"], typer.Option("--format", metavar="text|json", help="How the page is written.")
    ] = "text",
) -> int:
    """Print what a finding's code means.

    CODE is a code such as `RF-01`, or its name, such as `unknown-reference`.
    """
    from toolmint.cli.explain import run

    return run(context.obj, code, report_format=format_)


def _codes(given: list[str] | None) -> tuple[str, ...]:
    return tuple(code.strip().upper() for one in given or () for code in one.split(",") if code.strip())


def _configured(context: typer.Context, *, color: ColorMode, quiet: bool, verbose: bool) -> Console:
    if quiet and verbose:
        raise UsageError("`--quiet` and `--verbose` contradict each other")
    console: Console = context.obj
    console.configure(color=color, quiet=quiet, verbose=verbose)
    return console
