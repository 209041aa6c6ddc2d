// SPDX-License-Identifier: Apache-2.0
#include "ui/why/number_value.h"

#include "engine/live/run_series.h"
#include "engine/run/frame/computed.h"
#include "engine/run/frame/frame_objects.h"
#include "ui/inspector/attribute_text.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace headroom::ui {

const engine::QuantityInfo* quantityOf(const NumberName& number) {
    for (const engine::QuantityInfo& info : engine::framePlace(number.place).table) {
        if (info.key == number.key) {
            return &info;
        }
    }
    return nullptr;
}

std::string_view objectTypeOf(std::string_view place) {
    return engine::framePlace(place).type;
}

double quantityValue(const NumberName& number, const Workspace& workspace) {
    const auto frame = workspace.frame();
    const engine::QuantityInfo* info = quantityOf(number);
    if (!isComputed(frame.get()) || info == nullptr) {
        return models::kNotStated;
    }
    const auto q = static_cast<std::size_t>(info - engine::framePlace(number.place).table.data());
    return engine::frameValue(*frame, number.place, number.object, q);
}

double numberInFiles(const NumberName& number, const Workspace& workspace) {
    if (const engine::QuantityInfo* info = quantityOf(number)) {
        return quantityValue(number, workspace) / info->unit.toSi;
    }
    const engine::Object* object =
        number.place == "attribute" ? workspace.project().find(number.object) : nullptr;
    const models::Attribute* attribute = object != nullptr && object->type->id == number.type
                                             ? object->type->find(number.key)
                                             : nullptr;
    if (attribute == nullptr) {
        return models::kNotStated;
    }
    const auto at = static_cast<std::size_t>(attribute - object->type->attributes.data());
    const bool isStated =
        at < object->values.size() && !std::holds_alternative<std::monostate>(object->values[at]);
    const models::Value value = isStated ? object->values[at] : defaultsOf(*object->type)[at];
    const auto* real = std::get_if<double>(&value);
    const auto* whole = std::get_if<std::int64_t>(&value);
    return real != nullptr    ? *real
           : whole != nullptr ? static_cast<double>(*whole)
                              : models::kNotStated;
}

NumberWords wordsOf(const NumberName& number, const Workspace& workspace) {
    const auto shown = [](std::string_view text) {
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    if (const engine::QuantityInfo* info = quantityOf(number)) {
        return {shown(info->label), shown(info->unit.symbol)};
    }
    const engine::Object* object =
        number.place == "attribute" ? workspace.project().find(number.object) : nullptr;
    const models::Attribute* attribute =
        object != nullptr ? object->type->find(number.key) : nullptr;
    return attribute != nullptr
               ? NumberWords{shown(attribute->label), shown(attribute->unit.symbol)}
               : NumberWords{QString::fromStdString(number.key).replace('_', ' '), {}};
}

Extremes extremesInFiles(const NumberName& number, const Workspace& workspace, double fromS,
                         double toS) {
    Extremes found;
    const engine::QuantityInfo* info = quantityOf(number);
    const auto series = workspace.source() != nullptr ? workspace.source()->series() : nullptr;
    if (info == nullptr || series == nullptr) {
        return found;
    }
    const std::string name = number.text();
    const engine::SeriesCut cut =
        series->read({&name, 1}, fromS, toS, std::numeric_limits<std::size_t>::max());
    for (std::size_t row = 0; row < cut.size(); ++row) {
        // NaN loses against any number.
        found.least = std::fmin(found.least, cut.curves[0].least[row] / info->unit.toSi);
        found.most = std::fmax(found.most, cut.curves[0].most[row] / info->unit.toSi);
    }
    return found;
}

}  // namespace headroom::ui
