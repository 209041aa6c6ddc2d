// SPDX-License-Identifier: Apache-2.0
#include "engine/document/own_parts.h"

#include "engine/document/json_text.h"
#include "engine/document/values.h"
#include "engine/files/input_file.h"
#include "engine/files/text_file.h"

#include <fmt/format.h>

#include <map>
#include <system_error>
#include <utility>

namespace headroom::engine {

namespace {

/// Sources of a file by text and date, with the ids that figures name them by.
class Sources {
  public:
    const std::string& idOf(const Provenance& from) {
        const auto [at, isNew] = ids_.try_emplace({from.source, from.date});
        if (isNew) {
            at->second = fmt::format("S{}", ids_.size());
            order_.push_back(&*at);
        }
        return at->second;
    }

    std::string text() const {
        std::string all;
        for (const auto* source : order_) {
            all += fmt::format(
                "{}    {}: {{\"text\": {}, \"date\": {}}}", all.empty() ? "\n" : ",\n",
                jsonString(source->second), jsonString(source->first.first),
                jsonString(source->first.second.empty() ? "not stated" : source->first.second));
        }
        return all;
    }

  private:
    using Ids = std::map<std::pair<std::string, std::string>, std::string>;
    Ids ids_;
    std::vector<const Ids::value_type*> order_;
};

std::string figureText(const models::Attribute& attribute, const models::Value& value,
                       const Provenance& from, Sources& sources) {
    std::string text = fmt::format("{}: {{\"value\": {}", jsonString(std::string(attribute.key)),
                                   valueToJson(value));
    const auto add = [&](const char* key, const std::string& json) {
        text += fmt::format(", \"{}\": {}", key, json);
    };
    if (!attribute.unit.symbol.empty()) {
        add("unit", jsonString(std::string(attribute.unit.symbol)));
    }
    if (from.hasRange()) {
        add("low", valueToJson(from.low));
        add("high", valueToJson(from.high));
    }
    add("source", jsonString(sources.idOf(from)));
    add("status", jsonString(from.status));
    if (!from.note.empty()) {
        add("note", jsonString(from.note));
    }
    return text + '}';
}

}  // namespace

std::string catalogueFileText(const models::ComponentType& type,
                              std::span<const CatalogueEntry> parts) {
    Sources sources;
    std::string list;
    for (const CatalogueEntry& part : parts) {
        std::string figures;
        for (std::size_t i = 0; i < type.attributes.size(); ++i) {
            if (!std::holds_alternative<std::monostate>(part.values[i])) {
                figures += figures.empty() ? "\n        " : ",\n        ";
                figures +=
                    figureText(type.attributes[i], part.values[i], part.provenance[i], sources);
            }
        }
        list += fmt::format(
            "{}    {{\n      \"id\": {},\n      \"name\": {},\n      \"figures\": {{{}\n      }}\n "
            "   }}",
            list.empty() ? "\n" : ",\n", jsonString(part.id), jsonString(part.name), figures);
    }
    return fmt::format(
        "{{\n  \"format\": {},\n  \"type\": {},\n  \"sources\": {{{}\n  }},\n  \"parts\": [{}\n  "
        "]\n}}\n",
        jsonString(std::string(kCatalogueFormat)), jsonString(std::string(type.id)), sources.text(),
        list);
}

Result<std::vector<std::string>> partsIn(const std::filesystem::path& file) {
    std::vector<std::string> ids;
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) {
        return ids;
    }
    const auto text = readTextFile(file, kJsonMemoryPerByte);
    if (!text) {
        return tl::unexpected(text.error());
    }
    const auto json = JsonText::parse(*text, file.string(), "CAT");
    if (!json) {
        return tl::unexpected(json.error().front());
    }
    for (const auto& part : json->root().value("parts", nlohmann::json::array())) {
        if (part.is_object() && part.value("id", nlohmann::json()).is_string()) {
            ids.push_back(part["id"].get<std::string>());
        }
    }
    return ids;
}

}  // namespace headroom::engine
