// SPDX-License-Identifier: Apache-2.0
#include "engine/border/text_encoding.h"

#include "engine/border/workbook_sheet.h"
#include "engine/files/delimited.h"
#include "engine/files/text_file.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf", kLittleMark = "\xff\xfe",
                           kBigMark = "\xfe\xff";
constexpr std::uint32_t kReplacement = 0xfffd;

/// Code points of bytes 0x80 to 0x9f in Windows-1252; those without one are controls of Latin-1.
constexpr std::array<std::uint16_t, 32> kWindows{
    0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
    0x2039, 0x152,  0x8d,   0x17d,  0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178};

void append(std::string& text, std::uint32_t code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xc0U | code >> 6U);
        text += static_cast<char>(0x80U | (code & 0x3fU));
    } else if (code < 0x10000) {
        text += static_cast<char>(0xe0U | code >> 12U);
        text += static_cast<char>(0x80U | (code >> 6U & 0x3fU));
        text += static_cast<char>(0x80U | (code & 0x3fU));
    } else {
        text += static_cast<char>(0xf0U | code >> 18U);
        text += static_cast<char>(0x80U | (code >> 12U & 0x3fU));
        text += static_cast<char>(0x80U | (code >> 6U & 0x3fU));
        text += static_cast<char>(0x80U | (code & 0x3fU));
    }
}

std::string ofUtf16(std::string_view bytes, bool isBig) {
    std::string text;
    text.reserve(bytes.size());
    const auto unit = [&](std::size_t i) {
        const auto first = static_cast<unsigned char>(bytes[i]),
                   second = static_cast<unsigned char>(bytes[i + 1]);
        return isBig ? static_cast<std::uint32_t>(first << 8U | second)
                     : static_cast<std::uint32_t>(second << 8U | first);
    };
    for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
        std::uint32_t code = unit(i);
        if (code >= 0xd800 && code < 0xdc00 && i + 3 < bytes.size() && unit(i + 2) >= 0xdc00 &&
            unit(i + 2) < 0xe000) {
            code = 0x10000U + ((code - 0xd800U) << 10U) + (unit(i + 2) - 0xdc00U);
            i += 2;
        } else if (code >= 0xd800 && code < 0xe000) {
            code = kReplacement;
        }
        append(text, code);
    }
    return text;
}

std::string ofWindows(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size() + bytes.size() / 8);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        append(text, byte >= 0x80 && byte < 0xa0 ? kWindows[byte - 0x80U] : byte);
    }
    return text;
}

/// Which byte of each pair is zero in a text in UTF-16 without a mark: 0 big endian, 1 little endian; -1 no such text.
int zeroPlace(std::string_view bytes) {
    constexpr std::size_t kShown = 2048;
    const std::string_view shown =
        bytes.substr(0, std::min(bytes.size() & ~std::size_t{1}, kShown));
    std::array<std::size_t, 2> zeros{};
    for (std::size_t i = 0; i < shown.size(); ++i) {
        zeros[i % 2] += shown[i] == '\0' ? 1 : 0;
    }
    for (const int place : {0, 1}) {
        const auto at = static_cast<std::size_t>(place);
        if (zeros[at] > shown.size() * 2 / 5 && zeros[1 - at] == 0) {
            return place;
        }
    }
    return -1;
}

}  // namespace

DecodedText decodeText(std::string bytes) {
    const std::string_view all = bytes;
    if (all.starts_with(kUtf8Mark)) {
        bytes.erase(0, kUtf8Mark.size());
        return {std::move(bytes), TextEncoding::Utf8Marked, {}, 0};
    }
    if (all.starts_with(kLittleMark)) {
        return {ofUtf16(all.substr(2), false), TextEncoding::Utf16Little, {}, 0};
    }
    if (all.starts_with(kBigMark)) {
        return {ofUtf16(all.substr(2), true), TextEncoding::Utf16Big, {}, 0};
    }
    if (const int place = zeroPlace(all); place >= 0) {
        return {ofUtf16(all, place == 0),
                place == 0 ? TextEncoding::Utf16Big : TextEncoding::Utf16Little,
                {},
                0};
    }
    if (!isUtf8Text(all) && all.find('\0') == std::string_view::npos) {
        return {ofWindows(all), TextEncoding::Windows1252, {}, 0};
    }
    return {std::move(bytes), TextEncoding::Utf8, {}, 0};
}

std::string_view encodingWords(TextEncoding encoding) {
    switch (encoding) {
        case TextEncoding::Utf8:
            return "UTF-8";
        case TextEncoding::Utf8Marked:
            return "UTF-8 with a byte-order mark";
        case TextEncoding::Utf16Little:
            return "UTF-16, little endian";
        case TextEncoding::Utf16Big:
            return "UTF-16, big endian";
        case TextEncoding::Windows1252:
            return "Windows-1252 (Latin-1)";
        case TextEncoding::Workbook:
            break;
    }
    return "XLSX workbook";
}

Result<DecodedText> decodeFile(std::string bytes, const std::string& file, std::string_view sheet) {
    if (isOldWorkbook(bytes)) {
        return tl::unexpected(workbookError(
            "TXT-003", file, "the file is a workbook of Excel 97-2003 (XLS), or an encrypted one",
            "Save it as XLSX or CSV, without a password."));
    }
    if (isZip(bytes)) {
        auto made = sheetText(bytes, file, sheet);
        if (!made) {
            return tl::unexpected(std::move(made.error()));
        }
        std::string words = made->words();
        if (made->sheets.size() > 1) {
            words += " (it has";
            for (const std::string& each : made->sheets) {
                words += (&each == &made->sheets.front() ? " '" : ", '") + each + "'";
            }
            words += ")";
        }
        return DecodedText{std::move(made->text), TextEncoding::Workbook, std::move(words),
                           made->sheets.size()};
    }
    return decodeText(std::move(bytes));
}

Result<DecodedText> readDecoded(const std::filesystem::path& file, double memoryPerByte) {
    const SheetPath path = SheetPath::of(file);
    auto text = readTextFile(path.file, memoryPerByte);
    if (!text) {
        return tl::unexpected(std::move(text.error()));
    }
    return decodeFile(std::move(*text), path.file.string(), path.sheet);
}

}  // namespace headroom::engine
