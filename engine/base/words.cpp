// SPDX-License-Identifier: Apache-2.0
#include "engine/base/words.h"

namespace headroom::engine {

Words& Words::join(const Words& more) {
    const auto shift = static_cast<std::uint32_t>(size());
    append(more);
    for (WordsQuantity quantity : more.quantities) {
        quantity.at += shift;
        quantities.push_back(std::move(quantity));
    }
    return *this;
}

std::string Words::form() const {
    std::string made;
    const auto plain = [&](std::size_t from, std::size_t to) {
        for (const char c : std::string_view(*this).substr(from, to - from)) {
            made += c;
            if (c == '{' || c == '}') {
                made += c;
            }
        }
    };
    std::size_t done = 0;
    for (std::size_t i = 0; i < quantities.size(); ++i) {
        plain(done, quantities[i].at);
        made += "{" + std::to_string(i) + "}";
        done = quantities[i].at + quantities[i].length;
    }
    plain(done, size());
    return made;
}

Words amount(double value, std::string_view unit, int decimals) {
    return amountAs(fmt::format("{:.{}f}", value, decimals), value, unit);
}

Words signedAmount(double value, std::string_view unit, int decimals) {
    return amountAs(fmt::format("{:+.{}f}", value, decimals), value, unit);
}

Words bareAmount(double value, std::string_view unit, int decimals) {
    return bareAs(fmt::format("{:.{}f}", value, decimals), value, unit);
}

Words amountAs(std::string text, double value, std::string_view unit) {
    Words made(std::move(text));
    if (!unit.empty()) {
        made.append(" ").append(unit);
        made.quantities.push_back(
            {0, static_cast<std::uint32_t>(made.size()), value, std::string(unit), true});
    }
    return made;
}

Words bareAs(std::string text, double value, std::string_view unit) {
    Words made(std::move(text));
    if (!unit.empty()) {
        made.quantities.push_back(
            {0, static_cast<std::uint32_t>(made.size()), value, std::string(unit), false});
    }
    return made;
}

Words mapped(const Words& words, const std::function<std::string(const std::string&)>& change) {
    Words made;
    std::size_t done = 0;
    for (const WordsQuantity& quantity : words.quantities) {
        made.append(change(words.substr(done, quantity.at - done)));
        WordsQuantity moved = quantity;
        moved.at = static_cast<std::uint32_t>(made.size());
        made.append(words, quantity.at, quantity.length);
        made.quantities.push_back(std::move(moved));
        done = quantity.at + quantity.length;
    }
    made.append(change(words.substr(done)));
    return made;
}

std::string shownWords(const Words& words, const QuantityReader& reader) {
    std::string made;
    std::size_t done = 0;
    for (const WordsQuantity& quantity : words.quantities) {
        const std::string shown = reader(quantity);
        if (!shown.empty()) {
            made.append(words, done, quantity.at - done).append(shown);
            done = quantity.at + quantity.length;
        }
    }
    return made.append(words, done);
}

}  // namespace headroom::engine
