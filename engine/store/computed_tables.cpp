// SPDX-License-Identifier: Apache-2.0
#include "engine/store/computed_tables.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace headroom::engine {

namespace {

std::string lowerCase(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) {
        return static_cast<char>(c < 0x80 ? std::tolower(c) : c);
    });
    return lower;
}

bool isWordByte(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) != 0 || c == '_' || c == '$';
}

/// Tokens of SQL: words in lower case, single signs, "'" for anything in quotes or brackets. Comments are skipped.
class SqlTokens {
  public:
    explicit SqlTokens(std::string_view text) : left_(text) {}

    /// Empty at the end.
    std::string next() {
        skipBlanks();
        if (left_.empty()) {
            return {};
        }
        const char first = left_.front();
        if (isWordByte(first)) {
            const auto* end = std::find_if_not(left_.begin(), left_.end(), isWordByte);
            return lowerCase(take(static_cast<std::size_t>(end - left_.begin())));
        }
        if (first == '\'' || first == '"' || first == '`' || first == '[') {
            const std::size_t end = left_.find(first == '[' ? ']' : first, 1);
            take(end == left_.npos ? end : end + 1);
            return "'";
        }
        return std::string(take(1));
    }

  private:
    std::string_view take(std::size_t count) {
        const std::string_view taken = left_.substr(0, count);
        left_.remove_prefix(taken.size());
        return taken;
    }

    void skipBlanks() {
        for (;;) {
            const std::size_t text = left_.find_first_not_of(" \t\r\n\f");
            take(text);
            std::size_t end = 0;
            if (left_.starts_with("--")) {
                end = left_.find('\n');
            } else if (left_.starts_with("/*")) {
                end = left_.find("*/", 2);
                end = end == left_.npos ? end : end + 2;
            } else {
                return;
            }
            take(end);
        }
    }

    std::string_view left_;
};

/// An index of columns alone: CREATE [UNIQUE] INDEX … ON table (column [ASC|DESC], …).
bool isPlainIndex(SqlTokens tokens) {
    int depth = 0;
    for (std::string token = tokens.next(); !token.empty(); token = tokens.next()) {
        depth += token == "(" ? 1 : 0;
        depth -= token == ")" ? 1 : 0;
        const bool isName = isWordByte(token.front()) || token == "'";
        const bool isPlain =
            isName || token == "," || token == "(" || token == ")" || (token == "." && depth == 0);
        if (!isPlain || depth > 1 || token == "where") {
            return false;
        }
    }
    return true;
}

}  // namespace

bool computes(std::string_view statement) {
    SqlTokens tokens(statement);
    if (tokens.next() != "create") {
        return !statement.empty();
    }
    SqlTokens rest = tokens;
    std::string what = tokens.next();
    if (what == "unique" || what == "index") {
        return !isPlainIndex(rest);
    }
    // Expressions of a table follow one of these words; none of them is a name without quotes.
    constexpr std::array<std::string_view, 4> kBefore{"virtual", "as", "check", "default"};
    for (; !what.empty(); what = tokens.next()) {
        if (std::find(kBefore.begin(), kBefore.end(), what) != kBefore.end()) {
            return true;
        }
    }
    return false;
}

std::set<std::string, std::less<>> computedTables(sqlite3* database) {
    std::set<std::string, std::less<>> names;
    sqlite3_stmt* rows = nullptr;
    sqlite3_prepare_v2(database,
                       "SELECT tbl_name, sql FROM sqlite_schema WHERE type IN ('table', 'index')",
                       -1, &rows, nullptr);
    while (rows != nullptr && sqlite3_step(rows) == SQLITE_ROW) {
        const auto text = [&](int column) {
            const auto* data = reinterpret_cast<const char*>(sqlite3_column_text(rows, column));
            return data == nullptr
                       ? std::string_view()
                       : std::string_view(
                             data, static_cast<std::size_t>(sqlite3_column_bytes(rows, column)));
        };
        if (computes(text(1))) {
            names.insert(lowerCase(text(0)));
        }
    }
    sqlite3_finalize(rows);
    return names;
}

}  // namespace headroom::engine
