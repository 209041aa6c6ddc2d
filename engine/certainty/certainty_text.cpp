// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/certainty/certainty.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::string causeText(const UncertaintyCause& cause) {
    std::string text = fmt::format("{:.0f} % {}", 100.0 * cause.share, cause.label);
    const bool isFigure = cause.status != "model" && cause.status != "meter" &&
                          cause.status != "chance" && cause.status != "together";
    if (!cause.range.empty()) {
        text += fmt::format(" ({}{})", cause.range, isFigure ? "; " + cause.status : "");
    }
    return text;
}

OrderedJson causeJson(const UncertaintyCause& cause) {
    OrderedJson json = {{"key", cause.key}, {"label", cause.label}, {"status", cause.status}};
    if (!cause.range.empty()) {
        json["range"] = cause.range;
    }
    json["share"] = cause.share;
    return json;
}

}  // namespace

std::string notStatedText(const Certainty& certainty) {
    return certainty.notStated.empty() ? std::string()
                                       : fmt::format("of {}", fmt::join(certainty.notStated, ", "));
}

std::string certaintyText(const Certainty& certainty) {
    constexpr std::size_t kCausesTold = 3;
    std::string out =
        fmt::format("Certainty: 90 % intervals from {} figures that may be others, {} runs\n",
                    certainty.figures, certainty.runs);
    for (const HeadlineCertainty& h : certainty.headlines) {
        const double si = h.figure->shown.toSi;
        const std::string unit(h.figure->shown.symbol);
        const double width = (h.high - h.low) / si;
        // As many digits as the interval has a use for.
        const int digits =
            width > 0.0 && width < 100.0
                ? std::clamp(2 - static_cast<int>(std::floor(std::log10(width))), 0, 6)
                : 0;
        const auto number = [&](double value) {
            return width >= 1e6 ? fmt::format("{:.4g}", value / si)
                                : fmt::format("{:.{}f}", value / si, digits);
        };
        out += fmt::format("  {:<28} {} ({} to {}){}", h.figure->label, number(h.value),
                           number(h.low), number(h.high), unit.empty() ? "" : ' ' + unit);
        for (std::size_t i = 0; i < h.causes.size() && i < kCausesTold; ++i) {
            out += (i == 0 ? ": " : ", ") + causeText(h.causes[i]);
        }
        out += '\n';
    }
    if (!certainty.measureFirst.empty()) {
        out += "  Measure these first:\n";
        for (const UncertaintyCause& cause : certainty.measureFirst) {
            out += fmt::format("    {} ({}; {})\n", cause.key, cause.range, cause.status);
        }
    }
    if (const std::string of = notStatedText(certainty); !of.empty()) {
        out += "  The catalogue states no error (type model_error) " + of +
               ": the intervals lack what these are off by.\n";
    }
    if (!certainty.settled) {
        out += "  The ends still moved with the last runs: take them as rough.\n";
    }
    return out;
}

std::string certaintyJson(const Certainty& certainty) {
    OrderedJson json = OrderedJson::object();
    for (const HeadlineCertainty& h : certainty.headlines) {
        const double si = h.figure->unit.toSi;
        OrderedJson causes = OrderedJson::array();
        for (const UncertaintyCause& cause : h.causes) {
            causes.push_back(causeJson(cause));
        }
        json[std::string(h.figure->key)] = {{"value", h.value / si},
                                            {"low", h.low / si},
                                            {"high", h.high / si},
                                            {"causes", std::move(causes)}};
    }
    OrderedJson first = OrderedJson::array();
    for (const UncertaintyCause& cause : certainty.measureFirst) {
        first.push_back(causeJson(cause));
    }
    json["measure_first"] = std::move(first);
    json["figures_tried"] = certainty.figures;
    json["runs"] = certainty.runs;
    json["errors_not_stated"] = certainty.notStated;
    json["settled"] = certainty.settled;
    return jsonText(json, 2);
}

std::string withCertainty(const std::string& summaryJson, const Certainty& certainty) {
    const auto summary = parseJson<OrderedJson>(summaryJson);
    if (!summary.is_object()) {
        return summaryJson;
    }
    auto whole = OrderedJson::object();
    for (const auto& [key, value] : summary.items()) {
        if (key == "state_hash") {
            whole["certainty"] = parseJson<OrderedJson>(certaintyJson(certainty));
        }
        whole[key] = value;
    }
    return jsonText(whole, 2) + "\n";
}

namespace {

/// A headline and one of its causes; a headline without causes has a row too.
struct CertaintyRow {
    const HeadlineCertainty* headline;
    const UncertaintyCause* cause;

    double inUnit(double si) const { return si / headline->figure->unit.toSi; }
};

template <class Text>
SheetField<CertaintyRow> causeField(const char* key, Text UncertaintyCause::*text) {
    return {{.key = key, .label = key}, [text](const CertaintyRow& r) {
                return r.cause == nullptr ? SheetCell() : SheetCell(std::string(r.cause->*text));
            }};
}

}  // namespace

Sheet certaintySheet(const Certainty& certainty) {
    std::vector<CertaintyRow> rows;
    for (const HeadlineCertainty& h : certainty.headlines) {
        for (const UncertaintyCause& cause : h.causes) {
            rows.push_back({&h, &cause});
        }
        if (h.causes.empty()) {
            rows.push_back({&h, nullptr});
        }
    }
    using Row = CertaintyRow;
    const std::vector<SheetField<Row>> fields = {
        {{.key = "figure", .label = "figure"},
         [](const Row& r) -> SheetCell { return std::string(r.headline->figure->key); }},
        {{.key = "unit", .label = "unit"},
         [](const Row& r) -> SheetCell { return std::string(r.headline->figure->unit.symbol); }},
        {{.key = "value", .label = "value"},
         [](const Row& r) -> SheetCell { return r.inUnit(r.headline->value); }},
        {{.key = "low", .label = "low", .why = "Lower end of the 90 % interval."},
         [](const Row& r) -> SheetCell { return r.inUnit(r.headline->low); }},
        {{.key = "high", .label = "high", .why = "Upper end of the 90 % interval."},
         [](const Row& r) -> SheetCell { return r.inUnit(r.headline->high); }},
        causeField("cause", &UncertaintyCause::key),
        causeField("status", &UncertaintyCause::status),
        causeField("range", &UncertaintyCause::range),
        {{.key = "share",
          .label = "share",
          .unit = "%",
          .why = "Share of the variance.",
          .digits = 1,
          .shown = 100.0},
         [](const Row& r) { return r.cause == nullptr ? SheetCell() : SheetCell(r.cause->share); }},
    };
    return sheetOf<Row>("Certainty", "Figures and what makes them uncertain", "90 % intervals.",
                        fields, rows);
}

}  // namespace headroom::engine
