// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/validate.h"

#include "engine/validate/kinds.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kZeroCelsiusK = 273.15;

// Figures of the catalogue that rows like these decided: packaging/tools/fit_serving.cpp; and
// accelerator_power.h and clocked_time.h of models. One more fit for serving: which rows have a crowded host
// (serving_case.h).
constexpr int kServingFigures = 20;
constexpr int kPowerLimitFigures = 6;

Result<void> runFile(const CaseFile& file, const Catalogue* catalogue, Rows& rows) {
    if (file.kind == "powerflow") {
        return validatePowerflow(file, rows);
    }
    if (file.kind == "feeder") {
        return validateFeeder(file, rows);
    }
    if (file.kind == "hydraulics") {
        return validateHydraulics(file, rows);
    }
    if (file.kind == "psychrometrics") {
        return validatePsychrometrics(file, rows);
    }
    if (file.kind == "chiller") {
        return validateChiller(file, rows);
    }
    if (file.kind == "tower") {
        return validateTower(file, catalogue, rows);
    }
    if (file.kind == "training") {
        return validateTraining(file, catalogue, rows);
    }
    if (file.kind == "collective") {
        return validateCollective(file, catalogue, rows);
    }
    if (file.kind == "fabric") {
        return validateFabric(file, rows);
    }
    if (file.kind == "schedule") {
        return validateSchedule(file, rows);
    }
    if (file.kind == "facility") {
        return validateFacility(file, catalogue, rows);
    }
    if (file.kind == "reliability") {
        return validateReliability(file, catalogue, rows);
    }
    if (file.kind == "serving") {
        return validateServing(file, catalogue, rows);
    }
    if (file.kind == "power_limit") {
        return validatePowerLimit(file, catalogue, rows);
    }
    if (file.kind == "cost") {
        return validateCost(file, rows);
    }
    if (file.kind == "air") {
        return validateAir(file, rows);
    }
    return listNotExpressed(file, rows);
}

/// Means of the groups that rows of a kind name, in the order of their first row.
void groupsOf(const std::vector<ValidationRow>& rows, ValidationKind& summary) {
    for (const ValidationRow& row : rows) {
        if (row.kind != summary.kind || row.group.empty() || !row.inMean || !row.errorPct) {
            continue;
        }
        auto group = std::find_if(summary.groups.begin(), summary.groups.end(),
                                  [&](const ValidationGroup& g) { return g.group == row.group; });
        if (group == summary.groups.end()) {
            group = summary.groups.insert(summary.groups.end(), ValidationGroup{row.group, 0, 0.0});
        }
        ++group->rows;
        group->mapePct += (std::abs(*row.errorPct) - group->mapePct) / group->rows;
    }
    if (summary.groups.empty()) {
        return;
    }
    double sum = 0.0;
    for (const ValidationGroup& group : summary.groups) {
        sum += group.mapePct;
    }
    summary.groupMeanPct = sum / static_cast<double>(summary.groups.size());
}

double medianOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : 0.5 * (values[half - 1] + values[half]);
}

/// Rows with an interval, by quantity and all together.
void intervalsOf(const std::vector<ValidationRow>& rows, ValidationKind& summary) {
    std::vector<std::vector<double>> errors;
    int inside = 0, all = 0;
    for (const ValidationRow& row : rows) {
        if (row.kind != summary.kind || !row.low || !row.high || !row.expected || !row.errorPct ||
            !row.inMean) {
            continue;
        }
        auto& list = summary.quantities;
        auto q = std::find_if(list.begin(), list.end(), [&](const ValidationQuantity& other) {
            return other.quantity == row.quantity;
        });
        if (q == list.end()) {
            q = list.insert(list.end(), ValidationQuantity{row.quantity});
            errors.emplace_back();
        }
        const bool in = *row.expected >= *row.low && *row.expected <= *row.high;
        inside += in ? 1 : 0;
        ++all;
        ++q->rows;
        q->mapePct += (std::abs(*row.errorPct) - q->mapePct) / q->rows;
        q->coveragePct += ((in ? 100.0 : 0.0) - q->coveragePct) / q->rows;
        if (!row.disturbed) {
            ++q->calmRows;
            q->calmMapePct += (std::abs(*row.errorPct) - q->calmMapePct) / q->calmRows;
        }
        errors[static_cast<std::size_t>(q - list.begin())].push_back(std::abs(*row.errorPct));
    }
    for (std::size_t i = 0; i < errors.size(); ++i) {
        summary.quantities[i].medianApePct = medianOf(errors[i]);
    }
    if (all > 0) {
        summary.coveragePct = 100.0 * inside / all;
    }
}

ValidationKind summaryOf(const std::string& kind, const std::vector<ValidationRow>& rows) {
    ValidationKind summary;
    summary.kind = kind;
    std::vector<double> errors;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ValidationRow& row = rows[i];
        if (row.kind != kind) {
            continue;
        }
        ++summary.cases;
        summary.passed += row.verdict == Verdict::Pass ? 1 : 0;
        summary.failed += row.verdict == Verdict::Fail ? 1 : 0;
        summary.notExpressed += row.verdict == Verdict::NotExpressed ? 1 : 0;
        if (row.errorPct && row.inMean) {
            errors.push_back(std::abs(*row.errorPct));
            if (!summary.worst || errors.back() > std::abs(*rows[*summary.worst].errorPct)) {
                summary.worst = i;
            }
        }
    }
    if (!errors.empty()) {
        double sum = 0.0;
        for (const double error : errors) {
            sum += error;
        }
        summary.mapePct = sum / static_cast<double>(errors.size());
        summary.medianApePct = medianOf(errors);
    }
    groupsOf(rows, summary);
    intervalsOf(rows, summary);
    if (kind == "serving") {
        summary.freeFigures = kServingFigures;
    } else if (kind == "power_limit") {
        summary.freeFigures = kPowerLimitFigures;
    }
    return summary;
}

