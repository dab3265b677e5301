"""The file that a pin's objects lie in: as the server spelt them, laid out so that a diff can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from toolmint.errors import SourceError
from toolmint.listing import Listing, parse_text, raw_elements, raw_member, raw_members
from toolmint.text import quoted_json

__all__ = ["OPENAPI_SPEC", "SPEC", "laid_out", "listing_of_text", "parse_spec", "same_spelling", "spec_text"]

SPEC = ".mcp.json"
"""What the name of a pinned tool list ends in."""
OPENAPI_SPEC = ".openapi.json"
"""What the name of a pinned OpenAPI document ends in."""

_LISTS = ("prompts", "resourceTemplates")
_HOLDERS = ("tools", "functionDeclarations", "function_declarations")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s{}\[\]:,"]+|[{}\[\]:,]')
_STEP = "  "
_OPENING = frozenset("{[")
_CLOSING = frozenset("}]")


def spec_text(listing: Listing) -> str:
    """Write a listing as its file; each token is the server's own, and only the space between them is ours."""
    members = []
    if listing.instructions is not None:
        members.append(f'"instructions": {quoted_json(listing.instructions)}')
    lists = {"tools": listing.tools, "prompts": listing.prompts, "resourceTemplates": listing.resource_templates}
    for name, objects in lists.items():
        if objects or name == "tools":
            members.append(f'"{name}": [{", ".join(objects)}]')
    return laid_out("{" + ", ".join(members) + "}") + "\n"


def parse_spec(text: str, *, what: str) -> Listing:
    """Read what `spec_text` wrote, or what somebody made of it by hand.

    Args:
        text: the file.
        what: its path as shown to people.

    Raises:
        SourceError: it is no JSON object with a list `tools`.
    """
    value = parse_text(text, what=what)
    if not isinstance(value, Mapping) or not isinstance(value.get("tools"), list):
        raise SourceError(f"{what}: found no list `tools`; wanted what `toolmint pin` writes")
    return _listing(text, value)


def listing_of_text(text: str, *, what: str) -> Listing:
    """Read a tool list in the shape of any provider, or as a server answers `tools/list`.

    Args:
        text: the file's text.
        what: its path as shown to people.

    Raises:
        SourceError: it is not JSON, or no such list.
    """
    value = parse_text(text, what=what)
    if isinstance(value, Mapping) and isinstance(value.get("result"), Mapping):
        text, value = raw_members(text)["result"], value["result"]
    if isinstance(value, list):
        return Listing(tools=tuple(_flat(raw_elements(text))))
    if isinstance(value, Mapping):
        for holder in _HOLDERS:
            if isinstance(value.get(holder), list):
                return _listing(text, value, holder)
        if "name" in value or "function" in value or "toolSpec" in value:
            return Listing(tools=(text.strip(),))
    hint = "read are the lists of MCP, OpenAI, Anthropic, Gemini and Bedrock"
    raise SourceError(f"{what}: found no tool list; wanted a list of tools, or an object with `tools`", hint=hint)


def same_spelling(one: str, other: str) -> bool:
    """Say whether two JSON texts differ at most in the space between their tokens."""
    return one == other or _TOKEN.findall(one) == _TOKEN.findall(other)


def _listing(text: str, value: Mapping[str, object], holder: str = "tools") -> Listing:
    members = raw_members(text)
    prompts, templates = (raw_elements(members.get(name, "")) for name in _LISTS)
    instructions = value.get("instructions")
    return Listing(
        tools=tuple(_flat(raw_elements(members[holder]))),
        instructions=instructions if isinstance(instructions, str) else None,
        prompts=prompts,
        resource_templates=templates,
    )


def _flat(objects: tuple[str, ...]) -> Iterator[str]:
    """Take the tools out of Gemini's groups of them."""
    for text in objects:
        if not any(key in text for key in _HOLDERS[1:]):
            yield text
            continue
        held = next((found for key in _HOLDERS[1:] if (found := raw_member(text, key)) is not None), None)
        yield from raw_elements(held) if held is not None else (text,)


def laid_out(text: str) -> str:
    """Write JSON over several lines, as `json.dumps(indent=2)` does, each token as it stands."""
    written: list[str] = []
    depth = 0
    line = "\n"
    before = ""
    for token in _TOKEN.findall(text):
        if before in _OPENING and token not in _CLOSING:
            depth += 1
            line = "\n" + _STEP * depth
            written.append(line)
        if token == ":":
            written.append(": ")
        elif token == ",":
            written.append("," + line)
        else:
            if token in _CLOSING and before not in _OPENING:
                depth -= 1
                line = "\n" + _STEP * depth
                written.append(line)
            written.append(token)
        before = token
    return "".join(written)
