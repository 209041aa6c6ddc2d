// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Text that people and other programs can read safely. A character is odd where it is no text but
/// an order to a terminal or a trap for a reader: controls (U+0000 to U+001F, U+007F to U+009F) but
/// tab and line feed, marks that turn the direction of writing (U+202A to U+202E, U+2066 to
/// U+2069), U+FFFE and U+FFFF, and bytes that are no UTF-8. Names of projects hold none, and
/// all other text for a terminal, a page or a drawing passes here.
namespace headroom::engine {

/// Whether a name or remark has that part.
inline bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// The first character of a text, decoded.
struct Character {
    std::uint32_t code = 0;
    std::size_t bytes = 1;
    bool isUtf8 = true;  ///< false: one byte that begins no character; `code` is that byte
    bool isCut = false;  ///< and the text ends inside what may yet become a character
};

Character firstCharacter(std::string_view text);  ///< of a text that is not empty

bool isOdd(const Character& c);

/// "U+001B", "byte 9B": an odd character as messages name it.
std::string oddName(const Character& c);

/// The first odd character, or nothing.
std::optional<Character> firstOdd(std::string_view text);

/// The text with every odd character written out as in JSON ("\u001b"), a byte that is not UTF-8 as
/// "\x9b". A backslash stays as it is.
std::string plainText(std::string_view text);

/// The same with line feeds and tabs written out too ("\\n", "\\t"): a message is one line.
std::string oneLine(std::string_view text);

/// At most about `bytes` of a text: what is cut out of its middle is marked by "…".
std::string shortened(std::string_view text, std::size_t bytes);

/// For the text of an element or an attribute of XML and HTML: &, <, > and quotes as entities, odd
/// characters as plainText() writes them. XML 1.0 has no other way to say them.
std::string markupText(std::string_view text);

}  // namespace headroom::engine
