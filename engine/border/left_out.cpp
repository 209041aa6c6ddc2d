// SPDX-License-Identifier: Apache-2.0
#include "engine/border/left_out.h"

#include "engine/base/plain_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace headroom::engine {

void LeftOutEntries::add(std::string_view place, std::string_view reason) {
    constexpr std::size_t kLongest = 120;
    if (++count_ <= static_cast<long>(kNamed)) {
        std::string words = oneLine(shortened(place, kLongest));
        if (!reason.empty()) {
            words += fmt::format(" ({})", oneLine(shortened(reason, kLongest)));
        }
        first_.push_back(std::move(words));
    }
}

void LeftOutEntries::add(long line, std::string_view reason) {
    if (count_ < static_cast<long>(kNamed)) {
        add(fmt::format("line {}", line), reason);
    } else {
        ++count_;
    }
}

std::string LeftOutEntries::places() const {
    std::string text = fmt::format("{}", fmt::join(first_, ", "));
    if (count_ > static_cast<long>(first_.size())) {
        text += fmt::format(" and {} more", count_ - static_cast<long>(first_.size()));
    }
    return text;
}

std::string LeftOutEntries::note() const {
    return count_ == 0 ? std::string() : fmt::format("{} {}: {}", count_, what_, places());
}

}  // namespace headroom::engine
