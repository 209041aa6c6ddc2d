// SPDX-License-Identifier: Apache-2.0
#include "app/cli/table.h"

#include "engine/base/plain_text.h"

#include <algorithm>
#include <cstdlib>

namespace headroom::app {

namespace {

// Characters, not bytes, of UTF-8 text: continuation bytes are 10xxxxxx.
std::size_t width(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }));
}

bool isNumber(const std::string& text) {
    char* end = nullptr;
    std::strtod(text.c_str(), &end);
    return end != text.c_str() && *end == '\0';
}

std::string csvCell(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (char c : text) {
        quoted += c;
        if (c == '"') {
            quoted += '"';
        }
    }
    return quoted + '"';
}

// Cells as one line each, whatever the file held that they come from.
Cells readable(Cells rows) {
    for (auto& row : rows) {
        for (std::string& cell : row) {
            cell = engine::plainText(cell);
            std::replace(cell.begin(), cell.end(), '\n', ' ');
            std::replace(cell.begin(), cell.end(), '\t', ' ');
        }
    }
    return rows;
}

}  // namespace

std::string alignedTable(const Cells& given) {
    if (given.empty()) {
        return {};
    }
    const Cells rows = readable(given);
    const std::size_t columns = rows.front().size();
    std::vector<std::size_t> widths(columns, 0);
    std::vector<bool> right(columns, rows.size() > 1);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t c = 0; c < columns; ++c) {
            widths[c] = std::max(widths[c], width(rows[r][c]));
            if (r > 0 && !rows[r][c].empty() && !isNumber(rows[r][c])) {
                right[c] = false;
            }
        }
    }
    std::string text;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        std::string line;
        for (std::size_t c = 0; c < columns; ++c) {
            const std::string padding(widths[c] - width(rows[r][c]), ' ');
            line += c == 0 ? "" : "  ";
            line += right[c] ? padding + rows[r][c] : rows[r][c] + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
        if (r == 0) {
            for (std::size_t c = 0; c < columns; ++c) {
                text += (c == 0 ? "" : "  ") + std::string(widths[c], '-');
            }
            text += '\n';
        }
    }
    return text;
}

std::string csvTable(const Cells& rows) {
    std::string text;
    for (const auto& row : rows) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            text += (c == 0 ? "" : ",") + csvCell(engine::plainText(row[c]));
        }
        text += '\n';
    }
    return text;
}

}  // namespace headroom::app
