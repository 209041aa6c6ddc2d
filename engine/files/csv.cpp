// SPDX-License-Identifier: Apache-2.0
#include "engine/files/input_file.h"
#include "engine/files/text_file.h"

#include <algorithm>
#include <utility>

namespace headroom::engine {

namespace {

/// Takes the next field off a line: a view into it, or a text of its own in `unquoted` where
/// doubled quotes stand for one. `closed` tells whether every quote was closed and stood where it
/// may.
class CsvFields {
  public:
    CsvFields(std::string_view line, std::deque<std::string>& unquoted)
        : rest_(line), unquoted_(unquoted) {}

    bool hasNext() const { return hasNext_; }

    bool closed() const { return closed_; }

    std::string_view next() {
        if (!rest_.starts_with('"')) {
            return until(rest_.find(','));
        }
        // A quoted field: the text between its quotes, unless quotes or letters follow one.
        const std::size_t end = rest_.find('"', 1);
        if (end != std::string_view::npos && (end + 1 == rest_.size() || rest_[end + 1] == ',')) {
            const std::string_view field = rest_.substr(1, end - 1);
            rest_.remove_prefix(end + 1);
            until(0);
            return field;
        }
        return unquotedField();
    }

  private:
    // The field that ends there; the comma goes with it.
    std::string_view until(std::size_t comma) {
        hasNext_ = comma < rest_.size();
        const std::string_view field = rest_.substr(0, comma);
        rest_.remove_prefix(hasNext_ ? comma + 1 : rest_.size());
        return field;
    }

    std::string_view unquotedField() {
        std::string field;
        bool quoted = true;
        std::size_t i = 1;
        for (; i < rest_.size(); ++i) {
            const char c = rest_[i];
            if (!quoted && c == ',') {
                break;
            }
            if (quoted && c == '"') {
                if (i + 1 < rest_.size() && rest_[i + 1] == '"') {
                    field += '"';
                    ++i;
                } else {
                    quoted = false;
                }
                continue;
            }
            closed_ = closed_ && quoted;  // only a comma may follow
            field += c;
        }
        closed_ = closed_ && !quoted;
        until(i);
        return unquoted_.emplace_back(std::move(field));
    }

    std::string_view rest_;
    std::deque<std::string>& unquoted_;
    bool hasNext_ = true;
    bool closed_ = true;
};

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
    std::deque<std::string> unquoted;
    std::vector<std::string> fields;
    CsvFields split(line, unquoted);
    while (split.hasNext()) {
        fields.emplace_back(split.next());
    }
    return fields;
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
    auto text = readTextFile(path, kCsvMemoryPerByte);
    if (!text) {
        return tl::unexpected(std::move(text.error()));
    }
    return withinMemory(path, [&] { return parseCsv(path, std::move(*text)); });
}

Result<CsvTable> parseCsv(const std::filesystem::path& path, std::string text) {
    CsvTable table;
    table.text_ = std::make_unique<std::string>(std::move(text));
    std::string_view rest = *table.text_;
    if (rest.starts_with("\xef\xbb\xbf")) {
        rest.remove_prefix(3);
    }
    table.lines_.reserve(static_cast<std::size_t>(std::count(rest.begin(), rest.end(), '\n')) + 1);
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
        CsvFields fields(line, table.unquoted_);
        std::size_t count = 0;
        const bool isHeader = table.header.empty();
        for (; fields.hasNext(); ++count) {
            const std::string_view field = fields.next();
            if (isHeader) {
                table.header.emplace_back(field);
            } else if (count < table.header.size()) {
                table.cells_.push_back(field);
            }
        }
        if (!fields.closed()) {
            return tl::unexpected(rowError(path, number, "a quoted field does not end as it should",
                                           "Close the quote on the same line and double quotes "
                                           "inside a field."));
        }
        if (isHeader) {
            table.cells_.reserve(table.header.size() * (table.lines_.capacity() - 1));
            continue;
        }
        if (count != table.header.size()) {
            return tl::unexpected(rowError(path, number,
                                           "the row has " + std::to_string(count) +
                                               " fields, the header " +
                                               std::to_string(table.header.size()),
                                           "Quote fields that hold a comma, or complete the row."));
        }
        table.lines_.push_back(number);
    }
    if (table.header.empty()) {
        return tl::unexpected(
            rowError(path, 0, "the file is empty", "The first line must name the columns."));
    }
    return table;
}

}  // namespace headroom::engine
