"""Renaming a tool: its name for models, every text that speaks of it, and the memory of the old name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolmint.documents import Node
from toolmint.edits import Edit, PutEntry, ReplaceText, SetValue
from toolmint.errors import UsageError
from toolmint.ir.contract import Catalog
from toolmint.lifting.keys import TOOL_NAME
from toolmint.location import Location
from toolmint.prose.mentions import occurrences
from toolmint.prose.texts import Text
from toolmint.source import ToolRename
from toolmint.sources.openapi.renaming.parts import Parts
from toolmint.sources.openapi.renaming.prose import texts_of
from toolmint.sources.openapi.renaming.structure import was_edits
from toolmint.sources.openapi.renaming.subject import find_tool, operation_of

__all__ = ["tool_edits", "tool_mentions"]


def tool_edits(request: ToolRename, catalog: Catalog, parts: Parts) -> Iterator[Edit]:
    """Yield what gives a tool its new name in the `x-tool` block of its operation; the operationId stays.

    Raises:
        UsageError: there is no such tool, or the new name is none or taken.
    """
    contract = find_tool(request.tool, catalog)
    if TOOL_NAME.fullmatch(request.new) is None:
        hint = "a letter or `_` first, then letters, digits, `_` and `-`, 64 characters at most"
        raise UsageError(f"`{request.new}` is no name that every provider takes for a tool", hint=hint)
    arguments = contract.input_schema.get("properties") or {}
    if isinstance(arguments, dict) and request.new in arguments:
        hint = f"say what it is to be called: `toolmint rename SOURCE {request.tool} {request.new} NEW`"
        raise UsageError(f"`{request.new}` is an argument of `{request.tool}`", hint=hint)
    for other in catalog.contracts:
        if other.name == request.new:
            raise UsageError(f"there is a tool `{request.new}` already", hint="choose a name that no other tool has")
        if request.new in other.was and other is not contract:
            raise UsageError(f"`{request.new}` is a former name of `{other.name}`")
    node = operation_of(contract, parts).node
    block = node.get("x-tool")
    if block is None:
        yield PutEntry(place=node.location, key="x-tool", value={"name": request.new, "was": [request.tool]})
        return
    name = block.get("name")
    if name is None:
        yield PutEntry(place=block.location, key="name", value=request.new)
    else:
        yield SetValue(place=name.location, value=request.new)
    yield from was_edits(block, request.tool, request.new)


def tool_mentions(request: ToolRename, parts: Parts) -> tuple[list[Edit], list[Location]]:
    """Find the texts that speak of a tool by its name.

    Returns:
        What changes in them, and where the name may mean something else.
    """
    edits: list[Edit] = []
    left: list[Location] = []
    braces = re.compile(rf"\{{tool:({re.escape(request.tool)})\}}")
    for part in parts.parts:
        for node, authored in texts_of(part):
            text = node.text
            if text is None or request.tool not in text:
                continue
            found = list(braces.finditer(text)) if authored else []
            edits += [_replace(node, one.start(1), request) for one in found]
            spans = [one.span() for one in found]
            for mention in occurrences([request.tool], [Text(text=text, where=node.location, role="description")]):
                if any(start <= mention.start < end for start, end in spans):
                    continue
                if mention.is_denied or mention.is_history or "\\" in text[mention.start : mention.end]:
                    left.append(mention.place)
                elif mention.shaped or mention.is_called:
                    edits.append(_replace(node, mention.start, request))
                elif mention.marked:
                    left.append(mention.place)
    return edits, left


def _replace(node: Node, offset: int, request: ToolRename) -> ReplaceText:
    place = node.location.of_text(request.tool, within=node.text, offset=offset)
    return ReplaceText(place=place, new=request.new)
