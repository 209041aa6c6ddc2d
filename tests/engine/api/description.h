// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/json.h"
#include "engine/files/text_file.h"
#include "tests/support/published_schema.h"

#include <nlohmann/json.hpp>

#include <string>

/// The shipped description of the server, and answers held against it.
namespace headroom::tests {

inline const nlohmann::json& description() {
    static const nlohmann::json kDescription = engine::parseJson<nlohmann::json>(
        *engine::readTextFile(HEADROOM_SOURCE_DIR "/resources/api/openapi.json"));
    return kDescription;
}

/// What is wrong with an answer by a schema of the description; empty means nothing.
inline std::string faultsBy(const nlohmann::json& schemaNode, const nlohmann::json& answer) {
    nlohmann::json root = schemaNode;
    root["components"] = description()["components"];
    return PublishedSchema(root).faultsOf(answer);
}

}  // namespace headroom::tests
