"""What can never match in JSON, with the way out. RFC 8610 appendix E."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.diagnostics.codes import lint as codes
from vcddl.rules.lint.extent import Scope
from vcddl.rules.lint.json_matching import JsonMatching
from vcddl.syntax import ast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vcddl.diagnostics.model import Diagnostic
    from vcddl.rules.graph import Definition
    from vcddl.rules.lint.context import Context, Tree
    from vcddl.source import Span

_BYTES = frozenset({"bstr", "bytes"})
_TEXT_IN_TAG = frozenset({"tdate", "uri", "b64url", "b64legacy", "regexp", "mime-message"})


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding a rule; one in all where not even the root can match in JSON. Cost: linear."""
    matching = JsonMatching(context)
    root = _root_for_cbor(context, matching)
    if root is not None:
        if root.name_span is not None and context.is_own(root.name_span):
            yield _cbor_only(context, matching, root.name, root.name_span)
        return
    judged = _judged(context)
    for tree in context.trees:
        found = _first(matching, tree) if tree.rule.name.name in judged else None
        if isinstance(found, ast.MemberKey):
            text = context.text(found.key.span)
            message, advice = f"the key `{text}` never occurs in JSON, where keys are text", None
        elif found is not None:
            message = (
                f"`{context.text(found.span)}` never matches in JSON, which has {_lacks(found)}"
            )
            advice = _advice(context, matching, found, tree.scope)
        if found is not None:
            yield context.finding(
                codes.NEVER_IN_JSON,
                message,
                span=found.span,
                rule=tree.rule.name.name,
                help=advice,
            )


def _judged(context: Context) -> set[str]:
    """Rules that stand for parts of an instance.

    Not those that are only operands (a grammar in a byte string), contents of tags or embedded
    CBOR, or arguments of a generic rule that may choose between formats.
    """
    users = {name for names in context.uses.values() for name in names}
    definitions = context.graph.definitions
    waiting = [name for name in definitions if name not in users or name.startswith("$")]
    waiting += context.roots
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in reached and name in definitions:
            reached.add(name)
            for alternative in definitions[name].alternatives:
                waiting += _names(alternative.definition)
    return reached


def _names(tree: object) -> Iterator[str]:
    stack = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.Unwrap):
            yield node.name.name
        elif isinstance(node, ast.Name):
            yield node.name
        stack.extend(item for item, _ in _inside(node, in_map=False))


def _root_for_cbor(context: Context, matching: JsonMatching) -> Definition | None:
    """The root, if it is one rule and never matches in JSON."""
    if len(context.roots) != 1:
        return None
    (name,) = context.roots
    definition = context.graph.definitions.get(name)
    types = [item.definition for item in definition.alternatives] if definition else []
    if not types or definition is None or definition.in_prelude or definition.parameters:
        return None
    scope = Scope(name)
    if any(not isinstance(item, ast.Type) or matching.may_match(item, scope) for item in types):
        return None
    return definition


def _cbor_only(context: Context, matching: JsonMatching, name: str, span: Span) -> Diagnostic:
    obstacle = matching.obstacle(ast.Name(name, (), span))
    if isinstance(obstacle, ast.MemberKey):
        needed, advice = f"the key `{context.text(obstacle.key.span)}`", None
    else:
        needed = f"`{context.text(obstacle.span)}`"
        advice = _advice(context, matching, obstacle, Scope(name))
    return context.finding(
        codes.CBOR_ONLY,
        f"the root `{name}` never matches in JSON: it needs {needed}",
        span=span,
        rule=name,
        help=advice,
        related=context.earlier("needed here", obstacle.span),
    )


def _first(matching: JsonMatching, tree: Tree) -> ast.Type2 | ast.MemberKey | None:
    """The first type or key of a rule that rules JSON out, in the order of the text."""
    stack: list[tuple[object, bool]] = [(tree.rule.definition, False)]
    while stack:
        node, in_map = stack.pop()
        if isinstance(node, ast.GroupEntry) and in_map:
            if matching.has_foreign_key(node, tree.scope):
                return node.key
        elif isinstance(node, ast.Type) and not matching.may_match(node, tree.scope):
            for choice in node.choices:
                if matching.is_foreign(choice.target, tree.scope):
                    return choice.target
        stack.extend(reversed(_inside(node, in_map=in_map)))
    return None


def _inside(node: object, *, in_map: bool) -> list[tuple[object, bool]]:
    """What counts for the same format: no content of tags, controllers or generic arguments."""
    match node:
        case ast.Map(group):
            return [(choice, True) for choice in group.choices]
        case ast.Array(group):
            return [(choice, False) for choice in group.choices]
        case ast.Group(choices):
            return [(choice, in_map) for choice in choices]
        case ast.GroupChoice(entries):
            return [(entry, in_map) for entry in entries]
        case ast.GroupEntry(_, _, value):
            return [(value, in_map)]
        case ast.Type(choices):
            return [(choice, False) for choice in choices if choice.operator != ".feature"]
        case ast.Type1(target):
            return [(target, False)]
        case ast.Parenthesized(inner):
            return [(inner, False)]
    return []


def _advice(context: Context, matching: JsonMatching, node: ast.Type2, scope: Scope) -> str | None:
    name = node.name if isinstance(node, ast.Name) else ""
    if name in _BYTES or isinstance(node, ast.Value):
        return "bytes travel in JSON as text: `tstr .b64u bytes`, or plain `tstr`"
    if name in _TEXT_IN_TAG:
        return f"for JSON write `tstr`; `~{name}` is the same without the tag"
    if name == "time":
        return "for JSON write `~time`: the number without the tag"
    if isinstance(node, ast.Tagged) and matching.may_match(node.type, scope):
        return f"for JSON write what is in the tag: `{context.text(node.type.span)}`"
    return None


def _lacks(node: ast.Type2) -> str:
    is_bytes = isinstance(node, ast.Value) or (isinstance(node, ast.Major) and node.major == 2)
    if is_bytes or (isinstance(node, ast.Name) and node.name in ("bstr", "bytes")):
        return "no byte strings"
    if isinstance(node, ast.Major) and node.major == 7:
        return "no such simple value"
    if isinstance(node, ast.Name) and node.name == "undefined":
        return "no `undefined`"
    return "no tags"
