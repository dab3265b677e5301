"""What a model is told of an argument that stands for bytes: how to write them.

Whoever writes JSON has no bytes. The generated client takes a text for its own UTF-8 bytes, `data:TYPE;base64,...`
(RFC 2397) for any bytes, and `file:PATH` for a file that the host reads if it likes.
"""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from toolmint.ir.binding import ArgumentValue, HttpBody
from toolmint.ir.paths import alternatives, element_schemas, property_names, property_schemas
from toolmint.ir.schema import WIRE_NAME, Json, JsonObject, Schema
from toolmint.lowering.phrases import WORDS, append
from toolmint.sources.openapi.bodies import media_kind

__all__ = ["tell_of_bytes"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Phrases:
    """One language's words."""

    how: str
    """`{}`: the media type, and what else is said of it."""
    in_base64: str
    """Where the wire has base64 itself."""
    among: str
    """`{}`: several media types."""
    of: str
    """`{}`: names, and the phrase that is about these."""


_PHRASES: Mapping[str, _Phrases] = {
    "en": _Phrases(
        how="give text as it is, bytes as `data:{};base64,...`, a file of the host as `file:PATH`{}",
        in_base64="give base64, a file of the host as `file:PATH`",
        among="; TYPE is one of {}",
        of="{}: {}",
    ),
    "zh": _Phrases(
        how="文本直接填写，字节写作 `data:{};base64,...`，宿主的文件写作 `file:PATH`{}",
        in_base64="填写 base64，宿主的文件写作 `file:PATH`",
        among="，TYPE 可为 {}",
        of="{}：{}",
    ),
}
_ANY_TYPE = "TYPE"
_TEXTS = frozenset(f"application/{name}" for name in ("graphql", "javascript", "sql", "toml", "xml", "yaml"))


def tell_of_bytes(
    schema: JsonObject, body: HttpBody | None, definitions: Mapping[str, Schema], language: str
) -> JsonObject:
    """Say in an argument's text how bytes are written, where the argument or a part of it stands for some.

    Args:
        schema: a tool's input.
        body: what is made of it.
        definitions: what the schema's references lead to.
        language: that of the tool's sentences.
    """
    properties = schema.get("properties")
    if body is None or not isinstance(properties, Mapping):
        return schema
    said: dict[str, list[str]] = {}
    for argument, phrase in _said(properties, body, definitions, language):
        if phrase:
            said.setdefault(argument, []).append(phrase)
    told = {argument: _with_phrases(properties[argument], found, language) for argument, found in said.items()}
    return {**schema, "properties": {**properties, **told}} if told else schema


def _said(
    properties: Mapping[str, Json], body: HttpBody, definitions: Mapping[str, Schema], language: str
) -> Iterator[tuple[str, str]]:
    """Yield arguments and what is to be said of each, which may be nothing."""
    kind = media_kind(body.media_type)
    if isinstance(body.whole, ArgumentValue):
        argument = body.whole.argument
        schema = _schema(properties[argument])
        if kind == "bytes":
            yield argument, _phrase(schema, body.media_type, definitions, language)
        elif kind == "multipart":
            for phrase, names in _parts(schema, body, definitions, language).items():
                listed = WORDS[language].comma.join(f"`{name}`" for name in names)
                yield argument, _PHRASES[language].of.format(listed, phrase)
    elif kind == "multipart":
        for one in body.properties:
            if isinstance(one.value, ArgumentValue):
                name = one.value.argument
                yield name, _phrase(_schema(properties[name]), one.content_type or "", definitions, language)


def _parts(schema: Schema, body: HttpBody, definitions: Mapping[str, Schema], language: str) -> dict[str, list[str]]:
    """Return the properties that may be files, by what is to be said of them."""
    stated = {one.name: one.content_type for one in body.encodings}
    found: dict[str, list[str]] = {}
    for name in property_names(schema, definitions):
        for _, declared in property_schemas(schema, name, definitions):
            wire = declared.get(WIRE_NAME, name) if isinstance(declared, Mapping) else name
            phrase = _phrase(declared, stated.get(str(wire)) or "", definitions, language)
            if phrase:
                found.setdefault(phrase, []).append(name)
                break
    return found


def _phrase(schema: Schema, media_types: str, definitions: Mapping[str, Schema], language: str) -> str:
    """Say how to write a value that is sent as one of some media types; empty where it is no file."""
    phrases = _PHRASES[language]
    content = _content(schema, definitions)
    listed = [name.strip() for name in media_types.split(",") if name.strip()]
    if content in ("base64", "encoded"):
        return phrases.in_base64 if content == "base64" else ""
    if content == "plain" and (not listed or media_kind(listed[0]) != "bytes" or _is_text(listed[0])):
        return ""
    named = [name for name in listed if name.partition(";")[0] != "application/octet-stream"]
    if len(named) == 1 and "*" not in named[0]:
        return phrases.how.format(named[0], "")
    among = phrases.among.format(WORDS[language].comma.join(named)) if named else ""
    return phrases.how.format(_ANY_TYPE, among)


def _is_text(media_type: str) -> bool:
    """Say whether a media type is text although its name does not begin so: nobody needs bytes for it."""
    essence = media_type.partition(";")[0].lower()
    return essence.endswith(("+xml", "+yaml")) or essence in _TEXTS


def _content(schema: Schema, definitions: Mapping[str, Schema]) -> Literal["plain", "bytes", "base64", "encoded"]:
    """Say what a text stands for, as the generated client does (templates/python/descent.py.jinja)."""
    every = list(alternatives(schema, definitions))
    every += [part for one in element_schemas(schema, definitions) for part in alternatives(one, definitions)]
    # OpenAPI 3.0 has the one spelling of each, 3.1 the other.
    formats = [part.get("format") for part in every]
    encodings = [part["contentEncoding"] for part in every if "contentEncoding" in part]
    encodings += ["base64" for one in formats if one in ("byte", "base64")]
    if encodings:
        return "base64" if all(one == "base64" for one in encodings) else "encoded"
    as_bytes = any("contentMediaType" in part for part in every)
    return "bytes" if as_bytes or "binary" in formats else "plain"


def _with_phrases(schema: Json, phrases: Sequence[str], language: str) -> Json:
    if schema is False:
        return schema
    said: dict[str, Json] = dict(schema) if isinstance(schema, Mapping) else {}
    said["description"] = append(said.get("description"), phrases, WORDS[language])
    return said


def _schema(value: Json) -> Schema:
    return value if isinstance(value, bool | Mapping) else True
