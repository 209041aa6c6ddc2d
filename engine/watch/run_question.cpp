// SPDX-License-Identifier: Apache-2.0
#include "engine/watch/run_question.h"

#include "engine/base/json.h"
#include "engine/document/json_text.h"
#include "engine/document/values.h"

#include <algorithm>
#include <string>

namespace headroom::engine {

namespace {

bool isWords(models::ValueKind kind) {
    return kind == models::ValueKind::Text || kind == models::ValueKind::Choice ||
           kind == models::ValueKind::Reference;
}

Error argumentFault(const char* code, std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), {}, {}, 0};
}

/// "job: …" of the first fault of a value.
Error valueFault(std::string_view key, const ValueFault& fault) {
    return argumentFault("ASK-003", std::string(key) + ": " + fault.message, fault.remedy);
}

}  // namespace

Result<AskedQuestion> AskedQuestion::make(const RunQuestion& question,
                                          QuestionArguments arguments) {
    const models::ComponentType& type = *question.spec;
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
                "The question " + std::string(question.name) + " has no argument \"" + key + "\".",
                didYouMean(key, keys, "`headroom-cli ask` lists the arguments of each question.")));
        }
        nlohmann::json json = parseJson<nlohmann::json>(value);
        if (json.is_discarded() || (isWords(attribute->kind) && !json.is_string())) {
            json = value;
        }
        const auto read = valueFromJson(*attribute, json);
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
    return AskedQuestion(question, spec, std::move(arguments));
}

AskedQuestion::AskedQuestion(const RunQuestion& question, std::shared_ptr<const void> spec,
                             QuestionArguments arguments)
    : question_(&question), spec_(std::move(spec)), arguments_(std::move(arguments)) {}

Result<RunReply> AskedQuestion::answer(const Simulator& simulator) const {
    return question_->answer(simulator, spec_.get());
}

}  // namespace headroom::engine
