"""CL-01: a tool's name that does not hint at its use."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.rule import Finding, Rule, RuleContext, ToolView
from toolmint.text import name_words, word_set

_GENERIC = word_set(
    """
    handle handler process processor run runner do execute executor perform manage manager operate call invoke tool
    tools function func method action actions operation helper util utils main default generic misc stuff thing things
    item items object objects data my new temp tmp foo bar baz test sample example demo agent task api endpoint request
    """
)
"""Words that fit any tool."""
_INCOMPLETE = word_set(
    """
    add check copy create delete edit fetch find generate get insert list load lookup move open post put query read
    remove retrieve save search send set show store submit update upload upsert validate view write
    """
)
"""Verbs that say nothing without an object."""
_LONE = frozenset({"fetch", "search"})
"""Verbs that say enough where they are all that a server does; OpenAI's connectors call their two tools so."""
_NUMBER = re.compile(r"v?[0-9]+|[a-z]")


class OpaqueName(Rule):
    """The name of a tool does not hint at its use.

    What it does:
        Reports names all of whose words fit any tool (`handle`, `process_data`, `tool1`), and verbs without an object
        (`list`, `update`). `search` and `fetch` are names of their own where a list has no other tools. Names that
        begin with a noun (`repo_list`, `exchange_rate`) are left alone.

    Why is this bad?
        The name is what a model sees first and repeats in its plan; many clients show a person nothing else.

    Example:
        ```json
        {
          "name": "process_data",
          "description": "Convert a picture to another format. Use this tool when the user asks for a smaller file.",
          "inputSchema": {
            "type": "object",
            "properties": {"picture": {"type": "string", "description": "Its address."}}
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "convert_picture",
          "description": "Convert a picture to another format. Use this tool when the user asks for a smaller file.",
          "inputSchema": {
            "type": "object",
            "properties": {"picture": {"type": "string", "description": "Its address."}}
          }
        }
        ```
    """

    code = "CL-01"
    name = "opaque-name"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        name = tool.contract.name
        words = [word.lower() for word in name_words(name)]
        plain = [word for word in words if len(word) > 1 and word.isalpha()]
        if len(plain) > 1 and not _GENERIC.issuperset(plain):
            return  # most names, and what follows costs more
        said = [
            word for word in (re.sub(r"[0-9]+$", "", word) for word in words) if not _NUMBER.fullmatch(word) and word
        ]
        why = ""
        if not said or _GENERIC.issuperset(said):
            why = "fits any tool"
        elif len(said) == 1 and said[0] in _INCOMPLETE and not _is_alone(said[0], context):
            why = "is a verb without an object"
        if why:
            yield Finding(
                message=f"the name `{name}` {why}",
                place=tool.contract.origin,
                hint="name the tool by a verb and what it acts on, such as `calculate_refund`",
            )


def _is_alone(verb: str, context: RuleContext) -> bool:
    return verb in _LONE and all(tool.contract.name in _LONE for tool in context.tools)
