"""What the words around a name say of it: results, examples, history, a denial."""

# ruff: noqa: RUF001 - Chinese punctuation is what is meant

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from toolmint.edits import ReplaceText
from toolmint.location import Location
from toolmint.prose.masking import mask
from toolmint.prose.pieces import holds_any, pieces
from toolmint.prose.sections import argument_sections
from toolmint.prose.texts import Text
from toolmint.prose.tokens import Cue, Kind, candidates, is_shaped

__all__ = ["MOST_PLACES", "Mention", "mentions", "names_in", "occurrences", "sentence_span"]

_STOP = re.compile(
    r"[!?;。！？；]|\.(?=\s|$)|\n(?=\s*(?:\n|[-*•+#|>]|[0-9]+[.)]\s))|</?(?:li|p|br|td|tr|h[1-6])(?=[\s/>])"
)
_ABBREVIATED = re.compile(r"(?:e\.g|i\.e|etc|vs|incl|approx|resp|cf)\.$", re.IGNORECASE)
_RESULT = re.compile(
    r"(?i:(?<![a-z0-9_])(?:returns?|returned|returning|respon(?:se|ds?|ses)|results?|outputs?|contains?|containing|includes?|yields?)"
    r"(?![a-z0-9_]))|返回|结果|响应|输出|返却|レスポンス|結果"
)
_EXAMPLE = re.compile(
    r"(?i:e\.g\.?|(?<![a-z0-9_./])(?:such as|like|for example|for instance|examples?|sample|eg)(?![a-z]))"
    r"|例如|比如|示例|例：|如：|例えば|など"
)
_HISTORY = re.compile(
    r"(?i:(?<![a-z])(?:formerly|previously|renamed|former|used to be|was called|old name|legacy|deprecated|alias(?:es)?"
    r"|replaced|replaces|instead of|no longer|removed|migrat\w+|superseded|before version|since version)(?![a-z]))"
    r"|旧称|曾用名|原名|原来的|已更名|改名|更名|重命名|已废弃|废弃|弃用|别名|旧字段|旧参数"
)
# Only what says that there is no such thing: "if no `x` is given" and "`x` cannot be changed" speak of an `x` that is.
_DENIAL = re.compile(
    r"(?i:(?<![a-z])(?:(?:there (?:is|are|was)|has|have|takes?|accepts?|knows?) no|neither|nor|lacks?"
    r"|not (?:called|named)|(?:do|does|did)(?:\snot|n't)\s(?:have|take|accept|support|know))"
    r"(?:\s+(?:a|an|the|any|such|more|parameter|argument|field|property|called|named)){0,4}\s*[`\"'*“]*$)"
    r"|(?i:(?:rather than|instead of)(?:\s+[a-z]+){0,5}\s*[`\"'*“]*$)"
    r"|(?:没有|不支持|不接受|不存在|没有名为|无)(?:参数|字段)?\s*[`\"“「]*$"
)
_DENYING = pieces(" no|neither|nor|lack|not|n't|rather|instead|没有|不|无")
"""What is in all that `_DENIAL` finds: looking for it costs least, and hardly any name is denied."""
_DENIED = re.compile(
    r"[`\"'*”’」)]*\s(?:(?:parameter|argument|field|property)\s)?(?:does(?:\snot|n't) exist|is(?:\snot|n't)"
    r"\s(?:supported|accepted|an?\s(?:parameter|argument|field|property)))(?![a-z])"
    r"|[`\"”」]*\s?(?:は指定できません|は使用できません|は存在しません|(?:参数|字段)?\s?(?:不存在|不支持))"
)
_CONDITION = re.compile(r"[`\"”」]*\s?(?:参数|字段)?\s?(?:时|的话|则)")
_FOREIGN = re.compile(
    r"[`\"'*”’」)]*\s(?:[A-Z]\w*\s)?(?:APIs?|tables?|endpoints?|headers?|columns?|permissions?|scopes?|events?|webhooks?|"
    r"environment variables?|env vars?|claims?|cookies?|annotations?|labels?)(?![A-Za-z])"
    r"|[`\"”」]*\s?(?:接口|表|列|事件|权限|环境变量)"
)
_CALLING = re.compile(
    r"(?i:(?<![a-z])(?:call(?:s|ed|ing)?|invok(?:e|es|ed|ing)|runs?|running|execute|use|uses|used|using|see|via|from|"
    r"prefer|try)(?: the)?(?: tool)?\s+)[`\"'*“]*$|(?:调用|使用|通过|先用|改用|请用|用)\s?[`\"“「]*$"
)
_CALLED_FIRST = re.compile(r"[`\"'*”()]*\s(?:first|instead|beforehand|to\s[a-z]+)(?![A-Za-z])")
_TOOL = re.compile(r"[`\"'*”()]*\s(?:tool|function)s?(?![A-Za-z])|[`\"”」]*\s?(?:工具|函数|方法)")
_OUTRIGHT = re.compile(
    r"(?i:(?<![a-z])(?:call|calling|invoke|invoking))(?: the)?(?: tool)?\s+[`\"'*“]*$|调用\s?[`\"“「]*$"
)
_CALLS = pieces("call|invok|调用")
"""What is in all that `_OUTRIGHT` finds."""
_ITEM = re.compile(r"\s*(?:[-*•+]|[0-9]+[.)])\s")
_BORDER = r"(?<![A-Za-z0-9_$@#%&.\\-])(?:{names})(?![A-Za-z0-9_@-])(?!\.[A-Za-z0-9_])"
_CHOICE = re.compile(r"[`\"'(]*[A-Za-z_]\w*(?:/[A-Za-z_]\w*){1,3}[`\"'),.;:]*", re.ASCII)
"""Names with a slash between them, `owner/project_number`; anything longer or beginning with a slash is a path."""
_CJK = re.compile("[\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]")
_OPENED = re.compile(r"(?:[`\"“‘「'{]|\*\*|<code>)\s*$")
_ASSIGNED = re.compile(r"[\"'`]?\s?[=:](?!/)(?=\s?[\"'\w<{\[])")
_KEYED = frozenset("{,(")
_SPAN_BACK = 80
_LONGEST_SENTENCE = 600
"""Characters on either side that are looked at: a text without a full stop must not cost its length squared."""
_LONGEST_LIST = 2_000
MOST_PLACES = 50
"""Places of one name in the texts of one tool that are looked at."""
_ATTRIBUTES = re.compile(r"<[A-Za-z][A-Za-z0-9-]*\s[^<>]{1,400}>")
"""A tag with attributes, whose names are no arguments: `<h2 id="errors">`."""
_LIGHT = re.compile(r"(?<![A-Za-z0-9_])(?:[a-z][a-z0-9+.-]*://|www\.)[^\s<>\"'`)]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


@dataclass(frozen=True, slots=True)
class Mention:
    """A word of a text that may name something."""

    token: str
    kind: Kind
    text: Text
    start: int
    end: int
    marked: bool
    cue: Cue

    @property
    def place(self) -> Location:
        """Where it stands in the source."""
        return self.text.at(self.text.text[self.start : self.end], self.start)

    @property
    def shaped(self) -> bool:
        """Whether it looks like an identifier, by its shape or by how it is marked up."""
        return is_shaped(self.token)

    @property
    def sentence(self) -> str:
        """The sentence that it stands in."""
        start, end = sentence_span(self.text.text, self.start, self.end)
        return self.text.text[start:end]

    @property
    def speaks_of_result(self) -> bool:
        """Whether its sentence speaks of what a call returns."""
        if self.text.role == "result" or _RESULT.search(self.sentence):
            return True
        return _RESULT.search(_introduction(self.text.text, self.start)) is not None

    @property
    def is_example(self) -> bool:
        """Whether its sentence gives an example."""
        return _EXAMPLE.search(self.sentence) is not None

    @property
    def is_history(self) -> bool:
        """Whether its sentence speaks of how something was called."""
        return _HISTORY.search(self.sentence) is not None

    @property
    def is_denied(self) -> bool:
        """Whether the words beside it say that there is no such thing."""
        text = self.text.text
        if _DENIED.match(text, self.end):
            return True
        start = max(0, self.start - _SPAN_BACK)
        if not holds_any(text[start : self.start].lower(), _DENYING):
            return False
        before = _DENIAL.search(text, start, self.start)
        return before is not None and _CONDITION.match(text, self.end) is None

    @property
    def is_foreign(self) -> bool:
        """Whether the word behind it says that it is something of another kind: an endpoint, a table, a column."""
        return _FOREIGN.match(self.text.text, self.end) is not None

    @property
    def is_called(self) -> bool:
        """Whether the words beside it take it for a tool: `call x`, `the x tool`, `use x first`."""
        if self.text.called:
            return True
        text = self.text.text
        if _TOOL.match(text, self.end):
            return True
        start = max(0, self.start - _SPAN_BACK)
        before = text[start : self.start].lower()
        if holds_any(before, _CALLS) and _OUTRIGHT.search(text, start, self.start):
            return True
        # What stands behind it first: a look at one place, where the other searches for one.
        return bool(_CALLED_FIRST.match(text, self.end) and _CALLING.search(text, start, self.start))

    def replaced_by(self, name: str) -> ReplaceText | None:
        """Return the edit that puts a name in its place; None where it is written in a way of its own."""
        piece = self.text.text[self.start : self.end]
        if piece.startswith(self.token):  # what stands behind it, such as `[]`, stays
            return ReplaceText(place=self.text.at(self.token, self.start), new=name)
        if piece.replace("\\_", "_") == self.token:
            return ReplaceText(place=self.place, new=name.replace("_", "\\_"))
        return None

    def sentence_names(self, names: Iterable[str]) -> bool:
        """Whether its sentence holds one of some names as a whole word."""
        return names_in(self.sentence, names)


def mentions(texts: Iterable[Text]) -> tuple[Mention, ...]:
    """Find the words of texts that may be names."""
    found: list[Mention] = []
    for text in texts:
        if text.called:
            found.append(Mention(text.text, "call", text, 0, len(text.text), marked=True, cue=""))
        elif named := candidates(text.text):
            found += [Mention(one.token, one.kind, text, one.start, one.end, one.marked, one.cue) for one in named]
    return tuple(found)


def names_in(text: str, names: Iterable[str]) -> bool:
    """Whether a text holds one of some names as a whole word."""
    held = [re.escape(name) for name in names if name in text]
    return bool(held) and re.search(_BORDER.format(names="|".join(held)), text) is not None


def occurrences(names: Iterable[str], texts: Iterable[Text]) -> Iterator[Mention]:
    """Find whole-word occurrences of names in texts, code and examples included, addresses and markup left out.

    Args:
        names: what to look for.
        texts: where.

    Yields:
        Each occurrence, of one name `MOST_PLACES` at most. It is marked where it is set off as a name: in code, in
        quotes, in bold, as a documented argument, beside a value, between Chinese characters.
    """
    wanted = sorted(names, key=len, reverse=True)
    if not wanted:
        return
    seen: Counter[str] = Counter()
    for text in texts:
        plain = text.text.replace("\\_", "_") if "\\_" in text.text else text.text
        held = [re.escape(name) for name in wanted if name in plain]
        for mention in _in_text(held, text) if held else ():
            seen[mention.token] += 1
            if seen[mention.token] <= MOST_PLACES:
                yield mention


def _in_text(held: list[str], text: Text) -> Iterator[Mention]:
    pattern = re.compile(_BORDER.format(names="|".join(name.replace("_", r"\\?_") for name in held)))
    source = text.text
    if "://" in source or "@" in source or "www." in source:
        source = _LIGHT.sub(lambda found: "\x00" * len(found.group()), source)
    if "<" in source:
        source = _ATTRIBUTES.sub(lambda found: "\x00" * len(found.group()), source)
    known = {one.start: one for one in candidates(text.text)}
    entries = {entry.start for section in argument_sections(text.text) for entry in section.entries}
    code: set[int] = set()
    for piece in mask(text.text)[1]:
        if piece.kind != "path":
            code.update(range(piece.start, piece.start + len(piece.text)))
    for found in pattern.finditer(source):
        start, end = found.span()
        if _is_prefix(source, start, end):
            continue
        if "/" in source[max(0, start - 1) : start] + source[end : end + 1] and not _is_choice(source, start, end):
            continue
        candidate = known.get(start)
        cue: Cue = candidate.cue if candidate is not None else ""
        marked = candidate is not None or start in entries or start in code or _is_set_off(source, start, end)
        token = found.group().replace("\\", "")
        yield Mention(token, "entry" if start in entries else "snake", text, start, end, marked, cue)


def _is_prefix(text: str, start: int, end: int) -> bool:
    """Whether a word begins a notation, `file:PATH`, `repo:owner`; a key has a space or a quote behind its colon."""
    behind = text[end + 1 : end + 2]
    return (
        text[end : end + 1] == ":" and behind.isascii() and behind.isalpha() and text[start - 1 : start] not in _KEYED
    )


def _is_choice(text: str, start: int, end: int) -> bool:
    low, high = start, end
    while low > max(0, start - _SPAN_BACK) and not text[low - 1].isspace():
        low -= 1
    while high < min(len(text), end + _SPAN_BACK) and not text[high].isspace():
        high += 1
    return _CHOICE.fullmatch(text, low, high) is not None


def _is_set_off(text: str, start: int, end: int) -> bool:
    if _OPENED.search(text, max(0, start - 8), start) or _ASSIGNED.match(text, end):
        return True
    beside = text[max(0, start - 3) : start].rstrip()[-1:] + text[end : end + 3].lstrip()[:1]
    return len(beside) == 2 and _CJK.match(beside[0]) is not None and _CJK.match(beside[1]) is not None


def _introduction(text: str, start: int) -> str:
    """Return the line that a list was opened by (`The response has:`), for a place in one of its items."""
    lines = text[max(0, start - _LONGEST_LIST) : start].split("\n")
    if not _ITEM.match(lines[-1]):
        return ""
    for line in reversed(lines[:-1]):
        if line.strip() and not _ITEM.match(line) and not line.startswith((" ", "\t")):
            return line if line.rstrip().endswith((":", "：")) else ""
    return ""


@lru_cache(maxsize=1024)
def sentence_span(text: str, start: int, end: int) -> tuple[int, int]:
    """Return where the sentence begins and ends that a piece of a text stands in; rules ask for it again and again."""
    low = max(0, start - _LONGEST_SENTENCE)
    for found in _STOP.finditer(text, low, start):
        if not _ABBREVIATED.search(text, max(0, found.end() - 8), found.end()):
            low = found.end()
    high = min(len(text), end + _LONGEST_SENTENCE)
    for found in _STOP.finditer(text, end, high):
        if not _ABBREVIATED.search(text, max(0, found.end() - 8), found.end()):
            high = found.end()
            break
    return low, high
