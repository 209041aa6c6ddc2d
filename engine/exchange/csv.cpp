// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/text_file.h"

#include <utility>

namespace headroom::engine {

namespace {

/// The fields of one line; `closed` tells whether every quote was closed and stood where it may.
std::vector<std::string> split(std::string_view line, bool& closed) {
    std::vector<std::string> fields(1);
    bool quoted = false;
    bool wasQuoted = false;  // a quoted field has ended; only a comma may follow
    closed = true;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        std::string& field = fields.back();
        if (quoted) {
            if (c != '"') {
                field += c;
            } else if (i + 1 < line.size() && line[i + 1] == '"') {
                field += '"';
                ++i;
            } else {
                quoted = false;
                wasQuoted = true;
            }
        } else if (c == ',') {
            fields.emplace_back();
            wasQuoted = false;
        } else if (c == '"' && field.empty() && !wasQuoted) {
            quoted = true;
        } else {
            closed = closed && !wasQuoted;
            field += c;
        }
    }
    closed = closed && !quoted;
    return fields;
}

Error rowError(const std::filesystem::path& path, int line, std::string message,
               std::string remedy) {
    Error error;
    error.code = "FIL-005";
    error.message = std::move(message);
    error.remedy = std::move(remedy);
    error.file = path.string();
    error.line = line;
    return error;
}

}  // namespace

std::vector<std::string> splitCsvLine(std::string_view line) {
    bool closed = true;
    return split(line, closed);
}

int CsvTable::column(std::string_view name) const {
    for (std::size_t i = 0; i < header.size(); ++i) {
        if (header[i] == name) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

Result<CsvTable> readCsv(const std::filesystem::path& path) {
    auto text = readTextFile(path);
    if (!text) {
        return tl::unexpected(std::move(text.error()));
    }
    std::string_view rest = *text;
    if (rest.starts_with("\xef\xbb\xbf")) {
        rest.remove_prefix(3);
    }
    CsvTable table;
    int number = 0;
    while (!rest.empty()) {
        ++number;
        const std::size_t end = rest.find('\n');
        std::string_view line = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        if (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        if (line.empty()) {
            continue;
        }
        bool closed = true;
        std::vector<std::string> fields = split(line, closed);
        if (!closed) {
            return tl::unexpected(rowError(path, number, "a quoted field does not end as it should",
                                           "Close the quote on the same line and double quotes "
                                           "inside a field."));
        }
        if (table.header.empty()) {
            table.header = std::move(fields);
            continue;
        }
        if (fields.size() != table.header.size()) {
            return tl::unexpected(rowError(path, number,
                                           "the row has " + std::to_string(fields.size()) +
                                               " fields, the header " +
                                               std::to_string(table.header.size()),
                                           "Quote fields that hold a comma, or complete the row."));
        }
        table.rows.push_back(std::move(fields));
        table.lines.push_back(number);
    }
    if (table.header.empty()) {
        return tl::unexpected(
            rowError(path, 0, "the file is empty", "The first line must name the columns."));
    }
    return table;
}

}  // namespace headroom::engine
