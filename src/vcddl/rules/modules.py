"""CDDL files → one list of rules, with the directives of draft-ietf-cbor-cddl-modules carried out.

A directive is a comment line that begins with ``;#``. Files are found through a `ModuleFinder`;
nothing else is ever opened.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from vcddl.diagnostics.codes import names as codes
from vcddl.diagnostics.model import Code, Diagnostic, RuleRef
from vcddl.diagnostics.place import rule_ref
from vcddl.source import SourceFile
from vcddl.syntax.ast import Cddl, Comment, Id, Name, Rule, Type, Type1
from vcddl.syntax.parse import parse_cddl
from vcddl.syntax.rename import rename
from vcddl.syntax.walk import references

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vcddl.limits import Limits

_ID = r"[$@A-Z_a-z](?:[-.]*[$@A-Z_a-z0-9])*"
_DIRECTIVE = re.compile(
    rf";# +(import|include) +(?:((?:(?:{_ID}|\*),? +)+)from +)?"
    rf"([-.0-9A-Za-z_]+)(?: +as +({_ID}))? *$"
)
_MOST_MODULES = 500
_DIRECTIVE_START = re.compile(r";# *(import|include)\b")


@dataclass(frozen=True, slots=True)
class NotFound:
    """Why a module was not opened: a code and a message."""

    code: Code
    message: str


class ModuleFinder(Protocol):
    """Finds the file of a module."""

    def find(self, module: str, importer: str) -> SourceFile | NotFound:
        """The file called ``module`` for the CDDL file ``importer``."""


@dataclass(frozen=True, slots=True)
class FolderFinder:
    """Looks beside the importing file, then in further folders (the shipped specifications).

    A file that a symbolic link leads out of its folder is refused unless ``allow_outside``.
    """

    folders: tuple[Path, ...] = ()
    allow_outside: bool = False

    def find(self, module: str, importer: str) -> SourceFile | NotFound:
        """See `ModuleFinder.find`. Raises nothing: what cannot be read is a `NotFound`."""
        beside = [] if importer.startswith("<") else [Path(importer).parent]
        for folder in (*beside, *self.folders):
            for name in (module, f"{module}.cddl"):
                path = folder / name
                if not path.is_file():
                    continue
                inside = path.resolve().is_relative_to(folder.resolve())
                if not inside and not self.allow_outside:
                    return NotFound(
                        codes.MODULE_REFUSED, f"module `{module}` leads out of its folder"
                    )
                try:
                    text = path.read_text(encoding="utf-8")
                except (OSError, UnicodeDecodeError) as error:
                    return NotFound(
                        codes.MODULE_NOT_FOUND, f"module `{module}` cannot be read: {error}"
                    )
                return SourceFile(str(path), text)
        return NotFound(codes.MODULE_NOT_FOUND, f"no module is called `{module}`")


@dataclass(slots=True)
class Loaded:
    """Rules in order, the files they come from, and what was found on the way.

    ``modules`` counts how often a module was brought in; modules that bring in each other twice
    would never come to an end.
    """

    rules: list[Rule] = field(default_factory=list)
    sources: dict[str, SourceFile] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    modules: int = 0


def load(sources: Sequence[SourceFile], finder: ModuleFinder, limits: Limits) -> Loaded:
    """Parse all files and carry out their directives.

    The rules of the files given come first, in their order; rules from modules follow, so the
    first rule stays the root. A module that is being loaded already is not loaded again.
    """
    loaded = Loaded()
    own: list[Rule] = []
    modules: list[Rule] = []
    for source in sources:
        rules, from_modules = _load_file(source, finder, limits, loaded, ())
        own += rules
        modules += from_modules
    loaded.rules = own + modules
    return loaded


def _load_file(
    source: SourceFile,
    finder: ModuleFinder,
    limits: Limits,
    loaded: Loaded,
    stack: tuple[str, ...],
) -> tuple[list[Rule], list[Rule]]:
    """The file's own rules, and those that its directives bring in."""
    loaded.sources[source.name] = source
    parsed = parse_cddl(source, limits=limits)
    loaded.diagnostics += parsed.diagnostics
    if parsed.cddl is None:
        return [], []
    own = list(parsed.cddl.rules)
    brought: list[Rule] = []
    for comment in _directives(parsed.cddl):
        directive = _DIRECTIVE.match(comment.text)
        if directive is None:
            _report(loaded, source, comment, codes.BAD_DIRECTIVE, "this line is not a directive")
            continue
        module = finder.find(directive.group(3), source.name)
        if isinstance(module, NotFound):
            _report(loaded, source, comment, module.code, module.message)
        elif module.name not in (*stack, source.name):
            loaded.modules += 1
            if loaded.modules > _MOST_MODULES:
                if loaded.modules == _MOST_MODULES + 1:
                    message = f"more than {_MOST_MODULES} modules are brought in, one by another"
                    _report(loaded, source, comment, codes.MODULE_REFUSED, message)
                continue
            nested = _load_file(module, finder, limits, loaded, (*stack, source.name))
            rules = _select(directive, nested[0] + nested[1], own + brought)
            if isinstance(rules, str):
                _report(loaded, source, comment, codes.MODULE_LACKS_NAME, rules)
            else:
                brought += rules
    return own, brought


