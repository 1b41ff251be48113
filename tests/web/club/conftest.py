"""A club's page for one test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.club.hall import Hall


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)
