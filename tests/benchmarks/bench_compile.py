"""Print where a cold compile of each document spends its CPU seconds, and how much memory it needs at most.

    python tests/benchmarks/bench_compile.py FILE [FILE ...]

Each document is compiled in a process of its own, since imports and caches are part of a cold compile.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path


def compile_one(name: str) -> None:
    from toolmint.build import build
    from toolmint.config import project_for_paths
    from toolmint.documents import DocumentStore

    file = Path(name).resolve()
    steps: list[tuple[str, float]] = []
    store = DocumentStore(file.parent)
    result = build(
        project_for_paths([Path(file.name)], store, root=file.parent),
        store=store,
        keep_going=True,
        progress=lambda what, done, total: steps.append((what, time.process_time())),
    )
    total = time.process_time()
    source = result.sources[0]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    size = sum(len(content) for content in result.files.values()) / 1e6
    print(f"{file.name}: {source.tools} tools, {size:.1f} MB written, {total:.1f} s CPU, {memory:.0f} MB memory")
    ends = [moment for _, moment in steps[1:]] + [total]
    for (what, start), end in zip(steps, ends, strict=True):
        print(f"    {what.partition(': ')[2]:18} {end - start:6.2f} s")


def main(files: list[str]) -> int:
    if files[:1] == ["--one"]:
        compile_one(files[1])
        return 0
    if not files:
        print(__doc__)
        return 2
    codes = [subprocess.run([sys.executable, __file__, "--one", name], check=False).returncode for name in files]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
