// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/rack_names.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstddef>

namespace headroom::engine {

namespace {

bool isDigit(char c) {
    return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// The number at the end of a text and where it begins; at most 6 digits, others are not places.
int trailingNumber(std::string_view text, std::size_t& begin) {
    begin = text.size();
    while (begin > 0 && isDigit(text[begin - 1])) {
        --begin;
    }
    int number = -1;
    if (begin < text.size() && text.size() - begin <= 6) {
        std::from_chars(text.data() + begin, text.data() + text.size(), number);
    }
    return number;
}

}  // namespace

RackPlaceName rackPlaceOf(std::string_view name) {
    std::size_t begin = 0;
    const int number = trailingNumber(name, begin);
    if (number < 0) {
        return {std::string(name), 1};
    }
    std::string_view row = name.substr(0, begin);
    while (!row.empty() && std::string_view("-_ ./:").find(row.back()) != std::string_view::npos) {
        row.remove_suffix(1);
    }
    return {std::string(row), number};
}

RowNumbering rowNumberingOf(std::string_view row) {
    const bool isLetters =
        !row.empty() && row.size() <= 2 &&
        std::all_of(row.begin(), row.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    if (isLetters) {
        int number = 0;
        for (const char c : row) {
            number = number * 26 + (c - 'A' + 1);
        }
        return {"", true, number};
    }
    std::size_t begin = 0;
    const int number = trailingNumber(row, begin);
    if (number < 0) {
        return {std::string(row), false, 1};
    }
    return {std::string(row.substr(0, begin)), false, number};
}

bool naturalLess(std::string_view a, std::string_view b) {
    std::size_t i = 0;
    std::size_t k = 0;
    while (i < a.size() && k < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[k])) {
            if (a[i] != b[k]) {
                return a[i] < b[k];
            }
            ++i;
            ++k;
            continue;
        }
        const auto number = [](std::string_view text, std::size_t& at) {
            while (at < text.size() && text[at] == '0') {
                ++at;
            }
            const std::size_t first = at;
            while (at < text.size() && isDigit(text[at])) {
                ++at;
            }
            return text.substr(first, at - first);
        };
        const auto x = number(a, i);
        const auto y = number(b, k);
        if (x.size() != y.size() || x != y) {
            return x.size() != y.size() ? x.size() < y.size() : x < y;
        }
    }
    return a.size() - i < b.size() - k || (a.size() - i == b.size() - k && a < b);
}

std::string idOf(std::string_view name) {
    std::string id;
    for (const char c : name) {
        if (static_cast<unsigned char>(c) < 0x80U &&
            std::isalnum(static_cast<unsigned char>(c)) != 0) {
            id += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        } else if (!id.empty() && id.back() != '-') {
            id += '-';
        }
    }
    while (id.ends_with('-')) {
        id.pop_back();
    }
    return id;
}

}  // namespace headroom::engine
