# SPDX-License-Identifier: Apache-2.0
"""Functions and data members of each class of a source, for ./count.

Reads the text, not the language: comments, strings and attributes are removed, then the declarations directly
inside each class are sorted by their form. Functions declared in one class and its base count once each.
"""
import re

NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^\s*#[^\n]*(?:\\\n[^\n]*)*|\[\[.*?\]\]',
                   re.DOTALL | re.MULTILINE)
HEAD = re.compile(r"\b(class|struct)\s+(?:alignas\([^)]*\)\s*)?([A-Za-z_][\w:]*)\s*(?:final\s*)?(?::[^;{}()]*)?\{")
OTHER = re.compile(r"^(using|typedef|friend|static_assert|template\s*<[^{}]*>\s*(class|struct)|enum|class|struct|union|"
                   r"public|private|protected|Q_[A-Z_]+|HEADROOM_[A-Z_]+)\b")


def _end(text, start):
    """Where the brace at `start` closes."""
    depth = 0
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return len(text)


def _declarations(body):
    """The declarations directly in a class body, with the inner braces removed."""
    found, now, i = [], "", 0
    while i < len(body):
        c = body[i]
        if c == "{":
            i = _end(body, i)
            now += "{}"
            # A function's body ends its declaration; an initialiser does not.
            if re.search(r"\)[^=]*\{\}$", now) and not re.search(r"=[^=]*\{\}$", now):
                found.append(now)
                now = ""
        elif c == ";":
            found.append(now)
            now = ""
        else:
            now += c
        i += 1
    labels = r"\b(public|private|protected|signals|Q_SIGNALS)(\s+slots|\s+Q_SLOTS)?\s*:(?!:)"
    return [d for d in (re.sub(labels, " ", x).strip() for x in found) if d]


def _flat(declaration):
    """Without template arguments, parentheses and braces."""
    before = None
    while before != declaration:
        before = declaration
        declaration = re.sub(r"<[^<>]*>|\{[^{}]*\}|\[[^\[\]]*\]", "", declaration)
    return declaration


def classes(text):
    """(name, functions, members) of each class and struct with a body in this text."""
    text = NOISE.sub(" ", text)
    out = []
    for head in HEAD.finditer(text):
        start = head.end() - 1
        functions = members = 0
        for declaration in _declarations(text[start + 1:_end(text, start)]):
            if OTHER.match(declaration):
                continue
            flat = _flat(declaration).split("=")[0]
            if "(" in flat:
                functions += 1
            elif re.match(r"[\w:]+[\s*&]", flat) and "constexpr" not in flat:
                members += 1 + flat.count(",")
        out.append((head.group(2), functions, members))
    return out
