// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/catalogue_part.h"

#include "engine/base/json.h"
#include "engine/document/catalogue.h"
#include "engine/document/values.h"
#include "engine/files/output_file.h"
#include "engine/files/text_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <system_error>

namespace headroom::engine {

namespace {

using PartJson = nlohmann::ordered_json;

/// Whether a member of an object is that text. A file may hold anything in its place.
bool saysText(const PartJson& object, const char* key, const std::string& text) {
    const auto found = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && found != object.end() && found->is_string() &&
           found->get_ref<const std::string&>() == text;
}

}  // namespace

Result<void> addCataloguePart(const CataloguePart& part, const std::filesystem::path& file) {
    PartJson root{{"format", kCatalogueFormat},
                  {"type", part.type},
                  {"sources", PartJson::object()},
                  {"parts", PartJson::array()}};
    std::error_code failure;
    if (std::filesystem::exists(file, failure)) {
        auto held = readTextFile(file);
        if (!held) {
            return tl::unexpected(std::move(held.error()));
        }
        root = parseJson<PartJson>(*held);
        const bool isOurs = saysText(root, "type", part.type) && root.contains("parts") &&
                            root["parts"].is_array() && root.contains("sources") &&
                            root["sources"].is_object();
        if (!isOurs) {
            return tl::unexpected(Error{"DEV-008",
                                        "It is not a catalogue file of " + part.type + "s.",
                                        "Move it away, or repair it.", file.string(), "", 0});
        }
    }
    for (const auto& [id, text] : part.sources) {
        root["sources"][id] = {{"text", text}, {"date", "not stated"}};
    }
    PartJson added = parseJson<PartJson>(part.json);
    PartJson& parts = root["parts"];
    const auto same = std::find_if(parts.begin(), parts.end(), [&](const PartJson& each) {
        return saysText(each, "id", added["id"].get<std::string>());
    });
    if (same == parts.end()) {
        parts.push_back(std::move(added));
    } else {
        *same = std::move(added);
    }
    return writeFile(file, jsonText(root, 2) + '\n', FileKind::Catalogue);
}

}  // namespace headroom::engine
