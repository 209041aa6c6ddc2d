// SPDX-License-Identifier: Apache-2.0
#include "engine/document/catalogue.h"
#include "engine/validate/serving_case.h"
#include "models/compute/accelerator_power.h"
#include "models/workload/serving_certainty.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <vector>

/// Finds the figures of the serving stack "vllm" and of what serving draws from measured steady
/// states, and how far off they are on what they have not seen:
///   fit_serving CATALOGUE serving_runs.csv [ROWS.csv]
/// First the times: least mean |ln| error of tokens a second and median latency; then the power, with
/// those times. Each figure is one mechanism's, over all models and accelerators: none is of a model.
/// Random search from the middle of each figure's range, so that no fit starts from what another has
/// seen; then once more for each model, accelerator and quarter of the batches left out, and errors on
/// what was left out. ROWS.csv gets what each row has over what was measured, by which fit.
namespace {

using namespace headroom;
using engine::ServingCase;

struct Setting {
    models::ServingStackSpec stack;
    double byteEnergyJ = 0.0, matrixActivity = 0.0, waitActivity = 0.0, collectiveActivity = 0.0;
};

struct Figure {
    const char* name;
    double& (*of)(Setting&);
    double least, most;
};

const std::vector<Figure> kTimes = {
    {"bandwidth_share", [](Setting& s) -> double& { return s.stack.bandwidthShare; }, 0.9, 1.1},
    {"matrix_share", [](Setting& s) -> double& { return s.stack.matrixShare; }, 0.6, 1.0},
    {"kernel_floor", [](Setting& s) -> double& { return s.stack.kernelFloorS; }, 1e-6, 2e-5},
    {"host_request", [](Setting& s) -> double& { return s.stack.hostRequestS; }, 1e-6, 2e-4},
    {"reduce_floor", [](Setting& s) -> double& { return s.stack.reduceFloorS; }, 2e-6, 1e-4},
    {"reduce_rank", [](Setting& s) -> double& { return s.stack.reducePerRankS; }, 1e-8, 2e-5},
    {"narrow_layer", [](Setting& s) -> double& { return s.stack.narrowLayerS; }, 1e-7, 1e-3},
    {"prompt_layer", [](Setting& s) -> double& { return s.stack.promptLayerS; }, 1e-5, 5e-3},
    {"expert_bandwidth", [](Setting& s) -> double& { return s.stack.expertBandwidthShare; }, 0.2,
     1.2},
    {"narrow_expert", [](Setting& s) -> double& { return s.stack.narrowExpertShare; }, 0.2, 1.0},
    {"expert_block", [](Setting& s) -> double& { return s.stack.expertBlockShare; }, 0.2, 1.0},
    {"expert_rate", [](Setting& s) -> double& { return s.stack.expertFlopsPerS; }, 5e13, 2e15},
    {"crowded_iteration", [](Setting& s) -> double& { return s.stack.crowdedIterationS; }, 5e-3,
     1e-1},
    {"crowded_request", [](Setting& s) -> double& { return s.stack.crowdedRequestS; }, 1e-6, 1e-3},
};

const std::vector<Figure> kPowers = {
    {"byte_energy", [](Setting& s) -> double& { return s.byteEnergyJ; }, 2e-11, 4e-10},
    {"matrix_activity", [](Setting& s) -> double& { return s.matrixActivity; }, 0.2, 2.5},
    {"wait_activity", [](Setting& s) -> double& { return s.waitActivity; }, 0.01, 0.5},
    {"host_request_w", [](Setting& s) -> double& { return s.stack.hostRequestW; }, 10.0, 900.0},
    {"collective_activity", [](Setting& s) -> double& { return s.collectiveActivity; }, 0.01, 1.5},
};

struct Errors {
    double tokens = 0.0, latency = 0.0, power = 0.0;  ///< got / measured
};

Errors errorsOf(const ServingCase& c, Setting& setting) {
    models::AcceleratorSpec chip = *c.input.accelerator;
    chip.byteEnergyJ = setting.byteEnergyJ;
    chip.matrixActivity = setting.matrixActivity;
    chip.waitActivity = setting.waitActivity;
    chip.collectiveActivity = setting.collectiveActivity;
    models::InferenceInput input = c.input;
    input.accelerator = &chip;
    input.stack = &setting.stack;
    const models::ClosedService s = models::closedService(models::InferenceStep(input), c.load);
    return {s.tokensPerS / c.tokensPerS, s.medianS / c.itlMedianS,
            c.accelerators * models::acceleratorPowerW(chip, s.activity, 1.0, chip.referenceC) /
                c.powerW};
}

using Cases = std::vector<const ServingCase*>;

double loss(const Cases& cases, Setting& setting, bool power) {
    constexpr double kSmooth = 0.03;    // |ln| rounded at its tip
    constexpr double kTimesMet = 0.15;  // |ln| of tokens
    double sum = 0.0;
    const auto add = [&](double ratio) { sum += std::hypot(kSmooth, std::log(ratio)); };
    for (const ServingCase* c : cases) {
        const Errors e = errorsOf(*c, setting);
        if (power) {
            // Where the times are wrong, so is what the chip does in them.
            if (std::abs(std::log(e.tokens)) < kTimesMet) {
                add(e.power);
            }
        } else {
            add(e.tokens);
            add(e.latency);
        }
    }
    return sum;
}

/// One figure, some or all at a time, by steps that grow where they help; the same numbers every time.
void search(const Cases& cases, Setting& setting, const std::vector<Figure>& figures, bool power) {
    constexpr int kTrials = 3000;
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    std::vector<double> steps(figures.size(), 0.15);
    double best = loss(cases, setting, power);
    double reach = 1.0;
    for (int trial = 0; trial < kTrials; ++trial) {
        const std::size_t one = random() % figures.size();
        Setting tried = setting;
        std::vector<double> moved(figures.size(), 0.0);
        for (std::size_t i = 0; i < figures.size(); ++i) {
            const int sort = trial % 3;
            if (sort == 0 ? i == one : sort == 1 ? random() % 3 == 0 : true) {
                moved[i] = steps[i] * reach * (sort == 2 ? 0.4 : 1.0) * normal(random);
                double& value = figures[i].of(tried);
                value = std::clamp(value * std::exp(moved[i]), figures[i].least, figures[i].most);
            }
        }
        const double now = loss(cases, tried, power);
        if (now < best) {
            best = now;
            setting = tried;
            reach = std::min(2.0, 1.25 * reach);
            for (std::size_t i = 0; i < figures.size(); ++i) {
                steps[i] = std::clamp(std::max(steps[i], 0.7 * std::abs(moved[i])), 0.01, 0.5);
            }
        } else {
            reach = reach < 0.03 ? 1.0 : 0.985 * reach;
        }
    }
}

Setting fit(const Cases& cases, Setting setting) {
    for (const auto& figures : {kTimes, kPowers}) {
        for (const Figure& f : figures) {
            f.of(setting) = std::sqrt(f.least * f.most);
        }
    }
    search(cases, setting, kTimes, false);
    search(cases, setting, kTimes, false);
    search(cases, setting, kPowers, true);
    return setting;
}

struct Table {
    std::vector<double> tokens, latency, power;  ///< |ratio - 1|
    std::vector<double> lnTokens, lnLatency, lnPower;
    int inside[3] = {0, 0, 0};

