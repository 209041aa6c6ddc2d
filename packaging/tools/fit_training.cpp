// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/training_fit.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

/// Finds the free figures of the training step from measured runs, and prints what the catalogue
/// should say:
///   fit_training CATALOGUE FIGURES CASES… [--list WORD] [--leave-out] [--values] [--families] [--as-is]
/// --values prints what the catalogue should say, --families which parts each row uses, --as-is fits
/// nothing.
/// FIGURES: resources/validation/training_figures.json. Method: engine/validate/training_fit.h.
namespace {

using namespace headroom;

void list(const engine::TrainingFit& fit, const std::vector<double>& errors, const char* word) {
    for (std::size_t i = 0; i < errors.size(); ++i) {
        const engine::TrainingCase& c = fit.cases()[i];
        if (c.family.find(word) == std::string::npos && c.id.find(word) == std::string::npos) {
            continue;
        }
        if (!c.whyNot.empty()) {
            std::printf("%-12s not expressed: %s\n", c.id.c_str(), c.whyNot.c_str());
            continue;
        }
        const engine::TrainingAnswer a = engine::answer(c);
        const models::TrainingStep& s = a.step;
        const double f = 100.0 / s.stepS;
        std::printf(
            "%-12s %9.4g %+6.1f%% %8.3gs mat %4.1f att %4.1f vec %4.1f rec %4.1f opt %4.1f lau "
            "%4.1f bub %4.1f tp %4.1f cp %4.1f ep %4.1f pp %4.1f dp %4.1f str %4.1f ovh %4.1f | "
            "mb %g x %g vp %d tp%d pp%d cp%d ep%d %s %s %s %.0f/%.0f GB %s\n",
            c.id.c_str(), c.expected, 100.0 * (std::exp(errors[i]) - 1.0), s.stepS, f * s.matrixS,
            f * s.attentionS, f * s.vectorS, f * s.recomputeS, f * s.optimiserS, f * s.launchS,
            f * s.bubbleS, f * s.tensorS, f * s.contextS, f * s.expertS, f * s.pipelineS,
            f * s.dataS, f * s.stragglerS, f * s.overheadS, a.plan.microBatch,
            a.plan.microBatches(), a.plan.interleave, a.plan.tensor, a.plan.pipeline,
            a.plan.context, a.plan.expert, models::shardingName(a.plan.sharding),
            models::precisionName(a.plan.precision), models::recomputeName(a.plan.recompute),
            s.memoryBytes / 1e9, c.accelerator.memoryBytes / 1e9, c.softwareId.c_str());
    }
}

void families(const engine::TrainingFit& fit, const std::vector<double>& errors) {
    struct Sum {
        double abs = 0.0, sign = 0.0;
        int rows = 0;
    };

    std::map<std::string, Sum> sums;
    for (std::size_t i = 0; i < errors.size(); ++i) {
        const engine::TrainingCase& c = fit.cases()[i];
        if (!std::isnan(errors[i])) {
            const double pct = 100.0 * (std::exp(errors[i]) - 1.0);
            Sum& s = sums[c.core ? c.family : "- not core: " + c.family];
            s.abs += std::abs(pct);
            s.sign += pct;
            ++s.rows;
        }
    }
    double means = 0.0;
    int core = 0;
    for (const auto& [name, s] : sums) {
        std::printf("%-44s %3d rows %6.2f %% signed %+6.2f %%\n", name.c_str(), s.rows,
                    s.abs / s.rows, s.sign / s.rows);
        if (name[0] != '-') {
            means += s.abs / s.rows;
            ++core;
        }
    }
    std::printf("mean of %d family means %.2f %%\n", core, means / core);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 4) {
        std::fprintf(stderr,
                     "fit_training CATALOGUE FIGURES CASES... [--list WORD] [--leave-out] "
                     "[--values] [--as-is]\n");
        return 2;
    }
    const auto catalogue = engine::Catalogue::load(argv[1]);
    if (!catalogue) {
        std::fprintf(stderr, "%s\n", engine::text(catalogue.error()).c_str());
        return 3;
    }
    auto figures = engine::freeFigures(argv[2], *catalogue);
    if (!figures) {
        std::fprintf(stderr, "%s\n", engine::text(engine::Errors{figures.error()}).c_str());
        return 3;
    }
    std::vector<engine::TrainingCase> cases;
    const char* word = nullptr;
    bool leave = false, values = false, asIs = false, uses = false;
    for (int i = 3; i < argc; ++i) {
        if (std::strcmp(argv[i], "--list") == 0 && i + 1 < argc) {
            word = argv[++i];
        } else if (std::strcmp(argv[i], "--leave-out") == 0) {
            leave = true;
        } else if (std::strcmp(argv[i], "--values") == 0) {
            values = true;
        } else if (std::strcmp(argv[i], "--as-is") == 0) {
            asIs = true;
        } else if (std::strcmp(argv[i], "--families") == 0) {
            uses = true;
        } else {
            auto read = engine::trainingCases({argv[i], "training"}, *catalogue);
            if (!read) {
                std::fprintf(stderr, "%s\n", engine::text(engine::Errors{read.error()}).c_str());
                return 3;
            }
            cases.insert(cases.end(), read->begin(), read->end());
        }
    }
    const std::vector<bool> all(cases.size(), true);
    if (asIs) {
        figures->clear();
    }
    engine::TrainingFit fit(std::move(cases), *catalogue, std::move(*figures));
    const engine::TrainingFit::Point point = fit.find(all);
    for (std::size_t i = 0; i < point.size(); ++i) {
        std::printf("%-46s factor %7.3f  (%+.1f of its spread)\n", fit.figures()[i].name.c_str(),
                    std::exp(point[i]), point[i] / fit.figures()[i].spread);
    }
    const std::vector<double> errors = fit.errors(point);
    families(fit, errors);
    if (word != nullptr) {
        list(fit, errors, word);
    }
    if (values) {
        for (const engine::FittedFigure& v : fit.values(point)) {
            std::printf("VALUE %s %s %.4g\n", v.part.c_str(), v.key.c_str(), v.value);
        }
    }
    if (uses) {
        for (const engine::TrainingCase& c : fit.cases()) {
            std::printf("USES %s %s %s\n", c.family.c_str(), c.acceleratorId.c_str(),
                        c.softwareId.c_str());
        }
    }
    if (leave) {
        std::fputs(engine::leaveOutText(engine::leaveOut(fit)).c_str(), stdout);
    }
    return 0;
}
