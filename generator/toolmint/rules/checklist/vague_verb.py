"""CL-02: a first sentence whose verb says nothing: `handle requests`, `处理订单相关操作`."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.advice import advice
from toolmint.prose.description import purpose_place
from toolmint.prose.language import language_read
from toolmint.prose.verbs import opening_verb, verbs_in
from toolmint.rule import Finding, Rule, RuleContext, ToolView
from toolmint.text import word_set

_SENTENCE = re.compile(r"(?:[^.。!?！？\n]|\.(?=\S))*")
_OBJECT = re.compile(
    r"\s*(?P<words>[A-Za-z][A-Za-z0-9'/,&-]*(?:\s+[A-Za-z][A-Za-z0-9'/,&-]*){0,7}?)"
    r"(?=\s*$|\s*[,;:(\n]|\s+(?:for|of|in|on|from|with|by|that|which|within|across|using|through|via|to)\b)"
)
_GENERIC = word_set(
    """
    action actions activities activity business content data everything anything functionality function functions
    features info information input inputs issues job jobs logic management matters needs object objects operation
    operations process processes processing query queries request requests resources stuff task tasks thing things work
    workflows
    """
)
"""Nouns that name no object."""
_CHINESE = re.compile(
    r"[^。，；、\n]{0,12}?(?:相关|有关|数据|信息|请求|操作|任务|事务|事项|业务|功能|内容|逻辑|工作)[^。\n]{0,6}$"
)
_SUBJECT = re.compile(r"[\w'/&,-]+(?:\s+(?:and|or)\s+[\w'/&,-]+)*(?:\s+|-)related\b", re.IGNORECASE)
_RELATED = re.compile(r"(?i)(?:\b\w+-)?related\b|相关|有关")


class VagueVerb(Rule):
    """The main verb of a description says nothing.

    What it does:
        Looks at the main verb of the first sentence. `handle`, `manage`, `process`, `support`, `deal with` with no
        object, or with one that fits anything (`requests`, `data`, `order-related operations`), and 处理 or 管理 …相关
        are vague, unless a second verb in the sentence says what is done.

    Why is this bad?
        "Handles refunds" is true of a tool that calculates a refund and of one that pays it out.

    Example:
        ```json
        {
          "name": "refund_order",
          "description": "Handles refund-related operations. Use this tool when the user asks for money back.",
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

    code = "CL-02"
    name = "vague-verb"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        purpose = tool.purpose
        opening = opening_verb(purpose)
        if opening is None or opening.verb.act != "vague":
            return
        rest = _rest(purpose, opening.end)
        # "Refund related tasks" names no act: a word before "related" is no verb.
        if any(verb.act not in ("run", "vague") for verb in verbs_in(_SUBJECT.sub(" ", rest))):
            return
        vague = _CHINESE.match(rest) is not None if language_read(purpose) == "zh" else _is_generic(rest)
        if vague:
            said = " ".join((purpose[: opening.end].rpartition("\n")[2] + rest).split())
            yield Finding(
                message=f"`{contract.name}` does not say what it does: `{said}`",
                place=purpose_place(contract),
                hint=advice(contract, "does"),
            )


def _rest(purpose: str, end: int) -> str:
    found = _SENTENCE.match(purpose, end)
    return found.group() if found is not None else ""


def _is_generic(rest: str) -> bool:
    found = _OBJECT.match(rest.removeprefix(" with"))
    if found is None:
        return not rest.strip()
    words = found["words"].lower().split()
    if words[-1].strip("',&/-") not in _GENERIC:
        return False
    # "Process refund requests" names its object; "handle refund-related requests" does not.
    return (
        len(words) == 1
        or words[-1] in ("operations", "actions", "tasks", "stuff", "things", "matters", "everything")
        or (
            _RELATED.search(found["words"]) is not None
            or _GENERIC.issuperset(words)
            or (words[0] in _DETERMINERS and len(words) == 2)
        )
    )


_DETERMINERS = word_set("all any the various different your user client incoming multiple")
