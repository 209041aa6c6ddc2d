// SPDX-License-Identifier: Apache-2.0
#include "ui/units/number_name.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace headroom::ui {

namespace {

/// First words, and how many words there may be. Ids have no slashes but those of single CDUs
/// ("cdus/3"), which have a rack loop of their own.
struct NumberPlace {
    std::string_view word;
    std::size_t words;
};

constexpr auto kNumberPlaces = std::to_array<NumberPlace>({
    {"facility", 2},
    {"figure", 2},
    {"design", 2},
    {"hall", 3},
    {"cdu", 3},
    {"loop", 3},
    {"battery", 3},
    {"rack", 3},
    {"unit", 3},
    {"machine", 3},
    {"job", 3},
    {"attribute", 4},
    {"part", 4},
});

}  // namespace

std::string NumberName::text() const {
    std::string all = place;
    for (const std::string* word : {&type, &object, &key}) {
        all += word->empty() ? "" : '/' + *word;
    }
    return all;
}

std::optional<NumberName> NumberName::parse(const std::string& text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (c == '/') {
            words.emplace_back();
        } else {
            words.back() += c;
        }
    }
    const auto known = std::find_if(kNumberPlaces.begin(), kNumberPlaces.end(),
                                    [&](const NumberPlace& p) { return p.word == words.front(); });
    const bool isCdu = words.front() == "cdu";
    if (known == kNumberPlaces.end() ||
        (words.size() != known->words && !(isCdu && words.size() == known->words + 1)) ||
        std::any_of(words.begin(), words.end(), [](const std::string& w) { return w.empty(); })) {
        return std::nullopt;
    }
    NumberName name;
    name.place = words.front();
    name.key = words.back();
    if (words.size() >= 3) {
        name.object = words[words.size() - 2];
    }
    if (isCdu && words.size() == 4) {
        name.object = words[1] + '/' + words[2];
    } else if (words.size() == 4) {
        name.type = words[1];
    }
    return name;
}

}  // namespace headroom::ui
