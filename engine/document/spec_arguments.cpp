// SPDX-License-Identifier: Apache-2.0
#include "engine/document/spec_arguments.h"

#include "engine/base/json.h"
#include "engine/document/json_text.h"
#include "engine/document/values.h"

namespace headroom::engine {

namespace {

bool isWords(models::ValueKind kind) {
    return kind == models::ValueKind::Text || kind == models::ValueKind::Choice ||
           kind == models::ValueKind::Reference;
}

Error argumentFault(const char* code, Words message, Words remedy) {
    return {code, std::move(message), std::move(remedy), {}, {}, 0};
}

/// "job: …" of the first fault of a value.
Error valueFault(std::string_view key, const ValueFault& fault) {
    return argumentFault("ASK-003", std::string(key) + ": " + fault.message, fault.remedy);
}

/// The text as JSON of the attribute's kind; words stay words, and lists of one need no brackets.
nlohmann::json jsonOfText(const models::Attribute& attribute, const std::string& text) {
    auto json = parseJson<nlohmann::json>(text);
    if (attribute.kind == models::ValueKind::ReferenceList) {
        return json.is_array() ? json : nlohmann::json::array({text});
    }
    if (json.is_discarded() || (isWords(attribute.kind) && !json.is_string())) {
        json = text;
    }
    return json;
}

}  // namespace

Result<std::shared_ptr<const void>> specOfArguments(const models::ComponentType& type,
                                                    std::string_view question,
                                                    const std::string& listed,
                                                    const SpecArguments& arguments) {
    const std::shared_ptr<void> spec(type.create(), type.destroy);
    for (const auto& [key, value] : arguments) {
        const models::Attribute* attribute = type.find(key);
        if (attribute == nullptr) {
            std::vector<std::string> keys;
            for (const models::Attribute& each : type.attributes) {
                keys.emplace_back(each.key);
            }
            return tl::unexpected(argumentFault(
                "ASK-002",
                "The question " + std::string(question) + " has no argument \"" + key + "\".",
                didYouMean(key, keys, listed)));
        }
        const auto read = valueFromJson(*attribute, jsonOfText(*attribute, value));
        if (!read) {
            return tl::unexpected(valueFault(key, read.error().front()));
        }
        attribute->set(*attribute, spec.get(), *read);
    }
    for (const models::Attribute& attribute : type.attributes) {
        const ValueFaults faults = valueFaults(attribute, attribute.get(attribute, spec.get()));
        if (!faults.empty()) {
            return tl::unexpected(valueFault(attribute.key, faults.front()));
        }
    }
    return std::shared_ptr<const void>(spec);
}

}  // namespace headroom::engine
