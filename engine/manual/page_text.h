// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Text of manual pages: Markdown as the pages use it (headings, links, stress, code, tables of pipes), in UTF-8.
namespace headroom::engine::manual {

/// A line without its marks of Markdown: links become their text, cells of a table row are apart by " · ". Empty for the
/// rule below the head of a table.
std::string plainLine(std::string_view line);

/// "[text](target)" and "![text](target)" become "text".
std::string withoutLinks(std::string_view line);

/// "What switches, and when" as links write it: "what-switches-and-when". ASCII letters become small ones; letters beyond
/// ASCII are kept.
std::string anchorOf(std::string_view heading);

/// Small letters; letters beyond ASCII are kept.
std::string lower(std::string_view text);

/// Without spaces at both ends.
std::string_view trimmed(std::string_view text);

/// Whether a byte belongs to a word: a letter or a digit of ASCII, or a part of a letter beyond it.
bool isWordByte(char c);

}  // namespace headroom::engine::manual
