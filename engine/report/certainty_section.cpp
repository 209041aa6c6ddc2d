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

std::string causeHtml(const Json& cause) {
    std::string text = fmt::format("{:.0f} % {}", 100.0 * cause.value("share", 0.0),
                                   cause.value("label", std::string()));
    if (const std::string range = cause.value("range", std::string()); !range.empty()) {
        text += " (" + range + "; " + cause.value("status", std::string()) + ")";
    }
    return escaped(text);
}

bool isInterval(const Json& value) {
    return value.is_object() && value.contains("low") && value["low"].is_number() &&
           value.contains("high") && value["high"].is_number();
}

}  // namespace

std::string certaintyHtml(const Json& summary) {
    constexpr std::size_t kCauses = 4;
    const auto found = summary.is_object() ? summary.find("certainty") : summary.end();
    if (!summary.is_object() || found == summary.end() || !found->is_object()) {
        return {};
    }
    std::string rows;
    for (const auto& [key, value] : found->items()) {
        const Figure* figure = figureNamed(key);
        if (figure == nullptr || !isInterval(value)) {
            continue;
        }
        std::string causes;
        const Json list = value.value("causes", Json::array());
        for (std::size_t i = 0; i < list.size() && i < kCauses && list[i].is_object(); ++i) {
            causes += (i > 0 ? "<br>" : "") + causeHtml(list[i]);
        }
        rows += "<tr><td class=\"name\">" + escaped(std::string(figure->label)) +
                "</td><td class=\"number\">" + escaped(spanText(*figure, value)) +
                "</td><td class=\"why\">" + causes + "</td></tr>\n";
    }
    std::string first;
    for (const Json& cause : found->value("measure_first", Json::array())) {
        if (cause.is_object()) {
            first += "<li>" + escaped(cause.value("key", std::string())) + " (" +
                     escaped(cause.value("range", std::string())) + "; " +
                     escaped(cause.value("status", std::string())) + ")</li>\n";
        }
    }
    std::string missing;
    for (const Json& of : found->value("errors_not_stated", Json::array())) {
        missing += (missing.empty() ? "" : ", ") + (of.is_string() ? of.get<std::string>() : "");
    }
    return "<section><h2>Certainty</h2>\n<p class=\"why\">Between these the figures lie nine times "
           "in ten: "
           "figures of the catalogue, weather, failures and errors of the models together." +
           (missing.empty() ? ""
                            : " The catalogue stated no error of " + escaped(missing) +
                                  ": the intervals lack what these are off by.") +
           "</p>\n"
           "<div class=\"table\"><table><thead><tr><th>Figure</th><th class=\"number\">90 % "
           "interval</th>"
           "<th>What of it comes from where</th></tr></thead><tbody>\n" +
           rows + "</tbody></table></div>\n" +
           (first.empty() ? "" : "<p>Measure these first:</p>\n<ol>\n" + first + "</ol>\n") +
           "</section>\n";
}

}  // namespace headroom::engine::report