/// An empty table would read like a check that passed.
Error noCase(const std::vector<std::filesystem::path>& paths, std::string_view kind,
             std::size_t files) {
    std::string where;
    for (const std::filesystem::path& path : paths) {
        where += (where.empty() ? "" : ", ") + path.string();
    }
    Error error;
    error.code = "VAL-005";
    error.message = "there is no case " +
                    (kind.empty() ? std::string() : "of kind \"" + std::string(kind) + "\" ") +
                    "in " + where + " (" + std::to_string(files) + " case files searched)";
    error.remedy =
        "Name a case file of that kind, or a folder that holds one. The source tree has one of "
        "every kind in "
        "tests/validation/cases.";
    return error;
}

}  // namespace

const char* verdictName(Verdict verdict) {
    switch (verdict) {
        case Verdict::Pass:
            return "pass";
        case Verdict::Fail:
            return "fail";
        case Verdict::Reported:
            return "reported";
        case Verdict::NotExpressed:
            return "not expressed";
    }
    return "";
}

const std::vector<std::string>& validationKinds() {
    static const std::vector<std::string> kKinds = {
        "powerflow", "feeder",      "hydraulics", "psychrometrics",
        "chiller",   "tower",       "training",   "collective",
        "fabric",    "reliability", "schedule",   "facility",
        "serving",   "power_limit", "cost",       "air"};
    return kKinds;
}

bool ValidationReport::failed() const {
    return std::any_of(kinds.begin(), kinds.end(),
                       [](const ValidationKind& kind) { return kind.failed > 0; });
}

ValidationRow comparedRow(const CaseFile& file, std::string name, const Compared& compared,
                          std::string note) {
    ValidationRow row;
    row.kind = file.kind;
    row.case_ = std::move(name);
    row.quantity = compared.quantity;
    row.unit = compared.unit;
    row.expected = compared.expected;
    row.limit = compared.limit;
    row.note = std::move(note);
    const double error = compared.got - compared.expected;
    if (std::isfinite(compared.got)) {
        row.got = compared.got;
        const double scale =
            std::abs(compared.expected + (compared.unit == "°C" ? kZeroCelsiusK : 0.0));
        if (scale > 0.0) {
            row.errorPct = 100.0 * error / scale;
        }
    }
    if (row.limit) {
        row.verdict = std::abs(error) <= *row.limit ? Verdict::Pass : Verdict::Fail;
    }
    return row;
}

ValidationRow notExpressedRow(const CaseFile& file, std::string name, std::string quantity,
                              std::string unit, std::optional<double> expected, std::string why) {
    ValidationRow row;
    row.kind = file.kind;
    row.case_ = std::move(name);
    row.quantity = std::move(quantity);
    row.unit = std::move(unit);
    row.expected = expected;
    row.verdict = Verdict::NotExpressed;
    row.note = std::move(why);
    return row;
}

ResultAll<ValidationReport> validate(const std::vector<std::filesystem::path>& paths,
                                     std::string_view kind, const Catalogue* catalogue) {
    const std::vector<std::string>& known = validationKinds();
    if (!kind.empty() && std::find(known.begin(), known.end(), kind) == known.end()) {
        Error error;
        error.code = "VAL-002";
        error.message = "there is no kind \"" + std::string(kind) + "\"";
        const std::string near = nearest(std::string(kind), known);
        error.remedy = near.empty() ? "The kinds are:" : "Did you mean " + near + "? All kinds:";
        for (const std::string& name : known) {
            error.remedy += " " + name;
        }
        error.remedy += ".";
        return tl::unexpected(Errors{std::move(error)});
    }
    const auto files = findCaseFiles(paths);
    if (!files) {
        return tl::unexpected(Errors{files.error()});
    }
    ValidationReport report;
    Errors errors;
    // A damaged file may be a case of any kind: leaving it out would pass for a folder that is sound.
    for (const CaseFile& file : *files) {
        if (file.damage) {
            errors.push_back(*file.damage);
        }
    }
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    if (std::none_of(files->begin(), files->end(),
                     [&](const CaseFile& file) { return kind.empty() || file.kind == kind; })) {
        return tl::unexpected(Errors{noCase(paths, kind, files->size())});
    }
    for (const CaseFile& file : *files) {
        if (!kind.empty() && file.kind != kind) {
            continue;
        }
        if (auto done = runFile(file, catalogue, report.rows); !done) {
            errors.push_back(std::move(done.error()));
        }
    }
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    for (const std::string& name : known) {
        ValidationKind summary = summaryOf(name, report.rows);
        if (summary.cases > 0) {
            report.kinds.push_back(std::move(summary));
        }
    }
    ValidationKind unknown = summaryOf("unknown", report.rows);
    if (unknown.cases > 0) {
        report.kinds.push_back(std::move(unknown));
    }
    return report;
}

}  // namespace headroom::engine
