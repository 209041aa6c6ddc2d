// SPDX-License-Identifier: Apache-2.0
#include "engine/validate/training_case.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

/// Finds figures of accelerators, software and links of the catalogue from measured training runs:
///   fit_training CATALOGUE CASES [--list] [--without PREFIX] [--all] [--leave-out] PARAMETER…
/// PARAMETER is PART:KEY=PRIOR, such as "llm-foundry:vector_passes=1.2"; a PART of "a+b" sets both
/// alike; without PRIOR the catalogue's value is one. The list of the shipped calibration:
/// packaging/tools/fit_training.txt. Minimises the mean over families of the mean
/// |ln(model/measured)| with rows of core=1 (--all: every row), plus a hundredth of the squared
/// logarithm of each parameter over its start (so that what the runs do not tell stays where it
/// was). --without leaves families of that prefix out of the fit and prints their errors.
/// --leave-out does so for each family in turn.
namespace {

using namespace headroom;
using Point = std::vector<double>;

struct Target {
    std::string part;
    const models::Attribute* attribute = nullptr;
};

struct Parameter {
    std::string name;
    std::vector<Target> targets;
    double start = 0.0;
};

/// Own copies of the parts that are varied.
struct Parts {
    std::map<std::string, models::AcceleratorSpec> accelerators;
    std::map<std::string, models::SoftwareStackSpec> software;
    std::map<std::string, models::InterconnectSpec> links;

    void* find(const std::string& id, const models::Attribute*& attribute, const char* key) {
        if (const auto a = accelerators.find(id); a != accelerators.end()) {
            attribute = models::AcceleratorSpec::type().find(key);
            return &a->second;
        }
        if (const auto s = software.find(id); s != software.end()) {
            attribute = models::SoftwareStackSpec::type().find(key);
            return &s->second;
        }
        if (const auto l = links.find(id); l != links.end()) {
            attribute = models::InterconnectSpec::type().find(key);
            return &l->second;
        }
        return nullptr;
    }
};

struct Fit {
    std::vector<engine::TrainingCase> cases;
    std::vector<double> adapters;  ///< of each case, which its row may state
    Parts parts;
    std::vector<Parameter> parameters;
    bool all = false;

    bool counts(const engine::TrainingCase& c) const { return c.whyNot.empty() && (c.core || all); }

    void apply(const Point& p) {
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            for (const Target& t : parameters[i].targets) {
                const models::Attribute* a = nullptr;
                void* spec = parts.find(t.part, a, std::string(t.attribute->key).c_str());
                a->set(*a, spec, std::clamp(std::exp(p[i]), a->minimum, a->maximum));
            }
        }
        for (std::size_t i = 0; i < cases.size(); ++i) {
            engine::TrainingCase& c = cases[i];
            if (c.whyNot.empty()) {
                c.accelerator = parts.accelerators.at(c.acceleratorId);
                c.accelerator.scaleOutBytesPerS = adapters[i];
            }
        }
    }

    double cost(const Point& p, const std::string& without) {
        apply(p);
        std::map<std::string, std::pair<double, int>> families;
        for (const engine::TrainingCase& c : cases) {
            if (!counts(c) || (!without.empty() && c.family.starts_with(without))) {
                continue;
            }
            const double value = engine::answer(c).value;
            auto& f = families[c.family];
            f.first += value > 0.0 && std::isfinite(value)
                           ? std::min(std::abs(std::log(value / c.expected)), 1.0)
                           : 1.0;
            ++f.second;
        }
        // Half by families, half by rows, as both are reported.
        double byFamily = 0.0, rows = 0.0, all_ = 0.0;
        for (const auto& [name, f] : families) {
            byFamily += f.first / f.second;
            all_ += f.first;
            rows += f.second;
        }
        double cost = 0.5 * byFamily / static_cast<double>(families.size()) + 0.5 * all_ / rows;
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const double off = p[i] - std::log(parameters[i].start);
            cost += 1e-3 * off * off;
            const models::Attribute& a = *parameters[i].targets.front().attribute;
            const double beyond = std::max(0.0, p[i] - std::log(a.maximum));
            cost += beyond;
        }
        return cost;
    }
};

