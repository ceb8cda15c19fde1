"""Style sheets: their rules, and which of them are meant for an element.

As much of CSS as our style sheets use. What depends on a pointer or on the focus never holds on paper, and of media
queries only those for print do.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SIMPLE = re.compile(
    r"(?P<tag>^[a-zA-Z][\w-]*|^\*)|\.(?P<class>[\w-]+)|#(?P<id>[\w-]+)"
    r"|\[(?P<attribute>[\w-]+)(?:(?P<how>[*^]?=)\"?(?P<value>[^\"\]]*)\"?)?\]|::?(?P<pseudo>[\w-]+)(?P<inner>\()?"
)

NESTING = ("not", "is", "where", "has")
"""The pseudo-classes with selectors in their brackets."""

Specificity = tuple[int, int, int]


@dataclass
class Node:
    """An element of a drawing, or of the page around it: what selectors ask about, and what its style becomes."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    parent: "Node | None" = None
    children: list["Node"] = field(default_factory=list)
    text: str = ""

    def __post_init__(self) -> None:
        """Split the classes once."""
        self.classes = frozenset(self.attributes.get("class", "").split())

    def below(self) -> Iterator["Node"]:
        """Yield everything inside."""
        for child in self.children:
            yield child
            yield from child.below()

    def after(self) -> list["Node"]:
        """Return the siblings that follow."""
        siblings = self.parent.children if self.parent else []
        place = next((place for place, each in enumerate(siblings) if each is self), len(siblings))
        return siblings[place + 1 :]

    def before(self) -> list["Node"]:
        """Return the siblings that precede, the nearest first."""
        siblings = self.parent.children if self.parent else []
        place = next((place for place, each in enumerate(siblings) if each is self), 0)
        return siblings[:place][::-1]


class Pseudo(NamedTuple):
    """A pseudo-class, with the selectors in its brackets."""

    name: str
    inner: tuple["Selector", ...]


@dataclass(frozen=True)
class Compound:
    """What must hold for one element, such as `.box:not(.lit)`."""

    tag: str = ""
    ids: tuple[str, ...] = ()
    classes: frozenset[str] = frozenset()
    attributes: tuple[tuple[str, str, str], ...] = ()
    pseudos: tuple[Pseudo, ...] = ()

    def matches(self, node: Node) -> bool:
        """Return whether it holds."""
        return (
            self.classes <= node.classes
            and (not self.tag or self.tag == node.tag)
            and all(node.attributes.get("id") == each for each in self.ids)
            and all(_has(node, *each) for each in self.attributes)
            and all(_is(node, each) for each in self.pseudos)
        )

    @property
    def specificity(self) -> Specificity:
        """Its weight against other selectors."""
        inner = [max(each.specificity for each in pseudo.inner) for pseudo in self.pseudos if pseudo.inner]
        plain = sum(1 for pseudo in self.pseudos if not pseudo.inner)
        return (
            len(self.ids) + sum(each[0] for each in inner),
            len(self.classes) + len(self.attributes) + plain + sum(each[1] for each in inner),
            (1 if self.tag else 0) + sum(each[2] for each in inner),
        )


@dataclass(frozen=True)
class Selector:
    """Compounds from left to right, and before each how it is joined to the one before it."""

    steps: tuple[tuple[str, Compound], ...]

    @property
    def specificity(self) -> Specificity:
        """Its weight against other selectors."""
        weights = [compound.specificity for _, compound in self.steps]
        return (sum(a for a, _, _ in weights), sum(b for _, b, _ in weights), sum(c for _, _, c in weights))

    def matches(self, node: Node) -> bool:
        """Return whether it speaks of an element."""
        return self.steps[-1][1].matches(node) and self._led_to(node, len(self.steps) - 1)

    def _led_to(self, node: Node, place: int) -> bool:
        """Return whether the compounds before a place match what stands around an element."""
        if place == 0:
            return True
        how, wanted = self.steps[place][0], self.steps[place - 1][1]
        return any(wanted.matches(each) and self._led_to(each, place - 1) for each in _around(node, how))


def _around(node: Node, how: str) -> Iterator[Node]:
    """Yield the elements that a combinator can mean."""
    if how == "+":
        yield from node.before()[:1]
    elif how == "~":
        yield from node.before()
    elif node.parent is not None:
        yield node.parent
        if how == " ":
            yield from _around(node.parent, how)


def _has(node: Node, name: str, how: str, value: str) -> bool:
    found = node.attributes.get(name)
    if found is None:
        return False
    return {"": True, "=": found == value, "*=": value in found, "^=": found.startswith(value)}[how]


def _is(node: Node, pseudo: Pseudo) -> bool:
    if pseudo.name == "not":
        return not any(each.matches(node) for each in pseudo.inner)
    if pseudo.name in ("is", "where"):
        return any(each.matches(node) for each in pseudo.inner)
    if pseudo.name == "has":
        return any(_holds(node, each) for each in pseudo.inner)
    return pseudo.name == "root" and node.parent is None


