// SPDX-License-Identifier: Apache-2.0
#include "engine/files/delimited.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

char separatorOf(std::string_view text) {
    std::size_t commas = 0;
    std::size_t semicolons = 0;
    bool quoted = false;
    for (const char c : text) {
        if (c == '"') {
            quoted = !quoted;
        } else if (quoted) {
            continue;
        } else if (c == '\n' || c == '\r') {
            break;
        } else if (c == '\t') {
            return '\t';
        }
        commas += c == ',' ? 1 : 0;
        semicolons += c == ';' ? 1 : 0;
    }
    return semicolons > commas ? ';' : ',';
}

bool isEmpty(const DelimitedRow& row) {
    for (const std::string& cell : row.cells) {
        if (!cell.empty()) {
            return false;
        }
    }
    return true;
}

}  // namespace

DelimitedText splitDelimited(std::string_view text) {
    if (text.starts_with(kByteOrderMark)) {
        text.remove_prefix(kByteOrderMark.size());
    }
    DelimitedText table;
    table.separator = separatorOf(text);
    table.isUtf8 = isUtf8Text(text);
    DelimitedRow row{1, {""}};
    int line = 1;
    int quoteLine = 0;
    bool quoted = false;
    const auto finishRow = [&] {
        if (!isEmpty(row)) {
            table.rows.push_back(std::move(row));
        }
        row = DelimitedRow{line, {""}};
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool isCrLf = c == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        line += c == '\n' || (c == '\r' && !isCrLf) ? 1 : 0;
        std::string& cell = row.cells.back();
        if (quoted) {
            if (c != '"') {
                cell += c;
            } else if (i + 1 < text.size() && text[i + 1] == '"') {
                cell += '"';
                ++i;
            } else {
                quoted = false;
            }
        } else if (c == '"' && cell.empty()) {
            quoted = true;
            quoteLine = line;
        } else if (c == table.separator) {
            row.cells.emplace_back();
        } else if (c == '\n' || c == '\r') {
            if (!isCrLf) {
                finishRow();
            }
        } else {
            cell += c;
        }
    }
    table.openQuoteLine = quoted ? quoteLine : 0;
    finishRow();
    return table;
}

void appendDelimited(std::string& text, std::string_view cell, char separator) {
    // A byte order mark at the beginning of a cell would be that of the text.
    const bool isPlain = cell.find_first_of("\"\r\n") == std::string::npos &&
                         cell.find(separator) == std::string::npos &&
                         !cell.starts_with(kByteOrderMark);
    if (isPlain) {
        text += cell;
        return;
    }
    text += '"';
    for (const char c : cell) {
        text += c;
        if (c == '"') {
            text += '"';
        }
    }
    text += '"';
}

std::string delimitedCell(const std::string& cell, char separator) {
    std::string text;
    appendDelimited(text, cell, separator);
    return text;
}

bool isUtf8Text(std::string_view text) {
    // Eight plain letters at a time: no byte is zero or above 0x7f.
    constexpr std::uint64_t kOnes = 0x0101010101010101U, kHighs = 0x8080808080808080U;
    const auto isPlain = [&](std::size_t at) {
        std::uint64_t word = 0;
        std::memcpy(&word, text.data() + at, sizeof word);
        return ((word | ((word - kOnes) & ~word)) & kHighs) == 0;
    };
    std::size_t i = 0;
    while (i < text.size()) {
        if (i + sizeof(std::uint64_t) <= text.size() && isPlain(i)) {
            i += sizeof(std::uint64_t);
            continue;
        }
        const auto lead = static_cast<unsigned char>(text[i]);
        if (lead == 0) {
            return false;
        }
        std::size_t more = 0;
        unsigned minimum = 0;
        unsigned code = lead;
        if (lead >= 0xf0U && lead <= 0xf4U) {
            more = 3, minimum = 0x10000U, code = lead & 0x07U;
        } else if (lead >= 0xe0U && lead < 0xf0U) {
            more = 2, minimum = 0x800U, code = lead & 0x0fU;
        } else if (lead >= 0xc2U && lead < 0xe0U) {
            more = 1, minimum = 0x80U, code = lead & 0x1fU;
        } else if (lead >= 0x80U) {
            return false;
        }
        if (i + more >= text.size()) {
            return false;
        }
        for (std::size_t k = 1; k <= more; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            if ((next & 0xc0U) != 0x80U) {
                return false;
            }
            code = (code << 6U) | (next & 0x3fU);
        }
        if (code < minimum || code > 0x10ffffU || (code >= 0xd800U && code <= 0xdfffU)) {
            return false;
        }
        i += more + 1;
    }
    return true;
}

}  // namespace headroom::engine
