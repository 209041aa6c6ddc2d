// SPDX-License-Identifier: Apache-2.0
#include "engine/base/plain_text.h"

#include <array>
#include <cstdio>

namespace headroom::engine {

namespace {

bool isContinuation(char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

std::string written(const Character& c) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), c.isUtf8 ? "\\u%04x" : "\\x%02x", c.code);
    return text.data();
}

}  // namespace

Character firstCharacter(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    Character c;
    c.code = lead;
    if (lead < 0x80U) {
        return c;
    }
    const std::size_t more = lead >= 0xf0U && lead <= 0xf4U   ? 3
                             : lead >= 0xe0U && lead <= 0xefU ? 2
                             : lead >= 0xc2U && lead <= 0xdfU ? 1
                                                              : 0;
    c.isUtf8 = false;
    if (more == 0) {
        return c;
    }
    static constexpr std::array<std::uint32_t, 4> kLeast = {0, 0x80U, 0x800U, 0x10000U};
    std::uint32_t code = lead & (0x3fU >> more);
    for (std::size_t i = 1; i <= more; ++i) {
        if (i == text.size()) {
            c.isCut = true;
            return c;
        }
        if (!isContinuation(text[i])) {
            return c;
        }
        code = (code << 6U) | (static_cast<unsigned char>(text[i]) & 0x3fU);
    }
    if (code >= kLeast[more] && code <= 0x10ffffU && (code < 0xd800U || code > 0xdfffU)) {
        c = {code, more + 1, true, false};
    }
    return c;
}

bool isOdd(const Character& c) {
    if (!c.isUtf8) {
        return true;
    }
    return (c.code < 0x20U && c.code != '\n' && c.code != '\t') ||
           (c.code >= 0x7fU && c.code <= 0x9fU) || (c.code >= 0x202aU && c.code <= 0x202eU) ||
           (c.code >= 0x2066U && c.code <= 0x2069U) || c.code == 0xfffeU || c.code == 0xffffU;
}

std::string oddName(const Character& c) {
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), c.isUtf8 ? "U+%04X" : "byte %02X", c.code);
    return text.data();
}

std::optional<Character> firstOdd(std::string_view text) {
    while (!text.empty()) {
        const Character c = firstCharacter(text);
        if (isOdd(c)) {
            return c;
        }
        text.remove_prefix(c.bytes);
    }
    return std::nullopt;
}

std::string plainText(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const Character c = firstCharacter(text);
        if (isOdd(c)) {
            result += written(c);
        } else {
            result += text.substr(0, c.bytes);
        }
        text.remove_prefix(c.bytes);
    }
    return result;
}

std::string oneLine(std::string_view text) {
    std::string line;
    for (const char c : plainText(text)) {
        if (c == '\n' || c == '\t') {
            line += c == '\n' ? "\\n" : "\\t";
        } else {
            line += c;
        }
    }
    return line;
}

std::string shortened(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes) {
        return std::string(text);
    }
    // Two thirds from its beginning, one from its end, both at a character's border.
    std::size_t head = bytes * 2 / 3;
    std::size_t tail = text.size() - bytes / 3;
    while (head > 0 && isContinuation(text[head])) {
        --head;
    }
    while (tail < text.size() && isContinuation(text[tail])) {
        ++tail;
    }
    return std::string(text.substr(0, head)) + " … " + std::string(text.substr(tail));
}

std::string markupText(std::string_view text) {
    const std::string plain = plainText(text);
    std::string result;
    result.reserve(plain.size());
    for (const char c : plain) {
        switch (c) {
            case '&':
                result += "&amp;";
                break;
            case '<':
                result += "&lt;";
                break;
            case '>':
                result += "&gt;";
                break;
            case '"':
                result += "&quot;";
                break;
            case '\'':
                result += "&#39;";
                break;
            default:
                result += c;
        }
    }
    return result;
}

}  // namespace headroom::engine
