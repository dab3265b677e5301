"""Compare how long toolmint and the stock loaders take to read the same files.

python tests/benchmarks/bench_documents.py FILE [FILE ...]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from toolmint.documents import parse_document

RUNS = 5


def seconds(read: Callable[[], object]) -> float:
    """Return the least CPU seconds of several runs: what the machine can do, not what else it did."""
    taken = []
    for _ in range(RUNS):
        started = time.process_time()
        read()
        taken.append(time.process_time() - started)
    return min(taken)


def main(files: list[str]) -> int:
    if not files:
        print(__doc__)
        return 2
    print(f"{'file':40} {'MB':>6} {'toolmint':>9} {'stock':>9} {'ratio':>6}")
    for name in files:
        file = Path(name)
        content = file.read_bytes()
        stock: Callable[[], object] = (
            (lambda text=content: json.loads(text.decode("utf-8-sig")))
            if file.suffix == ".json"
            else (lambda text=content: yaml.load(text, Loader=yaml.CSafeLoader))
        )
        ours = seconds(lambda path=file, text=content: parse_document(text, path=path.name, file=path))
        theirs = seconds(stock)
        size = len(content) / 1e6
        print(f"{file.name[:40]:40} {size:6.2f} {ours:9.3f} {theirs:9.3f} {ours / theirs:6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
