// SPDX-License-Identifier: Apache-2.0
#include "engine/document/references.h"

#include "engine/document/json_text.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace headroom::engine {

namespace {

bool isCatalogueType(std::string_view id) {
    for (const models::ComponentType* type : models::catalogueTypes()) {
        if (type->id == id) {
            return true;
        }
    }
    return false;
}

/// The ids that an attribute's value names; none for values that are not references.
std::vector<std::string> namedBy(const models::Attribute& attribute, const models::Value& value) {
    if (attribute.kind == models::ValueKind::ReferenceList) {
        const auto* ids = std::get_if<std::vector<std::string>>(&value);
        return ids == nullptr ? std::vector<std::string>{} : *ids;
    }
    const auto* id = std::get_if<std::string>(&value);
    return attribute.kind != models::ValueKind::Reference || id == nullptr
               ? std::vector<std::string>{}
               : std::vector<std::string>{*id};
}

/// Permitted targets of an attribute: labels and existing ids.
struct Candidates {
    std::string label;    ///< "Hall", "UPS module or PDU"
    std::string types;    ///< catalogue types, for the command that lists them
    std::string section;  ///< of the project
    std::vector<std::string> ids;
    bool inCatalogue = false;
};

Candidates candidatesOf(const models::Attribute& attribute, const Project& project,
                        const Catalogue& catalogue) {
    Candidates c;
    models::forEachTarget(attribute.target, [&](std::string_view id) {
        const models::ComponentType* type = models::findComponentType(id);
        c.label +=
            (c.label.empty() ? "" : " or ") + std::string(type == nullptr ? id : type->label);
        if (isCatalogueType(id)) {
            c.inCatalogue = true;
            c.types += (c.types.empty() ? "" : ", ") + std::string(id);
            for (const CatalogueEntry* part : catalogue.entriesOf(id)) {
                c.ids.push_back(part->id);
            }
        } else {
            c.section = type == nullptr ? "" : type->section;
            for (const Object* object : project.objectsOf(id)) {
                c.ids.push_back(object->id);
            }
        }
    });
    return c;
}

bool aimsAt(const models::Attribute& attribute, std::string_view type) {
    bool found = false;
    models::forEachTarget(attribute.target,
                          [&](std::string_view id) { found = found || id == type; });
    return found;
}

}  // namespace

std::optional<ValueFault> referenceFault(const models::Attribute& attribute,
                                         const models::Value& value, const Project& project,
                                         const Catalogue& catalogue) {
    const std::vector<std::string> ids = namedBy(attribute, value);
    if (ids.empty()) {
        return std::nullopt;
    }
    const Candidates known = candidatesOf(attribute, project, catalogue);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (std::find(known.ids.begin(), known.ids.end(), ids[i]) != known.ids.end()) {
            continue;
        }
        const std::string where =
            known.inCatalogue ? "The catalogue has no " : "The project has no ";
        const std::string otherwise =
            known.inCatalogue
                ? "List the parts with: headroom-cli catalog " +
                      (known.types.find(',') == std::string::npos
                           ? known.types
                           : "TYPE, where TYPE is one of " + known.types) +
                      "."
                : "Add it to " + inQuotes(known.section) + ", or name one that exists.";
        return ValueFault{
            "017",
            attribute.kind == models::ValueKind::ReferenceList ? '/' + std::to_string(i) : "",
            where + (known.types.find(',') == std::string::npos ? known.label : "part") + " " +
                inQuotes(ids[i]) + ", which " + inQuotes(attribute.key) + " names.",
            didYouMean(ids[i], known.ids, otherwise)};
    }
    return std::nullopt;
}

std::vector<Referrer> referrersOf(const Object& object, const Project& project) {
    std::vector<Referrer> result;
    for (const Object& other : project.objects) {
        for (std::size_t i = 0; i < other.values.size(); ++i) {
            const models::Attribute& a = other.type->attributes[i];
            const auto ids = namedBy(a, other.values[i]);
            if (aimsAt(a, object.type->id) &&
                std::find(ids.begin(), ids.end(), object.id) != ids.end()) {
                result.push_back({&other, &a});
            }
        }
    }
    return result;
}

}  // namespace headroom::engine
