# SPDX-License-Identifier: Apache-2.0
"""The stubs say what the module has, no more and no less, and every call says what it does."""
import ast
import pathlib

import headroom
from headroom import _engine

STUB = ast.parse((pathlib.Path(headroom.__file__).parent / "_engine.pyi").read_text())


def names(thing):
    return {name for name in vars(thing) if not name.startswith("_") or name in ("__getitem__", "__len__", "__next__", "__enter__", "__exit__")}


def test_classes_and_functions_are_those_of_the_module():
    declared = {node.name for node in STUB.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert declared == {name for name in vars(_engine) if not name.startswith("_")}


def test_members_are_those_of_the_classes():
    for node in STUB.body:
        if isinstance(node, ast.ClassDef):
            declared = {member.name for member in node.body if isinstance(member, ast.FunctionDef)}
            assert declared == names(getattr(_engine, node.name)), node.name


def test_what_the_package_offers_is_there_and_described():
    for name in headroom.__all__:
        assert getattr(headroom, name).__doc__, name
    for kind in (headroom.Block, headroom.Frame, headroom.Project, headroom.Recording, headroom.Run):
        for name in names(kind) - {"__enter__", "__exit__", "__len__"}:
            text = (getattr(kind, name).__doc__ or "").strip()
            # pybind11 puts the signature into the first line of a method.
            described = text.split("\n", 1)[-1].strip() if text.startswith(name + "(") else text
            assert described and not described.startswith(name + "("), f"{kind.__name__}.{name}"
