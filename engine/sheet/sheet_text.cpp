// SPDX-License-Identifier: Apache-2.0
#include "engine/sheet/sheet_text.h"

#include "engine/base/plain_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::engine {

namespace {

constexpr std::size_t kBetween = 2;    // spaces between columns
constexpr std::size_t kReadable = 24;  // no text is cut below this many characters

using Texts = std::vector<std::vector<std::string>>;

/// The cell as one line, also where a file held line feeds.
std::string lineOf(const std::string& cell) {
    std::string text = plainText(cell);
    std::replace(text.begin(), text.end(), '\n', ' ');
    std::replace(text.begin(), text.end(), '\t', ' ');
    return text;
}

/// The first characters, the last of them "…" where some are missing.
std::string cutTo(const std::string& text, std::size_t most) {
    if (characters(text) <= most) {
        return text;
    }
    std::size_t bytes = 0;
    for (std::size_t seen = 0; bytes < text.size(); ++bytes) {
        const bool begins = (static_cast<unsigned char>(text[bytes]) & 0xC0U) != 0x80U;
        if (begins && seen++ == most - 1) {
            break;
        }
    }
    return text.substr(0, bytes) + "…";
}

std::vector<std::size_t> widthsOf(const Texts& rows) {
    std::vector<std::size_t> widths(rows.front().size(), 0);
    for (const auto& row : rows) {
        for (std::size_t c = 0; c < widths.size(); ++c) {
            widths[c] = std::max(widths[c], characters(row[c]));
        }
    }
    return widths;
}

std::size_t lineWidth(const std::vector<std::size_t>& widths, std::size_t columns) {
    std::size_t sum = 0;
    for (std::size_t c = 0; c < columns; ++c) {
        sum += widths[c] + (c == 0 ? 0 : kBetween);
    }
    return sum;
}

/// Cuts long texts, then leaves columns out at the end, until a line is no wider than `width`. Returns what is missing.
std::string fit(Texts& rows, const std::vector<bool>& toRight, std::size_t width) {
    std::vector<std::size_t> widths = widthsOf(rows);
    std::size_t columns = widths.size();
    const std::vector<std::size_t> natural = widths;
    while (lineWidth(widths, columns) > width) {
        std::size_t widest = columns;
        for (std::size_t c = 0; c < columns; ++c) {
            const std::size_t least = std::max(kReadable, characters(rows.front()[c]));
            if (!toRight[c] && widths[c] > least &&
                (widest == columns || widths[c] > widths[widest])) {
                widest = c;
            }
        }
        if (widest < columns) {
            const std::size_t least = std::max(kReadable, characters(rows.front()[widest]));
            widths[widest] -= std::min(widths[widest] - least, lineWidth(widths, columns) - width);
        } else if (columns > 1) {
            // Columns that stay have their texts again as far as there is room.
            widths = natural;
            --columns;
        } else {
            break;
        }
    }
    std::string missing;
    for (std::size_t c = columns; c < natural.size(); ++c) {
        missing += (missing.empty() ? "" : ", ") + rows.front()[c];
    }
    const bool isCut = !std::equal(
        widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(columns), natural.begin());
    for (auto& row : rows) {
        row.resize(columns);
        for (std::size_t c = 0; c < columns; ++c) {
            row[c] = cutTo(row[c], widths[c]);
        }
    }
    return missing.empty() ? isCut ? "Long texts are cut. --wide prints all of them.\n" : ""
                           : fmt::format("Not shown: {}. --wide prints all columns.\n", missing);
}

}  // namespace

std::size_t characters(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

std::string alignedText(const Texts& given, const std::vector<bool>& toRight) {
    if (given.empty()) {
        return {};
    }
    Texts rows = given;
    for (auto& row : rows) {
        std::transform(row.begin(), row.end(), row.begin(), lineOf);
    }
    const std::vector<std::size_t> widths = widthsOf(rows);
    std::string text;
    for (std::size_t r = 0; r < rows.size(); ++r) {
        std::string line;
        for (std::size_t c = 0; c < widths.size(); ++c) {
            const std::string padding(widths[c] - characters(rows[r][c]), ' ');
            line += c == 0 ? "" : "  ";
            line += toRight[c] ? padding + rows[r][c] : rows[r][c] + padding;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
        if (r == 0) {
            for (std::size_t c = 0; c < widths.size(); ++c) {
                text += (c == 0 ? "" : "  ") + std::string(widths[c], '-');
            }
            text += '\n';
        }
    }
    return text;
}

std::string figuresText(const Sheet& sheet, bool zeros) {
    const auto& cells = sheet.rows.front();
    Texts lines;
    for (std::size_t c = 0; c < cells.size(); ++c) {
        const SheetColumn& column = sheet.columns[c];
        if (isStated(sheet, c) && !isEmpty(cells[c]) &&
            (zeros || shownValue(cells[c], column) != 0.0)) {
            lines.push_back({columnHeading(column.label),
                             lineOf(cellText(cells[c], column, Thousands::Comma)),
                             column.asText != nullptr ? std::string() : column.unit});
        }
    }
    if (lines.empty()) {
        return {};
    }
    const std::vector<std::size_t> widths = widthsOf(lines);
    std::string text;
    for (const auto& line : lines) {
        std::string row =
            "  " + line[0] + std::string(widths[0] - characters(line[0]) + kBetween, ' ');
        row += std::string(widths[1] - characters(line[1]), ' ') + line[1] + ' ' + line[2];
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + '\n';
    }
    return text;
}

std::string sheetText(const Sheet& sheet, std::size_t width, bool details) {
    Texts rows(sheet.rows.size() + 1);
    std::vector<bool> toRight;
    int leftOut = 0;
    for (std::size_t c = 0; c < sheet.columns.size(); ++c) {
        if (!sheet.rows.empty() && !isStated(sheet, c)) {
            continue;
        }
        if (sheet.columns[c].isDetail && !details) {
            ++leftOut;
            continue;
        }
        toRight.push_back(isColumnOfNumbers(sheet, c));
        rows.front().push_back(columnHead(sheet.columns[c]));
        for (std::size_t r = 0; r < sheet.rows.size(); ++r) {
            rows[r + 1].push_back(
                lineOf(cellText(sheet.rows[r][c], sheet.columns[c], Thousands::Comma)));
        }
    }
    if (rows.front().empty()) {
        return {};
    }
    const std::string missing = width > 0 ? fit(rows, toRight, width) : std::string();
    const std::string more = leftOut == 0 ? std::string()
                             : leftOut == 1
                                 ? std::string("--wide prints 1 more column.\n")
                                 : fmt::format("--wide prints {} more columns.\n", leftOut);
    return alignedText(rows, toRight) + missing + more;
}

}  // namespace headroom::engine
