#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tests/traces.py PROGRAM [WORD...] -- replays the records in tests/records/conformance/ and compares every ply with the
trace beside each (x.trace.gz all, x.seat2.trace.gz what seat 2 sees), which an independent implementation of the rules
wrote. Equal means equal as JSON: the order of keys is free. Prints TAP."""
import gzip
import json
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parent / "records" / "conformance"


def first_difference(want, got, where="state"):
    """A path to the first place where two JSON values differ, or None."""
    if type(want) is not type(got):
        return f"{where}: expected {want!r}, got {got!r}"
    if isinstance(want, dict):
        for key in sorted(want.keys() | got.keys()):
            if key not in want or key not in got:
                return f"{where}.{key}: {'missing' if key in want else 'not expected'}"
            found = first_difference(want[key], got[key], f"{where}.{key}")
            if found:
                return found
        return None
    if isinstance(want, list) and len(want) == len(got):
        found = (first_difference(w, g, f"{where}[{i}]") for i, (w, g) in enumerate(zip(want, got)))
        return next((f for f in found if f), None)
    return None if want == got else f"{where}: expected {want!r}, got {got!r}"


def check(program, trace):
    name = trace.name[: -len(".trace.gz")]
    record, _, seat = name.partition(".seat")
    command = program + ["trace"] + (["--seat", seat] if seat else []) + [str(FOLDER / (record + ".mur"))]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if run.returncode or run.stderr:
        return f"exit code {run.returncode}: {run.stderr.strip()}"
    want, got = gzip.open(trace, "rt").read().splitlines(), run.stdout.splitlines()
    if len(want) != len(got):
        return f"{len(got)} lines instead of {len(want)}"
    for ply, (w, g) in enumerate(zip(want, got)):
        found = first_difference(json.loads(w), json.loads(g), f"ply {ply}") if w != g else None
        if found:
            return found
    return None


def main():
    failed = 0
    traces = sorted(FOLDER.glob("*.trace.gz"))
    for n, trace in enumerate(traces, 1):
        found = check(sys.argv[1:], trace)
        print(f"{'not ok' if found else 'ok'} {n} - {trace.name}")
        if found:
            print(f"# {found}")
            failed = 1
    print(f"1..{len(traces)}")
    return failed or not traces


sys.exit(main())
