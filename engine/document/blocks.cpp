// SPDX-License-Identifier: Apache-2.0
#include "engine/document/blocks.h"

#include "models/facility/block.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

namespace headroom::engine {

namespace {

using models::Attribute;
using models::Value;
using models::ValueKind;

struct Use {
    const Object* object = nullptr;
    models::BlockUseSpec spec;
    std::vector<std::string> members;

    std::string copyId(const std::string& member) const { return object->id + "-" + member; }

    bool has(const std::string& id) const {
        return std::find(members.begin(), members.end(), id) != members.end();
    }
};

std::vector<Use> usesOf(const Project& project) {
    std::vector<Use> uses;
    for (const Object* object : project.objectsOf("block_use")) {
        Use use;
        use.object = object;
        use.spec = specOf<models::BlockUseSpec>(*object);
        if (const Object* block = project.find(use.spec.block)) {
            use.members = specOf<models::BlockSpec>(*block).members;
        }
        uses.push_back(std::move(use));
    }
    return uses;
}

void rename(const Use& use, Value& value) {
    if (auto* id = std::get_if<std::string>(&value); id != nullptr && use.has(*id)) {
        *id = use.copyId(*id);
    }
    if (auto* ids = std::get_if<std::vector<std::string>>(&value)) {
        for (std::string& id : *ids) {
            id = use.has(id) ? use.copyId(id) : id;
        }
    }
}

/// A coordinate that is not stated begins at the member's default, 0.
void shift(Value& value, double byM) {
    const auto* stated = std::get_if<double>(&value);
    value = (stated == nullptr ? 0.0 : *stated) + byM;
}

Object copyOf(const Object& member, const Use& use) {
    Object copy = member;
    copy.id = use.copyId(member.id);
    for (std::size_t i = 0; i < copy.values.size(); ++i) {
        const Attribute& attribute = copy.type->attributes[i];
        Value& value = copy.values[i];
        if (attribute.kind == ValueKind::Reference || attribute.kind == ValueKind::ReferenceList) {
            rename(use, value);
        }
        const bool isFed = copy.type->id == "rack_block" || copy.type->id == "cdu_group";
        if (attribute.key == "x_m") {
            shift(value, use.spec.eastM);
        } else if (attribute.key == "y_m") {
            shift(value, use.spec.northM);
        } else if (attribute.key == "hall" && !use.spec.hall.empty()) {
            value = use.spec.hall;
        } else if (attribute.key == "feeds" && isFed && !use.spec.feeds.empty()) {
            value = use.spec.feeds;
        } else if (attribute.key == "name") {
            const auto* name = std::get_if<std::string>(&value);
            const std::string& of = use.spec.name.empty() ? use.object->id : use.spec.name;
            value = of + ": " + (name == nullptr ? member.id : *name);
        }
    }
    return copy;
}

}  // namespace

Project withBlocks(const Project& project) {
    const std::vector<Use> uses = usesOf(project);
    if (uses.empty()) {
        return project;
    }
    std::set<std::string> taken;
    for (const Object& object : project.objects) {
        taken.insert(object.id);
    }
    std::vector<Object> copies;
    for (const Use& use : uses) {
        for (const std::string& id : use.members) {
            const Object* member = project.find(id);
            if (member != nullptr && taken.insert(use.copyId(id)).second) {
                copies.push_back(copyOf(*member, use));
            }
        }
    }
    Project whole;
    whole.file = project.file;
    whole.objects.reserve(project.objects.size() + copies.size());
    // Objects of one type are together: copies follow the last that was drawn.
    for (std::size_t i = 0; i < project.objects.size(); ++i) {
        const models::ComponentType* type = project.objects[i].type;
        whole.objects.push_back(project.objects[i]);
        if (i + 1 < project.objects.size() && project.objects[i + 1].type == type) {
            continue;
        }
        for (const Object& copy : copies) {
            if (copy.type == type) {
                whole.objects.push_back(copy);
            }
        }
    }
    return whole;
}

std::optional<BlockCopy> blockCopyOf(const Project& project, std::string_view id) {
    if (project.find(id) != nullptr) {
        return std::nullopt;
    }
    for (const Use& use : usesOf(project)) {
        for (const std::string& member : use.members) {
            if (use.copyId(member) == id) {
                return BlockCopy{use.object->id, member};
            }
        }
    }
    return std::nullopt;
}

}  // namespace headroom::engine
