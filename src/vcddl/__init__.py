"""vcddl: a CDDL-first validator of JSON and CBOR, with the vCon core and its extensions built in.

>>> import vcddl
>>> cddl = vcddl.compile_cddl('person = {name: tstr, ? age: uint}')
>>> cddl.accepts_json(b'{"name": "Ada", "age": 36}')
True
>>> report = cddl.check_json(b'{"name": "Ada", "age": "36"}')
>>> report.verdict
<Verdict.INVALID: 'invalid'>
>>> print(report.diagnostics[0].instance.pointer, report.diagnostics[0].message)
/age must be an unsigned integer, not the text `"36"`
"""

from __future__ import annotations

from vcddl.check import CompiledCddl, compile_cddl
from vcddl.diagnostics.model import Diagnostic, Severity
from vcddl.errors import CddlError, ResourceLimit, UsageError, VcddlError
from vcddl.limits import Limits
from vcddl.match.options import Options
from vcddl.report import Report, Verdict
from vcddl.vcon.check import check_vcon

__version__ = "0.1.0"
__all__ = [
    "CddlError",
    "CompiledCddl",
    "Diagnostic",
    "Limits",
    "Options",
    "Report",
    "ResourceLimit",
    "Severity",
    "UsageError",
    "VcddlError",
    "Verdict",
    "check_vcon",
    "compile_cddl",
]