def _directives(cddl: Cddl) -> Iterator[Comment]:
    for comment in cddl.comments:
        if comment.text.startswith(";#") and _DIRECTIVE_START.match(comment.text):
            yield comment


def _report(loaded: Loaded, source: SourceFile, comment: Comment, code: Code, message: str) -> None:
    rule: RuleRef = rule_ref(source, comment.span)
    loaded.diagnostics.append(
        Diagnostic(code=code, message=message, severity=code.severity, rule=rule)
    )


def _select(directive: re.Match[str], rules: list[Rule], importing: list[Rule]) -> list[Rule] | str:
    """The rules that a directive takes from a module, renamed; a text if one is not there."""
    verb, names, _, prefix = directive.groups()
    own_names = {rule.name.name for rule in rules}
    renamed = [rename(rule, lambda name: _prefixed(name, prefix, own_names)) for rule in rules]
    by_name: dict[str, list[Rule]] = {}
    for rule in renamed:
        by_name.setdefault(rule.name.name, []).append(rule)
    wanted = re.split(r"[, ]+", names.strip(", ")) if names else []
    aliases: list[Rule] = []
    if "*" in wanted:
        wanted = list(by_name)
    for position, name in enumerate(wanted):
        target = _prefixed(name, prefix, own_names)
        if name not in by_name and target in by_name:
            aliases.append(_alias(name, by_name[target][0]))
            wanted[position] = target
        elif name not in by_name:
            return f"the module has no rule `{name}`"
    if verb == "include":
        chosen = set(wanted) if names else set(by_name)
    else:
        seeds = [reference.name for rule in importing for reference in references(rule)]
        chosen = _closure(wanted if names else [*wanted, *seeds], by_name)
    return aliases + [rule for rule in renamed if rule.name.name in chosen]


def _closure(seeds: list[str], by_name: dict[str, list[Rule]]) -> set[str]:
    chosen: set[str] = set()
    stack = list(seeds)
    while stack:
        name = stack.pop()
        if name in chosen or name not in by_name:
            continue
        chosen.add(name)
        stack += [use.name for rule in by_name[name] for use in references(rule)]
    return chosen


def _prefixed(name: str, prefix: str | None, own_names: set[str]) -> str:
    """``name`` in the namespace ``prefix``; a socket stays one (``$x`` becomes ``$prefix.x``)."""
    if prefix is None or name not in own_names:
        return name
    bare = name.lstrip("$")
    return f"{name[: len(name) - len(bare)]}{prefix}.{bare}"


def _alias(name: str, rule: Rule) -> Rule:
    """``name`` as another name of a rule, with the same generic parameters."""
    arguments = tuple(
        Type1(Name(item.name, (), item.span), None, None, item.span) for item in rule.parameters
    )
    target = Name(rule.name.name, arguments, rule.name.span)
    definition = Type((Type1(target, None, None, rule.span),), rule.span)
    return replace(rule, name=Id(name, rule.name.span), assign="=", definition=definition)
