// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/campaign/campaign_sheet.h"

#include "engine/base/scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

constexpr int kFourDigits = significantDigits(4);

Estimate inUnit(Estimate e, const models::Unit& unit) {
    for (double* v :
         {&e.mean, &e.halfWidth, &e.deviation, &e.least, &e.p5, &e.median, &e.p95, &e.most}) {
        *v /= unit.toSi;
    }
    return e;
}

struct EstimatePart {
    const char* key;
    const char* label;
    const char* why;
    double Estimate::*value;
    bool isDetail;
};

constexpr auto kEstimateParts = std::to_array<EstimatePart>({
    {"mean", "mean", "Mean of the replications.", &Estimate::mean, false},
    {"half_width_95", "+- 95 %", "Half width of the 95 % interval of the mean (Student).",
     &Estimate::halfWidth, false},
    {"deviation", "deviation", "Standard deviation between replications.", &Estimate::deviation,
     true},
    {"p5", "5 %", "One replication in twenty is below.", &Estimate::p5, false},
    {"median", "median", "Half of the replications are below.", &Estimate::median, false},
    {"p95", "95 %", "One replication in twenty is above.", &Estimate::p95, false},
    {"least", "least", "The lowest replication.", &Estimate::least, true},
    {"most", "most", "The highest replication.", &Estimate::most, true},
});

/// The columns of an estimate. `key` comes before their keys, with a point. `label` is the head of the mean; without a label
/// quantiles are shown too. `interval`: the half width is not a detail.
template <class Row>
void addEstimate(std::vector<SheetField<Row>>& fields, const std::string& key,
                 const std::string& label, bool interval, std::function<Estimate(const Row&)> of) {
    const std::string before = key.empty() ? "" : key + '.';
    for (const EstimatePart& part : kEstimateParts) {
        const bool isMean = part.value == &Estimate::mean;
        fields.push_back(
            {{.key = before + part.key,
              .label = isMean && !label.empty() ? label : part.label,
              .why = part.why,
              .digits = kFourDigits,
              .isDetail = part.isDetail || (!label.empty() && !isMean &&
                                            !(interval && part.value == &Estimate::halfWidth))},
             [of, value = part.value](const Row& row) -> SheetCell { return of(row).*value; }});
    }
    fields.push_back({{.key = before + "count",
                       .label = "count",
                       .why = "Replications in it.",
                       .digits = 0,
                       .isDetail = true},
                      [of](const Row& row) -> SheetCell { return of(row).count; }});
}

/// A named estimate in a unit, with its definition.
struct FigureRow {
    std::string key, label, unit, why;
    Estimate estimate;
};

FigureRow figureRow(const std::vector<Replication>& replications, const Figure& figure) {
    return {std::string(figure.key), std::string(figure.label), std::string(figure.unit.symbol),
            std::string(figure.why), inUnit(estimateOf(replications, figure), figure.unit)};
}

std::vector<SheetField<FigureRow>> figureRowFields() {
    std::vector<SheetField<FigureRow>> fields = {
        {{.key = "figure", .label = "key", .isDetail = true},
         [](const FigureRow& r) -> SheetCell { return r.key; }},
        {{.key = "label", .label = "figure"},
         [](const FigureRow& r) -> SheetCell { return r.label; }}};
    addEstimate<FigureRow>(fields, "", "", true, [](const FigureRow& r) { return r.estimate; });
    fields.push_back(
        {{.key = "unit", .label = "unit"}, [](const FigureRow& r) -> SheetCell { return r.unit; }});
    fields.push_back({{.key = "why", .label = "definition", .isDetail = true},
                      [](const FigureRow& r) -> SheetCell { return r.why; }});
    return fields;
}

std::vector<FigureRow> figureRows(const std::vector<Replication>& replications) {
    std::vector<FigureRow> rows;
    for (const Figure* figure : figuresIn(kInCampaign)) {
        rows.push_back(figureRow(replications, *figure));
    }
    return rows;
}

Sheet figureSheet(const std::vector<FigureRow>& rows) {
    Sheet sheet = sheetOf<FigureRow>(
        "Figures", "Figures over the replications",
        "Mean and its 95 % interval (Student); quantiles of single replications.",
        figureRowFields(), rows);
    for (const FigureRow& row : rows) {
        sheet.notes.push_back(row.why);
    }
    return sheet;
}

/// Figures that a curve shows to people, one column each.
constexpr auto kCurveFigures = std::to_array<std::string_view>(
    {"interruptions", kMeanTimeToInterruption, kEffectiveTime, "lost_work_pct", "starting_pct",
     "waiting_pct", "stalled_pct"});

std::string plusMinusText(const Estimate& e) {
    const auto number = [](double v) {
        return std::isfinite(v) ? fmt::format("{:.4g}", v) : std::string("-");
    };
    return number(e.mean) + " +- " + number(e.halfWidth);
}

}  // namespace

