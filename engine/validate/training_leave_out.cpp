// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/files/text_file.h"
#include "engine/validate/training_fit.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

namespace headroom::engine {

namespace {

Error figureError(const std::filesystem::path& file, const std::string& what) {
    Error error;
    error.code = "VAL-003";
    error.file = file.string();
    error.message = what;
    error.remedy =
        "Each figure has name, parts, key and spread_pct; parts and key are the catalogue's.";
    return error;
}

bool inCatalogue(const Catalogue& catalogue, const std::string& part, const std::string& key) {
    for (const char* type : {"accelerator", "software_stack", "interconnect"}) {
        if (const CatalogueEntry* entry = catalogue.find(type, part)) {
            return entry->type->find(key) != nullptr;
        }
    }
    return false;
}

/// Mean of family means over the rows that count, and how many of these there are.
struct FamilyMean {
    std::map<std::string, std::pair<double, int>> families;

    void add(const std::string& family, double pct) {
        auto& f = families[family];
        f.first += pct;
        ++f.second;
    }

    double mean() const {
        double sum = 0.0;
        for (const auto& [name, f] : families) {
            sum += f.first / f.second;
        }
        return families.empty() ? 0.0 : sum / static_cast<double>(families.size());
    }
};

double percentOf(double logarithm) {
    return 100.0 * std::abs(std::exp(logarithm) - 1.0);
}

/// Families of counted runs behind each accelerator and each software.
struct Known {
    std::map<std::string, std::set<std::string>> accelerators, software;

    Known(const std::vector<TrainingCase>& cases, const std::vector<bool>& counted) {
        for (std::size_t i = 0; i < cases.size(); ++i) {
            if (counted[i] && cases[i].whyNot.empty()) {
                accelerators[cases[i].acceleratorId].insert(cases[i].family);
                software[cases[i].softwareId].insert(cases[i].family);
            }
        }
    }

    models::TrainingKnowledge of(const TrainingCase& c) {
        return {static_cast<int>(accelerators[c.acceleratorId].size()),
                static_cast<int>(software[c.softwareId].size()), false};
    }
};

constexpr double kNinetyPercent = 1.645;

std::string groupOf(const TrainingCase& c, const std::string& sort) {
    return sort == "family" ? c.family : sort == "accelerator" ? c.acceleratorId : c.softwareId;
}

}  // namespace

Result<std::vector<FreeFigure>> freeFigures(const std::filesystem::path& file,
                                            const Catalogue& catalogue) {
    auto read = readTextFile(file);
    if (!read) {
        return tl::unexpected(std::move(read.error()));
    }
    const nlohmann::json json = parseJson<nlohmann::json>(*read);
    if (!json.is_object() || !json.contains("figures") || !json["figures"].is_array()) {
        return tl::unexpected(figureError(file, "there is no array \"figures\""));
    }
    std::vector<FreeFigure> figures;
    for (const nlohmann::json& item : json["figures"]) {
        FreeFigure f;
        f.name = item.value("name", "");
        f.why = item.value("why", "");
        f.key = item.value("key", "");
        f.spread = item.value("spread_pct", 0.0) / 100.0;
        f.prior = item.value("prior", models::kNotStated);
        for (const nlohmann::json& part : item.value("parts", nlohmann::json::array())) {
            f.parts.push_back(part.is_string() ? part.get<std::string>() : std::string());
        }
        if (f.name.empty() || f.parts.empty() || f.key.empty() || !(f.spread > 0.0)) {
            return tl::unexpected(figureError(
                file, "figure " + std::to_string(figures.size() + 1) + " is not complete"));
        }
        for (const std::string& part : f.parts) {
            if (!inCatalogue(catalogue, part, f.key)) {
                return tl::unexpected(
                    figureError(file, "\"" + f.name + "\": no " + f.key + " of a part " + part));
            }
        }
        figures.push_back(std::move(f));
    }
    return figures;
}

Result<std::vector<TrainingCase>> allTrainingCases(const std::vector<std::filesystem::path>& paths,
                                                   const Catalogue& catalogue) {
    const auto files = findCaseFiles(paths);
    if (!files) {
        return tl::unexpected(files.error());
    }
    std::vector<TrainingCase> cases;
    for (const CaseFile& file : *files) {
        if (file.damage) {
            return tl::unexpected(*file.damage);
        }
        if (file.kind != "training") {
            continue;
        }
        auto read = trainingCases(file, catalogue);
        if (!read) {
            return tl::unexpected(std::move(read.error()));
        }
        cases.insert(cases.end(), read->begin(), read->end());
    }
    if (cases.empty()) {
        Error error;
        error.code = "VAL-004";
        error.message = "there is no table of training runs to leave any out of";
        error.remedy = "Name a folder or file with columns of training_runs.csv.";
        return tl::unexpected(std::move(error));
    }
    return cases;
}

LeaveOutReport leaveOut(TrainingFit& fit, const std::vector<std::string>& sorts) {
    LeaveOutReport report;
    const std::vector<TrainingCase>& cases = fit.cases();
    const std::vector<bool> all(cases.size(), true);
    const TrainingFit::Point whole = fit.find(all);
    report.freeFigures = static_cast<int>(fit.figures().size());
    FamilyMean fitted;
    const std::vector<double> errors = fit.errors(whole);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (cases[i].core && !std::isnan(errors[i])) {
            fitted.add(cases[i].family, percentOf(errors[i]));
        }
    }
    report.fittedPct = fitted.mean();
    for (const std::string& sort : sorts) {
        std::set<std::string> names;
        for (const TrainingCase& c : cases) {
            if (c.core && c.whyNot.empty()) {
                names.insert(groupOf(c, sort));
            }
        }
        for (const std::string& name : names) {
            std::vector<bool> counted(cases.size());
            for (std::size_t i = 0; i < cases.size(); ++i) {
                counted[i] = groupOf(cases[i], sort) != name;
            }
            const std::vector<double> without = fit.errors(fit.findAgain(counted, whole));
            LeftOut left{sort, name, 0, 0.0, 0.0};
            FamilyMean mean, inside;
            Known known(cases, counted);
            for (std::size_t i = 0; i < cases.size(); ++i) {
                if (!counted[i] && cases[i].core && !std::isnan(without[i])) {
                    const double spread = spreadOf(cases[i], answer(cases[i]), known.of(cases[i]));
                    mean.add(cases[i].family, percentOf(without[i]));
                    inside.add(cases[i].family,
                               std::abs(without[i]) <= kNinetyPercent * spread ? 100.0 : 0.0);
                    ++left.rows;
                }
            }
            left.mapePct = mean.mean();
            left.coveragePct = inside.mean();
            report.groups.push_back(left);
        }
    }
    return report;
}

