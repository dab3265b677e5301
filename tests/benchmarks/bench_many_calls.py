"""What a thousand calls at once through one toolset take: `python tests/benchmarks/bench_many_calls.py`.

Against a local server in a process of its own. Printed are the time, the connections, and what is left afterwards; that
nothing is, tests/behaviour/test_generated_client.py asserts.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import multiprocessing
import sys
import time
from pathlib import Path

from bench_call_overhead import CONTEXT, ROOT, TOKEN, serve


def sockets() -> int:
    """Return how many sockets this process has open."""
    return sum(path.is_socket() for path in Path("/proc/self/fd").iterdir())


async def many(url: str, count: int) -> None:
    package = importlib.import_module("after_sales")
    loop = asyncio.get_running_loop()
    before = sockets()
    async with package.Toolset(base_url=url, auth={"deskToken": TOKEN}, context=CONTEXT) as tools:
        await tools.query_order(order_id="A1")
        start, cpu = loop.time(), time.process_time()
        results = await asyncio.gather(*(tools.query_order(order_id=f"A{n}") for n in range(count)))
        seconds, cpu = loop.time() - start, time.process_time() - cpu
        assert all(result.ok for result in results)
        used, tasks = sockets() - before, len(asyncio.all_tasks()) - 1
    left = f"{used} connections, {tasks} tasks left; {sockets() - before} sockets once the toolset is closed"
    print(f"{count:,} calls: {seconds:.2f} s, {cpu / count * 1e6:.0f} us of CPU each; {left}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=1000, help="how many calls")
    count = parser.parse_args().count
    sys.path.insert(0, str(ROOT / "generated"))
    receiving, sending = multiprocessing.Pipe(duplex=False)
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(sending,), daemon=True)
    server.start()
    try:
        asyncio.run(many(f"http://127.0.0.1:{receiving.recv()}", count))
    finally:
        server.terminate()
        server.join()


if __name__ == "__main__":
    main()
