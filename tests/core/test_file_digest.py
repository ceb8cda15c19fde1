"""The digest of files tells when one is renamed or changed, and neither their order nor their place counts."""

from collections.abc import Mapping
from pathlib import Path

from rollwright.core.digests.file_digest import files_digest


def digest_of(folder: Path, contents: Mapping[str, str]) -> str:
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return files_digest(folder, (folder / name for name in contents))


def test_only_names_and_contents_count(tmp_path: Path) -> None:
    known = digest_of(tmp_path / "one", {"a": "1", "b/c": "2"})
    assert digest_of(tmp_path / "two", {"b/c": "2", "a": "1"}) == known
    others: list[dict[str, str]] = [{"a": "1", "b/c": "3"}, {"a": "1", "b/d": "2"}, {"a": "1"}, {"a": "2", "b/c": "1"}]
    others += [{"a": "1b/c\n1\n2"}, {"a": "", "b/c": "12"}]
    for number, contents in enumerate(others):
        assert digest_of(tmp_path / str(number), contents) != known
