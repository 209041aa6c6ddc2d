// SPDX-License-Identifier: Apache-2.0
#include "engine/store/run_notes.h"

#include "engine/store/database.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <system_error>
#include <utility>

namespace headroom::engine {

namespace {

namespace fs = std::filesystem;

/// Made with the first note: recordings of older programs take notes too.
constexpr const char* kNoteTable =
    "CREATE TABLE IF NOT EXISTS note (time_s REAL PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID";

/// Parts of one run that follow each other, at most.
constexpr std::size_t kMostParts = 64;

Error rejectedNote(const fs::path& recording, const std::string& why) {
    return {"STO-021",
            "the note is rejected: " + why,
            "shorten the note, or remove other notes",
            recording.string(),
            "",
            0};
}

Result<void> readNotes(const Database& database, const std::string& file,
                       std::vector<RunNote>& notes) {
    const auto has = database.integer(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'note'");
    if (!has) {
        return tl::unexpected(has.error());
    }
    if (*has == 0) {
        return {};
    }
    auto rows = database.prepare("SELECT time_s, text FROM note ORDER BY time_s LIMIT 1000");
    if (!rows) {
        return tl::unexpected(rows.error());
    }
    Result<bool> row = rows->step();
    for (; row && *row; row = rows->step()) {
        RunNote note{rows->real(0), rows->text(1)};
        if (!std::isfinite(note.timeS) || note.text.size() > kMostNoteBytes) {
            return tl::unexpected(
                Error{"STO-013", "the recording is damaged: a note has no time or is too long",
                      "restore the file from a copy or make it again", file, "", 0});
        }
        notes.push_back(std::move(note));
    }
    if (!row) {
        return tl::unexpected(row.error());
    }
    return {};
}

}  // namespace

Result<std::vector<RunNote>> runNotes(const fs::path& recording) {
    std::vector<RunNote> notes;
    std::set<fs::path> seen;
    fs::path part = recording;
    while (seen.size() < kMostParts && seen.insert(part).second) {
        std::error_code ignored;
        if (part != recording && !fs::is_regular_file(part, ignored)) {
            break;  // An earlier part was deleted: its notes went with it.
        }
        const auto database = Database::open(part, Database::Mode::Read);
        if (!database) {
            return tl::unexpected(database.error());
        }
        if (auto read = readNotes(*database, part.string(), notes); !read) {
            return tl::unexpected(read.error());
        }
        const auto follows = database->text("SELECT value FROM run WHERE key = 'follows'");
        if (!follows) {
            return tl::unexpected(follows.error());
        }
        const fs::path before(*follows);
        if (before.empty() || before.has_parent_path()) {
            break;
        }
        part = recording.parent_path() / before;
    }
    std::stable_sort(notes.begin(), notes.end(),
                     [](const RunNote& a, const RunNote& b) { return a.timeS < b.timeS; });
    return notes;
}

Result<void> setRunNote(const fs::path& recording, const RunNote& note) {
    if (!std::isfinite(note.timeS)) {
        return tl::unexpected(rejectedNote(recording, "its time is not a number"));
    }
    if (note.text.size() > kMostNoteBytes) {
        return tl::unexpected(rejectedNote(recording, "it has more than 400 bytes"));
    }
    if (note.text.find_first_of("\n\r") != std::string::npos) {
        return tl::unexpected(rejectedNote(recording, "it has several lines"));
    }
    auto database = Database::openBesideReaders(recording);
    if (!database) {
        return tl::unexpected(database.error());
    }
    if (auto made = database->exec(kNoteTable); !made) {
        return tl::unexpected(made.error());
    }
    const auto count = database->integer("SELECT count(*) FROM note");
    if (!count) {
        return tl::unexpected(count.error());
    }
    if (!note.text.empty() && *count >= static_cast<std::int64_t>(kMostNotes)) {
        return tl::unexpected(rejectedNote(recording, "the recording has 1,000 notes"));
    }
    auto put = database->prepare(note.text.empty() ? "DELETE FROM note WHERE time_s = ?"
                                                   : "INSERT OR REPLACE INTO note VALUES (?, ?)");
    if (!put) {
        return tl::unexpected(put.error());
    }
    put->bind(0, note.timeS);
    if (!note.text.empty()) {
        put->bind(1, note.text);
    }
    return put->run();
}

}  // namespace headroom::engine
