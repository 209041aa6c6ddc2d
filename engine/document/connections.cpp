// SPDX-License-Identifier: Apache-2.0
#include "engine/document/connections.h"

#include "engine/document/words.h"

#include <array>
#include <string_view>
#include <variant>

namespace headroom::engine {

namespace {

struct Needed {
    std::string_view type, key, message, hint;
};

constexpr auto kNeeded = std::to_array<Needed>({
    {"hall", "crah", "It has no air handlers.",
     "Choose {hall.crah}: even racks cooled by liquid give some heat to the air."},
    {"hall", "crah_count", "How many air handlers it has is not stated.",
     "State {hall.crah_count}."},
    {"hall", "air_loop", "No facility water cools its air handlers.",
     "Name a cooling loop in {hall.air_loop}."},
    {"hall", "feeds", "Nothing feeds its switches, storage and air handlers.",
     "Name power units in {hall.feeds}."},
    {"cdu_group", "loop", "No facility water takes its heat.",
     "Name a cooling loop in {cdu_group.loop}."},
    {"cdu_group", "feeds", "Nothing feeds its pumps.", "Name power units in {cdu_group.feeds}."},
    {"cooling_loop", "feeds", "Nothing feeds its fans, pumps and chillers.",
     "Name power units in {cooling_loop.feeds}."},
    {"rack_block", "feeds", "Nothing feeds its racks.",
     "Name PDUs, boards or busways in {rack_block.feeds}."},
    {"rack_block", "fabric", "Its servers join no network.",
     "Name a fabric in {rack_block.fabric}."},
});

bool isMissing(const models::Value& value) {
    const auto* list = std::get_if<std::vector<std::string>>(&value);
    const auto* number = std::get_if<std::int64_t>(&value);
    return std::holds_alternative<std::monostate>(value) || (list != nullptr && list->empty()) ||
           (number != nullptr && *number == 0);
}

}  // namespace

std::vector<MissingConnection> missingConnections(const Project& project) {
    std::vector<MissingConnection> missing;
    if (project.objectsOf("hall").empty()) {
        missing.push_back({nullptr, nullptr, "There is no hall.", "Draw a hall."});
    }
    if (project.objectsOf("rack_block").empty()) {
        missing.push_back({nullptr, nullptr, "There are no racks.",
                           "Drag racks from the catalogue into a hall."});
    }
    for (const Object& object : project.objects) {
        for (const Needed& needed : kNeeded) {
            if (object.type->id != needed.type || !isMissing(object.value(needed.key))) {
                continue;
            }
            // How many there are is asked once it is known of what.
            if (needed.key != "crah_count" || !isMissing(object.value("crah"))) {
                missing.push_back({&object, object.type->find(needed.key),
                                   std::string(needed.message), inWords(needed.hint)});
            }
        }
    }
    return missing;
}

}  // namespace headroom::engine
