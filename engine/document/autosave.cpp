// SPDX-License-Identifier: Apache-2.0
#include "engine/document/autosave.h"

#include "engine/base/json.h"
#include "engine/files/output_file.h"
#include "engine/files/text_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<CopyKind, const char*>, 3> kKinds{{
    {CopyKind::Autosave, "autosave"},
    {CopyKind::Opened, "opened"},
    {CopyKind::Replaced, "replaced"},
}};

constexpr const char* kNoteEnding = ".copy";  // what the text next to it is a copy of

const char* nameOf(CopyKind kind) {
    for (const auto& [known, name] : kKinds) {
        if (known == kind) {
            return name;
        }
    }
    return "";
}

fs::path noteOf(fs::path copy) {
    return copy.replace_extension(kNoteEnding);
}

std::string noteText(const ProjectCopy& copy) {
    const nlohmann::ordered_json note{
        {"kind", nameOf(copy.kind)}, {"original", copy.original.string()},
        {"title", copy.title},       {"time", copy.time},
        {"bytes", copy.bytes},       {"host", copy.process.host},
        {"pid", copy.process.pid},   {"start", copy.process.start}};
    // Paths may hold bytes that are not UTF-8.
    return jsonText(note, 2) + '\n';
}

template <class T>
T member(const nlohmann::json& note, const char* key) {
    const auto found = note.find(key);
    if constexpr (std::is_same_v<T, std::string>) {
        return found != note.end() && found->is_string() ? found->get<T>() : T{};
    } else {
        return found != note.end() && found->is_number_integer() ? found->get<T>() : T{};
    }
}

/// Nothing where note or text is missing or is not what it says.
std::optional<ProjectCopy> readNote(const fs::path& file) {
    const auto text = readTextFile(file);
    const auto note = text ? parseJson<nlohmann::json>(*text) : nlohmann::json();
    if (!note.is_object()) {
        return std::nullopt;
    }
    ProjectCopy copy;
    const auto kind = member<std::string>(note, "kind");
    const auto* known =
        std::find_if(kKinds.begin(), kKinds.end(), [&](const auto& k) { return kind == k.second; });
    copy.copy = fs::path(file).replace_extension(".json");
    std::error_code missing;
    const auto bytes = fs::file_size(copy.copy, missing);
    copy.bytes = member<std::uint64_t>(note, "bytes");
    if (known == kKinds.end() || missing || bytes != copy.bytes) {
        return std::nullopt;
    }
    copy.kind = known->first;
    copy.original = member<std::string>(note, "original");
    copy.title = member<std::string>(note, "title");
    copy.time = member<std::string>(note, "time");
    copy.process = {member<std::string>(note, "host"), member<std::int64_t>(note, "pid"),
                    member<std::int64_t>(note, "start")};
    return copy;
}

void remove(const ProjectCopy& copy) {
    std::error_code ignored;
    fs::remove(noteOf(copy.copy), ignored);
    fs::remove(copy.copy, ignored);
}

std::vector<ProjectCopy> readAll(const fs::path& folder) {
    std::vector<ProjectCopy> found;
    std::error_code fault;
    for (auto entry = fs::directory_iterator(folder, fault);
         !fault && entry != fs::directory_iterator(); entry.increment(fault)) {
        if (entry->path().extension() == kNoteEnding) {
            if (auto copy = readNote(entry->path())) {
                found.push_back(std::move(*copy));
            }
        }
    }
    // Names continue within the same second.
    std::sort(found.begin(), found.end(), [](const ProjectCopy& a, const ProjectCopy& b) {
        return std::pair(a.time, a.copy) > std::pair(b.time, b.copy);
    });
    return found;
}

template <class Wanted>
std::vector<ProjectCopy> only(std::vector<ProjectCopy> copies, Wanted wanted) {
    std::erase_if(copies, [&](const ProjectCopy& copy) { return !wanted(copy); });
    return copies;
}

}  // namespace

