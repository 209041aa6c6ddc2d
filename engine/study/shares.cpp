// SPDX-License-Identifier: Apache-2.0
#include "engine/study/shares.h"

#include "engine/files/output_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <system_error>
#include <unordered_map>

namespace headroom::engine {

namespace fs = std::filesystem;

namespace {

constexpr const char* kListFormat = "headroom-runs/1";
constexpr std::size_t kKeyLength = 16;
constexpr std::size_t kLineLength = kKeyLength + 1;

fs::path listIn(const fs::path& folder) {
    return folder / "runs";
}

Error shareError(const char* code, const fs::path& path, std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), path.string(), {}, 0};
}

Error noList(const fs::path& folder) {
    return shareError("STU-013", folder, "nothing was dealt out to tasks here",
                      "deal it out: headroom-cli study run STUDY --on slurm --tasks N");
}

/// The list, its first line read: what follows are keys.
struct OpenList {
    std::ifstream file;
    Dealt dealt;
    std::streamoff keysAt = 0;
};

Result<OpenList> openList(const fs::path& folder) {
    OpenList list;
    list.file.open(listIn(folder), std::ios::binary);
    std::string first;
    if (!list.file || !std::getline(list.file, first)) {
        return tl::unexpected(noList(folder));
    }
    unsigned long long runs = 0;
    int tasks = 0, end = 0;
    const std::string shape = std::string(kListFormat) + " %llu runs, %d tasks%n";
    std::error_code unknown;
    const auto size = fs::file_size(listIn(folder), unknown);
    if (std::sscanf(first.c_str(), shape.c_str(), &runs, &tasks, &end) != 2 ||
        static_cast<std::size_t>(end) != first.size() || tasks < 1 || unknown ||
        size != first.size() + 1 + runs * kLineLength) {
        return tl::unexpected(shareError(
            "STU-013", listIn(folder), "this is not a whole list of runs",
            "deal the study out again: headroom-cli study run STUDY --on slurm --tasks N"));
    }
    list.dealt = {static_cast<std::size_t>(runs), tasks};
    list.keysAt = static_cast<std::streamoff>(first.size() + 1);
    return list;
}

}  // namespace

fs::path tasksFolder(const fs::path& database) {
    fs::path folder = database;
    return folder.replace_extension(".tasks");
}

fs::path taskDatabase(const fs::path& folder, int task) {
    return folder / fmt::format("task-{:05}.db", task);
}

std::size_t Dealt::begin(int task) const {
    return runs * static_cast<std::size_t>(task) / static_cast<std::size_t>(tasks);
}

Result<void> dealOut(const fs::path& folder, const StudyPlan& plan,
                     std::span<const std::size_t> which, int tasks) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) {
        return tl::unexpected(shareError(
            "STO-005", folder, "the folder cannot be made (" + failed.message() + ")",
            "check that the one above it can be written to, or choose another with --out"));
    }
    std::string text = fmt::format("{} {} runs, {} tasks\n", kListFormat, which.size(), tasks);
    text.reserve(text.size() + which.size() * kLineLength);
    for (const std::size_t task : which) {
        text += plan.tasks()[task].key;
        text += '\n';
    }
    return writeFile(listIn(folder), text);
}

Result<Dealt> readDealt(const fs::path& folder) {
    const auto list = openList(folder);
    return list ? Result<Dealt>(list->dealt) : tl::unexpected(list.error());
}

Result<std::vector<std::size_t>> shareOfTask(const fs::path& folder, int task,
                                             const StudyPlan& plan) {
    auto list = openList(folder);
    if (!list) {
        return tl::unexpected(list.error());
    }
    const Dealt& dealt = list->dealt;
    if (task < 0 || task >= dealt.tasks) {
        return tl::unexpected(
            shareError("STU-013", listIn(folder),
                       fmt::format("there is no task {}: {} were dealt out", task, dealt.tasks),
                       fmt::format("take one of 0 to {}", dealt.tasks - 1)));
    }
    const std::size_t begin = dealt.begin(task), count = dealt.begin(task + 1) - begin;
    std::string keys(count * kLineLength, '\0');
    list->file.seekg(list->keysAt + static_cast<std::streamoff>(begin * kLineLength));
    list->file.read(keys.data(), static_cast<std::streamsize>(keys.size()));
    std::unordered_map<std::string_view, std::size_t> byKey;
    for (std::size_t i = 0; i < plan.tasks().size(); ++i) {
        byKey.emplace(plan.tasks()[i].key, i);
    }
    std::vector<std::size_t> share;
    for (std::size_t i = 0; i < count; ++i) {
        const auto found = byKey.find(std::string_view(keys).substr(i * kLineLength, kKeyLength));
        if (found == byKey.end()) {
            return tl::unexpected(shareError("STU-014", listIn(folder),
                                             "the study, a project, the catalogue or Headroom has "
                                             "changed since the runs were dealt out",
                                             "deal them out again; what is done stays"));
        }
        share.push_back(found->second);
    }
    return share;
}

Result<std::vector<std::size_t>> doneOfTasks(const fs::path& folder,
                                             const std::unordered_set<std::string>& done) {
    auto list = openList(folder);
    if (!list) {
        return tl::unexpected(list.error());
    }
    list->file.seekg(list->keysAt);
    std::vector<std::size_t> count(static_cast<std::size_t>(list->dealt.tasks), 0);
    std::string key;
    for (int task = 0; task < list->dealt.tasks; ++task) {
        for (std::size_t i = list->dealt.begin(task); i < list->dealt.begin(task + 1); ++i) {
            std::getline(list->file, key);
            count[static_cast<std::size_t>(task)] += done.count(key);
        }
    }
    return count;
}

std::vector<fs::path> taskDatabases(const fs::path& folder) {
    std::vector<fs::path> found;
    std::error_code ignored;
    for (fs::directory_iterator at(folder, ignored), end; at != end; at.increment(ignored)) {
        const std::string name = at->path().filename().string();
        // A file without a byte is what a process left that died before it wrote the tables.
        if (name.starts_with("task-") && name.ends_with(".db") && at->file_size(ignored) > 0) {
            found.push_back(at->path());
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

Result<Merged> mergeInto(StudyDatabase& database, std::span<const fs::path> parts,
                         const std::string& study,
                         const std::function<void(std::size_t done)>& progress,
                         const std::atomic<bool>* cancel) {
    Merged merged;
    std::size_t seen = 0;
    for (const fs::path& path : parts) {
        if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) {
            break;
        }
        const auto part = StudyDatabase::read(path, study);
        const auto rows = part ? part->rows() : tl::unexpected(part.error());
        if (!rows) {
            merged.unread.push_back(rows.error());
        } else if (const auto taken = database.takeOver(*rows, path)) {
            ++merged.databases;
            merged.results += *taken;
        } else {
            return tl::unexpected(taken.error());
        }
        if (progress) {
            progress(++seen);
        }
    }
    return merged;
}

}  // namespace headroom::engine
