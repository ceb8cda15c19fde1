"""The release workflow and the image are right as far as that can be known without running them elsewhere."""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from rollwright.command.main import parser
from tests.support import ROOT

WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"
TEXT = WORKFLOW.read_text(encoding="utf-8")
RELEASE: dict[Any, Any] = yaml.safe_load(TEXT)
JOBS: dict[str, dict[str, Any]] = RELEASE["jobs"]
STEPS = [step for job in JOBS.values() for step in job["steps"]]
COMMANDS = [line.strip() for step in STEPS for line in step.get("run", "").splitlines() if line.strip()]


def test_actions_are_pinned_to_a_commit_with_its_version_beside_it() -> None:
    used = re.findall(r"^\s*- uses: (.*)$", TEXT, re.M)
    assert len(used) == sum("uses" in step for step in STEPS)
    for each in used:
        assert re.fullmatch(r"[\w.-]+/[\w.-]+@[0-9a-f]{40} # v\d+(\.\d+)*", each), each


def test_publishing_is_trusted_attested_and_last() -> None:
    publish = JOBS["publish"]
    assert set(publish["needs"]) == set(JOBS) - {"publish"}
    assert publish["permissions"] == {"id-token": "write"}
    assert publish["environment"] == "pypi"
    assert publish["if"] == "github.event_name == 'push'"
    [published] = [step for step in publish["steps"] if "pypi-publish" in step["uses"]]
    assert published["with"] == {"attestations": True}
    assert RELEASE["permissions"] == {"contents": "read"}
    assert not re.search(r"secrets\.|password:|token:(?! write)", TEXT)
    assert [name for name, job in JOBS.items() if "permissions" in job] == ["publish"]


def test_what_was_tested_is_what_is_published() -> None:
    """It is built once; everybody else downloads it."""
    assert sum(step.get("run") == "make dist" for step in STEPS) == 1
    stored = [step["with"]["name"] for step in STEPS if "artifact" in step.get("uses", "")]
    assert stored == ["dist"] * 3
    assert all(set([job["needs"]] if isinstance(job["needs"], str) else job["needs"]) <= set(JOBS)
               for job in JOBS.values() if "needs" in job)  # fmt: skip


def test_its_commands_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    made = {command.split()[1] for command in COMMANDS if command.startswith("make ")}
    assert {"dist", "test", "docs"} == made <= targets
    ours = [shlex.split(command)[1:] for command in COMMANDS if command.startswith("rollwright ")]
    assert len(ours) == 2
    for command in ours:
        parser().parse_args(command)


def test_every_python_that_the_package_names_is_tried() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [each.rpartition(" ")[2] for each in project["classifiers"] if re.search(r":: 3\.\d+$", each)]
    assert JOBS["installed"]["strategy"]["matrix"]["python"] == named
    assert f">={named[0]}" == project["requires-python"]


@pytest.mark.parametrize(("tag", "fits"), [("v{version}", True), ("{version}", False), ("v9.9.9", False)])
def test_a_tag_must_be_the_version(tag: str, fits: bool) -> None:
    from rollwright import __version__

    [check] = [step["run"] for step in STEPS if step.get("name") == "The tag is the version"]
    environment = {"GITHUB_REF_NAME": tag.format(version=__version__), "PATH": "/usr/bin:/bin"}
    ran = subprocess.run(["sh", "-c", check], cwd=ROOT, env=environment, check=False)
    assert (ran.returncode == 0) == fits


@pytest.mark.slow
def test_the_image_is_built_from_the_wheel(tmp_path: Path) -> None:
    """Without an engine, its steps are followed: what is copied is enough to build the wheel that is installed."""
    container = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    build = container.split("FROM ")[1]
    for line in re.findall(r"^COPY (?!--from)(.*)$", build, re.M):
        *names, where = line.split()
        if where.endswith("/"):
            (tmp_path / where).mkdir(parents=True, exist_ok=True)
        for name in names:
            copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
            copy(ROOT / name, tmp_path / where)
    [command] = re.findall(r"^RUN \.venv/bin/python (-m hatchling build .*)$", build, re.M)
    subprocess.run([sys.executable, *shlex.split(command)], cwd=tmp_path, check=True, capture_output=True)
    [wheel] = (tmp_path / "dist").iterdir()
    assert wheel.suffix == ".whl"
    assert re.search(r"^RUN \.venv/bin/pip install .*--no-index dist/\*\.whl$", build, re.M)
    assert not re.search(r"^RUN .*pip install .* \.$", container, re.M), "nothing is installed from the source tree"
