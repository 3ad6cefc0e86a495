"""Array nodes → lines of Python: a fixed row of elements, then at most one repeated one.

All other groups are left to `vcddl.match.array_group`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vcddl.match import nodes as n

if TYPE_CHECKING:
    from vcddl.match.emit import Emitter

_MOST_UNFOLDED = 64


def body(emitter: Emitter, node: n.ArrayNode) -> list[str]:
    """The body of a function over ``x`` that says whether it matches."""
    row = plain_row(emitter.program, node.group)
    if row is None:
        emitter.functions_below(node.group)
        return ["if type(x) is not list: return False", f"return walk.array({node.group}, x)"]
    fixed, repeated = row
    return [
        "if type(x) is not list: return False",
        *_length(len(fixed), repeated),
        *_fixed(emitter, fixed),
        *_repeated(emitter, len(fixed), repeated),
        "return True",
    ]


Row = tuple[list[n.MemberNode], n.OccurrenceNode | None]


def plain_row(program: n.Program, group: int) -> Row | None:
    """The elements, if the group is a plain row: fixed ones, then at most one repeated one."""
    fixed: list[n.MemberNode] = []
    repeated: n.OccurrenceNode | None = None
    stack = [group]
    while stack:
        node = program.nodes[stack.pop()]
        if repeated is not None or len(fixed) > _MOST_UNFOLDED:
            return None
        if isinstance(node, n.SequenceNode):
            stack.extend(reversed(node.entries))
            if len(stack) > _MOST_UNFOLDED:
                return None
        elif isinstance(node, n.RefNode):
            stack.append(node.target)
        elif isinstance(node, n.GroupChoiceNode) and len(node.alternatives) == 1:
            stack.append(node.alternatives[0])
        elif isinstance(node, n.MemberNode):
            fixed.append(node)
        elif isinstance(node, n.OccurrenceNode) and _is_member(program, node.entry):
            repeated = node
        else:
            return None
    return fixed, repeated


def _is_member(program: n.Program, node_id: int) -> bool:
    return isinstance(program.nodes[node_id], n.MemberNode)


def _length(fixed: int, repeated: n.OccurrenceNode | None) -> list[str]:
    if repeated is None:
        return [f"if len(x) != {fixed}: return False"]
    lines = []
    if fixed + repeated.minimum:
        lines.append(f"if len(x) < {fixed + repeated.minimum}: return False")
    if repeated.maximum is not None:
        lines.append(f"if len(x) > {fixed + repeated.maximum}: return False")
    return lines


def _fixed(emitter: Emitter, fixed: list[n.MemberNode]) -> list[str]:
    lines = []
    for index, member in enumerate(fixed):
        test = emitter.expression(member.value, "v")
        if test != "True":
            lines += [f"v = x[{index}]", f"if not ({test}): return False"]
    return lines


def _repeated(emitter: Emitter, fixed: int, repeated: n.OccurrenceNode | None) -> list[str]:
    if repeated is None:
        return []
    member = emitter.program.nodes[repeated.entry]
    assert isinstance(member, n.MemberNode)
    test = emitter.expression(member.value, "v")
    if test == "True":
        return []
    items = f"x[{fixed}:]" if fixed else "x"
    return [f"for v in {items}:", f"    if not ({test}): return False"]
