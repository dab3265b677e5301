"""Attributes that are worked out once."""

from __future__ import annotations

import pytest

from toolmint.prose.lazy import lazy_property


class _Tool:
    def __init__(self) -> None:
        self.asked = 0

    @lazy_property
    def texts(self) -> list[str]:
        """Its texts."""
        self.asked += 1
        return ["one"]

    @lazy_property
    def broken(self) -> str:
        self.asked += 1
        raise ValueError("not yet")


def test_it_is_worked_out_once() -> None:
    tool = _Tool()
    assert tool.texts is tool.texts
    assert tool.asked == 1


def test_each_instance_has_its_own() -> None:
    assert _Tool().texts is not _Tool().texts


def test_what_failed_is_tried_again() -> None:
    tool = _Tool()
    for _ in range(2):
        with pytest.raises(ValueError, match="not yet"):
            _ = tool.broken
    assert tool.asked == 2


def test_a_class_shows_the_documentation() -> None:
    assert _Tool.texts.__doc__ == "Its texts."