double LeaveOutReport::meanPct(const std::string& group) const {
    double sum = 0.0;
    int count = 0;
    for (const LeftOut& g : groups) {
        if (g.group == group) {
            sum += g.mapePct;
            ++count;
        }
    }
    return count > 0 ? sum / count : 0.0;
}

double LeaveOutReport::coveragePct(const std::string& group) const {
    double sum = 0.0;
    int count = 0;
    for (const LeftOut& g : groups) {
        if (g.group == group) {
            sum += g.coveragePct;
            ++count;
        }
    }
    return count > 0 ? sum / count : 0.0;
}

std::string leaveOutJson(const LeaveOutReport& report) {
    nlohmann::ordered_json groups = nlohmann::ordered_json::array();
    nlohmann::ordered_json means = nlohmann::ordered_json::object();
    for (const LeftOut& g : report.groups) {
        groups.push_back({{"left_out", g.group},
                          {"name", g.name},
                          {"rows", g.rows},
                          {"mape_pct", g.mapePct},
                          {"coverage_pct", g.coveragePct}});
        means[g.group] = {{"mape_pct", report.meanPct(g.group)},
                          {"coverage_pct", report.coveragePct(g.group)}};
    }
    const nlohmann::ordered_json told{{"free_figures", report.freeFigures},
                                      {"mean_of_family_means_pct", report.fittedPct},
                                      {"left_out", std::move(means)},
                                      {"groups", std::move(groups)}};
    return jsonText(told, 1);
}

std::string leaveOutText(const LeaveOutReport& report) {
    char line[200];
    std::string text;
    std::snprintf(line, sizeof line,
                  "%d free figures; mean of family means %.2f %% with nothing left out\n",
                  report.freeFigures, report.fittedPct);
    text += line;
    for (const char* sort : {"family", "accelerator", "framework"}) {
        for (const LeftOut& g : report.groups) {
            if (g.group == sort) {
                std::snprintf(line, sizeof line,
                              "%-12s %-34s %4d rows  %7.2f %%  inside %3.0f %%\n", sort,
                              g.name.c_str(), g.rows, g.mapePct, g.coveragePct);
                text += line;
            }
        }
        std::snprintf(line, sizeof line,
                      "mean with one %s left out: %.2f %%, %.0f %% inside their intervals\n", sort,
                      report.meanPct(sort), report.coveragePct(sort));
        text += line;
    }
    return text;
}

}  // namespace headroom::engine
