"""The order in which tests are run, and that no example of a property fails because the computer is busy."""

import os

import pytest
from hypothesis import settings

from tests.support.ordering import long_ones_first

LONGEST = [
    "test_offline_games.py", "test_gpu.py", "test_play.py", "test_engines.py", "test_papers.py", "test_kills.py",
    "test_online.py", "test_workers.py", "test_conformance.py", "test_restart.py", "test_documents.py",
    "test_campaigns.py", "test_page_search.py", "test_faults.py", "test_engine.py", "test_site.py",
    "test_page_bots.py", "test_replay.py", "test_watched_bots.py", "test_cluster.py", "test_strength.py",
    "test_lessons.py", "test_accessible.py", "test_operation.py",
]  # fmt: skip
"""Files with tests that take many seconds each, the longest first; the processes of a run take turns with them."""


settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    processes = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = long_ones_first(items, lambda item: item.path.name, LONGEST, processes)