Result<void> CopyStore::keep(CopyKind kind, const fs::path& original, const std::string& title,
                             std::string_view text) {
    const std::lock_guard lock(mutex_);
    std::error_code fault;
    fs::create_directories(folder_, fault);
    ProjectCopy copy;
    copy.kind = kind;
    copy.original = original;
    copy.title = title;
    copy.time = utcNow();
    copy.bytes = text.size();
    copy.process = ProcessMark::own();
    // "20261122T091504Z-4711-0003.json": unique, and in the order of writing.
    std::string stamp = copy.time;
    std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
    std::string number = std::to_string(++written_);
    number.insert(0, number.size() < 6 ? 6 - number.size() : 0, '0');
    copy.copy = folder_ / (stamp + '-' + std::to_string(copy.process.pid) + '-' + number + ".json");
    if (auto done = writeFile(copy.copy, text); !done) {
        return done;
    }
    // The note last: a copy without one does not count.
    if (auto done = writeFile(noteOf(copy.copy), noteText(copy)); !done) {
        remove(copy);
        return done;
    }
    const auto same = only(readAll(folder_), [&](const ProjectCopy& other) {
        return other.kind == kind && other.original == original &&
               (kind != CopyKind::Autosave || other.process == copy.process);
    });
    constexpr std::size_t kMinute = std::string_view("2026-11-22T09:15").size();
    std::string_view minute;
    std::size_t kept = 0;
    for (const ProjectCopy& other : same) {
        const auto of = std::string_view(other.time).substr(0, kMinute);
        const bool isOlder = kind == CopyKind::Autosave && of == std::exchange(minute, of);
        if (isOlder || kept == kMost) {
            remove(other);
        } else {
            ++kept;
        }
    }
    return {};
}

std::vector<ProjectCopy> CopyStore::copies() const {
    const std::lock_guard lock(mutex_);
    return readAll(folder_);
}

std::vector<ProjectCopy> CopyStore::left() const {
    const std::string here = ProcessMark::own().host;
    return only(copies(), [&](const ProjectCopy& copy) {
        return copy.kind == CopyKind::Autosave &&
               (copy.process.host != here || copy.process.isDead());
    });
}

std::vector<ProjectCopy> CopyStore::earlier(const fs::path& original) const {
    return only(copies(), [&](const ProjectCopy& copy) {
        return copy.kind != CopyKind::Autosave && copy.original == original;
    });
}

void CopyStore::discard(const ProjectCopy& copy) {
    const std::lock_guard lock(mutex_);
    remove(copy);
    const auto rest = readAll(folder_);
    if (std::none_of(rest.begin(), rest.end(),
                     [&](const ProjectCopy& other) { return other.process == copy.process; })) {
        std::error_code ignored;
        fs::remove(scenesFile(copy.process), ignored);
    }
}

fs::path CopyStore::scenesFile(const ProcessMark& process) const {
    return folder_ / ("scenes-" + std::to_string(process.pid) + '-' +
                      std::to_string(process.start) + ".json");
}

void CopyStore::discardOwn() {
    const ProcessMark own = ProcessMark::own();
    const std::lock_guard lock(mutex_);
    std::error_code ignored;
    fs::remove(scenesFile(own), ignored);
    for (const ProjectCopy& copy : readAll(folder_)) {
        if (copy.kind == CopyKind::Autosave && copy.process == own) {
            remove(copy);
        }
    }
}

fs::path nameOfCopy(const fs::path& original, const std::string& what) {
    const fs::path folder = original.empty() ? fs::path(".") : original.parent_path();
    const std::string first =
        (original.empty() ? "project" : original.stem().string()) + ", " + what;
    std::error_code ignored;
    fs::path name = folder / (first + ".json");
    for (int n = 2; fs::exists(name, ignored); ++n) {
        name = folder / (first + " " + std::to_string(n) + ".json");
    }
    return name;
}

fs::path usualCopyFolder() {
    if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/') {
        return fs::path(state) / "headroom/recovery";
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
        return fs::path(home) / ".local/state/headroom/recovery";
    }
    return {};
}

}  // namespace headroom::engine
