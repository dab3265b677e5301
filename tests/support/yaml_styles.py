"""Writes values as YAML in whatever style chance chooses: block and flow, every kind of scalar, anchors, comments."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import yaml

PLAIN = re.compile(r"[A-Za-z/][A-Za-z0-9_./ -]*[A-Za-z0-9_/]|[A-Za-z]")
PLAIN_IN_BLOCK = re.compile(r"[A-Za-z/](?:[A-Za-z0-9_./{}`, -]|:(?! ))*[A-Za-z0-9_/}`]")
WORDS = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}


class Styles:
    """One document in the making.

    Args:
        rng: decides.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.comments = 0
        self.anchored: dict[str, str] = {}

    def document(self, value: Any) -> str:
        text = self.block(value, 0).lstrip("\n")
        lines = text.split("\n")
        if self.rng.random() < 0.3:
            lines.insert(0, self.comment())
        end = "\r\n" if self.rng.random() < 0.3 else "\n"
        return end.join(lines) + (end if self.rng.random() < 0.8 else "")

    def comment(self) -> str:
        self.comments += 1
        return f"# c{self.comments}"

    def block(self, value: Any, column: int) -> str:
        """Write a mapping or a list in block style, from a new line on."""
        lines: list[str] = []
        for item in value.items() if isinstance(value, dict) else value:
            if self.rng.random() < 0.1:
                lines.append(" " * column + self.comment())
            if isinstance(value, dict):
                key, held = item
                lines.append(f"{' ' * column}{self.key(key)}:{self.value(held, column)}")
            else:
                lines.append(f"{' ' * column}-{self.element(item, column)}")
        return "\n" + "\n".join(lines)

    def value(self, value: Any, column: int) -> str:
        """Write what stands behind a key."""
        if isinstance(value, dict | list) and value:
            repeated = self.alias(value)
            if repeated is not None and repeated.startswith("*"):
                return f" {repeated}"
            mark = f" {repeated}" if repeated else ""
            if self.rng.random() < 0.3:
                return f"{mark} {self.flow(value, column)}{self.tail()}"
            step = self.rng.choice([1, 2, 4])
            inside = column if isinstance(value, list) and self.rng.random() < 0.4 else column + step
            return f"{mark}{self.tail()}{self.block(value, inside)}"
        return f" {self.scalar(value, column + 2, in_flow=False)}"

    def element(self, value: Any, column: int) -> str:
        if isinstance(value, dict) and value and self.rng.random() < 0.7:
            gap = self.rng.choice([1, 3])
            first, *rest = self.block(value, column + 1 + gap).lstrip("\n").split("\n")
            if first.lstrip().startswith("#"):
                return "\n" + "\n".join([first, *rest])
            return "\n".join([" " * gap + first.lstrip(), *rest])
        if isinstance(value, dict | list):
            return f" {self.flow(value, column)}{self.tail()}"
        return f" {self.scalar(value, column + 2, in_flow=False)}"

    def alias(self, value: Any) -> str | None:
        written = json.dumps(value)
        if written in self.anchored:
            return f"*{self.anchored[written]}" if self.rng.random() < 0.7 else None
        if len(written) > 20 and "name" not in written and self.rng.random() < 0.3:
            self.anchored[written] = f"a{len(self.anchored)}"
            return f"&{self.anchored[written]}"
        return None

    def tail(self) -> str:
        return f"  {self.comment()}" if self.rng.random() < 0.15 else ""

    def key(self, key: str, *, in_flow: bool = False) -> str:
        safe = PLAIN if in_flow else PLAIN_IN_BLOCK
        if safe.fullmatch(key) and key.lower() not in WORDS and self.rng.random() < 0.8:
            return key
        return self.rng.choice([f'"{key}"', f"'{key}'"])

    def flow(self, value: Any, column: int) -> str:
        if isinstance(value, dict | list) and value:
            if isinstance(value, dict):
                parts = [f"{self.key(k, in_flow=True)}: {self.flow(held, column)}" for k, held in value.items()]
            else:
                parts = [self.flow(one, column) for one in value]
            opening, closing = "{}" if isinstance(value, dict) else "[]"
            if self.rng.random() < 0.3:
                inner = "\n" + " " * (column + 3)
                comma = self.rng.choice(["", ","])
                return f"{opening}{inner}{f',{inner}'.join(parts)}{comma}\n{' ' * (column + 1)}{closing}"
            return f"{opening}{', '.join(parts)}{closing}"
        return self.scalar(value, column, in_flow=True)

    def scalar(self, value: Any, column: int, *, in_flow: bool) -> str:
        if not isinstance(value, str):
            return json.dumps(value)
        choices = ["double", "single"]
        safe = PLAIN if in_flow else PLAIN_IN_BLOCK
        if safe.fullmatch(value) and value.lower() not in WORDS and not value[0].isdigit():
            choices += ["plain"] * 3
        if not in_flow and " " in value and "  " not in value:
            choices += ["folded", "literal", "wrapped"]
        style = self.rng.choice(choices)
        behind = "" if in_flow or style in ("folded", "literal") else self.tail()
        return self.written(value, column, style) + behind

    def written(self, value: str, column: int, style: str) -> str:
        inner = "\n" + " " * column
        if style == "plain":
            return value
        if style == "single":
            return "'" + value.replace("'", "''") + "'"
        if style == "literal":
            return f"|-{self.tail()}{inner}{value}"
        if style in ("folded", "wrapped"):
            words = value.split(" ")
            text = words[0]
            for word in words[1:]:
                # A line that begins with these could be taken for something else.
                text += (inner if self.rng.random() < 0.3 and word[:1].isalpha() else " ") + word
            if style == "folded":
                return f">-{inner}{text}"
            return "'" + text.replace("'", "''") + "'"
        return '"' + "".join(map(self.escaped, value)) + '"'

    def escaped(self, letter: str) -> str:
        if self.rng.random() < 0.05:
            return f"\\u{ord(letter):04x}"
        return json.dumps(letter)[1:-1]


def written_in_some_style(value: Any, rng: random.Random) -> str:
    """Write a value, and make sure that YAML reads it as it was."""
    text = Styles(rng).document(value)
    assert yaml.safe_load(text) == value, text
    return text
