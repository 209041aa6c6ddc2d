// SPDX-License-Identifier: Apache-2.0
#include "engine/base/log.h"

#include "engine/base/plain_text.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <system_error>

namespace headroom::engine {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, static_cast<std::size_t>(LogCategory::Count)> kCategories = {
    "files", "compile", "run", "orders", "store", "http", "telemetry"};

constexpr std::uintmax_t kMostLogBytes = 10'000'000;
constexpr std::size_t kMostLineBytes = 2'000;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

struct OpenLog {
    std::atomic<std::uint32_t> categories{0};
    std::mutex mutex;
    std::unique_ptr<std::FILE, CloseFile> file;  ///< guarded by mutex
};

OpenLog& openedLog() {
    static OpenLog log;
    return log;
}

std::uint32_t bitOf(std::size_t category) {
    return std::uint32_t{1} << static_cast<unsigned>(category);
}

}  // namespace

std::string logCategoryNames() {
    std::string names;
    for (const std::string_view name : kCategories) {
        names += (names.empty() ? "" : ", ") + std::string(name);
    }
    return names;
}

Result<std::uint32_t> logCategoriesOf(std::string_view words) {
    std::uint32_t bits = 0;
    for (std::string_view rest = words; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        if (word == "all") {
            bits = bitOf(kCategories.size()) - 1;
            continue;
        }
        std::size_t category = 0;
        while (category < kCategories.size() && kCategories[category] != word) {
            ++category;
        }
        if (category == kCategories.size()) {
            return tl::unexpected(
                Error{"LOG-001",
                      fmt::format("\"{}\" is not a category of the log", oneLine(word)),
                      "State all, or some of: " + logCategoryNames(),
                      {},
                      {},
                      0});
        }
        bits |= bitOf(category);
    }
    return bits;
}

fs::path usualLogFile(std::string_view program) {
    const std::string name = std::string(program) + ".log";
    if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/') {
        return fs::path(state) / "headroom/log" / name;
    }
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
        return fs::path(home) / ".local/state/headroom/log" / name;
    }
    return {};
}

Result<void> openLog(const fs::path& file, std::uint32_t categories) {
    std::error_code ignored;
    fs::create_directories(file.parent_path(), ignored);
    if (const auto size = fs::file_size(file, ignored); !ignored && size > kMostLogBytes) {
        fs::rename(file, fs::path(file) += ".old", ignored);
    }
    std::unique_ptr<std::FILE, CloseFile> opened(file.empty() ? nullptr
                                                              : std::fopen(file.c_str(), "ae"));
    if (!opened) {
        return tl::unexpected(
            Error{"LOG-002",
                  file.empty()
                      ? std::string("the log has no place: neither XDG_STATE_HOME nor HOME is set")
                      : fmt::format("the log cannot be written: {}", std::strerror(errno)),
                  "Set XDG_STATE_HOME to a folder that you may write to, or leave --log out",
                  file.string(),
                  {},
                  0});
    }
    OpenLog& log = openedLog();
    const std::lock_guard lock(log.mutex);
    log.file = std::move(opened);
    log.categories = categories;
    return {};
}

Result<fs::path> openUsualLog(std::string_view program, std::string_view categories) {
    const auto bits = logCategoriesOf(categories);
    if (!bits) {
        return tl::unexpected(bits.error());
    }
    const fs::path file = usualLogFile(program);
    if (auto opened = openLog(file, *bits); !opened) {
        return tl::unexpected(opened.error());
    }
    return file;
}

bool isLogged(LogCategory category) {
    return (openedLog().categories.load(std::memory_order_relaxed) &
            bitOf(static_cast<std::size_t>(category))) != 0;
}

void writeLog(LogCategory category, std::string_view text) {
    using namespace std::chrono;
    const auto now = system_clock::now();
    const auto whole = floor<seconds>(now);
    const std::string line = fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z {:9} {}\n", whole,
                                         duration_cast<milliseconds>(now - whole).count(),
                                         kCategories.at(static_cast<std::size_t>(category)),
                                         shortened(oneLine(text), kMostLineBytes));
    OpenLog& log = openedLog();
    const std::lock_guard lock(log.mutex);
    if (log.file) {
        // A full disk loses lines of the log and nothing else.
        std::fwrite(line.data(), 1, line.size(), log.file.get());
        std::fflush(log.file.get());
    }
}

}  // namespace headroom::engine