/// Coordinate search: each parameter in turn by a step that shrinks.
Point descend(const std::function<double(const Point&)>& cost, Point at, int rounds) {
    std::vector<double> steps(at.size(), 0.15);
    double best = cost(at);
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < at.size(); ++i) {
            bool moved = false;
            for (const double sign : {1.0, -1.0}) {
                Point next = at;
                next[i] += sign * steps[i];
                const double c = cost(next);
                if (c < best - 1e-7) {
                    best = c;
                    at = next;
                    moved = true;
                    break;
                }
            }
            steps[i] *= moved ? 1.3 : 0.5;
        }
        if (*std::max_element(steps.begin(), steps.end()) < 0.003) {
            break;
        }
    }
    return at;
}

void report(const Fit& fit, bool list) {
    struct Sum {
        double abs = 0.0, signed_ = 0.0;
        int rows = 0;
    };

    std::map<std::string, Sum> families;
    Sum all;
    for (const engine::TrainingCase& c : fit.cases) {
        if (!c.whyNot.empty()) {
            if (c.core) {
                std::printf("not expressed %s: %s\n", c.id.c_str(), c.whyNot.c_str());
            }
            continue;
        }
        if (!fit.counts(c)) {
            continue;
        }
        const engine::TrainingAnswer a = engine::answer(c);
        const double error = 100.0 * (a.value / c.expected - 1.0);
        for (Sum* s : {&families[c.family], &all}) {
            s->abs += std::abs(error);
            s->signed_ += error;
            ++s->rows;
        }
        if (list) {
            const models::TrainingStep& s = a.step;
            const double f = 100.0 / s.stepS;
            std::printf(
                "%-12s %9.4g %9.4g %+6.1f%% | mat %4.1f att %4.1f vec %4.1f rec %4.1f opt %4.1f "
                "lau %4.1f bub %4.1f tp %4.1f cp %4.1f ep %4.1f pp %4.1f dp %4.1f str %4.1f ovh "
                "%4.1f | mb %.3g vp %d tp%d pp%d cp%d %s %.0f/%.0f GB\n",
                c.id.c_str(), c.expected, a.value, error, f * s.matrixS, f * s.attentionS,
                f * s.vectorS, f * s.recomputeS, f * s.optimiserS, f * s.launchS, f * s.bubbleS,
                f * s.tensorS, f * s.contextS, f * s.expertS, f * s.pipelineS, f * s.dataS,
                f * s.stragglerS, f * s.overheadS, a.plan.microBatch, a.plan.interleave,
                a.plan.tensor, a.plan.pipeline, a.plan.context,
                models::recomputeName(a.plan.recompute), s.memoryBytes / 1e9,
                c.accelerator.memoryBytes / 1e9);
        }
    }
    double means = 0.0;
    for (const auto& [name, s] : families) {
        std::printf("%-34s %3d rows  mean %6.2f %%  signed %+6.2f %%\n", name.c_str(), s.rows,
                    s.abs / s.rows, s.signed_ / s.rows);
        means += s.abs / s.rows;
    }
    std::printf("mean of %zu family means %.2f %%, mean of %d rows %.2f %%\n", families.size(),
                means / static_cast<double>(families.size()), all.rows, all.abs / all.rows);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fprintf(stderr,
                     "fit_training CATALOGUE CASES [--list] [--all] [--without FAMILY] "
                     "[--leave-out] [--rounds N] PART:KEY...\n");
        return 2;
    }
    const auto catalogue = engine::Catalogue::load(argv[1]);
    if (!catalogue) {
        std::fprintf(stderr, "%s\n", engine::text(catalogue.error()).c_str());
        return 3;
    }
    auto read = engine::trainingCases({argv[2], "training"}, *catalogue);
    if (!read) {
        std::fprintf(stderr, "%s\n", engine::text(engine::Errors{read.error()}).c_str());
        return 3;
    }
    auto fit = std::make_unique<Fit>();
    fit->cases = std::move(*read);
    for (engine::TrainingCase& c : fit->cases) {
        fit->adapters.push_back(c.accelerator.scaleOutBytesPerS);
        if (!c.whyNot.empty()) {
            continue;
        }
        fit->parts.accelerators.try_emplace(
            c.acceleratorId, *catalogue->spec<models::AcceleratorSpec>(c.acceleratorId));
        c.software = &fit->parts.software.try_emplace(c.softwareId, *c.software).first->second;
        c.scaleUp = &fit->parts.links.try_emplace(c.scaleUpId, *c.scaleUp).first->second;
        c.scaleOut = &fit->parts.links.try_emplace(c.scaleOutId, *c.scaleOut).first->second;
    }
    bool list = false, leaveOut = false;
    std::string without;
    int rounds = 25;
    for (int i = 3; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--list") {
            list = true;
        } else if (word == "--all") {
            fit->all = true;
        } else if (word == "--leave-out") {
            leaveOut = true;
        } else if (word == "--without" && i + 1 < argc) {
            without = argv[++i];
        } else if (word == "--rounds" && i + 1 < argc) {
            rounds = std::atoi(argv[++i]);
        } else if (const std::size_t colon = word.find(':'); colon != std::string::npos) {
            Parameter p;
            p.name = word.substr(0, word.find('='));
            std::string ids = word.substr(0, colon) + "+";
            for (std::size_t plus = ids.find('+'); plus != std::string::npos;
                 plus = ids.find('+')) {
                const std::string id = ids.substr(0, plus);
                ids.erase(0, plus + 1);
                const models::Attribute* a = nullptr;
                const std::string key = word.substr(colon + 1, word.find('=') - colon - 1);
                void* spec = fit->parts.find(id, a, key.c_str());
                if (spec == nullptr || a == nullptr) {
                    std::fprintf(stderr, "no run uses %s\n", word.c_str());
                    continue;
                }
                const models::Value value = a->get(*a, spec);
                const double* number = std::get_if<double>(&value);
                p.start = std::max(number != nullptr ? *number : 1.0, 1e-3);
                if (const std::size_t equals = word.find('='); equals != std::string::npos) {
                    p.start = std::atof(word.c_str() + equals + 1);
                }
                p.targets.push_back({id, a});
            }
            if (!p.targets.empty()) {
                fit->parameters.push_back(std::move(p));
            }
        }
    }
    Point start;
    for (const Parameter& p : fit->parameters) {
        start.push_back(std::log(p.start));
    }
    const auto fitted = [&](const std::string& left) {
        return start.empty()
                   ? start
                   : descend([&](const Point& p) { return fit->cost(p, left); }, start, rounds);
    };
    Point point = fitted(without);
    fit->apply(point);
    for (std::size_t i = 0; i < point.size(); ++i) {
        std::printf("%-48s %10.4g (was %.4g)\n", fit->parameters[i].name.c_str(),
                    std::exp(point[i]), fit->parameters[i].start);
    }
    report(*fit, list);
    if (leaveOut) {
        std::map<std::string, int> families;
        for (const auto& c : fit->cases) {
            families[c.family] += fit->counts(c) ? 1 : 0;
        }
        double sum = 0.0, rowSum = 0.0;
        int count = 0, rows = 0;
        for (const auto& [family, n] : families) {
            if (n == 0) {
                continue;
            }
            fit->apply(fitted(family));
            double errors = 0.0;
            for (const auto& c : fit->cases) {
                if (c.family == family && fit->counts(c)) {
                    errors += 100.0 * std::abs(engine::answer(c).value / c.expected - 1.0);
                }
            }
            std::printf("left out: %-34s %3d rows  mean %6.2f %%\n", family.c_str(), n, errors / n);
            std::fflush(stdout);
            sum += errors / n;
            rowSum += errors;
            rows += n;
            ++count;
        }
        std::printf("left out: mean of family means %.2f %%, of rows %.2f %%\n", sum / count,
                    rowSum / rows);
    }
    return 0;
}
