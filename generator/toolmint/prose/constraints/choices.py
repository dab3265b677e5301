"""Statements of the values that there are: ``one of `asc`, `desc` ``, `Possible values:` with items, `可选值有`."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections.abc import Iterator

from toolmint.prose.constraints.model import StatedChoices, StatedValue
from toolmint.prose.constraints.readable import MARKED
from toolmint.prose.constraints.sentences import is_conditional, sentence_span
from toolmint.prose.pieces import holds_any, pieces

__all__ = ["CHOICES_HINT", "choices", "may_list"]

CHOICES_HINT = re.compile(
    r"[`\"'”’]\s*(?:[,/|、]|or|and|或)|\n\s*(?:[-*•+]|1[.)])\s|<li>|</code>"
    r"|[(:（：]\s?[^():\n]{1,60}(?:[:：][^():\n]{1,60})?[,、，]|"
    r"(?i:(?<![a-z])(?:one of|either|must be|can be|may be|values?|options?|choices|choose|enum|types|accepts?"
    r"|supports?)(?![a-z]))|取值|可选|枚举|有效值|合法值|可用值|支持的值|可能的值|必须[是为]|いずれか|指定可能"
)
_PIECES = pieces("`|\"|'|\n|<|one of|either| be|value|option|choices|choose|enum|types|accept|support")
_CUE = re.compile(
    r"""(?ix)(?<![A-Za-z0-9_])(?:
    (?P<explicit>(?:(?:must|can|may|should|has\sto)\sbe\s)?(?<!least\s)(?<!most\s)(?:either|one\sof)(?:\sof)?
        |(?:valid|allowed|possible|supported|accepted|available|permitted|acceptable|legal|allowable)
         \s(?:[a-z]+\s)?(?:values?|options?|choices|types|modes|methods|formats)(?:\s(?:are|is|for\sthis\s[a-z]+\sare))?
        |(?:values?|options?|choices|enum)(?:\s(?:are|is))?(?=\s?:)|values?\s(?:are|must\sbe)(?:\sone\sof)?
        |choose\s(?:from|between)|must\sbe)
    |(?P<loose>(?:can|may)\sbe|accepts|supports|values?\sinclude)
    )(?:\s(?:one\sof|either|any\sof))?(?:\s(?:the|these|following|values?|options?|strings?|literals?))*
    \**(?P<colon>[ ]?:)?\**[ ]?"""
    r"|(?P<cjk>(?:可选|取|枚举|有效|合法|可用|可取|支持的|可能的)值(?:范围)?|可选(?:项|标志|类型|参数值)|枚举(?=[:为是])|必须[是为]"
    r"|可选(?=[:\"“‘`]))(?:[有为是]|包括)?(?:以下之一)?\**[ ]?:?\**[ ]?"
    r"|(?P<ja>指定可能な値|次のいずれか)(?:は|です)?[ ]?:?[ ]?"
)
_GLOSS = r"(?:[ ]?\((?P<gloss>[^()\n]{0,200})\))?"
_MARKED = re.compile(MARKED + _GLOSS)
_BARE = re.compile(r"(?P<bare>[A-Za-z0-9](?:[A-Za-z0-9_.:+-]*[A-Za-z0-9_+])?)(?![A-Za-z0-9_])" + _GLOSS)
_BETWEEN = re.compile(
    r"\s*[,;、|/]\s*(?:(?:or|and)\s+|或者?|和|及)?|\s+(?:or|and)\s+|\s*(?:或者?|和|及|または|又は)\s*", re.IGNORECASE
)
_END = re.compile(r"\s*(?:$|[.)\];。\n\x00]|です|from\s)")
_BULLET = r"(?:[-*•+]|\d{1,2}[.)])"
_REST = rf"(?P<rest>[^\n]*(?:\n(?!\s*{_BULLET}\s|\s*\n)[^\n]*)*)"
_ITEM = re.compile(
    rf"(?:\s*\n)+[ \t]*{_BULLET}[ \t]*(?:{MARKED}(?![ ](?:and|or|is|are|may|can)\s)"
    rf"|(?P<bare>[A-Za-z0-9](?:[A-Za-z0-9_.+-]*[A-Za-z0-9_+])?)(?=[ ]?(?::|-\s|=|\(|\n|$))){_REST}"
)
_RUN = re.compile(MARKED + r"(?=[ ]?(?:\(|[,/|、]|or[ ]|and[ ]|或|和))")
_LOOSE = re.compile(
    r"[ ]?[A-Za-z][\w-]*(?:, [A-Za-z][\w-]*)+,? (?:or|and) [A-Za-z][\w-]*|[A-Za-z]\w*(?:/[A-Za-z]\w*){2,}"
    r"|[ ]?[A-Za-z][\w-]*(?:, ?[A-Za-z][\w-]*){2,}(?=[)\]])",
    re.ASCII,
)
_LOOSE_RUN = re.compile(
    rf"(?:(?<=[:(\[])(?=[ ]?[A-Za-z][\w-]*,)|(?<![A-Za-z0-9_./-])(?=[A-Za-z]\w*/[A-Za-z]))(?={_LOOSE.pattern})",
    re.ASCII,
)
_PAIR_RUN = re.compile(r"(?<=\()(?=[^():,\n]{1,60}:[^():,\n]{1,60}[,、])")
_PAIR = re.compile(r"(?P<first>[^():,、\n]{1,60}?)\s?:\s?(?P<second>[^():,、\n]{1,60})[,、]?")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*", re.ASCII)
_FIRST_ITEM = re.compile(r"(?<!\n)\s*\n\s*(?=(?:[-*•+]|\d{1,2}[.)])\s)")
_GOES_ON = re.compile(
    r"[ ]?,?[ ]?(?:or|and|plus|as well as)[ ](?!(?:the[ ])?defaults?|it[ ]|is[ ])|[ ]?[,、]?[ ]?(?:etc|等|など)"
    r"|[ ]?(?:\.\.\.|…)|[ ]?,[ ]?(?:any|other|custom|an?|your)[ ]",
    re.IGNORECASE,
)
_NO_LIST = re.compile(
    r"(?i:(?<![a-z])(?:not|except|excluding|formerly|deprecated|no longer|instead|previously|e\.g|such as|for example"
    r"|for instance|like|including|other than|provided|specified|present|both)(?![a-z]))|例如|比如|不[能得可]|除外|以外"
)
_CONDITION = re.compile(r"(?i:(?<![a-z])(?:if|when|for|while|unless|depend[a-z]*)(?![a-z]))|当|如果")
_SMALL_WORDS = """
    the a an this that these those of it its to in on for with by as at is are be any all no not your their other both
    null none empty following e.g i.e etc
