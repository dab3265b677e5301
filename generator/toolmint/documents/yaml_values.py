"""YAML text to values, or the one thing that is wrong with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from toolmint.documents.yaml_faults import explain_yaml_error
from toolmint.documents.yaml_reader import read_yaml

if TYPE_CHECKING:
    from toolmint.ir.schema import Json

__all__ = ["parse_yaml"]


def parse_yaml(text: str) -> Json:
    """Parse YAML text; see `yaml_reader`, whose values they are.

    Args:
        text: the whole text, without a byte-order mark.

    Raises:
        Fault: it is no YAML, or YAML that is not read.
    """
    try:
        return read_yaml(text)
    except yaml.YAMLError as error:
        raise explain_yaml_error(text, error) from None
