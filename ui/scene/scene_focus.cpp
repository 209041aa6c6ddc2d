// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/scene_focus.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

namespace headroom::ui {

namespace {

using Focus = SceneFocus;

template <class Value>
struct FocusWord {
    Value value;
    std::string_view word;
};

constexpr auto kRuleWords = std::to_array<FocusWord<Focus::Rule>>(
    {{Focus::Rule::Only, "only"}, {Focus::Rule::Without, "without"}});
constexpr auto kSubjectWords =
    std::to_array<FocusWord<Focus::Subject>>({{Focus::Subject::Kind, "kind"},
                                              {Focus::Subject::Hall, "hall"},
                                              {Focus::Subject::System, "system"},
                                              {Focus::Subject::Fault, "fault"},
                                              {Focus::Subject::Object, "object"}});
constexpr auto kPathWords = std::to_array<FocusWord<Focus::Path>>(
    {{Focus::Path::Power, "power"}, {Focus::Path::Coolant, "coolant"}, {Focus::Path::Job, "job"}});
constexpr auto kCutWords = std::to_array<FocusWord<Focus::Cut>>({{Focus::Cut::East, "east"},
                                                                 {Focus::Cut::North, "north"},
                                                                 {Focus::Cut::Up, "up"},
                                                                 {Focus::Cut::Box, "box"}});

template <class Value, std::size_t N>
std::string_view focusWord(const std::array<FocusWord<Value>, N>& words, Value value) {
    for (const auto& each : words) {
        if (each.value == value) {
            return each.word;
        }
    }
    return {};
}

template <class Value, std::size_t N>
std::optional<Value> focusValue(const std::array<FocusWord<Value>, N>& words,
                                std::string_view word) {
    for (const auto& each : words) {
        if (each.word == word) {
            return each.value;
        }
    }
    return std::nullopt;
}

/// The first word of a text, which is taken off it.
std::string_view takeWord(std::string_view& text) {
    const std::size_t end = text.find(' ');
    const std::string_view word = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    return word;
}

bool takeNumber(std::string_view& text, double& number) {
    const std::string_view word = takeWord(text);
    const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
    return read.ec == std::errc() && read.ptr == word.data() + word.size() && std::isfinite(number);
}

/// "a/1/2" is "a" and the numbers 1 and 2: ids of objects may contain slashes.
template <std::size_t N>
bool splitNumbers(std::string_view text, std::string& id, std::array<int, N>& numbers) {
    for (std::size_t i = N; i-- > 0;) {
        const std::size_t slash = text.rfind('/');
        if (slash == std::string_view::npos) {
            return false;
        }
        const std::string_view word = text.substr(slash + 1);
        const auto read = std::from_chars(word.data(), word.data() + word.size(), numbers[i]);
        if (read.ec != std::errc() || read.ptr != word.data() + word.size()) {
            return false;
        }
        text = text.substr(0, slash);
    }
    id = std::string(text);
    return true;
}

}  // namespace

bool operator==(const SceneFocus& a, const SceneFocus& b) {
    return a.words() == b.words();
}

std::vector<std::string> SceneFocus::words() const {
    std::vector<std::string> words;
    if (rule != Rule::Everything) {
        words.push_back(fmt::format("{} {}{}{}", focusWord(kRuleWords, rule),
                                    focusWord(kSubjectWords, subject), key.empty() ? "" : " ",
                                    key));
    }
    if (path != Path::None) {
        words.push_back(fmt::format("path {} {}", focusWord(kPathWords, path), start));
    }
    if (hidesRest && hasChoice()) {
        words.emplace_back("rest hidden");
    }
    if (cut == Cut::Box) {
        words.push_back(fmt::format("cut box {} {} {} {} {} {}", box.x, box.y, box.z, box.width,
                                    box.depth, box.height));
    } else if (cut != Cut::None) {
        words.push_back(fmt::format("cut {} {}{}", focusWord(kCutWords, cut), cutAtM,
                                    isFlipped ? " flipped" : ""));
    }
    return words;
}

SceneFocus SceneFocus::ofWords(const std::vector<std::string>& words) {
    SceneFocus focus;
    for (const std::string& each : words) {
        std::string_view rest = each;
        const std::string_view verb = takeWord(rest);
        if (const auto rule = focusValue(kRuleWords, verb)) {
            if (const auto subject = focusValue(kSubjectWords, takeWord(rest))) {
                focus.rule = *rule;
                focus.subject = *subject;
                focus.key = std::string(rest);
            }
        } else if (verb == "path") {
            if (const auto path = focusValue(kPathWords, takeWord(rest))) {
                focus.path = *path;
                focus.start = std::string(rest);
            }
        } else if (verb == "rest") {
            focus.hidesRest = rest == "hidden";
        } else if (verb == "cut") {
            const auto cut = focusValue(kCutWords, takeWord(rest));
            engine::Box& b = focus.box;
            if (cut == Cut::Box) {
                const bool isRead = takeNumber(rest, b.x) && takeNumber(rest, b.y) &&
                                    takeNumber(rest, b.z) && takeNumber(rest, b.width) &&
                                    takeNumber(rest, b.depth) && takeNumber(rest, b.height);
                focus.cut = isRead ? Cut::Box : Cut::None;
            } else if (cut && takeNumber(rest, focus.cutAtM)) {
                focus.cut = *cut;
                focus.isFlipped = rest == "flipped";
            }
        }
    }
    return focus;
}

std::vector<int> machineNumbers(const engine::Layout& layout) {
    std::map<std::string_view, int> counts;
    std::vector<int> numbers;
    numbers.reserve(layout.equipment.size());
    for (const engine::EquipmentBox& machine : layout.equipment) {
        numbers.push_back(counts[machine.id]++);
    }
    return numbers;
}

std::string startOf(const engine::Layout& layout, const Selected& what) {
    if (what.rack() >= 0) {
        const engine::RackBox& rack = layout.racks[static_cast<std::size_t>(what.index)];
        return fmt::format("rack {}/{}/{}", layout.blocks[static_cast<std::size_t>(rack.block)],
                           rack.row, rack.column);
    }
    if (what.equipment() >= 0) {
        return fmt::format("machine {}/{}", what.objectId,
                           machineNumbers(layout)[static_cast<std::size_t>(what.index)]);
    }
    if (what.kind == Selected::Kind::Job) {
        return fmt::format("job {}", what.job);
    }
    return what.objectId.empty() ? std::string() : "object " + what.objectId;
}

Selected startAt(const engine::Layout& layout, const std::string& start) {
    std::string_view rest = start;
    const std::string_view kind = takeWord(rest);
    std::string id;
    if (std::array<int, 2> place{}; kind == "rack" && splitNumbers(rest, id, place)) {
        for (std::size_t i = 0; i < layout.racks.size(); ++i) {
            const engine::RackBox& rack = layout.racks[i];
            if (rack.row == place[0] && rack.column == place[1] &&
                layout.blocks[static_cast<std::size_t>(rack.block)] == id) {
                return {Selected::Kind::Rack, static_cast<int>(i), id, -1};
            }
        }
        return {};
    }
    if (std::array<int, 1> number{}; kind == "machine" && splitNumbers(rest, id, number)) {
        for (std::size_t i = 0; i < layout.equipment.size(); ++i) {
            if (layout.equipment[i].id == id && number[0]-- == 0) {
                return {Selected::Kind::Equipment, static_cast<int>(i), id, -1};
            }
        }
        return {};
    }
    if (double job = 0.0; kind == "job" && takeNumber(rest, job)) {
        return {Selected::Kind::Job, -1, {}, std::llround(job)};
    }
    return kind == "object" ? Selected{Selected::Kind::Object, -1, std::string(rest), -1}
                            : Selected{};
}

}  // namespace headroom::ui
