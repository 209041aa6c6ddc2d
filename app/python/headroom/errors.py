# SPDX-License-Identifier: Apache-2.0
"""What goes wrong at a border of Headroom, as one kind of exception."""
from __future__ import annotations

from typing import Tuple


class Error(Exception):
    """An expected failure: a file, a text, a value, a solver that cannot continue.

    code     stable, "PRJ-004"; resources/help/errors.md lists them all
    message  what is wrong, with the values in it
    remedy   what to do about it
    file     the file concerned, or ""
    path     the place inside it as a JSON pointer, or ""
    line     the line inside it from 1 on; 0: not known
    errors   every fault of the input, the first of which the fields above tell of
    """

    def __init__(self, text: str, code: str = "", message: str = "", remedy: str = "", file: str = "", path: str = "",
                 line: int = 0) -> None:
        super().__init__(text)
        self.code = code
        self.message = message
        self.remedy = remedy
        self.file = file
        self.path = path
        self.line = line
        self.errors: Tuple[Error, ...] = (self,)
