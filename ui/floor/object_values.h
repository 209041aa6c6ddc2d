// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/project.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// Single values of objects, as the files of the plan ask for them.
namespace headroom::ui {

/// Empty where the object has no such text.
inline std::string textOf(const engine::Object& object, std::string_view key) {
    if (object.type->find(key) == nullptr) {
        return {};
    }
    const auto* text = std::get_if<std::string>(&object.value(key));
    return text == nullptr ? std::string() : *text;
}

/// 0 where the value is not a number.
inline double numberOf(const engine::Object& object, std::string_view key) {
    const auto* number = std::get_if<double>(&object.value(key));
    return number == nullptr ? 0.0 : *number;
}

/// Its coordinates are from the corner of its hall.
inline bool isInHall(const engine::Object& object) {
    return object.type->id == "rack_block" || object.type->id == "cdu_group" ||
           object.type->id == "structure";
}

inline bool contains(const std::vector<std::string>& ids, const std::string& id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
}

}  // namespace headroom::ui
