// SPDX-License-Identifier: Apache-2.0
#include "engine/document/setting.h"

#include "engine/base/json.h"
#include "engine/document/json_text.h"
#include "engine/document/values.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

bool isText(models::ValueKind kind) {
    return kind == models::ValueKind::Text || kind == models::ValueKind::Choice ||
           kind == models::ValueKind::Reference;
}

tl::unexpected<Error> refused(const char* code, Words message, Words remedy) {
    return tl::unexpected(Error{code, std::move(message), std::move(remedy), {}, {}, 0});
}

}  // namespace

Result<SetAttribute> settingOf(const Project& project, const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::size_t dot = text.substr(0, equals).rfind('.');
    if (equals == std::string::npos || dot == std::string::npos || dot == 0 || dot + 1 == equals) {
        return refused("EDT-007", fmt::format("\"{}\" sets nothing.", text),
                       "Write OBJECT.KEY=VALUE, as in warm.supply_setpoint_c=30.");
    }
    SetAttribute setting{text.substr(0, dot), text.substr(dot + 1, equals - dot - 1), {}};
    const Object* object = project.find(setting.objectId);
    if (object == nullptr) {
        std::vector<std::string> ids;
        for (const Object& each : project.objects) {
            ids.push_back(each.id);
        }
        return refused("EDT-001",
                       fmt::format("The project has no object \"{}\".", setting.objectId),
                       didYouMean(setting.objectId, ids, "Choose one that exists."));
    }
    const models::Attribute* attribute = object->type->find(setting.key);
    if (attribute == nullptr) {
        std::vector<std::string> keys;
        for (const models::Attribute& each : object->type->attributes) {
            keys.emplace_back(each.key);
        }
        return refused("EDT-002",
                       fmt::format("{}: {} has no attribute \"{}\".", setting.objectId,
                                   object->type->label, setting.key),
                       didYouMean(setting.key, keys, "`headroom-cli schema` lists them."));
    }
    const std::string value = text.substr(equals + 1);
    if (value.empty()) {
        return setting;
    }
    nlohmann::json json = parseJson<nlohmann::json>(value);
    if (json.is_discarded() || (isText(attribute->kind) && !json.is_string())) {
        json = value;
    }
    auto read = valueFromJson(*attribute, json);
    if (!read) {
        const ValueFault& fault = read.error().front();
        return refused(("EDT-" + std::string(fault.number)).c_str(),
                       setting.objectId + ": " + fault.message, fault.remedy);
    }
    setting.value = std::move(*read);
    return setting;
}

ResultAll<std::vector<Edit>> editsOfSettings(const Project& project,
                                             const std::vector<std::string>& settings) {
    Errors faults;
    std::vector<Edit> edits;
    for (const std::string& text : settings) {
        if (auto setting = settingOf(project, text)) {
            edits.emplace_back(std::move(*setting));
        } else {
            faults.push_back(setting.error());
        }
    }
    if (!faults.empty()) {
        return tl::unexpected(std::move(faults));
    }
    return edits;
}

}  // namespace headroom::engine
