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
    from vcddl.rules.lint.context import Context, Tree
    from vcddl.source import Span

_BYTES = frozenset({"bstr", "bytes"})


def check(context: Context) -> Iterator[Diagnostic]:
    """One finding a rule; one in all where not even the root can match in JSON. Cost: linear."""
    matching = JsonMatching(context)
    if message := _root_message(context, matching):
        name, text = message
        span = context.graph.definitions[name].name_span
        if span is not None and context.is_own(span):
            yield context.finding(codes.CBOR_ONLY, text, span=span, rule=name)
        return
    for tree in context.trees:
        found = _first(context, matching, tree)
        if found is not None:
            span, message_text, advice = found
            yield context.finding(
                codes.NEVER_IN_JSON,
                message_text,
                span=span,
                rule=tree.rule.name.name,
                help=advice,
            )


def _root_message(context: Context, matching: JsonMatching) -> tuple[str, str] | None:
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
    return name, f"the root `{name}` never matches JSON: this CDDL is for CBOR alone"


def _first(
    context: Context, matching: JsonMatching, tree: Tree
) -> tuple[Span, str, str | None] | None:
    """The first place of a rule that rules JSON out, in the order of the text."""
    stack: list[tuple[object, bool]] = [(tree.rule.definition, False)]
    while stack:
        node, in_map = stack.pop()
        if (
            isinstance(node, ast.GroupEntry)
            and in_map
            and matching.has_foreign_key(node, tree.scope)
        ):
            assert node.key is not None
            text = context.text(node.key.key.span)
            message = f"the key `{text}` never occurs in JSON, where keys are text"
            return node.key.span, message, None
        if isinstance(node, ast.Type) and not matching.may_match(node, tree.scope):
            for choice in node.choices:
                if matching.is_foreign(choice.target, tree.scope):
                    return choice.target.span, *_words(context, choice.target)
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


def _words(context: Context, node: ast.Type2) -> tuple[str, str | None]:
    text = context.text(node.span)
    name = node.name if isinstance(node, ast.Name) else ""
    if name in _BYTES or isinstance(node, ast.Value):
        advice = "bytes travel in JSON as text: `tstr .b64u bytes`, or plain `tstr`"
    elif name in ("tdate", "uri", "regexp", "mime-message"):
        advice = f"for JSON write `tstr`; `~{name}` is the same without the tag"
    elif name == "time":
        advice = "for JSON write `~time`: the number without the tag"
    elif isinstance(node, ast.Tagged):
        advice = f"for JSON write what is in the tag: `{context.text(node.type.span)}`"
    else:
        advice = None
    return f"`{text}` never matches in JSON, which has {_lacks(node)}", advice


def _lacks(node: ast.Type2) -> str:
    is_bytes = isinstance(node, ast.Value) or (isinstance(node, ast.Major) and node.major == 2)
    if is_bytes or (isinstance(node, ast.Name) and node.name in ("bstr", "bytes")):
        return "no byte strings"
    if isinstance(node, ast.Major) and node.major == 7:
        return "no such simple value"
    if isinstance(node, ast.Name) and node.name == "undefined":
        return "no `undefined`"
    return "no tags"
