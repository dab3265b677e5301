"""Print the CPU seconds of short commands, beside those of an empty Python program.

python tests/benchmarks/bench_startup.py
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys

RUNS = 7
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "toolmint --version": ["-m", "toolmint", "--version"],
    "toolmint --help": ["-m", "toolmint", "--help"],
    "toolmint explain RF-01": ["-m", "toolmint", "explain", "RF-01"],
}


def cpu_seconds(arguments: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    for name, arguments in COMMANDS.items():
        taken = [cpu_seconds(arguments) for _ in range(RUNS)]
        print(f"{name:24} median {statistics.median(taken):.3f} s   least {min(taken):.3f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