    void add(const ServingCase& c, const Errors& e) {
        const models::ServingCertainty wide =
            models::servingCertainty(c.input, c.load.requests, c.accelerator);
        inside[0] += std::abs(std::log(e.tokens)) <= std::log(wide.tokensFactor) ? 1 : 0;
        inside[1] += std::abs(std::log(e.latency)) <= std::log(wide.latencyFactor) ? 1 : 0;
        inside[2] += std::abs(std::log(e.power)) <= std::log(wide.powerFactor) ? 1 : 0;
        tokens.push_back(std::abs(e.tokens - 1.0));
        latency.push_back(std::abs(e.latency - 1.0));
        power.push_back(std::abs(e.power - 1.0));
        lnTokens.push_back(std::abs(std::log(e.tokens)));
        lnLatency.push_back(std::abs(std::log(e.latency)));
        lnPower.push_back(std::abs(std::log(e.power)));
    }

    static void print(const char* name, std::vector<double> values, std::vector<double> lns) {
        double sum = 0.0;
        for (const double v : values) {
            sum += v;
        }
        std::sort(values.begin(), values.end());
        std::sort(lns.begin(), lns.end());
        const auto n = values.size();
        std::printf("  %s: mean %.1f %%, median %.1f %%, 90 %% within a factor %.2f", name,
                    100.0 * sum / static_cast<double>(n), 100.0 * values[n / 2],
                    std::exp(lns[n * 9 / 10]));
    }

