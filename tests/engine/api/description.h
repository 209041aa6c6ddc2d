// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/json.h"
#include "engine/files/text_file.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <string>

/// The shipped description of the server, and answers held against it.
namespace headroom::tests {

inline const nlohmann::json& description() {
    static const nlohmann::json kDescription =
        engine::parseJson<nlohmann::json>(*engine::readTextFile(HEADROOM_SOURCE_DIR "/resources/api/openapi.json"));
    return kDescription;
}

/// What is wrong with an answer by a schema of the description; empty: nothing.
inline std::string faultsBy(const nlohmann::json& schemaNode, const nlohmann::json& answer) {
    nlohmann::json root = schemaNode;
    root["components"] = description()["components"];
    valijson::Schema schema;
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(valijson::adapters::NlohmannJsonAdapter(root), schema);
    valijson::ValidationResults results;
    if (valijson::Validator(valijson::Validator::kStrongTypes)
            .validate(schema, valijson::adapters::NlohmannJsonAdapter(answer), &results)) {
        return {};
    }
    std::string faults;
    for (const auto& fault : results) {
        for (const auto& step : fault.context) {
            faults += step;
        }
        faults += ": " + fault.description + "\n";
    }
    return faults;
}

}  // namespace headroom::tests