Sheet estimateSheet(const Estimate& estimate, const models::Unit& unit) {
    std::vector<SheetField<Estimate>> fields;
    addEstimate<Estimate>(fields, "", "", true, [](const Estimate& e) { return e; });
    return sheetOf<Estimate>("Estimate", "Estimate", "", fields,
                             std::vector<Estimate>{inUnit(estimate, unit)});
}

Sheet campaignFigures(const CampaignResult& result) {
    return figureSheet(figureRows(result.replications));
}

Sheet campaignCauses(const CampaignResult& result) {
    std::vector<SheetField<ModeEstimate>> fields = {
        {{.key = "cause", .label = "by cause"},
         [](const ModeEstimate& m) -> SheetCell { return m.mode; }}};
    addEstimate<ModeEstimate>(fields, "failures", "failures", false,
                              [](const ModeEstimate& m) { return m.failures; });
    addEstimate<ModeEstimate>(fields, "interruptions", "stops", true,
                              [](const ModeEstimate& m) { return m.interruptions; });
    addEstimate<ModeEstimate>(fields, "lost_accelerator_h", "lost accelerator-h", false,
                              [](const ModeEstimate& m) { return m.lostHours; });
    return sheetOf<ModeEstimate>("Causes", "Causes of failures and interruptions", "", fields,
                                 modesOf(result.replications));
}

Sheet campaignSizes(const CampaignResult& result) {
    std::vector<SheetField<SizeEstimate>> fields = {
        {{.key = "accelerators_up_to", .label = "jobs up to [accelerators]", .digits = 0},
         [](const SizeEstimate& s) -> SheetCell { return s.accelerators; }}};
    addEstimate<SizeEstimate>(fields, "jobs", "jobs", false,
                              [](const SizeEstimate& s) { return s.jobs; });
    addEstimate<SizeEstimate>(fields, "interruptions", "stops", false,
                              [](const SizeEstimate& s) { return s.interruptions; });
    addEstimate<SizeEstimate>(fields, "mtti_h", "MTTI [h]", true,
                              [](const SizeEstimate& s) { return s.mttiH; });
    fields.push_back({{.key = "analytic_mttf_h",
                       .label = "law: MTTI",
                       .unit = "h",
                       .why = "By the plant's hazards, over the same running time.",
                       .digits = kFourDigits},
                      [](const SizeEstimate& s) -> SheetCell { return s.analyticH; }});
    return sheetOf<SizeEstimate>("Sizes", "Interruptions by size of the job", "", fields,
                                 sizesOf(result.replications));
}

Sheet campaignSheet(const CampaignResult& result) {
    std::vector<FigureRow> rows = figureRows(result.replications);
    for (const ModeEstimate& m : modesOf(result.replications)) {
        rows.push_back({"interruptions/" + m.mode, "Interruptions by " + m.mode, "",
                        "Interruptions by cause.", m.interruptions});
    }
    return figureSheet(rows);
}

Sheet curveSheet(const Curve& curve) {
    Sheet all = figureSheet({});
    all.columns.insert(all.columns.begin(), {{.key = "value", .label = "value"},
                                             {.key = "value_unit", .label = "unit of the value"}});
    for (const CurvePoint& point : curve.points) {
        for (auto& row : figureSheet(figureRows(point.campaign.replications)).rows) {
            row.insert(row.begin(), {point.value, curve.figure.unit});
            all.rows.push_back(std::move(row));
        }
    }
    return all;
}

Sheet curveTable(const Curve& curve) {
    Sheet sheet{"Curve", "Curve over " + curve.figure.label, "Same seeds at every value.", {}, {}};
    sheet.columns.push_back({.label = curve.figure.label, .unit = curve.figure.unit});
    for (const std::string_view key : kCurveFigures) {
        const Figure& of = figure(key);
        sheet.columns.push_back({.label = std::string(of.label),
                                 .unit = std::string(of.unit.symbol),
                                 .why = std::string(of.why)});
    }
    sheet.columns.push_back({.label = "ETTR less first",
                             .unit = "%",
                             .why = "Effective time less that at the first value, seed by seed."});
    sheet.columns.push_back({.label = "law: MTTI", .unit = "h", .digits = kFourDigits});
    sheet.columns.push_back({.label = "law: ETTR", .unit = "%", .digits = kFourDigits});
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
        const auto& runs = curve.points[i].campaign.replications;
        auto& row = sheet.rows.emplace_back();
        row.emplace_back(curve.points[i].value);
        if (runs.empty() ||
            (runs.front().law.accelerators == 0 && !curve.points[i].campaign.refused.empty())) {
            row.resize(sheet.columns.size());  // refused: no job ran
            continue;
        }
        for (const std::string_view key : kCurveFigures) {
            row.emplace_back(
                plusMinusText(inUnit(estimateOf(runs, figure(key)), figure(key).unit)));
        }
        row.emplace_back(plusMinusText(
            inUnit(differenceOf(curve, i, figure(kEffectiveTime)), models::unit::percent)));
        row.emplace_back(runs.front().law.mttiS / kHourS);
        row.emplace_back(100.0 * runs.front().law.ettr);
    }
    return sheet;
}

}  // namespace headroom::engine
