"""FS-01: a description that says nothing of what the tool does."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from toolmint.diagnostics import Severity
from toolmint.prose.advice import advice
from toolmint.prose.description import purpose_place
from toolmint.prose.language import language_read
from toolmint.prose.verbs import opening_verb
from toolmint.rule import Finding, Rule, RuleContext, ToolView
from toolmint.text import name_words, visible, word_set

_PLACEHOLDER = re.compile(
    r"[\W_]*(?:(?-i:TODO|TBD|FIXME)(?:[:：\s].{0,60})?|todo|tbd|n/?a|none|null|undefined|string|description|test"
    r"|add (?:a )?description(?: here)?|no description(?: (?:provided|available|given))?|missing description"
    r"|lorem ipsum.*|待补充|待定|暂无(?:描述|说明)?|无|描述|说明)?[\W_]*",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST_PLACEHOLDER = 200
_LEAST = 2
"""Content words beyond the name that make a description."""
_SHOWN = 60
_WORD = re.compile(r"[a-z0-9]+")
_TOKEN = re.compile(r"[A-Za-z0-9]+")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_EMPTY = word_set(
    """
    a an the of in on at to for by with from and or s t its it this that these those our your my their is are be all any
    one each every single specific given particular certain new existing tool function method api endpoint
    operation command action call request deprecated internal please use used
    """
)
"""Words without content beside a name."""
_SAME: dict[str, str] = {
    word: words.split()[0]
    for words in (
        "get fetch retrieve return read obtain list show display view see find look lookup query provide",
        "create add make insert post register",
        "update edit modify change patch put set replace",
        "delete remove destroy erase",
        "send post submit",
        "check verify validate test",
        "run execute perform invoke",
        "info information detail data",
        "id identifier uid",
        "repo repository",
        "org organization organisation",
        "config configuration setting",
        "doc document documentation",
    )
    for word in words.split()
}
"""Words that say the same: from `jsdoc/informative-docs` of eslint-plugin-jsdoc and the names of real tools."""
_GENERIC = re.compile("工具|接口|功能|方法|函数|数据|信息|相关|进行|一个|该|此|本|的|和|与|及")


class NoPurpose(Rule):
    """A description says nothing of what the tool does.

    What it does:
        An error where there is no description, or only a placeholder such as `TODO`; a warning where it repeats the
        name: fewer than two of its words say anything that the name does not. Plurals, articles and verbs of one
        meaning (`get`, `fetch`, `retrieve`) count as repeated.

    Why is this bad?
        A model chooses by the description. Without one, or with the name said twice, it guesses.

    Example:
        ```json
        {
          "name": "get_order",
          "description": "Gets the order.",
          "inputSchema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "The id, such as A10086."}}
          }
        }
        ```

    Use instead:
        ```json
        {
          "name": "get_order",
          "description": "Look up an order with its items and its delivery state.",
          "inputSchema": {
            "type": "object",
            "properties": {"order_id": {"type": "string", "description": "The id, such as A10086."}}
          }
        }
        ```
    """

    code = "FS-01"
    name = "no-purpose"
    severity = Severity.ERROR

    def check(self, tool: ToolView, context: RuleContext) -> Iterator[Finding]:
        """Judge one tool."""
        contract = tool.contract
        purpose = tool.purpose
        if len(purpose) <= _LONGEST_PLACEHOLDER and _PLACEHOLDER.fullmatch(purpose):
            said = f"says `{_shown(purpose)}` and nothing" if purpose else "says nothing"
            yield Finding(
                message=f"`{contract.name}` {said} of what it does",
                place=purpose_place(contract),
                hint=advice(contract, "does"),
            )
        elif _restates(contract.name, purpose):
            shown = _shown(purpose)
            cut = shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"
            yield Finding(
                message=f"`{contract.name}` says no more than its name does: `{cut}`",
                place=purpose_place(contract),
                hint=advice(contract, "does"),
                severity=Severity.WARNING,
            )


def _shown(purpose: str) -> str:
    return visible(" ".join(purpose.split()))


def _restates(name: str, purpose: str) -> bool:
    language = language_read(purpose)
    if language == "zh":
        opening = opening_verb(purpose)
        rest = purpose[opening.end :] if opening is not None else purpose
        return len(_HAN.findall(_GENERIC.sub("", rest))) < _LEAST and len(_WORD.findall(rest.lower())) < _LEAST
    if language is None:
        return False
    known = {_stem(word.lower()) for word in name_words(name)}
    beyond: set[str] = set()
    for found in _TOKEN.finditer(purpose):
        for stem in _stems(found.group()):
            if stem not in known:
                beyond.add(stem)
                if len(beyond) >= _LEAST:
                    return False
    return True


@lru_cache(maxsize=16384)
def _stems(token: str) -> tuple[str, ...]:
    """Return the stems of a token's words that have content."""
    words = (token,) if token.islower() else name_words(token)
    return tuple(stem for word in words if (stem := _stem(word.lower())) not in _EMPTY)


@lru_cache(maxsize=16384)
def _stem(word: str) -> str:
    """Return one word for all of one meaning, without endings."""
    for ending, instead in (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("ses", "se"), ("s", "")):
        if word.endswith(ending) and not word.endswith("ss") and len(word) > 3:
            word = word.removesuffix(ending) + instead
            break
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if word.endswith(ending) and len(stem) > 2:
            word = next((one for one in (stem, stem + "e") if one in _SAME), word)
    return _SAME.get(word, word)
