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

std::vector<Text> lawLines(const Law& law) {
    std::vector<Text> lines;
    if (!law.formula.empty()) {
        if (const auto formula = Formula::parse(std::string(law.formula))) {
            lines.emplace_back("= " + formula->written(lawLabel));
        }
    }
    std::string inputs;
    std::istringstream words{std::string(law.inputs)};
    for (std::string word; words >> word;) {
        inputs += (inputs.empty() ? "" : ", ") + inputWords(word);
    }
    if (!inputs.empty()) {
        lines.emplace_back("Rests on: " + inputs + ".");
    }
    Text last("Valid: " + std::string(law.range) + ". Equation, units, range and source: ");
    lines.push_back(last.add(law.header, TextRun::Look::Code));
    return lines;
}

}  // namespace

std::vector<Text> whereFrom(std::string_view place, std::string_view key) {
    const Law* law = lawOf(place, key);
    return law == nullptr ? std::vector<Text>() : lawLines(*law);
}

std::vector<Text> whereFrom(const Figure& figure, const Sums& sums) {
    const Ratio ratio = figure.of(sums);
    const RatioWords* words = ratioWords(figure.key);
    if (words == nullptr) {
        return whereFrom("facility", figure.key);
    }
    std::vector<Text> lines;
    lines.emplace_back("= " + std::string(words->over) + " / " + std::string(words->under));
    if (std::isfinite(ratio.over) && ratio.under > 0.0 &&
        ratio.under != 1.0) {  // a sum of 1: the ratio alone is kept
        lines.emplace_back(
            "= " + quantityText(ratio.over / words->overUnit.toSi, words->overUnit.symbol) + " / " +
            quantityText(ratio.under / words->underUnit.toSi, words->underUnit.symbol) + " = " +
            quantityText(ratio.value() / figure.shown.toSi, figure.shown.symbol));
    }
    lines.emplace_back("Valid: over all of this run; standards ask for a year.");
    return lines;
}

}  // namespace headroom::engine::report
