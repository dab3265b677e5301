"""Lowering: the IR's schemas into a provider's dialect, with losses named."""

from __future__ import annotations

from toolmint.lowering.catalog import CatalogLowering, Lowered, LoweredCatalog, LoweredTool, lower, lower_catalog
from toolmint.lowering.losses import Effect, Loss, loss_diagnostics
from toolmint.lowering.output import RESULT, is_wrapped, lower_output
from toolmint.lowering.schema import LoweredSchema, SchemaLowering
from toolmint.lowering.strict import strict_obstacle, strict_ready

__all__ = [
    "RESULT",
    "CatalogLowering",
    "Effect",
    "Loss",
    "Lowered",
    "LoweredCatalog",
    "LoweredSchema",
    "LoweredTool",
    "SchemaLowering",
    "is_wrapped",
    "loss_diagnostics",
    "lower",
    "lower_catalog",
    "lower_output",
    "strict_obstacle",
    "strict_ready",
]
