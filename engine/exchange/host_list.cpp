// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/cluster_topology.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace headroom::engine {

namespace {

constexpr std::size_t kMostHosts = 1'000'000;

// Items of a list, apart by commas outside of brackets.
std::vector<std::string_view> listItems(std::string_view list) {
    std::vector<std::string_view> items;
    std::size_t begin = 0;
    int depth = 0;
    for (std::size_t i = 0; i <= list.size(); ++i) {
        if (i == list.size() || (list[i] == ',' && depth == 0)) {
            if (i > begin) {
                items.push_back(list.substr(begin, i - begin));
            }
            begin = i + 1;
        } else {
            depth += list[i] == '[' ? 1 : list[i] == ']' ? -1 : 0;
        }
    }
    return items;
}

std::optional<long> wholeOf(std::string_view text) {
    long value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    return fault == std::errc{} && end == text.data() + text.size() && value >= 0
               ? std::optional(value)
               : std::nullopt;
}

std::string padded(long value, std::size_t width) {
    std::string digits = std::to_string(value);
    return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
}

// "001-003,7": numbers with the width of the first of their range.
bool expandRange(std::string_view inside, std::vector<std::string>& numbers) {
    for (const std::string_view part : listItems(inside)) {
        const std::size_t dash = part.find('-');
        const std::string_view from = part.substr(0, dash);
        const auto first = wholeOf(from);
        const auto last = dash == std::string_view::npos ? first : wholeOf(part.substr(dash + 1));
        if (!first || !last || *last < *first ||
            static_cast<std::size_t>(*last - *first) >= kMostHosts) {
            return false;
        }
        for (long n = *first; n <= *last; ++n) {
            numbers.push_back(padded(n, from.size()));
        }
    }
    return !numbers.empty();
}

bool expandItem(std::string_view item, std::vector<std::string>& names) {
    std::vector<std::string> made = {""};
    while (!item.empty()) {
        const std::size_t open = std::min(item.find('['), item.size());
        for (std::string& name : made) {
            name += item.substr(0, open);
        }
        if (open == item.size()) {
            break;
        }
        const std::size_t close = item.find(']', open);
        std::vector<std::string> numbers;
        if (close == std::string_view::npos ||
            !expandRange(item.substr(open + 1, close - open - 1), numbers) ||
            made.size() * numbers.size() > kMostHosts) {
            return false;
        }
        std::vector<std::string> next;
        for (const std::string& name : made) {
            for (const std::string& number : numbers) {
                next.push_back(name + number);
            }
        }
        made = std::move(next);
        item.remove_prefix(close + 1);
    }
    names.insert(names.end(), made.begin(), made.end());
    return names.size() <= kMostHosts;
}

}  // namespace

std::vector<std::string> hostsOfList(std::string_view list) {
    std::vector<std::string> names;
    for (const std::string_view item : listItems(list)) {
        if (!expandItem(item, names)) {
            return {};
        }
    }
    return names;
}

}  // namespace headroom::engine
