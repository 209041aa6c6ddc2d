// SPDX-License-Identifier: Apache-2.0
#include "engine/document/part_names.h"

#include "engine/base/json.h"
#include "engine/document/project.h"
#include "engine/part/part_address.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cctype>
#include <utility>
#include <variant>
#include <vector>

namespace headroom::engine {

namespace {

/// "pumps" as the head of a name; names of racks stay.
std::string headOf(std::string text) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

/// A part `rest` of an object: "2" is one of its units, "2/pumps" are the pumps of that unit, all else is named by itself.
std::string partName(const std::string& object, const std::string& rest) {
    const PartAddress address = PartAddress::after({}, rest);
    const std::string holder =
        address.unit > 0 ? fmt::format("{} {}", object, address.unit) : object;
    return address.part.empty()
               ? holder
               : fmt::format("{} of {}", headOf(std::string(address.part)), holder);
}

}  // namespace

std::string nameOfPart(const std::string& id, const NameOfObject& nameOfObject) {
    for (const std::string_view head : headsOf(id)) {
        std::string name = nameOfObject(std::string(head));
        if (!name.empty()) {
            return head.size() + 1 < id.size() ? partName(name, id.substr(head.size() + 1)) : name;
        }
    }
    return id;
}

PartNames::PartNames(const Project& project) {
    for (const Object& object : project.objects) {
        if (object.type->single || object.type->find("name") == nullptr) {
            continue;
        }
        const auto* name = std::get_if<std::string>(&object.value("name"));
        names_.emplace(object.id, name == nullptr || name->empty() ? object.id : *name);
    }
}

PartNames PartNames::ofText(const std::string& projectText) {
    PartNames names;
    std::vector<nlohmann::json> inner{parseJson<nlohmann::json>(projectText)};
    while (!inner.empty()) {
        const nlohmann::json value = std::move(inner.back());
        inner.pop_back();
        if (value.is_object() && value.contains("id") && value["id"].is_string()) {
            const std::string id = value["id"].get<std::string>();
            const bool isNamed = value.contains("name") && value["name"].is_string();
            const std::string name = isNamed ? value["name"].get<std::string>() : std::string();
            names.names_.emplace(id, name.empty() ? id : name);
        }
        if (value.is_structured()) {
            inner.insert(inner.end(), value.begin(), value.end());
        }
    }
    return names;
}

std::string PartNames::nameOf(const std::string& id) const {
    return nameOfPart(id, [this](const std::string& head) {
        const auto known = names_.find(head);
        return known == names_.end() ? std::string() : known->second;
    });
}

}  // namespace headroom::engine
