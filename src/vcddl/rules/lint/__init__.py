"""CDDL → what is doubtful about it: rules that do nothing, members that never match, and more.

One check a file, each a pure function from `Context` to diagnostics; a new one is one line in
`CHECKS`. Faults that only show when a program is made are added by `vcddl.linting`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.deep import deep_recursion
from vcddl.diagnostics.model import Severity, sort_diagnostics
from vcddl.limits import DEFAULT_LIMITS, Limits
from vcddl.rules.lint import (
    control_target,
    covered_choice,
    covered_group,
    duplicate_definition,
    empty_range,
    entry_without_key,
    generic_parameter,
    impossible_occurrence,
    never_in_json,
    regexp_anchor,
    repeated_key,
    shadowed_element,
    shadowed_member,
    unfilled_socket,
    unused_plug,
    unused_rule,
)
from vcddl.rules.lint.context import make_context
from vcddl.rules.resolve import resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.graph import RuleGraph
    from vcddl.rules.lint.context import Context
    from vcddl.rules.modules import ModuleFinder
    from vcddl.source import SourceFile

CHECKS: tuple[Callable[[Context], Iterator[Diagnostic]], ...] = (
    unused_rule.check,
    duplicate_definition.check,
    generic_parameter.check,
    unfilled_socket.check,
    unused_plug.check,
    shadowed_member.check,
    repeated_key.check,
    entry_without_key.check,
    impossible_occurrence.check,
    shadowed_element.check,
    covered_choice.check,
    covered_group.check,
    empty_range.check,
    never_in_json.check,
    regexp_anchor.check,
    control_target.check,
)


def lint(
    sources: Sequence[SourceFile],
    *,
    finder: ModuleFinder | None = None,
    root: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
    context_files: Sequence[SourceFile] = (),
) -> tuple[Diagnostic, ...]:
    """What can be said of CDDL files that belong together, in output order.

    Args:
        sources: the files to judge, in any order but for the root: it is the first rule.
        finder: where modules are looked for; beside the files by default.
        root: a rule name or a CDDL type, to be used in place of the first rule.
        limits: ``bytes`` and ``depth`` hold for each file.
        context_files: files that ``sources`` plug into. They come first, so that the root is
            theirs; of their own findings only errors are told.

    Cost: linear in the text.
    """
    graph = resolve((*context_files, *sources), finder, limits=limits)
    return lint_graph(graph, sources, root=root, limits=limits)


def lint_graph(
    graph: RuleGraph,
    sources: Sequence[SourceFile],
    *,
    root: str | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> tuple[Diagnostic, ...]:
    """As `lint`, for files that are resolved already, alone or together with others.

    Where a file could not be read, nothing is said of what may stand in it.
    """
    files = frozenset(source.name for source in sources)
    found = [item for item in graph.diagnostics if _is_told(item, files)]
    if not any(_hides_rules(item) for item in graph.diagnostics):
        with deep_recursion():
            context = make_context(graph, sources, root=root, limits=limits)
            for check in CHECKS:
                found += (item for item in check(context) if _is_told(item, files))
    return sort_diagnostics(found)


def _is_told(diagnostic: Diagnostic, files: frozenset[str]) -> bool:
    is_error = diagnostic.severity is Severity.ERROR
    return is_error or diagnostic.rule is None or diagnostic.rule.file in files


def _hides_rules(diagnostic: Diagnostic) -> bool:
    """Whether rules are missing: a file with a fault of syntax, or a module not found."""
    is_error = diagnostic.severity is Severity.ERROR
    return is_error and diagnostic.code.id.startswith(("VC1", "VC22"))
