"""Print what each dialect loses of real tools: `python tests/benchmarks/dialect_losses.py CORPUS`.

CORPUS holds OpenAPI documents in `openapi/` and MCP tool lists in `mcp/`. A column counts tools: those sent as strict;
those that strict mode was wanted for and that cannot be; those whose constraints are all kept; those with a constraint
that stands in words only, is lost, is implied or cannot be left open; and those whose default, examples or format
stand in words. `KB` is the size of all lists, compact.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from toolmint.lowering.catalog import lower_catalog
from toolmint.lowering.listing import LoweredTool, write_list
from toolmint.lowering.losses import Effect
from toolmint.lowering.shared import SharedLowering
from toolmint.lowering.size import size_of
from toolmint.profiles import PROFILES
from toolmint.rendering import Renderer

from support.catalogs import catalog_of_document, catalog_of_tool_list, document_files

COLUMNS = ("tools", "strict", "refused", "kept", "said", "lost", "implied", "narrowed", "texts", "KB")


def main(corpus: Path) -> None:
    """Lower everything, then print the table and why strict mode was refused."""
    counts: Counter[tuple[str, str]] = Counter()
    reasons: Counter[str] = Counter()
    catalogs = [catalog_of_document(file) for file in document_files(corpus / "openapi")]
    catalogs += [catalog_of_tool_list(file) for file in document_files(corpus / "mcp")]
    renderer = Renderer()
    for catalog in catalogs:
        shared = SharedLowering()
        for dialect, row in PROFILES.items():
            tools = lower_catalog(catalog, row, renderer, shared=shared).tools
            counts[dialect, "KB"] += size_of(write_list(tools, row)).bytes // 1000
            for tool in tools:
                counts.update((dialect, column) for column in columns_of(tool))
                if tool.refused is not None:
                    reason = re.sub(r"^`[^`]+`(?= (is|holds))", "a property or definition", tool.refused)
                    reasons[f"{dialect}: {re.sub(r' at `.*', '', reason)}"] += 1
    print(f"{'dialect':<18}" + "".join(f"{column:>9}" for column in COLUMNS))
    for dialect in PROFILES:
        print(f"{dialect:<18}" + "".join(f"{counts[dialect, column]:>9,}" for column in COLUMNS))
    for reason, count in reasons.most_common():
        print(f"{count:>6}  {reason}")


def columns_of(tool: LoweredTool) -> set[str]:
    """Name the columns that count a tool."""
    effects = {loss.effect for loss in tool.losses if loss.constrains}
    named = {"tools", *(effect.value for effect in effects)}
    if tool.strict:
        named.add("strict")
    if tool.refused is not None:
        named.add("refused")
    if effects <= {Effect.NARROWED}:
        named.add("kept")
    if any(not loss.constrains for loss in tool.losses):
        named.add("texts")
    return named


if __name__ == "__main__":
    main(Path(sys.argv[1]))
