// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/damage.h"

#include "engine/base/json.h"
#include "tests/hostile/dice.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom::hostile {

namespace {

using OddJson = nlohmann::ordered_json;

constexpr std::size_t kMostNodes = 50'000;
constexpr std::string_view kOddWords[] = {
    "-1", "0",  "1e308", "-1e308", "1e999", "nan", "inf",  "99999999999999999999",
    "\"", "\\", "\n",    ",",      "[",     "{",   "\xff", std::string_view("\0", 1)};

/// A value that a reader may not have thought of.
OddJson oddValue(Dice& dice) {
    switch (dice.below(14)) {
        case 0:
            return nullptr;
        case 1:
            return dice.oneIn(2);
        case 2:
            return 0;
        case 3:
            return -1;
        case 4:
            return 1e308;
        case 5:
            return -1e-308;
        case 6:
            return 18446744073709551615ULL;
        case 7:
            return std::int64_t{-9223372036854775807LL - 1};
        case 8:
            return "";
        case 9:
            return std::string(dice.oneIn(8) ? 70'000 : 300, 'x');
        case 10:
            return "a\nb\x1b[31m\xE2\x80\xAE../../etc/passwd";
        case 11:
            return OddJson::array();
        case 12:
            return OddJson::object();
        default: {
            OddJson deep = 1;
            for (std::size_t i = dice.below(60); i > 0; --i) {
                deep = dice.oneIn(2) ? OddJson::array({std::move(deep)})
                                     : OddJson{{"a", std::move(deep)}};
            }
            return deep;
        }
    }
}

void collect(OddJson& node, std::vector<OddJson*>& all) {
    all.push_back(&node);
    if (node.is_structured()) {
        for (OddJson& child : node) {
            collect(child, all);
        }
    }
}

void changeObject(OddJson& object, Dice& dice, const OddJson& other) {
    auto at = object.begin();
    std::advance(at, dice.below(object.size()));
    const std::string key = at.key();
    switch (dice.below(4)) {
        case 0:
            object.erase(key);
            break;
        case 1:
            object[key + "x"] = oddValue(dice);
            break;
        case 2:
            object[key] = other;
            break;
        default:
            object[key] = oddValue(dice);
            break;
    }
}

void changeList(OddJson& list, Dice& dice) {
    const std::size_t at = dice.below(list.size());
    switch (dice.below(4)) {
        case 0:
            list.erase(at);
            break;
        case 1:
            list.push_back(OddJson(list[at]));
            break;
        case 2:
            list[at] = oddValue(dice);
            break;
        default:
            for (std::size_t i = dice.oneIn(10) ? 3000 : 20; i > 0; --i) {
                list.push_back(OddJson(list[at]));
            }
            break;
    }
}

std::vector<std::string> linesOf(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        lines.emplace_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    return lines;
}

/// A cell of a line: what is between two separators.
void changeCell(std::string& line, Dice& dice) {
    static constexpr std::string_view kSeparators = ",;\t |=:";
    const std::size_t begin = dice.below(line.size() + 1);
    const std::size_t from = line.find_last_of(kSeparators, begin == 0 ? 0 : begin - 1);
    const std::size_t first = from == std::string::npos ? 0 : from + 1;
    const std::size_t end = std::min(line.find_first_of(",;\t |=:\n", first), line.size());
    line.replace(first, end - first, dice.of(kOddWords));
}

}  // namespace

std::string damagedBytes(std::string bytes, std::uint64_t seed) {
    Dice dice(seed);
    const std::size_t at = dice.below(bytes.size());
    const std::size_t length = 1 + dice.below(std::min<std::size_t>(bytes.size(), 40));
    const std::size_t held = std::min(length, bytes.size() - at);
    switch (dice.below(6)) {
        case 0:
            return bytes.substr(0, at);
        case 1:
            return bytes.erase(at, length);
        case 2:
            return bytes.insert(at, bytes.substr(dice.below(bytes.size()), length));
        case 3:
            return bytes.replace(at, held, std::string(length, static_cast<char>(dice.bits())));
        case 4:
            return bytes.replace(at, held, dice.of(kOddWords));
        default:
            for (std::size_t i = 0; i < length && !bytes.empty(); ++i) {
                bytes[dice.below(bytes.size())] = static_cast<char>(dice.bits());
            }
            return bytes;
    }
}

std::string damagedJson(const std::string& text, std::uint64_t seed) {
    auto root = engine::parseJson<OddJson>(text);
    if (root.is_discarded()) {
        return text;
    }
    Dice dice(seed);
    for (std::size_t n = 1 + dice.below(4); n > 0; --n) {
        std::vector<OddJson*> all;
        collect(root, all);
        if (all.size() > kMostNodes) {
            break;  // copies of copies
        }
        const OddJson other = *dice.of(all);
        OddJson& node = *dice.of(all);
        if (node.is_object() && !node.empty()) {
            changeObject(node, dice, other);
        } else if (node.is_array() && !node.empty()) {
            changeList(node, dice);
        } else {
            node = dice.oneIn(4) ? other : oddValue(dice);
        }
    }
    return engine::jsonText(root, dice.oneIn(2) ? 2 : -1);
}

std::string damagedLines(const std::string& text, std::uint64_t seed) {
    std::vector<std::string> lines = linesOf(text);
    Dice dice(seed);
    for (std::size_t n = 1 + dice.below(4); n > 0 && !lines.empty(); --n) {
        const std::size_t at = dice.below(lines.size());
        switch (dice.below(6)) {
            case 0:
                lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
                break;
            case 1:
                lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at),
                             dice.oneIn(6) ? 2000 : 1, std::string(lines[at]));
                break;
            case 2:
                std::swap(lines[at], dice.of(lines));
                break;
            default:
                changeCell(lines[at], dice);
                break;
        }
    }
    std::string out;
    for (const std::string& line : lines) {
        out += line;
    }
    return out;
}

std::string harmed(std::span<const std::string> samples, std::uint64_t seed) {
    Dice dice(seed);
    const std::string& sample = dice.of(samples);
    if (dice.oneIn(40)) {
        return sample;
    }
    switch (dice.below(8)) {
        case 0: {  // the head of one and the tail of another
            const std::string& other = dice.of(samples);
            return sample.substr(0, dice.below(sample.size() + 1)) +
                   other.substr(dice.below(other.size() + 1));
        }
        case 1:
        case 2:
            return damagedBytes(sample, dice.bits());
        case 3:
            return damagedBytes(damagedBytes(sample, dice.bits()), dice.bits());
        case 4:
            return damagedLines(sample, dice.bits());
        default: {
            std::string changed = damagedJson(sample, dice.bits());
            return changed == sample ? damagedLines(sample, dice.bits()) : changed;
        }
    }
}

}  // namespace headroom::hostile
