"""Keywords in a few words, for dialects that do not take the keyword itself: `1 to 100`, `default 20`.

An empty phrase means that there is nothing to say; None that words cannot say it shortly.
"""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from toolmint.ir.schema import Json, JsonObject

__all__ = ["NUMBER_FORMATS", "WORDS", "Words", "append", "say"]

NUMBER_FORMATS = frozenset({"int32", "int64", "float", "double"})
"""Formats that say how wide a number is in memory (OpenAPI 3.1 section 4.4)."""

_LONGEST_VALUE = 120
_EXAMPLES_SHOWN = 3
_BOUNDS = {
    "characters": ("minLength", "maxLength"),
    "items": ("minItems", "maxItems"),
    "keys": ("minProperties", "maxProperties"),
}
_NUMBERS = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """One language's phrases; `{}` stands for values."""

    between: str
    at_least: str
    at_most: str
    exactly: str
    more_than: str
    less_than: str
    multiple: str
    units: Mapping[str, tuple[str, str]]
    """Unit -> singular and plural, with the space that goes before them."""
    pattern: str
    format: str
    unique: str
    default: str
    examples: str
    deprecated: str
    one_of: str
    none_of: str
    keys_match: str
    keys_one_of: str
    needs: str
    selects: str
    selects_for: str
    encoding: str
    media_type: str
    further: str
    """Of an object: what its undeclared keys hold."""
    in_order: str
    """Of an array: what its first items are."""
    variant: str
    """Of a union: that its variants exclude each other."""
    again: str
    """Of a schema: that it is one that holds it."""
    needed: str
    """Of an object: keys that must be there."""
    separator: str
    comma: str
    brackets: tuple[str, str]


WORDS: Mapping[str, Words] = {
    "en": Words(
        between="{} to {}",
        at_least="at least {}",
        at_most="at most {}",
        exactly="exactly {}",
        more_than="more than {}",
        less_than="less than {}",
        multiple="a multiple of {}",
        units={"characters": (" character", " characters"), "items": (" item", " items"), "keys": (" key", " keys")},
        pattern="matches {}",
        format="format {}",
        unique="no duplicates",
        default="default {}",
        examples="such as {}",
        deprecated="deprecated",
        one_of="one of {}",
        none_of="none of {}",
        keys_match="keys match {}",
        keys_one_of="keys are among {}",
        needs="`{}` needs {}",
        selects="`{}` selects the variant",
        selects_for="{} for {}",
        encoding="encoded as {}",
        media_type="media type {}",
        further="other keys hold {}",
        in_order="in this order: {}",
        variant="exactly one variant",
        again="of the same form as the {} that holds it",
        needed="{} required",
        separator="; ",
        comma=", ",
        brackets=(" (", ")"),
    ),
    "zh": Words(
        between="{} 到 {}",
        at_least="至少 {}",
        at_most="至多 {}",
        exactly="恰好 {}",
        more_than="大于 {}",
        less_than="小于 {}",
        multiple="{} 的倍数",
        units={"characters": (" 个字符", " 个字符"), "items": (" 项", " 项"), "keys": (" 个键", " 个键")},
        pattern="匹配 {}",
        format="格式 {}",
        unique="不可重复",
        default="默认 {}",
        examples="例如 {}",
        deprecated="已弃用",
        one_of="取值 {}",
        none_of="不可为 {}",
        keys_match="键匹配 {}",
        keys_one_of="键限于 {}",
        needs="`{}` 需要 {}",
        selects="由 `{}` 选择类型",
        selects_for="{} 对应 {}",
        encoding="编码 {}",
        media_type="媒体类型 {}",
        further="其他键为 {}",
        in_order="依次为 {}",
        variant="恰好符合一种",
        again="形式同外层的 {}",
        needed="必填 {}",
        separator="；",
        comma="、",
        brackets=("（", "）"),
    ),
}


def say(
    schema: JsonObject, keywords: Collection[str], words: Words, shape: Callable[[Json], str | None]
) -> dict[str, str | None]:
    """Say keywords of a schema in words.

    Args:
        schema: holds the keywords.
        keywords: those to say.
        words: the language.
        shape: says what a schema inside is in a few words; None where that would be long.

    Returns:
        Keyword to phrase, in the schema's order. Two bounds share one phrase, which stands at the first of them, the
        other's being empty.
    """
    said: dict[str, str | None] = {}
    for keyword in schema:
        if keyword in keywords and keyword not in said:
            said |= (
                _numbers(schema, keywords, keyword, words)
                or _bounds(schema, keywords, keyword, words)
                or {keyword: _single(keyword, schema, words, shape)}
            )
    return said


def append(description: Json, phrases: Sequence[str], words: Words) -> str:
    """Put phrases after a description, which stays as it is."""
    text = words.separator.join(phrases)
    if not isinstance(description, str) or not description.strip():
        return text
    opening, closing = words.brackets
    # A description of several lines may end in a list or a code block, which a line of its own leaves alone.
    gap = "\n" if "\n" in description.strip() else ""
    return f"{description.rstrip()}{gap}{opening.lstrip() if gap else opening}{text}{closing}"


def _numbers(schema: JsonObject, keywords: Collection[str], keyword: str, words: Words) -> dict[str, str | None] | None:
    if keyword not in _NUMBERS:
        return None
    held = {name: schema[name] for name in _NUMBERS if name in schema and name in keywords}
    if set(held) == {"minimum", "maximum"}:
        phrase = words.between.format(_short(held["minimum"]), _short(held["maximum"]))
    else:
        forms = {
            "minimum": words.at_least,
            "exclusiveMinimum": words.more_than,
            "maximum": words.at_most,
            "exclusiveMaximum": words.less_than,
        }
        phrase = words.comma.join(forms[name].format(_short(value)) for name, value in held.items())
    return {keyword: phrase, **{name: "" for name in held if name != keyword}}


