"""What `tools.call` costs over a bare httpx2 request: `python tests/benchmarks/bench_call_overhead.py`.

Both ask one local server, which runs in a process of its own, over one connection that stays open, and parse the same
answer; the bare request has its URL and headers given. Counted is the CPU time of this thread; calls and bare requests
take turns, so that a slower moment of the machine hits both, and no two calls are alike. Where others use the machine,
the same work takes more CPU time (caches, frequency): the quietest tenth of the rounds is shown as well.

No assertion: machines differ. docs/calling.md has the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import multiprocessing
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ITEMS = ["I-1", "I-2"]
CONTEXT = {"tenant": {"id": "t1"}, "user": {"id": "u1"}}
TOKEN = "a-token-of-the-usual-length"
HEADERS = {"Authorization": f"Bearer {TOKEN}", "X-Tenant-Id": "t1", "X-Acting-User": "u1"}
BODY = b'{"order_id":"A10086","currency":"CNY","refundable":1299,"items":[{"item_id":"I-1","amount":1299}]}'


class Handler(BaseHTTPRequestHandler):
    """Gives one answer to everything."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(BODY)}\r\n\r\n"
        self.wfile.write(head.encode() + BODY)

    def log_message(self, *_: object) -> None:
        """Stay silent."""


def serve(ready: Connection) -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    ready.send(server.server_address[1])
    server.serve_forever()


async def asynchronous(url: str, rounds: int) -> dict[str, list[float]]:
    import httpx2

    package = importlib.import_module("after_sales")
    async with (
        httpx2.AsyncClient() as bare,
        package.Toolset(base_url=url, auth={"deskToken": TOKEN}, context=CONTEXT) as tools,
    ):

        async def request(order: str) -> None:
            (await bare.get(target(url, order), headers=HEADERS)).json()

        async def call(order: str) -> None:
            result = await tools.call("calculate_refund", {"order_id": order, "item_ids": ITEMS})
            assert result.ok, result

        return await alternate({"httpx2": request, "tools.call": call}, rounds)


def synchronous(url: str, rounds: int) -> dict[str, list[float]]:
    import httpx2

    package = importlib.import_module("after_sales")
    with (
        httpx2.Client() as bare,
        package.SyncToolset(base_url=url, auth={"deskToken": TOKEN}, context=CONTEXT) as tools,
    ):

        async def request(order: str) -> None:
            bare.get(target(url, order), headers=HEADERS).json()

        async def call(order: str) -> None:
            assert tools.call("calculate_refund", {"order_id": order, "item_ids": ITEMS}).ok

        return asyncio.run(alternate({"httpx2": request, "tools.call": call}, rounds))


def target(url: str, order: str) -> str:
    return f"{url}/orders/{order}/refund-estimate?item_ids=I-1&item_ids=I-2"


async def alternate(ways: dict[str, Callable[[str], Awaitable[None]]], rounds: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {name: [] for name in ways}
    for number in range(rounds + rounds // 10):
        order = f"A{10_000 + number}"
        for name, way in ways.items():
            start = time.thread_time_ns()
            await way(order)
            # The first ones compile and connect.
            if number >= rounds // 10:
                times[name].append((time.thread_time_ns() - start) / 1000)
    return times


def report(title: str, times: dict[str, list[float]]) -> None:
    bare, call = (statistics.median(times[name]) for name in ("httpx2", "tools.call"))
    quiet, quiet_call = (statistics.quantiles(times[name], n=20)[0] for name in ("httpx2", "tools.call"))
    print(f"{title} at the median: {compared(bare, call)}; in the quietest tenth: {compared(quiet, quiet_call)}")


def compared(bare: float, call: float) -> str:
    return f"httpx2 {bare:.0f} us, tools.call {call:.0f} us, {call - bare:+.0f} us ({call / bare:.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3000, help="how many of each")
    rounds = parser.parse_args().rounds
    sys.path.insert(0, str(ROOT / "generated"))
    receiving, sending = multiprocessing.Pipe(duplex=False)
    server = multiprocessing.get_context("spawn").Process(target=serve, args=(sending,), daemon=True)
    server.start()
    url = f"http://127.0.0.1:{receiving.recv()}"
    try:
        report("async", asyncio.run(asynchronous(url, rounds)))
        report("sync ", synchronous(url, rounds))
    finally:
        server.terminate()
        server.join()


if __name__ == "__main__":
    main()
