// SPDX-License-Identifier: Apache-2.0
#include "engine/border/skipped_rows.h"

#include <fmt/format.h>

#include <utility>

namespace headroom::engine {

void SkippedRows::add(int line, std::string reason) {
    if (++count_ <= static_cast<long>(kNamed)) {
        first_.push_back({line, std::move(reason)});
    }
}

std::string SkippedRows::words(long rows) const {
    if (count_ == 0) {
        return {};
    }
    std::string text = fmt::format("{} of {} rows skipped.", count_, rows);
    for (const Row& row : first_) {
        text += fmt::format(" Line {}: {}.", row.line, row.reason);
    }
    if (count_ > static_cast<long>(first_.size())) {
        text += fmt::format(" And {} more.", count_ - static_cast<long>(first_.size()));
    }
    return text;
}

}  // namespace headroom::engine
