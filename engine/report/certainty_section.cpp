// SPDX-License-Identifier: Apache-2.0
#include "engine/figures/figures.h"
#include "engine/report/format.h"
#include "engine/report/sections.h"

#include <fmt/format.h>

namespace headroom::engine::report {
namespace {

/// "1.08 (1.06 to 1.11)" in the unit in which people read the figure.
std::string spanText(const Figure& figure, const Json& certainty) {
    const auto shown = [&](const char* key) {
        const double si = certainty.at(key).get<double>() * figure.unit.toSi;
        return quantityText(si / figure.shown.toSi, figure.shown.symbol);
    };
    return shown("low") + " to " + shown("high");
}

std::string causeText(const Json& cause) {
    std::string text = fmt::format("{:.0f} % {}", 100.0 * cause.value("share", 0.0),
                                   cause.value("label", std::string()));
    if (const std::string range = cause.value("range", std::string()); !range.empty()) {
        text += " (" + range + "; " + cause.value("status", std::string()) + ")";
    }
    return text;
}

bool isInterval(const Json& value) {
    return value.is_object() && value.contains("low") && value["low"].is_number() &&
           value.contains("high") && value["high"].is_number();
}

}  // namespace

Section certaintySection(const Json& summary) {
    constexpr std::size_t kCauses = 4;
    const auto found = summary.is_object() ? summary.find("certainty") : summary.end();
    if (!summary.is_object() || found == summary.end() || !found->is_object()) {
        return {};
    }
    Table table({{"Figure", CellKind::Name},
                 {"90 % interval", CellKind::Number},
                 {"Causes and their shares", CellKind::Why}});
    for (const auto& [key, value] : found->items()) {
        const Figure* figure = figureNamed(key);
        if (figure == nullptr || !isInterval(value)) {
            continue;
        }
        Text causes;
        const Json list = value.value("causes", Json::array());
        for (std::size_t i = 0; i < list.size() && i < kCauses && list[i].is_object(); ++i) {
            if (i > 0) {
                causes.newLine();
            }
            causes.add(causeText(list[i]));
        }
        table.row({figure->label, spanText(*figure, value), causes});
    }
    List first;
    first.isNumbered = true;
    for (const Json& cause : found->value("measure_first", Json::array())) {
        if (cause.is_object()) {
            first.items.emplace_back(cause.value("key", std::string()) + " (" +
                                     cause.value("range", std::string()) + "; " +
                                     cause.value("status", std::string()) + ")");
        }
    }
    std::string missing;
    for (const Json& of : found->value("errors_not_stated", Json::array())) {
        missing += (missing.empty() ? "" : ", ") + (of.is_string() ? of.get<std::string>() : "");
    }
    Section section{"Certainty"};
    section.blocks += Paragraph{
        "Between these the figures lie nine times in ten: figures of the catalogue, weather, "
        "failures and errors of the models together." +
        (missing.empty() ? std::string()
                         : " The catalogue stated no error of " + missing +
                               ": the intervals lack what these are off by.")};
    section.blocks += std::move(table);
    if (!first.items.empty()) {
        section.blocks += Paragraph{"Measure these first:"};
        section.blocks += std::move(first);
    }
    return section;
}

}  // namespace headroom::engine::report
