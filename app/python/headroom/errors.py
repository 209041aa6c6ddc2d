# SPDX-License-Identifier: Apache-2.0
"""What goes wrong at a border of Headroom, as one kind of exception."""


class Error(Exception):
    """An expected failure: a file, a text, a value, a solver that does not go on.

    code     stable, "PRJ-004"; resources/help/errors.md lists them all
    message  what is wrong, with the values in it
    remedy   what to do about it
    file     the file concerned, or ""
    path     the place inside it as a JSON pointer, or ""
    line     the line inside it from 1 on; 0: not known
    errors   every fault of the input, the first of which the fields above tell of
    """

    def __init__(self, text, code="", message="", remedy="", file="", path="", line=0):
        super().__init__(text)
        self.code = code
        self.message = message
        self.remedy = remedy
        self.file = file
        self.path = path
        self.line = line
        self.errors = (self,)