    void print(const std::string& title) const {
        std::printf("%s, %zu rows\n", title.c_str(), tokens.size());
        print("tokens", tokens, lnTokens);
        print("latency", latency, lnLatency);
        print("power", power, lnPower);
        const double n = 0.01 * static_cast<double>(tokens.size());
        std::printf("\n  inside their intervals: %.0f, %.0f, %.0f %%\n", inside[0] / n,
                    inside[1] / n, inside[2] / n);
    }
};

void listRow(std::FILE* rows, const char* fit, const ServingCase& c, const Errors& e) {
    if (rows != nullptr) {
        std::fprintf(rows, "%s,%s,%s,%s,%d,%d,%.0f,%.0f,%d,%.4f,%.4f,%.4f\n", fit, c.id.c_str(),
                     c.model.c_str(), c.accelerator.c_str(), c.accelerators, c.input.plan.copies(),
                     c.load.requests, c.load.outputTokens, c.disturbed ? 1 : 0, e.tokens, e.latency,
                     e.power);
    }
}

void leaveOut(const Cases& cases, const Setting& start, const char* what, std::FILE* rows,
              const std::function<std::string(const ServingCase&)>& groupOf) {
    std::map<std::string, Cases> groups;
    for (const ServingCase* c : cases) {
        groups[groupOf(*c)].push_back(c);
    }
    Table all, calm;
    for (const auto& [name, out] : groups) {
        Cases rest;
        for (const ServingCase* c : cases) {
            if (groupOf(*c) != name) {
                rest.push_back(c);
            }
        }
        Setting setting = fit(rest, start);
        Table table;
        for (const ServingCase* c : out) {
            const Errors e = errorsOf(*c, setting);
            listRow(rows, what, *c, e);
            table.add(*c, e);
            all.add(*c, e);
            if (!c->disturbed) {
                calm.add(*c, e);
            }
        }
        table.print(std::string("left out ") + what + " " + name);
    }
    all.print(std::string("left out, one ") + what + " at a time");
    calm.print("of these the undisturbed");
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3 && argc != 4) {
        std::fprintf(stderr, "fit_serving CATALOGUE serving_runs.csv [ROWS.csv]\n");
        return 2;
    }
    std::FILE* rows = argc == 4 ? std::fopen(argv[3], "w") : nullptr;
    if (rows != nullptr) {
        std::fprintf(rows,
                     "left_out,id,model,accelerator,accelerators,copies,requests,answer,disturbed,"
                     "tokens,latency,power\n");
    }
    const auto catalogue = engine::Catalogue::load(argv[1]);
    if (!catalogue) {
        std::fprintf(stderr, "no catalogue in %s\n", argv[1]);
        return 3;
    }
    const auto read = engine::servingCases({argv[2], "serving"}, *catalogue);
    if (!read) {
        std::fprintf(stderr, "%s\n", read.error().message.c_str());
        return 3;
    }
    Cases cases;
    for (const ServingCase& c : *read) {
        if (c.whyNot.empty()) {
            cases.push_back(&c);
        } else {
            std::printf("%s: %s\n", c.id.c_str(), c.whyNot.c_str());
        }
    }
    Setting start{*catalogue->spec<models::ServingStackSpec>("vllm"), 116e-12, 0.781, 0.116, 0.287};
    Table before;
    for (const ServingCase* c : cases) {
        before.add(*c, errorsOf(*c, start));
    }
    before.print("as the catalogue has it");
    Setting setting = fit(cases, start);
    Table after, calm;
    for (const ServingCase* c : cases) {
        listRow(rows, "nothing", *c, errorsOf(*c, setting));
        after.add(*c, errorsOf(*c, setting));
        if (!c->disturbed) {
            calm.add(*c, errorsOf(*c, setting));
        }
    }
    std::printf("%zu figures of time, %zu of power\n", kTimes.size(), kPowers.size());
    for (const auto& figures : {kTimes, kPowers}) {
        for (const Figure& f : figures) {
            std::printf("  %-24s %.4g\n", f.name, f.of(setting));
        }
    }
    after.print("fitted to all");
    calm.print("of these the undisturbed");
    leaveOut(cases, start, "model", rows, [](const ServingCase& c) { return c.model; });
    leaveOut(cases, start, "accelerator", rows, [](const ServingCase& c) {
        return std::to_string(static_cast<int>(c.input.accelerator->tdpW)) + " W";
    });
    leaveOut(cases, start, "range of batches", rows, [](const ServingCase& c) {
        return std::string(c.load.requests < 24.0    ? "below 24"
                           : c.load.requests < 100.0 ? "24 to 100"
                           : c.load.requests < 300.0 ? "100 to 300"
                                                     : "300 and more");
    });
    if (rows != nullptr) {
        std::fclose(rows);
    }
    return 0;
}