"""
"""Words that no list of values holds."""
_SMALL = frozenset(re.findall(r"\S+", _SMALL_WORDS))
_LAST = frozenset({"or", "and"})
_NOTHING = frozenset({"null", "none", "empty", "nil", "undefined"})
_MOST = 200


def may_list(lower: str) -> bool:
    """Whether an English text, in lower case, may hold what `CHOICES_HINT` looks for."""
    return ("," in lower and ("(" in lower or ":" in lower)) or holds_any(lower, _PIECES)


def choices(text: str) -> Iterator[StatedChoices]:
    """Find the lists of values that a readable text states, those first that words introduce as such."""
    taken: list[tuple[int, int]] = []
    end = -1
    for cue in _CUE.finditer(text):
        if cue.start() < end:
            continue
        one = _listed(text, cue)
        if one is not None:
            end = one.end
            taken.append((one.start, one.end))
            yield one
    for pattern, read in _UNCUED:
        end = -1
        for found in pattern.finditer(text):
            at = found.start()
            if at < end or any(low <= at < high for low, high in taken):
                continue
            values, end, _ = read(text, at)
            values = [one for one in values if one.text.lower() not in _NOTHING]
            if len(values) > 1:
                yield _uncued(text, at, end, values)


def _uncued(text: str, start: int, end: int, values: list[StatedValue]) -> StatedChoices:
    sentence = sentence_span(text, start, end)
    around = text[sentence[0] : start] + " " + text[end : max(end, sentence[1])]
    return StatedChoices(
        start=start,
        end=end,
        sentence=sentence,
        hedged=_NO_LIST.search(around) is not None,
        values=tuple(values[:_MOST]),
        explicit=False,
        complete=False,
    )


def _listed(text: str, cue: re.Match[str]) -> StatedChoices | None:
    at = cue.end()
    if text[at : at + 1] in ("[", "(", "{"):
        at += 1
    values, end, closed = _items(text, cue.end())
    if len(values) < 2:
        values, end, closed = _inline(text, at)
    values = [one for one in values if one.text.lower() not in _NOTHING]
    if len(values) < 2:
        return None
    sentence = sentence_span(text, cue.start(), cue.end())
    around = text[sentence[0] : cue.start()] + " " + text[end : max(end, sentence[1])]
    explicit = cue["loose"] is None or (cue["colon"] is not None)
    if cue["explicit"] is not None and cue["explicit"].lower().endswith("must be") and not values[0].marked:
        return None
    conditional = is_conditional(text, sentence, cue.start(), cue.end()) or bool(
        _CONDITION.search(text, end, max(end, sentence[1])) or _CONDITION.search(text, sentence[0], cue.start())
    )
    return StatedChoices(
        start=cue.start(),
        end=end,
        sentence=sentence,
        hedged=_NO_LIST.search(around) is not None,
        values=tuple(values[:_MOST]),
        explicit=explicit,
        complete=explicit and closed and not conditional,
    )


def _inline(text: str, at: int) -> tuple[list[StatedValue], int, bool]:
    """Read values with commas between them.

    Returns:
        The values, where the list ends, and whether it ends with its last value.
    """
    marked = _MARKED.match(text, at) is not None
    pattern = _MARKED if marked else _BARE
    group = "marked" if marked else "bare"
    values: list[StatedValue] = []
    end = at
    last = False
    while True:
        found = pattern.match(text, at)
        if found is None:
            break
        values.append(_value(found, group, marked=marked))
        end = found.end()
        between = _BETWEEN.match(text, end)
        word = between is not None and between.group().strip(" ,\n").lower() in _LAST
        if between is None or last:
            break  # "`a` or `b`" is a list, and `, c` behind it something else
        last = word
        at = between.end()
    if not marked and (not _END.match(text, end) or any(one.text.lower() in _SMALL for one in values)):
        return [], end, False
    return values, end, _GOES_ON.match(text, end) is None


def _loose(text: str, at: int) -> tuple[list[StatedValue], int, bool]:
    """Read plain words with commas between them, the last behind "or", whatever follows them."""
    run = _LOOSE.match(text, at)
    if run is None:
        return [], at, False
    values = [_value(one, "bare", marked=False) for one in _BARE.finditer(text, at, run.end())]
    return [one for one in values if one.text not in _LAST], values[-1].end, False


def _pairs(text: str, at: int) -> tuple[list[StatedValue], int, bool]:
    """Read values with their meanings in parentheses, whichever of the two stands first."""
    end = text.find(")", at)
    pairs = list(_PAIR.finditer(text, at, end if end >= 0 else len(text)))
    for side in ("first", "second"):
        if len(pairs) > 1 and all(_NAME.fullmatch(one[side].strip()) for one in pairs):
            return [_value(one, side, marked=False) for one in pairs], pairs[-1].end(), True
    return [], at, False


def _items(text: str, at: int) -> tuple[list[StatedValue], int, bool]:
    """Read values that stand in the items of a list."""
    values: list[StatedValue] = []
    end = at
    found = _ITEM.match(text, at)
    while found is not None:
        group = "marked" if found["marked"] is not None else "bare"
        values.append(_value(found, group, marked=group == "marked"))
        end = found.end()
        found = _ITEM.match(text, end)
    # An item that is no value follows: the list holds others as well.
    return values, end, re.match(r"(?:\s*\n)+[ \t]*[-*•+][ \t]+\S", text[end : end + 80]) is None


def _value(found: re.Match[str], group: str, *, marked: bool) -> StatedValue:
    text = found[group].strip("'\"` ")
    start = found.start(group) + found[group].find(text)
    return StatedValue(text, start, start + len(text), marked)


_UNCUED = ((_RUN, _inline), (_FIRST_ITEM, _items), (_LOOSE_RUN, _loose), (_PAIR_RUN, _pairs))
