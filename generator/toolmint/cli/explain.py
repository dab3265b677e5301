"""`toolmint explain`: what a code means, offline."""

from __future__ import annotations

import json
from collections.abc import Mapping

from toolmint.cli.code_pages import Page, all_pages, page_text
from toolmint.cli.console import Console
from toolmint.errors import ExitCode, UsageError
from toolmint.ir.schema import Json
from toolmint.text import comma_list, nearest, visible

__all__ = ["run"]


def run(console: Console, asked: str, *, report_format: str) -> ExitCode:
    """Print the page of a code.

    Args:
        console: prints.
        asked: a code in any case, or the name of one.
        report_format: `text` or `json`.

    Raises:
        UsageError: there is no such code.
    """
    pages = all_pages()
    by_name = {page.name: code for code, page in pages.items()}
    code = by_name.get(asked.lower(), asked.upper())
    if code not in pages:
        raise UsageError(f"there is no code `{visible(asked)}`", hint=_meant(asked, by_name))
    page = pages[code]
    if report_format == "json":
        console.data(json.dumps(_as_json(page), indent=2) + "\n")
    else:
        console.data(page_text(page, console.width))
    return ExitCode.CLEAN


def _meant(asked: str, by_name: Mapping[str, str]) -> str:
    codes = sorted(by_name.values())
    family, _, number = asked.upper().partition("-")
    of_family = [code for code in codes if code.partition("-")[0] == family]
    digits = number.strip()
    if digits.isdecimal() and f"{family}-{int(digits):02}" in of_family:
        return f"did you mean `{family}-{int(digits):02}`?"
    if of_family:
        return f"there {'is' if len(of_family) == 1 else 'are'}: {comma_list(of_family, limit=len(of_family))}"
    near = nearest(asked, by_name)
    if near:
        return f"did you mean {comma_list([f'{by_name[name]} {name}' for name in near])}?"
    families = dict.fromkeys(code.partition("-")[0] for code in codes)
    return f"codes begin with {comma_list(list(families), limit=len(families))}; docs/codes.md lists them"


def _as_json(page: Page) -> Json:
    return {
        "code": page.code,
        "name": page.name,
        "severity": page.severity,
        "meaning": page.meaning,
        "text": page.text,
        "sections": [{"title": section.title, "text": section.text} for section in page.sections],
    }
