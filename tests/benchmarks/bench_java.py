"""Read and compile a made-up Java project: 200 files with 1,000 tools and their classes.

python tests/benchmarks/bench_java.py
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from toolmint.build import build
from toolmint.config import project_for_paths
from toolmint.documents import DocumentStore

FILES, TOOLS = 200, 5
_TOOL = '''
    @Tool(name = "tool_{file}_{tool}", readOnly = true, description = """
        Calculate the refundable amount {tool} for an existing order.
        Use this tool only when the user asks how much money can be refunded.
        This tool does not submit a refund request.
        """)
    public Map<String, Object> tool{tool}(
            @ToolParam(name = "order_id", description = "Order id" + Texts.SUFFIX) String orderId,
            @ToolParam(name = "request", description = "The request") Request{file} request,
            @ToolParam(name = "lines", description = "Lines", required = false) List<Request{file}.Line> lines,
            @ToolParam(name = "status", description = "Status") Status status) {{
        Map<String, Object> result = new HashMap<>();
        for (int k = 0; k < 10; k++) {{ result.put("k" + k, orderId + request); }}
        return result;
    }}
'''
_FILE = """package shop;
import io.agentscope.core.tool.Tool; import io.agentscope.core.tool.ToolParam; import java.util.*;
public class Tools{file} {{{tools}}}
class Request{file} {{
    private int count; private List<Line> lines;
    public int getCount() {{ return count; }} public List<Line> getLines() {{ return lines; }}
    static class Line {{ public String sku; public int quantity; public Status status; }}
}}
"""
_SHARED = 'package shop; class Texts { static final String SUFFIX = " (A10086)"; } enum Status { NEW, DONE }'


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "src").mkdir()
        (root / "src/Texts.java").write_text(_SHARED)
        for file in range(FILES):
            tools = "".join(_TOOL.format(file=file, tool=tool) for tool in range(TOOLS))
            (root / f"src/Tools{file}.java").write_text(_FILE.format(file=file, tools=tools))
        store = DocumentStore(root)
        project = project_for_paths([Path("src")], store, root=root)
        for label, targets in (("read", ["contract"]), ("compile, default targets", None)):
            started = time.process_time()
            result = build(project, targets=targets)
            print(f"{label:25} {result.sources[0].tools:6,} tools {time.process_time() - started:6.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
