"""``vcddl check``: instances against CDDL. Options → `Question`; reports → output and status."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from vcddl.cli import check_options as own
from vcddl.cli import options as shared
from vcddl.cli.exits import Exit, status_of
from vcddl.cli.faults import reports_on_cddl
from vcddl.cli.options import Format
from vcddl.cli.output import Output
from vcddl.cli.schemas import CheckSchema  # noqa: TC001 - typer reads it
from vcddl.diagnostics.model import Severity
from vcddl.errors import CddlError, UsageError
from vcddl.limits import DEFAULT_LIMITS, Limits

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vcddl.cli.inputs import Input
    from vcddl.cli.judge import Question
    from vcddl.report import Report


def check(
    files: own.FilesArgument = None,
    *,
    cddl: shared.CddlOption = None,
    root: shared.RootOption = None,
    open_: own.OpenOption = False,
    core: own.CoreOption = None,
    extension: own.ExtensionOption = None,
    json_tags: own.JsonTagsOption = own.JsonTags.STRICT,
    check_tags: own.CheckTagsOption = False,
    allow_default_values: own.DefaultValuesOption = False,
    type_: own.TypeOption = None,
    stdin_filename: own.StdinNameOption = None,
    deterministic: own.DeterministicOption = False,
    jobs: own.JobsOption = None,
    no_progress: own.NoProgressOption = False,
    max_errors: own.MaxErrorsOption = DEFAULT_LIMITS.errors,
    max_depth: shared.MaxDepthOption = DEFAULT_LIMITS.depth,
    max_bytes: shared.MaxBytesOption = DEFAULT_LIMITS.bytes,
    max_steps: own.MaxStepsOption = DEFAULT_LIMITS.steps,
    timeout: own.TimeoutOption = DEFAULT_LIMITS.seconds,
    format_: shared.FormatOption = Format.TEXT,
    output: shared.OutputOption = None,
    quiet: shared.QuietOption = False,
    verbose: shared.VerboseOption = False,
    color: shared.ColorOption = None,
    fail_on: shared.FailOnOption = Severity.ERROR,
    exit_zero: shared.ExitZeroOption = False,
    schema: CheckSchema = False,
) -> None:
    """Check instances, in JSON or CBOR, against CDDL.

    Without --cddl the files are vCons, and each says itself which shipped CDDL it asks for.
    """
    del schema
    from vcddl.cli.inputs import INSTANCE_PATTERNS, VCON_PATTERNS, expand
    from vcddl.cli.judge import Question
    from vcddl.instance.detect import InstanceType
    from vcddl.match.options import Options

    _refuse_mixtures(is_cddl=bool(cddl), root=root, is_vcon=bool(open_ or core or extension))
    question = Question(
        cddl=tuple(cddl or ()),
        root=root,
        core=core,
        extensions=_extensions(extension or ()),
        open=open_,
        type=InstanceType(type_.value) if type_ else None,
        deterministic=deterministic,
        options=Options(
            ignore_json_tags=json_tags is own.JsonTags.IGNORE,
            check_tags=check_tags,
            allow_default_values=allow_default_values,
        ),
        limits=Limits(
            depth=max_depth, bytes=max_bytes, steps=max_steps, seconds=timeout, errors=max_errors
        ),
    )
    patterns = INSTANCE_PATTERNS if cddl else VCON_PATTERNS
    inputs = expand(files or (), stdin_name=stdin_filename, patterns=patterns)
    target = Output(format=format_, path=output, color=color, quiet=quiet, verbose=verbose)
    reports, status = _run(question, inputs, target, jobs=jobs, bar=not (quiet or no_progress))
    raise typer.Exit(max(status, status_of(reports, fail_on=fail_on, exit_zero=exit_zero)))


def _refuse_mixtures(*, is_cddl: bool, root: str | None, is_vcon: bool) -> None:
    if is_cddl and is_vcon:
        raise UsageError("--open, --core and --extension are for vCons", "leave out --cddl")
    if root and not is_cddl:
        raise UsageError("--root names a rule of the files of --cddl", "give --cddl too")


def _extensions(arguments: Sequence[str]) -> Mapping[str, Path]:
    """``[NAME=]FILE`` → name and file; without a name, that of the file without its ending."""
    extensions: dict[str, Path] = {}
    for argument in arguments:
        name, _, file = argument.rpartition("=")
        extensions[name or Path(file).stem] = Path(file)
    return extensions


def _run(
    question: Question, inputs: Sequence[Input], target: Output, *, jobs: int | None, bar: bool
) -> tuple[Sequence[Report], Exit]:
    """All reports, and `Exit.INTERRUPTED` after Ctrl-C. Whatever ends the run, they are shown."""
    from vcddl.cli.judge import answer
    from vcddl.cli.progress import follow

    start = time.monotonic()
    reports: list[Report] = []
    status, is_usable = Exit.OK, True
    try:
        judge, warnings = question.judge()
        if not target.is_machine:
            target.tell(warnings)
        answers = answer(question, judge, inputs, jobs=jobs)
        reports.extend(follow(answers, total=len(inputs), is_wanted=bar))
    except CddlError as error:
        reports, is_usable = list(reports_on_cddl(error)), False
    except KeyboardInterrupt:
        status = Exit.INTERRUPTED
    except BaseException:
        if reports:
            target.show(reports, command="check")
        raise
    seconds = time.monotonic() - start
    target.show(reports, command="check", seconds=seconds, verdicts=is_usable)
    return reports, status
