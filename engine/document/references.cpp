// SPDX-License-Identifier: Apache-2.0
#include "engine/document/references.h"

#include "engine/document/json_text.h"

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

}  // namespace

std::optional<ValueFault> referenceFault(const models::Attribute& attribute,
                                         const models::Value& value, const Project& project,
                                         const Catalogue& catalogue) {
    const auto* id = std::get_if<std::string>(&value);
    if (attribute.kind != models::ValueKind::Reference || id == nullptr) {
        return std::nullopt;
    }
    const models::ComponentType* target = models::findComponentType(attribute.target);
    const std::string label(target == nullptr ? attribute.target : target->label);
    std::vector<std::string> known;
    const bool inCatalogue = isCatalogueType(attribute.target);
    if (inCatalogue) {
        for (const CatalogueEntry* part : catalogue.entriesOf(attribute.target)) {
            known.push_back(part->id);
        }
    } else {
        for (const Object* object : project.objectsOf(attribute.target)) {
            known.push_back(object->id);
        }
    }
    for (const std::string& each : known) {
        if (each == *id) {
            return std::nullopt;
        }
    }
    const std::string where = inCatalogue ? "The catalogue has no " : "The project has no ";
    const std::string otherwise =
        inCatalogue
            ? "List the parts with: headroom-cli catalog " + std::string(attribute.target) + "."
            : "Add it to " + inQuotes(target == nullptr ? "" : target->section) +
                  ", or name one that exists.";
    return ValueFault{
        "017", "",
        where + label + " " + inQuotes(*id) + ", which " + inQuotes(attribute.key) + " names.",
        didYouMean(*id, known, otherwise)};
}

std::vector<Referrer> referrersOf(const Object& object, const Project& project) {
    std::vector<Referrer> result;
    for (const Object& other : project.objects) {
        for (std::size_t i = 0; i < other.values.size(); ++i) {
            const models::Attribute& a = other.type->attributes[i];
            const auto* id = std::get_if<std::string>(&other.values[i]);
            if (a.kind == models::ValueKind::Reference && a.target == object.type->id &&
                id != nullptr && *id == object.id) {
                result.push_back({&other, &a});
            }
        }
    }
    return result;
}

}  // namespace headroom::engine
