"""Translation catalogues: extracting sentences from the source, finding gaps, and updating catalogues."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from rollwright.core.language import LANGUAGES, PACKAGE, words_of
from rollwright.table.lessons.lesson_file import FOLDER, sentences_of
from rollwright.table.lessons.puzzle_file import FOLDER as PUZZLES
from rollwright.table.lessons.puzzle_file import puzzle_sentences

SAYING = {"Phrase": 1, "say": 1, "N_": 1, "plural": 2}
"""Functions that take sentences: how many of their first arguments are sentences, by the name of the function."""

HEADER = """# {name}
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {forms}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
PLACE = re.compile(r"{(\w*)}")


def source_catalogue(folder: Path) -> Catalog:
    """Return all sentences in the source below a folder; for the package itself, without those of the games."""
    catalogue = Catalog(charset="utf-8", fuzzy=False)
    for path in sorted(folder.rglob("*.py")):
        within = path.relative_to(folder).parts
        if "tests" not in within and not (folder == PACKAGE and "games" in within):
            for sentence in sentences(path.read_text(encoding="utf-8")):
                catalogue.add(sentence if len(sentence) > 1 else sentence[0])
    for path in sorted(folder.rglob("*.html")):
        for text in template_sentences(path.read_text(encoding="utf-8")):
            catalogue.add(text)
    for path in sorted(folder.glob("symbols.toml")):
        for symbol in tomllib.loads(path.read_text(encoding="utf-8")).values():
            catalogue.add(symbol["say"])
    for path in sorted((folder / FOLDER).glob("*.toml")):
        for text in sentences_of(path):
            catalogue.add(text)
    for path in sorted((folder / PUZZLES).glob("*.toml")):
        for text in puzzle_sentences(path):
            catalogue.add(text)
    return catalogue


def template_sentences(source: str) -> Iterator[str]:
    """Yield the sentences of a page template."""
    for call in Environment().parse(source).find_all(nodes.Call):
        said = isinstance(call.node, nodes.Name) and call.node.name == "say" and call.args
        if said and isinstance(call.args[0], nodes.Const) and words_of(str(call.args[0].value)):
            yield str(call.args[0].value)


def sentences(source: str) -> Iterator[tuple[str, ...]]:
    """Yield the sentences of a Python source: tuples of one sentence, or of singular and plural."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        texts = [each.value for each in node.args[: SAYING.get(called, 0)] if isinstance(each, ast.Constant)]
        said = tuple(text for text in texts if isinstance(text, str))
        if said and words_of(said[0]):
            yield said


def catalogue_path(folder: Path, language: str) -> Path:
    """Return the path of a folder's catalogue for a language."""
    return folder / "locale" / f"{language}.po"


def translated_languages() -> list[str]:
    """Return the languages that need a catalogue: all but English, the language of the source."""
    return [language for language in LANGUAGES if language != "en"]


def gaps(folder: Path) -> list[str]:
    """Return the faults of a folder's catalogues: missing, unfinished or unused sentences, differing placeholders."""
    source = source_catalogue(folder)
    found = []
    for language in translated_languages():
        path = catalogue_path(folder, language)
        if not path.exists():
            found.append(f"locale/{language}.po is missing")
            continue
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
        known = {_key(message): message for message in catalogue if message.id}
        for message in source:
            if message.id:
                found += [
                    f"{language}: {fault}" for fault in _faults(message, known.pop(_key(message), None), catalogue)
                ]
        found += [f"{language}: '{key}' is not in the source any more" for key in known]
    return found


def _key(message: Message) -> str:
    return str(message.id[0] if isinstance(message.id, (tuple, list)) else message.id)


def _faults(message: Message, translated: Message | None, catalogue: Catalog) -> Iterator[str]:
    key = _key(message)
    if translated is None:
        yield f"'{key}' is missing"
        return
    if translated.fuzzy:
        yield f"'{key}' is marked as unsure"
    strings = translated.string if isinstance(translated.string, (tuple, list)) else (translated.string,)
    if not all(strings):
        yield f"'{key}' is not translated"
    if isinstance(message.id, (tuple, list)) and len(strings) != catalogue.num_plurals:
        yield f"'{key}' has {len(strings)} forms instead of {catalogue.num_plurals}"
    wanted = set(PLACE.findall(key))
    for string in strings:
        if string and set(PLACE.findall(string)) != wanted:
            yield f"'{key}' and its translation have different places"


def update(folder: Path, language: str) -> None:
    """Update a catalogue: add new sentences untranslated and drop unused ones."""
    path = catalogue_path(folder, language)
    catalogue = Catalog(locale=language)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    catalogue.update(source_catalogue(folder), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    path.parent.mkdir(exist_ok=True)
    with path.open("wb") as file:
        file.write(HEADER.format(name=LANGUAGES[language], language=language, forms=catalogue.plural_forms).encode())
        options = {"no_location": True, "sort_output": True, "omit_header": True, "ignore_obsolete": True}
        write_po(file, catalogue, width=120, **options)
