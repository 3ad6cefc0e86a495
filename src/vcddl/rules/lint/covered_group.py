"""Alternatives between groups that are never reached: an earlier one succeeds first.

A choice between groups is prioritized, its first success is final. RFC 8610 section 2.2.2 and
appendix A.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes
from vcddl.rules.lint.body import (
    Opener,
    as_entry,
    group_name,
    key_parts,
    literal_key,
    value_parts,
)
from vcddl.rules.lint.extent import Scope, covers
from vcddl.rules.lint.optional import Optionals
from vcddl.syntax import ast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.lint.body import Entry, Sequence
    from vcddl.rules.lint.context import Context
    from vcddl.source import Span

_Alternative = tuple["Span", "Sequence"]
_LOOK_BACK = 16


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding an alternative.

    Each is compared with the 16 before it. Cost: linear.
    """
    optionals = Optionals(context)
    for rule, alternatives in _choices(context):
        yield from _behind_success(context, optionals, rule, alternatives)
        yield from _behind_prefix(context, rule, alternatives)


def _choices(context: Context) -> Iterator[tuple[str, list[_Alternative]]]:
    opener = Opener(context)
    for name in dict.fromkeys(tree.rule.name.name for tree in context.trees):
        definition = context.graph.definitions[name]
        if context.is_group(name) and len(definition.alternatives) > 1:
            scope = Scope(name, frozenset(definition.parameters))
            spans: dict[ast.Type | ast.GroupEntry, Span] = {}
            for item in definition.alternatives:
                spans.setdefault(item.definition, item.span)
            opened = [(span, opener.open((as_entry(node),), scope)) for node, span in spans.items()]
            yield name, opened
    for tree in context.trees:
        values_only = {
            id(node.group) for node in tree.nodes if isinstance(node, ast.GroupChoiceType)
        }
        for node in tree.nodes:
            is_choice = isinstance(node, ast.Group) and len(node.choices) > 1
            if is_choice and id(node) not in values_only:
                opened = [
                    (item.span, opener.open(item.entries, tree.scope)) for item in node.choices
                ]
                yield tree.scope.rule, opened


def _behind_success(
    context: Context, optionals: Optionals, rule: str, alternatives: list[_Alternative]
) -> Iterator[Diagnostic]:
    """Whatever stands behind an alternative that needs nothing; told once a choice."""
    first = next(
        (
            index
            for index, (_, entries) in enumerate(alternatives)
            if all(optionals.is_optional(entry) for entry in entries)
        ),
        len(alternatives),
    )
    late = next(
        (
            (span, entries)
            for span, entries in alternatives[first + 1 :]
            if entries and not _may_mend(context, alternatives[first][1], entries)
        ),
        None,
    )
    if late is not None:
        span, entries = alternatives[first]
        yield context.finding(
            codes.GROUP_NEVER_REACHED,
            "this alternative comes too late: an earlier one needs nothing to succeed",
            span=late[0],
            rule=rule,
            help="put the alternative that needs nothing last",
            related=context.earlier("needs nothing", span) if entries else (),
        )


def _may_mend(context: Context, optional: Sequence, later: Sequence) -> bool:
    """Whether ``later`` may take a member that made ``optional`` fail, by a cut, after all.

    RFC 8610 section 3.5.4: a cut ends its own alternative and is no concern of the others.
    """
    cuts = [entry for entry in optional if entry.node.key is None or entry.node.key.has_cut]
    keys = {literal_key(context, entry) for entry in cuts if not _is_plain_loop(entry)}
    if not keys:
        return False
    others = {literal_key(context, entry) for entry in later}
    return None in keys or None in others or bool(keys & others)


def _is_plain_loop(entry: Entry) -> bool:
    """An entry without key that occurs or not: no cut gets out of it."""
    return entry.node.key is None and entry.node.occurrence is not None


def _behind_prefix(
    context: Context, rule: str, alternatives: list[_Alternative]
) -> Iterator[Diagnostic]:
    for index, (span, entries) in enumerate(alternatives):
        for earlier_span, earlier in alternatives[max(0, index - _LOOK_BACK) : index]:
            if earlier and _is_prefix(context, earlier, entries):
                yield context.finding(
                    codes.GROUP_NEVER_REACHED,
                    "this alternative is never chosen: what matches it matches an earlier one",
                    span=span,
                    rule=rule,
                    help="put the alternative that asks for more first",
                    related=context.earlier("matches first", earlier_span),
                )
                break


def _is_prefix(context: Context, earlier: Sequence, later: Sequence) -> bool:
    """Whether ``earlier`` succeeds at any place where ``later`` does."""
    if len(earlier) > len(later):
        return False
    return all(
        _is_same(wide, narrow) or _succeeds_too(context, wide, narrow, is_alone=len(earlier) == 1)
        for wide, narrow in zip(earlier, later, strict=False)
    )


def _is_same(wide: Entry, narrow: Entry) -> bool:
    is_generic = wide.scope.parameters or narrow.scope.parameters
    return wide.node == narrow.node and (not is_generic or wide.scope == narrow.scope)


def _succeeds_too(context: Context, wide: Entry, narrow: Entry, *, is_alone: bool) -> bool:
    if wide.node.occurrence or narrow.node.occurrence:
        return False
    if wide.node.key is None or narrow.node.key is None:
        has_group = group_name(context, wide) or group_name(context, narrow)
        has_key = wide.node.key or narrow.node.key
        return not has_group and not has_key and _covers_value(context, wide, narrow)
    key = literal_key(context, wide)
    same_key = key is not None and key == literal_key(context, narrow)
    wider_key = is_alone and covers(key_parts(context, wide), key_parts(context, narrow))
    return (same_key or wider_key) and _covers_value(context, wide, narrow)


def _covers_value(context: Context, wide: Entry, narrow: Entry) -> bool:
    return covers(value_parts(context, wide), value_parts(context, narrow))
