// SPDX-License-Identifier: Apache-2.0
#include "engine/compare/compare.h"
#include "engine/document/values.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace headroom::engine {

namespace {

/// A value as people read it, whole: what differs must show.
std::string shown(const models::Value& value) {
    return std::holds_alternative<std::monostate>(value) ? std::string{} : valueToJson(value);
}

bool differ(const std::vector<std::string>& values) {
    return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) != values.end();
}

}  // namespace

std::vector<InputLine> compareInputs(const std::vector<const Project*>& projects) {
    const auto known = static_cast<std::size_t>(
        std::count_if(projects.begin(), projects.end(), [](const Project* p) { return p; }));
    std::vector<InputLine> lines;
    if (known < 2) {
        return lines;
    }
    // In the order in which they are in the first project that has them.
    std::vector<const Object*> order;
    std::set<std::string> seen;
    std::vector<std::map<std::string, const Object*>> byId(projects.size());
    for (std::size_t i = 0; i < projects.size(); ++i) {
        if (projects[i] == nullptr) {
            continue;
        }
        for (const Object& object : projects[i]->objects) {
            byId[i][object.id] = &object;
            if (seen.insert(object.id).second) {
                order.push_back(&object);
            }
        }
    }
    for (const Object* object : order) {
        InputLine whole{object->id, std::string(object->type->label), {}, {}, {}, {}};
        bool everywhere = true;
        for (std::size_t i = 0; i < projects.size(); ++i) {
            const auto found = byId[i].find(object->id);
            const bool has = found != byId[i].end() && found->second->type == object->type;
            everywhere = everywhere && (has || projects[i] == nullptr);
            whole.values.emplace_back(projects[i] == nullptr ? "" : has ? "there" : "not there");
        }
        if (!everywhere) {
            lines.push_back(std::move(whole));
            continue;
        }
        for (std::size_t a = 0; a < object->type->attributes.size(); ++a) {
            const models::Attribute& attribute = object->type->attributes[a];
            InputLine line{object->id,
                           std::string(object->type->label),
                           std::string(attribute.label),
                           std::string(attribute.key),
                           std::string(attribute.unit.symbol),
                           {}};
            std::vector<std::string> told;
            for (std::size_t i = 0; i < projects.size(); ++i) {
                const auto found = byId[i].find(object->id);
                line.values.push_back(found == byId[i].end() ? ""
                                                             : shown(found->second->values[a]));
                if (found != byId[i].end()) {
                    told.push_back(line.values.back());
                }
            }
            if (differ(told)) {
                lines.push_back(std::move(line));
            }
        }
    }
    return lines;
}

}  // namespace headroom::engine
