// SPDX-License-Identifier: Apache-2.0
#include "engine/report/where_from.h"

#include "engine/figures/ratio_words.h"
#include "engine/formula/formula.h"
#include "engine/laws/laws.h"
#include "engine/report/format.h"
#include "engine/run/frame/quantity.h"

#include <cmath>
#include <sstream>

namespace headroom::engine::report {

namespace {

std::string lawLabel(std::string_view key) {
    for (const QuantityInfo& info : facilityQuantities()) {
        if (info.key == key) {
            return std::string(info.label);
        }
    }
    return std::string(key);
}

/// "Rated COP of chiller" of "chiller.rated_cop"; "IT power" of "it_power_kw".
std::string inputWords(const std::string& input) {
    const std::size_t dot = input.find('.');
    if (dot == std::string::npos) {
        return lawLabel(input);
    }
    const models::ComponentType* type = models::findComponentType(input.substr(0, dot));
    const models::Attribute* attribute =
        type != nullptr ? type->find(input.substr(dot + 1)) : nullptr;
    return attribute == nullptr
               ? input
               : std::string(attribute->label) + " (" + std::string(type->label) + ")";
}

std::string lawLines(const Law& law) {
    std::string lines;
    if (!law.formula.empty()) {
        if (const auto formula = Formula::parse(std::string(law.formula))) {
            lines += "<p>= " + escaped(formula->written(lawLabel)) + "</p>";
        }
    }
    std::string inputs;
    std::istringstream words{std::string(law.inputs)};
    for (std::string word; words >> word;) {
        inputs += (inputs.empty() ? "" : ", ") + inputWords(word);
    }
    if (!inputs.empty()) {
        lines += "<p>Rests on: " + escaped(inputs) + ".</p>";
    }
    return lines + "<p>Valid: " + escaped(law.range) +
           ". Equation, units, range and source: <code>" + escaped(law.header) + "</code></p>";
}

std::string folded(const std::string& lines) {
    return lines.empty()
               ? lines
               : "<details class=\"from\"><summary>where from</summary>" + lines + "</details>";
}

}  // namespace

std::string whereFrom(std::string_view place, std::string_view key) {
    const Law* law = lawOf(place, key);
    return law == nullptr ? std::string() : folded(lawLines(*law));
}

std::string whereFrom(const Figure& figure, const Sums& sums) {
    std::string lines;
    const Ratio ratio = figure.of(sums);
    if (const RatioWords* words = ratioWords(figure.key)) {
        lines = "<p>= " + escaped(words->over) + " / " + escaped(words->under) + "</p>";
        if (std::isfinite(ratio.over) && ratio.under > 0.0 &&
            ratio.under != 1.0) {  // a sum of 1: the ratio alone is kept
            lines +=
                "<p>= " +
                escaped(quantityText(ratio.over / words->overUnit.toSi, words->overUnit.symbol)) +
                " / " +
                escaped(
                    quantityText(ratio.under / words->underUnit.toSi, words->underUnit.symbol)) +
                " = " +
                escaped(quantityText(ratio.value() / figure.shown.toSi, figure.shown.symbol)) +
                "</p>";
        }
        lines += "<p>Valid: over all of this run; standards ask for a year.</p>";
    } else if (const Law* law = lawOf("facility", figure.key)) {
        lines += lawLines(*law);
    }
    return folded(lines);
}

}  // namespace headroom::engine::report
