"""CL-04: a description that tells how a tool is built."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.location import Location
from toolmint.prose.description import purpose_place
from toolmint.prose.masking import FILLER
from toolmint.prose.pieces import holds_any
from toolmint.prose.words import words_in
from toolmint.rule import Finding, Rule, RuleContext, ToolView
from toolmint.text import comma_list

_WORD = r"(?<![A-Za-z0-9_])"
_END = r"(?![A-Za-z0-9_])"
_STACK = (
    "redis",
    "kafka",
    "rabbitmq",
    "mysql",
    "postgres",
    "postgresql",
    "oracle db",
    "mongodb",
    "elasticsearch",
    "memcached",
    "dynamodb",
    "hibernate",
    "mybatis",
    "spring boot",
    "stored procedure",
    "stored procedures",
    "cron job",
    "cron jobs",
    "microservice",
    "microservices",
    "micro-service",
    "micro-services",
)
_NO_TICKET = "UTF|SHA|ISO|RFC|CVE|MSC|HTTP|TLS|AES|RSA|PEP|CWE|GHSA|COVID|IPV|MD|UTC|GMT|BIP|EIP|ERC|GPT"
_SIGNALS: dict[str, tuple[tuple[str, ...], re.Pattern[str]]] = {
    "class": (
        ("Service", "Repository", "DAO", "Dao", "Impl", "Controller", "Mapper"),
        re.compile(
            rf"{_WORD}(?!(?:Create|Update|Delete|Get|List|Add|Remove|Validate|Find|Search|Set)[A-Z])"
            rf"[A-Z][A-Za-z0-9]*[a-z0-9](?:Service|Repository|DAO|Dao|Impl|Controller|Mapper)"
            rf"(?:\.[a-z]\w*(?:\(\))?)?{_END}"
        ),
    ),
    "table": (
        ("table", "表"),
        re.compile(r"(?i:(?<![a-z])joins?\s[^.。\n]{0,40}?(?<![a-z])tables?(?![a-z]))|(?:关联|连接|联)[^。\n]{0,20}表"),
    ),
    "sql": (
        ("SELECT", "INSERT", "UPDATE", "DELETE"),
        re.compile(rf"{_WORD}(?:SELECT\s[^.;\n]{{1,80}}\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM){_END}"),
    ),
    "stack": (_STACK, re.compile(rf"{_WORD}(?i:{'|'.join(sorted(_STACK, key=len, reverse=True))}){_END}")),
    "host": (
        ("localhost", ".internal", ".local", ".corp", ".svc", ".intranet", "10.", "127.", "192.168."),
        re.compile(
            rf"{_WORD}(?:localhost|(?:[a-z0-9-]{{1,63}}\.){{1,8}}(?:internal|local|corp|svc(?:\.cluster\.local)?|intranet)"
            rf"|(?:10|127|192\.168)(?:\.[0-9]{{1,3}}){{2,3}})(?::[0-9]+)?{_END}"
        ),
    ),
    "ticket": (
        tuple(f"-{digit}" for digit in range(10)),
        re.compile(rf"{_WORD}(?!(?:{_NO_TICKET})-)[A-Z]{{2,8}}-[0-9]{{2,6}}{_END}"),
    ),
    "file": (
        ("src/", "lib/", "pkg/", "internal/", "app/"),
        re.compile(rf"{_WORD}(?:src|lib|pkg|internal|app)/[\w/.-]{{1,200}}\.(?:py|java|go|ts|js|rb|cs|kt|php){_END}"),
    ),
}
"""Kind of signal -> substrings without which there is none, and its pattern."""
_ANY_CASE = frozenset({"table", "stack"})
"""Kinds whose substrings stand in lower case, in which the text is looked at."""
_STACK_WORDS = frozenset(re.split("[ -]", " ".join(_STACK)))
_SIGNS = {"ticket": "-", "file": "/"}
"""Kinds to the character that all their substrings have: the quickest look of all."""
_INTERNAL = re.compile(
    r"(?<![A-Za-z])(?i:internal(?:ly)?|under the hood|behind the scenes|implementation|implemented|back-?end|legacy"
    r"|(?:calls?|invokes?|delegates?\s+to|queries|reads\s+from|writes\s+to)(?=\s+(?:the\s+)?[A-Z`]))(?![A-Za-z])"
    r"|内部|底层|实现|后端|调用(?=\s?[A-Z`])"
)
_ADDRESS = re.compile(r"(?<![A-Za-z0-9])[a-z][a-z0-9+.-]{0,20}://\S+|\]\([^)\n]*\)")
_SQL_INPUTS = frozenset({"sql", "query", "statement", "command", "code", "script"})
_SHOWN = 3


class ImplementationLeak(Rule):
    """A description tells how a tool is built.

    What it does:
        Looks for names of classes (`RefundService.calculate`), tables that are joined, SQL, names of stores and queues,
        internal hosts, ticket numbers and source files. Two of them of different kinds, or one beside a word such as
        "internally", are reported. Tools that take SQL or code are left alone, and so are names of products by
        themselves.

    Why is this bad?
        A model can do nothing with it, it takes tokens and goes stale, and it tells an attacker what there is.

    Example:
        ```json
        {
          "name": "estimate_refund",
          "description": "Calls RefundService.calculate internally and joins the order_refund_rule table.",
          "inputSchema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "The id, such as A10086."}}
          },
          "annotations": {"readOnlyHint": true}
        }
        ```

    Use instead:
        ```json
        {
          "name": "estimate_refund",
          "description": "Calculate how much of an order can be refunded. It does not submit a refund.",
          "inputSchema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "The id, such as A10086."}}
          },
          "annotations": {"readOnlyHint": true}
        }
        ```
    """

    code = "CL-04"
    name = "implementation-leak"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        text = tool.purpose
        if "://" in text or "](" in text:
            text = _ADDRESS.sub(lambda found: FILLER * len(found.group()), text)
        found = _signals(text)
        if not found or (len(found) < 2 and _INTERNAL.search(text) is None):
            return
        if any(one.name.lower() in _SQL_INPUTS for one in tool.inputs):
            return
        first = next(iter(found.values()))
        yield Finding(
            message=f"`{tool.contract.name}` tells how it is built: {comma_list(list(found.values()), limit=_SHOWN)}",
            place=_place(tool, first),
            hint="say what a call does and gives, and leave out what does it",
        )


def _place(tool: ToolView, words: str) -> Location:
    for text in tool.texts:
        if text.role == "description" and (start := text.text.find(words)) >= 0:
            return text.at(words, start)
    return purpose_place(tool.contract)


def _signals(text: str) -> dict[str, str]:
    """Return the first signal of each kind that a text has."""
    lower = text.lower()
    found: dict[str, str] = {}
    for kind, (hints, pattern) in _SIGNALS.items():
        if kind in _SIGNS and _SIGNS[kind] not in text:
            continue
        # In ASCII one look at the words, which other rules ask for as well, is worth twenty substrings.
        if kind == "stack" and text.isascii() and _STACK_WORDS.isdisjoint(words_in(text)):
            continue
        if holds_any(lower if kind in _ANY_CASE else text, hints) and (one := pattern.search(text)) is not None:
            found[kind] = one.group()
    return found
