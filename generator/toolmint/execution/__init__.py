"""The only floor that runs the user's code: before the build, which stays pure and reads the result as a document.

Nothing is run unless a source asks for it: an app that is to describe itself.
"""

from toolmint.execution.running import FailedRun, run_sources

__all__ = ["FailedRun", "run_sources"]
