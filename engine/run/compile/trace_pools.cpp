// SPDX-License-Identifier: Apache-2.0
#include "engine/run/compile/trace_pools.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace headroom::engine {

namespace {

/// Lower-case words of letters and digits.
std::vector<std::string> wordsOf(std::string_view text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
            words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    if (words.back().empty()) {
        words.pop_back();
    }
    return words;
}

/// A word of letters alone also means its generations: "gaudi" and "gaudi3".
bool means(const std::string& word, const std::string& other) {
    const auto isLetter = [](unsigned char c) { return std::isalpha(c) != 0; };
    const auto isDigit = [](unsigned char c) { return std::isdigit(c) != 0; };
    constexpr std::size_t kShortest = 3;
    return word == other || (word.size() >= kShortest && other.starts_with(word) &&
                             std::all_of(word.begin(), word.end(), isLetter) &&
                             std::all_of(other.begin() + static_cast<std::ptrdiff_t>(word.size()),
                                         other.end(), isDigit));
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& other) { return means(word, other); });
}

/// "a100", "h100", "mi300x", "v5p": letters and digits, and not a size of memory or of an interconnect.
bool isModel(const std::string& word) {
    const bool hasLetter =
        std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
    const bool hasDigit =
        std::any_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    return hasLetter && hasDigit && !word.ends_with("gb") && !word.ends_with("g") &&
           !word.starts_with("hbm") && !word.starts_with("sxm");
}

}  // namespace

bool meansAccelerator(std::string_view kind, std::string_view acceleratorId) {
    const std::vector<std::string> a = wordsOf(kind), b = wordsOf(acceleratorId);
    const auto& fewer = a.size() <= b.size() ? a : b;
    const auto& more = a.size() <= b.size() ? b : a;
    const bool isPart =
        !fewer.empty() && std::all_of(fewer.begin(), fewer.end(),
                                      [&](const std::string& w) { return contains(more, w); });
    return isPart || std::any_of(a.begin(), a.end(), [&](const std::string& w) {
               return isModel(w) && contains(b, w);
           });
}

void assignTracePools(PlantTrace& trace, const JobTrace& read,
                      const std::vector<PlantPool>& pools) {
    if (read.kinds.empty()) {
        return;
    }
    std::vector<PoolIndex> pool(read.kinds.size(), trace.pool);
    std::vector<long> lacking(read.kinds.size(), 0);
    std::vector<bool> isThere(read.kinds.size(), false);
    for (std::size_t k = 0; k < read.kinds.size(); ++k) {
        const auto means = [&](const PlantPool& p) {
            return meansAccelerator(read.kinds[k], p.accelerator);
        };
        const auto found = std::find_if(pools.begin(), pools.end(), means);
        isThere[k] = found != pools.end();
        // The trace's own kind if the word fits it too.
        if (isThere[k] && !means(pools[static_cast<std::size_t>(trace.pool)])) {
            pool[k] = PoolIndex(found - pools.begin());
        }
    }
    for (const TraceJob& job : trace.jobs) {
        const auto k = static_cast<std::size_t>(std::max(0, job.kind));
        trace.jobPool.push_back(job.kind < 0 ? trace.pool : pool[k]);
        lacking[k] += job.kind >= 0 && !isThere[k] ? 1 : 0;
    }
    for (std::size_t k = 0; k < read.kinds.size(); ++k) {
        if (lacking[k] > 0) {
            trace.notes.push_back(fmt::format(
                "{} jobs ran on {}, of which the project has none: here they run on {}", lacking[k],
                read.kinds[k], pools[static_cast<std::size_t>(trace.pool)].accelerator));
        }
    }
}

}  // namespace headroom::engine
