"""What a person may write where a sentence is missing: a field of an `x-tool` block, or a sentence of the text."""

from __future__ import annotations

from typing import Literal, TypeAlias

from toolmint.ir.binding import JavaBinding, PythonBinding
from toolmint.ir.contract import ToolContract
from toolmint.prose.catalog_names import http_call
from toolmint.prose.description import purpose_of
from toolmint.prose.language import language_read

__all__ = ["Missing", "advice"]

Missing: TypeAlias = Literal["does", "when", "requires", "never", "confirm", "result"]

_FIELDS: dict[Missing, tuple[str, str]] = {
    "does": ("Calculate the refundable amount of an order.", "计算订单可退的金额。"),
    "when": ("the user asks how much money can be refunded", "用户询问可以退多少钱"),
    "requires": ("'{order_id} is known, from the user or from an earlier result'", "'已知 {order_id}'"),
    "never": ("submit or approve a refund", "提交或批准退款"),
    "confirm": ("true", "true"),
    "result": ("Returns the amount in cents.", "返回以分为单位的金额。"),
}
_SENTENCES: dict[Missing, tuple[str, str]] = {
    "does": ("Calculate the refundable amount of an order.", "计算订单可退的金额。"),
    "when": (
        "Use this tool when the user asks how much money can be refunded.",
        "当用户询问可以退多少钱时使用本工具。",
    ),
    "requires": ("`order_id` must be known, from the user or from `list_orders`.", "调用前必须已知 `order_id`。"),
    "never": ("This tool does not submit or approve a refund.", "本工具不会提交或批准退款。"),
    "confirm": ("Ask the user to confirm before calling this tool.", "调用本工具前必须得到用户确认。"),
    "result": ("Returns the amount in cents.", "返回以分为单位的金额。"),
}
_OF_TEXT = frozenset({"does", "result"})
"""What an OpenAPI document has a place of its own for."""


def advice(contract: ToolContract, missing: Missing) -> str:
    """Say what to write, with an example in the language of the tool's text.

    Args:
        contract: the tool; one of an OpenAPI document gets a field of `x-tool`, one that `@tool` marks a keyword, any
            other a sentence.
        missing: what its text does not say.
    """
    chinese = language_read(contract.prose.verbatim or purpose_of(contract)) == "zh"
    if http_call(contract) is not None and missing not in _OF_TEXT:
        return f"write it as a field of `x-tool`, such as `{missing}: {_FIELDS[missing][chinese]}`"
    if http_call(contract) is not None and missing == "does":
        return f"write a `summary`, or `does` in `x-tool`, such as `does: {_FIELDS[missing][chinese]}`"
    if isinstance(contract.binding, JavaBinding):
        return _text_block(contract, contract.binding, missing, chinese=chinese)
    if isinstance(contract.binding, PythonBinding):
        return _in_python(contract.binding, missing, chinese=chinese)
    return f"add a sentence, such as `{_SENTENCES[missing][chinese]}`"


def _in_python(binding: PythonBinding, missing: Missing, *, chinese: bool) -> str:
    """Show the keyword of `@tool`, or the line of the docstring, to write."""
    sentence = _SENTENCES[missing][chinese]
    if binding.framework != "toolmint":
        return f"add a sentence to the docstring, such as `{sentence}`"
    match missing:
        case "does":
            return f'write a docstring, such as `"""{sentence}"""`, or `does=` in `@tool`'
        case "result":
            return "annotate what it returns, or add a `Returns:` section to the docstring"
        case "confirm":
            return 'say so in `@tool`: `confirm=True`, or the question to show, `confirm="..."`'
        case _:
            text = _FIELDS[missing][chinese].strip("'")
            return f'write it in `@tool`, such as `{missing}="{text}"`'


_ORDER: tuple[Missing, ...] = ("does", "when", "requires", "never")
"""The sentences of a whole description."""


def _text_block(contract: ToolContract, binding: JavaBinding, missing: Missing, *, chinese: bool) -> str:
    """Show the text block to write: the author's own lines and the sentence that is missing, or a whole description."""
    written = binding.registered.description if binding.registered is not None else contract.prose.verbatim or ""
    own = [line.rstrip() for line in written.splitlines() if line.strip()]
    whole = [_SENTENCES[one][chinese] for one in _ORDER]
    lines = whole if missing == "does" else [*own, _SENTENCES[missing][chinese]]
    attribute = "value" if binding.framework == "langchain4j" else "description"
    body = [line.replace("\\", "\\\\").replace('"""', '\\"""') for line in lines]
    return "\n".join(
        ["say it in the annotation, such as:", f'{attribute} = """', *(f"    {line}" for line in body), '    """']
    )