def _holds(node: Node, selector: Selector) -> bool:
    """Return whether something inside an element, or after it, is what `:has` asks for."""
    how = selector.steps[0][0]
    if how in "~+":
        beside = [*node.after()] if how == "~" else node.after()[:1]
        return any(selector.matches(each) for first in beside for each in (first, *first.below()))
    inside = node.children if how == ">" else node.below()
    return any(selector.matches(each) for each in inside)


class Declaration(NamedTuple):
    """A property and its value."""

    name: str
    value: str
    important: bool


class Rule(NamedTuple):
    """A selector, what it declares, and by what it is put in order: its weight and its place."""

    selector: Selector
    declarations: tuple[Declaration, ...]
    weight: tuple[Specificity, int]


class StyleSheet:
    """The rules of several style sheets, found by the classes or the tag that an element must have."""

    def __init__(self, *texts: str) -> None:
        """Read style sheets, of which the later ones win."""
        self._by_class: dict[str, list[Rule]] = {}
        self._by_tag: dict[str, list[Rule]] = {}
        order = 0
        for text in texts:
            for selectors, body in _blocks(COMMENT.sub("", text)):
                declarations = declared(body)
                for written in split(selectors, ","):
                    selector = parsed(written.strip())
                    rule = Rule(selector, declarations, (selector.specificity, order))
                    order += 1
                    last = selector.steps[-1][1]
                    found = self._by_class if last.classes else self._by_tag
                    found.setdefault(min(last.classes, default=last.tag), []).append(rule)

    def declarations(self, node: Node) -> list[Declaration]:
        """Return what is declared for an element, the strongest last."""
        named = (*(self._by_class.get(each, ()) for each in node.classes), self._by_tag.get(node.tag, ()))
        found = [
            (rule.weight, rule.declarations)
            for rules in (*named, self._by_tag.get("", ()))
            for rule in rules
            if rule.selector.matches(node)
        ]
        ordered = [each for _, declarations in sorted(found, key=lambda one: one[0]) for each in declarations]
        return [each for each in ordered if not each.important] + [each for each in ordered if each.important]


def declared(body: str) -> tuple[Declaration, ...]:
    """Return the declarations of a block, or of a style attribute."""
    found = []
    for line in split(body, ";"):
        name, colon, value = line.partition(":")
        if colon:
            plain = value.replace("!important", "").strip()
            found.append(Declaration(name.strip(), plain, "!important" in value))
    return tuple(found)


def split(text: str, at: str) -> list[str]:
    """Split a text at a character outside brackets and quotes.

    >>> split("a, b(c, d)", ",")
    ['a', ' b(c, d)']
    """
    parts, depth, quote, begin = [], 0, "", 0
    for place, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
        elif char == at and depth == 0:
            parts.append(text[begin:place])
            begin = place + 1
    return [*parts, text[begin:]]


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the rules of a style sheet as (selectors, body), those of print among the media queries."""
    place = 0
    while (opening := text.find("{", place)) >= 0:
        head = text[place:opening].strip().rpartition(";")[2].strip()  # an @import before it ends with a semicolon
        closing = _closing(text, opening)
        body = text[opening + 1 : closing]
        if not head.startswith("@"):
            yield head, body
        elif re.fullmatch(r"@media (only )?print", head):
            yield from _blocks(body)
        place = closing + 1


def _closing(text: str, opening: int) -> int:
    """Return where a bracket is closed that opens at a place."""
    pair = {"{": "}", "(": ")"}[text[opening]]
    depth = 0
    for place in range(opening, len(text)):
        depth += (text[place] == text[opening]) - (text[place] == pair)
        if depth == 0:
            return place
    return len(text)


@cache
def parsed(text: str) -> Selector:
    """Read a selector."""
    steps: list[tuple[str, Compound]] = []
    how, word = " ", ""
    depth = 0
    for char in f"{text} ":
        depth += (char in "([") - (char in ")]")
        if depth or char not in " >+~":
            word += char
            continue
        if word:
            steps.append((how, _compound(word)))
            how, word = " ", ""
        if char != " ":
            how = char
    return Selector(tuple(steps))


def _compound(text: str) -> Compound:
    """Read what must hold for one element."""
    tag, ids, classes, attributes, pseudos = "", list[str](), set[str](), list[tuple[str, str, str]](), list[Pseudo]()
    place = 0
    while place < len(text):
        found = SIMPLE.match(text[place:])
        assert found, f"a selector that is not understood: {text}"
        place += found.end()
        if found["tag"]:
            tag = found["tag"].replace("*", "")
        elif found["class"]:
            classes.add(found["class"])
        elif found["id"]:
            ids.append(found["id"])
        elif found["attribute"]:
            attributes.append((found["attribute"], found["how"] or "", found["value"] or ""))
        else:
            inner: Sequence[str] = ()
            if found["inner"]:
                end = _closing(text, place - 1)
                inner = split(text[place:end], ",") if found["pseudo"] in NESTING else ()
                place = end + 1
            pseudos.append(Pseudo(found["pseudo"], tuple(parsed(each.strip()) for each in inner)))
    return Compound(tag, tuple(ids), frozenset(classes), tuple(attributes), tuple(pseudos))