def _bounds(schema: JsonObject, keywords: Collection[str], keyword: str, words: Words) -> dict[str, str | None] | None:
    for unit, pair in _BOUNDS.items():
        if keyword not in pair:
            continue
        low, high = (schema.get(name) if name in keywords else None for name in pair)
        if low == 0:
            low = None
        singular, plural = words.units[unit]
        amount = high if high is not None else low
        noun = singular if amount == 1 else plural
        if low is None and high is None:
            phrase = ""
        elif low is None:
            phrase = words.at_most.format(high) + noun
        elif high is None:
            phrase = words.at_least.format(low) + noun
        elif low == high:
            phrase = words.exactly.format(low) + noun
        else:
            phrase = words.between.format(low, high) + noun
        return {keyword: phrase, **{name: "" for name in pair if name in schema and name != keyword}}
    return None


def _single(keyword: str, schema: JsonObject, words: Words, shape: Callable[[Json], str | None]) -> str | None:
    value = schema[keyword]
    match keyword:
        case "oneOf":
            return "" if "discriminator" in schema else words.variant
        case "additionalProperties":
            return _further(value, words, shape)
        case "prefixItems":
            parts = [shape(part) for part in value] if isinstance(value, Sequence) else [None]
            return None if None in parts else words.in_order.format(words.comma.join(map(str, parts)))
        case "default" | "pattern" | "format" | "multipleOf" | "contentEncoding" | "contentMediaType":
            return _valued(keyword, value, words)
        case "enum" | "const":
            return _listed(words.one_of, value if keyword == "enum" else [value], words)
        case "examples":
            return _examples(value, words)
        case "uniqueItems":
            return words.unique if value is True else ""
        case "deprecated":
            return words.deprecated if value is True else ""
        case "discriminator":
            return _discriminator(value, words)
        case "propertyNames":
            return _keys(value, words)
        case "patternProperties":
            patterns = list(value) if isinstance(value, Mapping) else []
            return words.keys_match.format(words.comma.join(patterns)) if patterns else ""
        case "dependentRequired":
            return _needs(value, words)
        case "not":
            return _none_of(value, words)
        case _:
            return None


def _further(value: Json, words: Words, shape: Callable[[Json], str | None]) -> str | None:
    # A model writes the keys that it is told of; that there are no others needs no words.
    if isinstance(value, bool) or value == {}:
        return ""
    said = shape(value)
    return None if said is None else words.further.format(said)


def _valued(keyword: str, value: Json, words: Words) -> str | None:
    forms = {
        "default": words.default,
        "pattern": words.pattern,
        "format": words.format,
        "multipleOf": words.multiple,
        "contentEncoding": words.encoding,
        "contentMediaType": words.media_type,
    }
    # How wide a number is in memory tells a model nothing about what to write.
    if keyword == "format" and value in NUMBER_FORMATS:
        return ""
    text = _short(value) if keyword == "default" else value if isinstance(value, str) else _short(value)
    # A pattern is said in full, however long: a part of it would be wrong.
    return None if text is None else forms[keyword].format(text)


def _listed(form: str, values: Json, words: Words) -> str | None:
    if not isinstance(values, Sequence):
        return None
    texts = [json.dumps(value, ensure_ascii=False) for value in values]
    return form.format(words.comma.join(texts))


def _examples(values: Json, words: Words) -> str | None:
    if not isinstance(values, Sequence) or isinstance(values, str):
        return None
    texts = [text for value in values[:_EXAMPLES_SHOWN] if (text := _short(value)) is not None]
    return words.examples.format(words.comma.join(texts)) if texts else None


def _discriminator(value: Json, words: Words) -> str | None:
    if not isinstance(value, Mapping) or not isinstance(value.get("propertyName"), str):
        return None
    phrase = words.selects.format(value["propertyName"])
    mapping = value.get("mapping")
    if not isinstance(mapping, Mapping) or not mapping:
        return phrase
    pairs = [
        words.selects_for.format(json.dumps(tag, ensure_ascii=False), str(target).rsplit("/", 1)[-1])
        for tag, target in mapping.items()
    ]
    return f"{phrase}: {words.comma.join(pairs)}"


def _keys(value: Json, words: Words) -> str | None:
    if value is True or value in ({}, {"type": "string"}):
        return ""
    if not isinstance(value, Mapping):
        return None
    rest = [keyword for keyword in value if keyword not in ("type", "description", "title")]
    if rest == ["pattern"]:
        return words.keys_match.format(value["pattern"])
    return _listed(words.keys_one_of, value["enum"], words) if rest == ["enum"] else None


def _needs(value: Json, words: Words) -> str | None:
    if not isinstance(value, Mapping):
        return None
    return words.separator.join(
        words.needs.format(key, words.comma.join(f"`{name}`" for name in needed))
        for key, needed in value.items()
        if isinstance(needed, Sequence) and needed
    )


def _none_of(value: Json, words: Words) -> str | None:
    if not isinstance(value, Mapping):
        return None
    stated = [keyword for keyword in value if keyword != "type"]
    if stated == ["enum"]:
        return _listed(words.none_of, value["enum"], words)
    return _listed(words.none_of, [value["const"]], words) if stated == ["const"] else None


def _short(value: Json) -> str | None:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_VALUE else None
