// SPDX-License-Identifier: Apache-2.0
#include "engine/store/database.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sample_recording.h"
#include "tests/hostile/sections.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>

namespace headroom::hostile {

namespace {

// The first words of a line, blanks between; the last one is what is left.
template <std::size_t count>
bool splitWords(std::string_view line, std::string_view (&words)[count]) {
    for (std::size_t i = 0; i + 1 < count; ++i) {
        const std::size_t end = line.find(' ');
        if (end == line.npos) {
            return false;
        }
        words[i] = line.substr(0, end);
        line.remove_prefix(end + 1);
    }
    words[count - 1] = line;
    return true;
}

bool isName(std::string_view word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    });
}

// A number, null or x'…' as SQL has them, and a text for all else.
std::string literal(std::string_view word) {
    const std::string text(word);
    char* end = nullptr;
    std::strtod(text.c_str(), &end);
    if (word == "null" || word == "9e999" || word == "-9e999" ||
        (!text.empty() && *end == '\0' && text.find_first_not_of("+-.0123456789eE") == text.npos)) {
        return text;
    }
    if (word.starts_with("x'") && word.size() % 2 == 1 && word.ends_with('\'') &&
        text.find_first_not_of("0123456789abcdef", 2) == text.size() - 1) {
        return text;
    }
    std::string quoted = "'";
    for (const char c : text) {
        quoted += c == '\'' ? "''" : std::string(1, c == '\0' ? ' ' : c);
    }
    return quoted + "'";
}

// SQL of one line, empty where it is none.
std::string statement(std::string_view line) {
    std::string_view w[4];
    if (!splitWords(line, w) || !isName(w[0]) || !isName(w[1]) || !isName(w[2])) {
        return {};
    }
    const std::string table(w[0]), column(w[1]), row(w[2]);
    // Tables without row numbers have none to count by.
    const std::string key = table == "run"     ? "key"
                            : table == "chunk" ? "block || '/' || channel"
                                               : "rowid";
    const std::string where = row == "all" ? std::string()
                                           : " WHERE " + key + " = (SELECT " + key + " FROM " +
                                                 table + " LIMIT 1 OFFSET " + row + ")";
    if (column == "delete") {
        return "DELETE FROM " + table + where;
    }
    if (column == "drop") {
        return "DROP TABLE " + table;
    }
    return "UPDATE OR IGNORE " + table + " SET " + column + " = " + literal(w[3]) + where;
}

}  // namespace

/// A recording that somebody changed by SQL: each line is "TABLE COLUMN ROW VALUE", with rows
/// counted from 0 or "all"; "TABLE delete ROW -"; "TABLE drop 0 -".
void recording_rows(std::string_view bytes) {
    constexpr int kMostLines = 40;
    const auto path = scratchFile("input.db", sampleRecording());
    {
        auto database = engine::Database::open(path, engine::Database::Mode::Write);
        require(database.has_value(), "the sample cannot be opened");
        for (int i = 0; i < kMostLines && !bytes.empty(); ++i) {
            const auto [line, rest] = splitLine(bytes);
            if (const std::string sql = statement(line); !sql.empty()) {
                static_cast<void>(database->exec(sql));
            }
            bytes = rest;
        }
    }
    requireReads(path);
}

}  // namespace headroom::hostile
