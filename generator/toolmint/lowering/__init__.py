"""Lowering: the IR's schemas into a provider's dialect, with losses named."""

from __future__ import annotations

from toolmint.lowering.budget import Budget
from toolmint.lowering.catalog import CatalogLowering, Lowered, LoweredCatalog, lower, lower_catalog
from toolmint.lowering.findings import DialectFinding, grouped_findings
from toolmint.lowering.listing import LoweredTool, write_list, write_tool
from toolmint.lowering.losses import Effect, Loss, LossFinding, loss_diagnostics
from toolmint.lowering.output import RESULT, is_wrapped, lower_output
from toolmint.lowering.schema import LoweredSchema, SchemaLowering
from toolmint.lowering.shared import SharedLowering
from toolmint.lowering.size import Size, count_tokens, estimate_tokens, size_of
from toolmint.lowering.strict import StrictLowering, strict_obstacle, strict_ready

__all__ = [
    "RESULT",
    "Budget",
    "CatalogLowering",
    "DialectFinding",
    "Effect",
    "Loss",
    "LossFinding",
    "Lowered",
    "LoweredCatalog",
    "LoweredSchema",
    "LoweredTool",
    "SchemaLowering",
    "SharedLowering",
    "Size",
    "StrictLowering",
    "count_tokens",
    "estimate_tokens",
    "grouped_findings",
    "is_wrapped",
    "loss_diagnostics",
    "lower",
    "lower_catalog",
    "lower_output",
    "size_of",
    "strict_obstacle",
    "strict_ready",
    "write_list",
    "write_tool",
]
