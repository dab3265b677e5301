"""CL-08: a required input that only the system knows."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.prose.inputs import Input
from toolmint.prose.statements import states
from toolmint.prose.verbs import verb_of_name
from toolmint.rule import Finding, Rule, RuleContext, ToolView
from toolmint.text import name_words

_SYSTEM = r"(?:system|server|back-?end|platform|gateway|service|host|framework|runtime)"
_UNKNOWABLE = re.compile(
    rf"(?<![A-Za-z])(?i:(?:for\s+)?internal\s+(?:use|only|id|identifier|key|code|reference|number|parameter|field|value|token)s?"
    rf"|used\s+internally|{_SYSTEM}[- ](?:generated|assigned|supplied|provided|internal)"
    rf"|auto(?:matically)?[- ]?(?:generated|filled|populated|assigned|injected|set)"
    rf"|(?:generated|filled(?:\s+in)?|set|assigned|injected|populated|supplied)\s+(?:automatically\s+)?by\s+(?:the\s+)?{_SYSTEM}"
    rf"|(?:do\s+not|don['’]t|never)\s+(?:set|fill|supply|provide|pass)\s+(?:this|it)(?:\s+(?:field|value|parameter))?"
    rf"|reserved\s+for\s+(?:internal|future))(?![A-Za-z])"
    r"|(?:由|交由)?(?:系统|平台|后端|服务端?|网关)(?:自动)?(?:生成|填充|填写|传入|注入|分配|赋值)|自动(?:生成|填充|填写|注入|传入)"
    r"|内部(?:使用|调用|参数|字段|标识|编号|ID|id|编码)|请勿填写|无需填写"
)
_HINT = re.compile(
    "nternal|ystem|erver|end|latform|ateway|ervice|ost|ramework|untime|uto|not|n['’]t|ever|eserved|内部|系统|自动|平台|请勿|无需"
)
_ENTITY = frozenset({"id", "ids", "gid", "sid", "uid", "uuid", "key", "code", "number", "name", "token"})


class RequiredNotKnowable(Rule):
    """A required input holds what only the system knows.

    What it does:
        Looks at the texts of required arguments for words such as "internal id", "system-generated", "filled in by the
        backend", 系统自动生成. An argument whose text names a source, or that another tool of the list looks up, is
        left alone.

    Why is this bad?
        The model has to pass something, so it makes a value up.

    Example:
        ```yaml
        operationId: getParcel
        summary: Look up where a parcel is, and when it arrives.
        parameters:
          - {name: route_key, in: query, required: true, description: An internal key., schema: {type: string}}
        ```

    Use instead:
        ```yaml
        operationId: getParcel
        summary: Look up where a parcel is, and when it arrives.
        parameters:
          - name: route_key
            in: query
            required: true
            description: An internal key.
            schema: {type: string}
            x-tool: {context: routing.key}
        ```
    """

    code = "CL-08"
    name = "required-not-knowable"
    severity = Severity.WARNING

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        for argument in tool.inputs:
            found = _UNKNOWABLE.search(argument.text) if argument.required and _HINT.search(argument.text) else None
            if found is None or argument.values or "object" in argument.types:
                continue
            rest = argument.text[: found.start()] + argument.text[found.end() :]
            if states(rest, "source") or _is_looked_up(argument, tool, context):
                continue
            yield Finding(
                message=f"argument `{argument.name}` is required, and by its text the model cannot know it: "
                f"`{found.group()}`",
                place=argument.place,
                hint="let the host or the server supply it, make it optional, or say which tool gives it",
            )


def _is_looked_up(argument: Input, tool: ToolView, context: RuleContext) -> bool:
    """Whether another tool reads things of the kind: `list_project_items` for `item_id`."""
    things = [word for word in argument.words if word not in _ENTITY]
    if not things:
        return False
    wanted = {things[-1], things[-1] + "s"}
    for other in context.tools:
        name = other.contract.name
        if name == tool.contract.name or wanted.isdisjoint(word.lower() for word in name_words(name)):
            continue
        verb = verb_of_name(name)
        if verb is not None and verb.act == "read":
            return True
    return False
