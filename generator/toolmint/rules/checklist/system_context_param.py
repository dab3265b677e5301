"""CL-07: a value of the caller that the model is asked for."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections.abc import Iterator

from toolmint.diagnostics import Severity
from toolmint.ir.binding import ArgumentValue, HttpBinding, JavaBinding, PythonBinding
from toolmint.prose.caller import CallerValue, caller_value
from toolmint.prose.effects import Evidence, writes
from toolmint.prose.inputs import Input
from toolmint.rule import Finding, Rule, RuleContext, ToolView
from toolmint.text import name_words, word_set

_OBJECTS: dict[CallerValue, frozenset[str]] = {
    "secret": word_set(
        """
        auth authenticate authenticated authorization authorize credential credentials creds cert certificate jwt key
        keys login logon oauth oauth2 openid refresh register registration secret secrets session sessions sign signin
        sso token tokens validate verify
        """
    ),
    "right": word_set("admin member members membership role roles user users permission permissions grant"),
    "identity": word_set(
        """
        user users member members profile profiles account accounts person people tenant tenants org orgs organization
        organizations organisation organisations session sessions collaborator collaborators follower followers
        """
    ),
    "trace": word_set("trace traces tracing span spans log logs"),
}
_OBJECTS |= {
    "password": _OBJECTS["secret"] | word_set("password passwords user users account accounts join pin"),
    "role": _OBJECTS["right"] | word_set("invite share collaboration collaborations acl policy policies access"),
}
"""Kind of value -> words of tools whose object it is: `get_user(user_id)`, `revoke_token(token)`."""

_OF_CALLER = re.compile(
    r"(?<![A-Za-z])(?i:(?:your|my)\s+(?:own\s+)?(?:user|account|tenant|org\w*|session|role|id|api|access|auth\w*"
    r"|token|key|permissions?|credentials?|workspace)|current(?:ly)?|authenticated|logged[- ]?in|signed[- ]?in"
    r"|caller(?:'s)?|calling|requesting|requester|acting|on\s+behalf|making\s+the\s+(?:request|call)"
    r"|who\s+(?:is\s+)?(?:calls|calling|asks|asking))(?![A-Za-z])"
    r"|当前|登录|调用者|操作人|操作者|请求者|本人"
)
_OF_CALL = re.compile(
    r"(?<![A-Za-z])(?i:(?:passed|sent|supplied|given)\s+(?:to|in|with)|returned\s+(?:by|from|in)|used\s+(?:in|with)\s+the"
    r"|from\s+the\s+(?:[\w`/-]+\s+)?(?:call|response|request|result))(?![A-Za-z])|由[^。；\n]{0,20}返回"
)
"""Words which say that a secret is a value of an earlier call."""
_OF_OTHER = re.compile(
    r"(?<![A-Za-z])(?i:to\s+(?:be\s+)?\w+|will\s+be|being|whom?|whose|that|which|assigne[ed]\w*|recipients?|targets?"
    r"|filter\w*|invit\w+|ban\w*|remov\w+|add\w*|search\w*|look\w*|sender|author|owner|creator|created"
    r"|from\s+(?:the|a|an|your)|returned|given"
    r"|of\s+the\s+(?!user\b|caller\b|tenant\b|organi[sz]ation\b|session\b|current\b|authenticated\b)\w+)(?![A-Za-z])"
    r"|目标|被|要|待|对方|接收|收件|筛选|过滤"
)
"""Words which say that an id is what the call acts on, or a filter, and not who calls."""


class SystemContextParam(Rule):
    """The model is asked for a value that the host knows.

    What it does:
        Looks for arguments that hold a credential (`api_key`, `access_token`), a right (`is_admin`) or the identity of
        the caller (`tenant_id`, `session_id`, `trace_id`). Credentials and rights are errors, identities warnings. Left
        alone: tools whose object is the thing itself (`get_user(user_id)`, `revoke_token(token)`), ids that by their
        text are what the call acts on or a filter, passwords and roles that a write is to set, and paging tokens. With
        `context` in `x-tool` the host supplies the value and the model never sees it.

    Why is this bad?
        A model that names the tenant can be talked into naming another one, and a secret that it is given stands in
        every log of the conversation.

    Example:
        ```yaml
        operationId: listInvoices
        summary: List the invoices of the last 30 days, the newest first.
        parameters:
          - {name: api_key, in: query, description: The key., schema: {type: string}}
        ```

    Use instead:
        ```yaml
        operationId: listInvoices
        summary: List the invoices of the last 30 days, the newest first.
        parameters:
          - {name: api_key, in: query, description: The key., schema: {type: string}, x-tool: {context: billing.key}}
        ```
    """

    code = "CL-07"
    name = "system-context-param"
    severity = Severity.ERROR

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        inputs = [(one, kind) for one in tool.inputs if (kind := caller_value(one.name))]
        if not inputs:
            return
        words = frozenset(word.lower() for word in name_words(contract.name))
        evidence = tool.evidence
        writing = writes(contract, evidence)
        for argument, kind in inputs:
            if not _OBJECTS[kind].isdisjoint(words) or not _fits(argument, kind):
                continue
            severity = _severity(argument, kind, evidence, writing=writing)
            if severity is None:
                continue
            yield Finding(
                message=f"argument `{argument.name}` asks the model for {_WHAT[kind]}",
                place=argument.place,
                hint=_hint(argument, tool, evidence),
                severity=severity,
            )


_WHAT: dict[CallerValue, str] = {
    "secret": "a credential",
    "password": "a credential",
    "right": "the rights of the caller",
    "role": "the rights of the caller",
    "identity": "who is calling",
    "trace": "the trace of the call",
}


def _hint(argument: Input, tool: ToolView, evidence: Evidence) -> str:
    if evidence.call is not None:
        return f"let the host supply it: `x-tool: {{context: true}}` at `{argument.name}`"
    if isinstance(tool.contract.binding, JavaBinding):
        return "take `@ToolParam` away, and read it from an injected parameter, such as AgentScope's `RuntimeContext`"
    if isinstance(tool.contract.binding, PythonBinding) and tool.contract.binding.framework == "toolmint":
        return f'let the host supply it: `{argument.name}: Annotated[…, FromContext("{argument.name}")]`'
    return "take it from the server's own session or environment, and leave it out of the schema"


def _fits(argument: Input, kind: CallerValue) -> bool:
    """Whether the type of an input is one that such a value has: a `refresh_token` of true and false asks for one."""
    if kind == "right":
        return True
    types = argument.types - {"null"}
    if argument.values or (kind != "identity" and any("const" in schema for schema in argument.schemas)):
        return False
    return not types or not types.isdisjoint({"string", "integer"}) or (kind == "role" and "array" in types)


def _severity(argument: Input, kind: CallerValue, evidence: Evidence, *, writing: bool) -> Severity | None:
    """Weigh a name by what else is known of it; None where it is no value of the caller's."""
    location = _location(argument, evidence.call)
    if kind == "secret" and _OF_CALL.search(argument.text):
        return None
    if kind == "secret":
        # What a write stores may be somebody else's credential: the password of a repository that is registered.
        return (
            Severity.WARNING if writing and location in ("body", "") and not _is_of_caller(argument) else Severity.ERROR
        )
    if kind == "password":
        return None if writing or not argument.required else Severity.ERROR
    if kind == "right":
        return Severity.ERROR
    if kind == "role":
        return Severity.ERROR if _is_of_caller(argument) else None
    if kind == "trace":
        return Severity.WARNING
    if _is_of_caller(argument):
        return Severity.WARNING
    if _OF_OTHER.search(argument.text) or not (argument.required or location == "header"):
        return None
    return Severity.WARNING


def _is_of_caller(argument: Input) -> bool:
    return _OF_CALLER.search(argument.text) is not None


def _location(argument: Input, call: HttpBinding | None) -> str:
    """Return where an argument goes: `query`, `path`, `header`, `cookie`, `body`; empty for a call of another kind."""
    if call is None:
        return ""
    for parameter in call.parameters:
        if isinstance(parameter.value, ArgumentValue) and parameter.value.argument == argument.name:
            return parameter.location
    return "body"
