// SPDX-License-Identifier: Apache-2.0
#include "engine/manual/page_text.h"

#include <algorithm>
#include <cstddef>

namespace headroom::engine::manual {

namespace {

bool isTableRule(std::string_view line) {
    return line.size() >= 3 && line.front() == '|' && line.back() == '|' &&
           line.find_first_not_of("|-: ") == std::string_view::npos;
}

void removeAll(std::string& text, std::string_view mark) {
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at)) {
        text.erase(at, mark.size());
    }
}

/// Removes the stars that embrace words. A star between numbers stays.
std::string withoutStress(std::string_view line) {
    std::string text;
    for (std::size_t at = 0; at < line.size();) {
        if (line[at] == '*') {
            const std::size_t end = line.find('*', at + 1);
            if (end != std::string_view::npos && end > at + 1 && line[at + 1] != ' ' &&
                line[end - 1] != ' ') {
                text += line.substr(at + 1, end - at - 1);
                at = end + 1;
                continue;
            }
        }
        text += line[at++];
    }
    return text;
}

}  // namespace

std::string withoutLinks(std::string_view line) {
    std::string text;
    for (std::size_t at = 0; at < line.size();) {
        const bool isPicture = line.substr(at).starts_with("![");
        const std::size_t open = at + (isPicture ? 1 : 0);
        if (line[open] == '[') {
            const std::size_t close = line.find(']', open);
            if (close != std::string_view::npos && line.substr(close).starts_with("](")) {
                if (const std::size_t end = line.find(')', close); end != std::string_view::npos) {
                    text += line.substr(open + 1, close - open - 1);
                    at = end + 1;
                    continue;
                }
            }
        }
        text += line[at++];
    }
    return text;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

std::string lower(std::string_view text) {
    std::string small(text);
    std::transform(small.begin(), small.end(), small.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return small;
}

bool isWordByte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (static_cast<unsigned char>(c) & 0x80U) != 0;
}

std::string plainLine(std::string_view line) {
    if (isTableRule(line)) {
        return {};
    }
    std::string text = withoutLinks(line);
    const bool isRow = text.starts_with('|');
    removeAll(text, "`");
    removeAll(text, "**");
    text = withoutStress(text);
    if (isRow) {
        std::string_view row = trimmed(std::string_view(text).substr(1));
        if (row.ends_with('|')) {
            row.remove_suffix(1);
        }
        std::string cells(row);
        for (std::size_t at = cells.find(" | "); at != std::string::npos;
             at = cells.find(" | ", at)) {
            cells.replace(at, 3, " \u00b7 ");
        }
        text = std::move(cells);
    }
    return std::string(trimmed(text));
}

std::string anchorOf(std::string_view heading) {
    std::string anchor;
    // Signs of punctuation beyond ASCII that headings of the pages hold: dash, ellipsis, quotes, middle dot. They vanish as
    // other punctuation does; the rest beyond ASCII counts as letters.
    for (std::size_t at = 0; at < heading.size();) {
        const char c = heading[at];
        if (heading.substr(at).starts_with("\xE2\x80") && at + 2 < heading.size()) {
            at += 3;
            continue;
        }
        if (heading.substr(at).starts_with("\u00b7")) {
            at += 2;
            continue;
        }
        if (isWordByte(c) || c == '-' || c == '_') {
            anchor += lower(heading.substr(at, 1));
        } else if (c == ' ') {
            anchor += '-';
        }
        ++at;
    }
    return anchor;
}

}  // namespace headroom::engine::manual
