// SPDX-License-Identifier: Apache-2.0
#include "tests/support/published_schema.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace headroom::tests {

using Adapter = valijson::adapters::NlohmannJsonAdapter;

struct PublishedSchema::Compiled {
    valijson::Schema schema;
};

PublishedSchema::PublishedSchema(const nlohmann::json& schema)
    : compiled_(std::make_unique<Compiled>()) {
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(Adapter(schema), compiled_->schema);
}

PublishedSchema::~PublishedSchema() = default;

std::string PublishedSchema::faultsOf(const nlohmann::json& document) const {
    valijson::ValidationResults results;
    if (valijson::Validator(valijson::Validator::kStrongTypes)
            .validate(compiled_->schema, Adapter(document), &results)) {
        return {};
    }
    std::string faults = results.numErrors() == 0 ? "refused without a reason\n" : "";
    for (const auto& fault : results) {
        for (const auto& step : fault.context) {
            faults += step;
        }
        faults += ": " + fault.description + "\n";
    }
    return faults;
}

bool PublishedSchema::accepts(const nlohmann::json& document) const {
    return valijson::Validator(valijson::Validator::kStrongTypes)
        .validate(compiled_->schema, Adapter(document), nullptr);
}

}  // namespace headroom::tests
