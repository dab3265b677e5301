"""The renderer: one Jinja environment a kind of file, made at first use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from toolmint.errors import ConfigError, InternalError, ToolmintError
from toolmint.rendering import markdown_text, plain_text, python_text
from toolmint.rendering.quoted import Quoted, UnquotedTextError

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["FILTERS", "NEUTRAL_FILTERS", "Renderer", "shipped_templates"]

FILTERS: Mapping[str, Mapping[str, Callable[..., Quoted]]] = {
    ".py": {
        "py_str": python_text.py_str,
        "py_docstring": python_text.py_docstring,
        "py_name": python_text.py_name,
        "py_expression": python_text.py_expression,
        "py_source": python_text.py_source,
        "py_comment": python_text.py_comment,
    },
    ".md": {
        "md_text": markdown_text.md_text,
        "md_code": markdown_text.md_code,
        "md_fence": markdown_text.md_fence,
        "md_comment": markdown_text.md_comment,
    },
    ".json": {"json": plain_text.json_text},
    ".txt": {"prose": plain_text.prose},
}
"""Kind of file to the filters that its templates have."""

NEUTRAL_FILTERS = ("length", "first", "last", "sort", "selectattr", "rejectattr", "map", "list", "batch", "slice")
"""Jinja's own filters that stay: they choose and count, and make no text."""

_NEUTRAL_GLOBALS = ("range", "namespace")


def shipped_templates() -> Path:
    """Return the folder of toolmint's own templates.

    A wheel has them inside the package; an editable install does not see force-included files, so there the
    repository's folder is used.
    """
    package = Path(__file__).resolve().parent.parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent.parent / "templates"


class Renderer:
    """Renders templates: the user's own first, file by file, then the shipped ones.

    Args:
        user_templates: the folder that the project file names; None where it names none.
    """

    def __init__(self, user_templates: Path | None = None) -> None:
        self._user_templates = user_templates
        self._environments: dict[str, Environment] = {}

    def render(self, template: str, **view: object) -> str:
        """Render one template.

        Args:
            template: its name below the templates folder, with `/`: `python/tools.py.jinja`.
            view: what the template can see.

        Returns:
            The text; the same template and view give the same text everywhere.

        Raises:
            ConfigError: a template of the user's is wrong.
            InternalError: a shipped one is.
        """
        from jinja2 import TemplateNotFound

        try:
            return self._environment(_kind(template)).get_template(template).render(**view)
        except TemplateNotFound as error:
            raise InternalError(f"there is no template `{error.name}`") from error
        except ToolmintError:
            raise
        except Exception as error:
            raise self._located(error, template) from error

    def _environment(self, kind: str) -> Environment:
        if kind not in self._environments:
            self._environments[kind] = _make_environment(kind, self._folders())
        return self._environments[kind]

    def _folders(self) -> list[Path]:
        shipped = shipped_templates()
        return [shipped] if self._user_templates is None else [self._user_templates, shipped]

    def _located(self, error: Exception, template: str) -> ToolmintError:
        file, line = _place(error)
        users = self._user_templates
        if file is None:
            file = next((f for folder in self._folders() if (f := folder / template).is_file()), Path(template))
        what = str(error) or type(error).__name__
        if users is not None and file.is_relative_to(users):
            return ConfigError(f"template `{file.as_posix()}`{line}: {what}", hint=_hint(error))
        shipped = shipped_templates()
        shown = file.relative_to(shipped) if file.is_relative_to(shipped) else file
        return InternalError(f"template `{shown.as_posix()}`{line}: {what}", hint=_hint(error))


def _kind(template: str) -> str:
    kind = PurePosixPath(template.removesuffix(".jinja")).suffix or ".txt"
    if kind not in FILTERS:
        raise InternalError(f"template `{template}` makes a kind of file that has no quoting filters: `{kind}`")
    return kind


def _make_environment(kind: str, folders: list[Path]) -> Environment:
    from jinja2 import ChoiceLoader, FileSystemLoader, StrictUndefined, pass_context
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    # Sandboxed, as `toolmint check` may run on a change that nobody has reviewed yet.
    environment = ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([FileSystemLoader(folder) for folder in folders]),
        autoescape=True,
        # Taking the context keeps Jinja from printing constants at compile time, past this function.
        finalize=pass_context(lambda _, value: _refuse_plain_text(value)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        newline_sequence="\n",
        auto_reload=False,
    )
    # Jinja's `safe`, `e`, `format`, `join` or `replace` would let text past the quoting filters, `random` and
    # `lipsum` would make a build differ from the next.
    known: dict[str, Callable[..., Any]] = environment.filters
    environment.filters = {name: known[name] for name in NEUTRAL_FILTERS} | dict(FILTERS[kind])
    environment.globals = {name: environment.globals[name] for name in _NEUTRAL_GLOBALS}
    return environment


def _refuse_plain_text(value: object) -> object:
    from jinja2 import Undefined
    from markupsafe import Markup

    if isinstance(value, Quoted):
        return Markup(value)
    # A macro's or a block's own output, which went through here piece by piece.
    if isinstance(value, Markup):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, Undefined):
        return str(value)
    raise UnquotedTextError(f"{type(value).__name__} {value!r:.60} is printed without a quoting filter")


def _place(error: Exception) -> tuple[Path | None, str]:
    """Find the template file and line that an error came from; Jinja writes both into the traceback."""
    from jinja2 import TemplateSyntaxError

    if isinstance(error, TemplateSyntaxError):
        return (Path(error.filename) if error.filename else None), f", line {error.lineno}"
    found: tuple[Path | None, str] = (None, "")
    trace = error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.endswith(".jinja"):
            found = (Path(file), f", line {trace.tb_lineno}")
        trace = trace.tb_next
    return found


def _hint(error: Exception) -> str | None:
    if isinstance(error, UnquotedTextError):
        return "pass the value through a quoting filter of this kind of file, such as `py_str` or `md_text`"
    return None
