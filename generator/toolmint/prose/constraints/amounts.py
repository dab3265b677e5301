"""Numbers with their units, as prose writes them: `1,000`, `24 hours (86,400 seconds)`, `10MB`, `500条`."""

from __future__ import annotations

import re

from toolmint.prose.constraints.model import Amount

__all__ = ["amount_at", "counts_characters", "says"]

_DAY = 86_400_000
_TIME = {"ms": 1, "s": 1_000, "min": 60_000, "h": 3_600_000, "d": _DAY, "w": 7 * _DAY}
_CALENDAR = {"month": (28 * _DAY, 30 * _DAY, 31 * _DAY), "year": (365 * _DAY, 366 * _DAY)}
_SIZE = {"B": 0, "KB": 1, "MB": 2, "GB": 3, "TB": 4}
_WORDS = {
    "ms": "ms msec msecs millis millisecond milliseconds 毫秒 ミリ秒",
    "s": "s sec secs second seconds 秒 秒钟 秒間",
    "min": "min mins minute minutes 分钟 分間",
    "h": "h hr hrs hour hours 小时 个小时 時間",
    "d": "d day days 天 日間",
    "w": "week weeks 周 週間",
    "month": "month months 个月 ヶ月 か月",
    "year": "year years 年",
    "B": "b byte bytes 字节 バイト",
    "KB": "kb kib kilobyte kilobytes",
    "MB": "mb mib megabyte megabytes",
    "GB": "gb gib gigabyte gigabytes",
    "TB": "tb tib terabyte terabytes",
    "%": "% percent",
}
_UNITS = {word: unit for unit, words in _WORDS.items() for word in words.split()}
_UNIT = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
_NUMBER = r"(?P<number>[-+]?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?)(?P<scale>\s?[万億亿]|[kK](?![A-Za-z]))?"
_CJK = "\u3040-\u30ff\u4e00-\u9fff"
_AMOUNT = re.compile(
    rf"{_NUMBER}(?:[ ]?(?P<unit>(?i:{_UNIT}))(?![A-Za-z0-9_])"
    rf"|(?![A-Za-z0-9_])(?:[ ]?(?P<noun>(?:[A-Za-z][A-Za-z-]*[ ]){{0,2}}[A-Za-z][A-Za-z-]*|[{_CJK}]{{1,4}}))?)"
)
_ALSO = re.compile(rf"\s?\((?:or |i\.e\.,? |that is,? |about |=\s?)?{_NUMBER}[ ]?(?P<unit>(?i:{_UNIT}))?[ ]?\)")
_DOTTED_THOUSANDS = re.compile(r"[1-9]\d{0,2}\.000")
_CHARACTERS = re.compile(r"(?<![a-z])(?:characters?|chars?|letters?)(?![a-z])|字符|文字|^个?字(?![段典])")
_SCALES = {"万": 10_000, "億": 100_000_000, "亿": 100_000_000, "k": 1_000}


def amount_at(text: str, start: int) -> tuple[Amount, int] | None:
    """Read an amount that begins at an offset; what stands in parentheses behind it belongs to it.

    Returns:
        The amount and where its number and unit end; None where no number stands there.
    """
    found = _AMOUNT.match(text, start)
    if found is None:
        return None
    also: list[Amount] = []
    if _DOTTED_THOUSANDS.fullmatch(found["number"]):
        also.append(Amount(_value(found["number"].replace(".", ""), None)))
    unit = _unit(found)
    end = found.end("unit") if unit else found.end("scale") if found["scale"] else found.end("number")
    other = _ALSO.match(text, end) if unit else None
    if other is not None:
        also.append(Amount(_value(other["number"], other["scale"]), _unit(other)))
    return Amount(_value(found["number"], found["scale"]), unit, (found["noun"] or "").lower(), tuple(also)), end


def _unit(found: re.Match[str]) -> str:
    return _UNITS.get((found["unit"] or "").lower(), "")


def _value(digits: str, scale: str | None) -> int | float:
    number = float(digits.replace(",", "")) * _SCALES.get((scale or "").strip().lower(), 1)
    return int(number) if number.is_integer() else number


def counts_characters(amount: Amount) -> bool:
    """Whether the words behind a number are characters: it limits a text's length."""
    return _CHARACTERS.search(amount.noun) is not None


def says(amount: Amount, number: int | float) -> bool:
    """Whether an amount can mean a number of the schema, which has no unit or another one: 24 hours are 86400."""
    return any(_is(one, number) for one in (amount, *amount.also))


def _is(amount: Amount, number: int | float) -> bool:
    unit = amount.unit
    if amount.value == number:
        return True
    if unit in _SIZE:
        steps = [_SIZE[unit] - other for other in _SIZE.values()]
        factors = [float(base) ** step for step in steps for base in (1_000, 1_024)]
    elif unit == "%":
        factors = [0.01]
    else:
        lengths = _CALENDAR.get(unit, (_TIME[unit],) if unit in _TIME else ())
        factors = [length / other for length in lengths for other in _TIME.values()]
        factors += [12.0] if unit == "year" else []
    return any(abs(amount.value * factor - number) <= 1e-9 * max(1.0, abs(number)) for factor in factors)
