// SPDX-License-Identifier: Apache-2.0
#include "app/drawing/dxf_text.h"

#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>

namespace headroom::drawing {

namespace {

// Windows-1252 from 0x80 to 0x9F; 0 where the code page has no character.
constexpr std::array<std::uint16_t, 32> kWindows = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

void append(std::string& text, unsigned code) {
    const auto byte = [&](unsigned b) { text += static_cast<char>(b); };
    if (code < 0x80U) {
        byte(code);
    } else if (code < 0x800U) {
        byte(0xC0U | code >> 6U);
        byte(0x80U | (code & 0x3FU));
    } else {
        byte(0xE0U | code >> 12U);
        byte(0x80U | (code >> 6U & 0x3FU));
        byte(0x80U | (code & 0x3FU));
    }
}

/// Bytes of the UTF-8 character at `i`; 0 if it is not one.
std::size_t lengthAt(const std::string& text, std::size_t i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = byte < 0x80U              ? 1
                               : (byte & 0xE0U) == 0xC0U ? 2
                               : (byte & 0xF0U) == 0xE0U ? 3
                               : (byte & 0xF8U) == 0xF0U ? 4
                                                         : 0;
    for (std::size_t k = 1; k < length; ++k) {
        if (i + k >= text.size() || (static_cast<unsigned char>(text[i + k]) & 0xC0U) != 0x80U) {
            return 0;
        }
    }
    return length;
}

std::string inUtf8(const std::string& bytes) {
    bool isUtf8 = true;
    for (std::size_t i = 0; i < bytes.size() && isUtf8;) {
        const std::size_t length = lengthAt(bytes, i);
        isUtf8 = length > 0;
        i += length;
    }
    if (isUtf8) {
        return bytes;
    }
    std::string text;
    for (const char each : bytes) {
        const auto byte = static_cast<unsigned char>(each);
        const bool isHigh = byte >= 0x80U && byte < 0xA0U;
        append(text, isHigh ? (kWindows[byte - 0x80U] != 0 ? kWindows[byte - 0x80U] : '?') : byte);
    }
    return text;
}

}  // namespace

std::string decoded(const std::string& bytes) {
    const std::string text = inUtf8(bytes);
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.compare(i, 3, "\\U+") == 0 && i + 7 <= text.size()) {
            const std::string digits = text.substr(i + 3, 4);
            char* end = nullptr;
            const unsigned long code = std::strtoul(digits.c_str(), &end, 16);
            const bool isSurrogate = code >= 0xD800UL && code <= 0xDFFFUL;
            if (end == digits.c_str() + 4 && code >= 0x20UL && !isSurrogate) {
                append(plain, static_cast<unsigned>(code));
                i += 6;
                continue;
            }
        }
        if (text.compare(i, 2, "%%") == 0 && i + 2 < text.size()) {
            const int code = std::tolower(static_cast<unsigned char>(text[i + 2]));
            plain += code == 'c' ? "\u2300" : code == 'd' ? "\u00B0" : code == 'p' ? "\u00B1" : "";
            i += 2;
            continue;
        }
        plain += text[i];
    }
    return plain;
}

std::string plainMText(const std::string& words) {
    std::string plain;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const char c = words[i];
        if (c == '{' || c == '}') {
            continue;
        }
        if (c != '\\' || i + 1 >= words.size()) {
            plain += c;
            continue;
        }
        const char code = words[++i];
        if (code == 'P' || code == 'X' || code == '~') {
            plain += ' ';
        } else if (code == '\\' || code == '{' || code == '}') {
            plain += code;
        } else if (code == 'U' && i + 1 < words.size() && words[i + 1] == '+') {
            plain += "\\U";
        } else if (code == 'S') {  // stacked: 1/2, 1^2, 1#2 up to ;
            for (++i; i < words.size() && words[i] != ';'; ++i) {
                plain += words[i] == '^' || words[i] == '#' ? '/' : words[i];
            }
        } else if (std::string("ACcFfHhQTWp").find(code) != std::string::npos) {
            while (i < words.size() && words[i] != ';') {
                ++i;
            }
        }  // others (L, l, O, o, K, k) switch underlines
    }
    return plain;
}

}  // namespace headroom::drawing
