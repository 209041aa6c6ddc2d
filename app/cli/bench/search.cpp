// SPDX-License-Identifier: Apache-2.0
#include "engine/study/search.h"

#include "app/cli/bench/bench.h"
#include "app/cli/bench/temporary_database.h"
#include "app/cli/data_folder.h"
#include "app/cli/interrupt.h"
#include "app/cli/progress.h"
#include "app/cli/study_command.h"
#include "app/cli/study_readers.h"
#include "engine/study/answers.h"
#include "engine/study/known_problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace headroom::app {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kPopulation = 24, kGenerations = 10;
constexpr std::uint64_t kSeeds = 5, kScenarioSeeds = 3;
constexpr double kBeyond = 1.1;  // the reference, where 1 is the worst of all feasible points

constexpr const char* kScenarios[] = {"cooling-trade-off", "warm-water-vs-chilled",
                                      "oversubscription-study"};

std::vector<engine::SearchOutcome> searched(const engine::KnownProblem& problem, std::uint64_t seed,
                                            bool surrogate) {
    engine::SearchOptions options;
    options.population = kPopulation;
    options.seed = seed;
    options.surrogate = surrogate;
    options.levels.assign(problem.axes, 0);
    engine::Nsga2 search(options);
    std::vector<engine::SearchOutcome> all;
    for (std::size_t g = 0; g < kGenerations; ++g) {
        const std::vector<engine::UnitPoint> points = search.ask();
        std::vector<engine::SearchOutcome> outcomes;
        std::transform(points.begin(), points.end(), std::back_inserter(outcomes), problem.at);
        all.insert(all.end(), outcomes.begin(), outcomes.end());
        search.tell(points, std::move(outcomes));
    }
    return all;
}

/// The share of the front's volume for several objectives; the least value for one.
double worth(const engine::KnownProblem& problem,
             const std::vector<engine::SearchOutcome>& outcomes) {
    if (!problem.reference.empty()) {
        return engine::hypervolume(outcomes, problem.reference) / problem.best;
    }
    double least = INFINITY;
    for (const engine::SearchOutcome& o : outcomes) {
        least = std::min(least, o.objectives.front());
    }
    return least;
}

nlohmann::ordered_json known(const engine::KnownProblem& problem) {
    double surrogate = 0.0, plain = 0.0, random = 0.0;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        std::vector<engine::SearchOutcome> drawn;
        for (const engine::UnitPoint& p :
             engine::randomPoints(kPopulation * kGenerations, problem.axes, seed)) {
            drawn.push_back(problem.at(p));
        }
        surrogate += worth(problem, searched(problem, seed, true)) / static_cast<double>(kSeeds);
        plain += worth(problem, searched(problem, seed, false)) / static_cast<double>(kSeeds);
        random += worth(problem, drawn) / static_cast<double>(kSeeds);
    }
    return {{"points", kPopulation * kGenerations},
            {"measure", problem.reference.empty() ? "least value" : "share of the front's volume"},
            {"best", problem.reference.empty() ? problem.best : 1.0},
            {"search", surrogate},
            {"without_surfaces", plain},
            {"random", random}};
}

/// Runs: by point its objectives, less is better in each.
engine::ResultAll<std::vector<engine::SearchOutcome>> outcomesOf(
    const engine::StudyPlan& plan, const engine::StudyDatabase& database) {
    const auto rows = database.rows();
    if (!rows) {
        return tl::unexpected(engine::Errors{rows.error()});
    }
    const engine::StudyAnswers answers = engine::answersOf(plan, *rows);
    std::vector<engine::SearchOutcome> all;
    for (std::size_t p = 0; p < answers.points.size(); ++p) {
        engine::SearchOutcome outcome{{}, answers.feasible[p] != 0 ? 0.0 : 1.0};
        for (const engine::FigureAnswer& f : answers.figures) {
            if (f.figure->better != engine::Better::Neither) {
                outcome.objectives.push_back(
                    (f.figure->better == engine::Better::Less ? 1.0 : -1.0) * f.points[p].mean);
            }
        }
        all.push_back(std::move(outcome));
    }
    return all;
}

/// Objectives of both so that 0 is the best and 1 the worst of all feasible points.
void scale(std::vector<engine::SearchOutcome>& a, std::vector<engine::SearchOutcome>& b) {
    const std::size_t objectives = a.empty() ? 0 : a.front().objectives.size();
    for (std::size_t o = 0; o < objectives; ++o) {
        double least = INFINITY, most = -INFINITY;
        const auto each = [&](auto&& what) {
            for (auto* all : {&a, &b}) {
                for (engine::SearchOutcome& outcome : *all) {
                    if (outcome.violation <= 0.0) {
                        what(outcome.objectives[o]);
                    }
                }
            }
        };
        each([&](double x) {
            least = std::min(least, x);
            most = std::max(most, x);
        });
        each([&](double& x) { x = most > least ? (x - least) / (most - least) : 0.0; });
    }
}

engine::ResultAll<nlohmann::ordered_json> scenario(const char* name, Progress& progress,
                                                   double from, double to,
                                                   const std::atomic<bool>& cancel) {
    const auto read = engine::loadStudy(dataFolder() / "scenarios" / name / "best.study.json");
    if (!read) {
        return tl::unexpected(read.error());
    }
    double found = 0.0, drawn = 0.0;
    std::size_t feasible = 0, feasibleDrawn = 0, points = 0;
    for (std::uint64_t seed = 1; seed <= kScenarioSeeds && !cancel; ++seed) {
        engine::Study study = *read;
        study.seed = seed;
        const auto plan = engine::StudyPlan::make(study, studyReaders(), true);
        if (!plan) {
            return tl::unexpected(plan.error());
        }
        const std::size_t count = study.points * study.generations;
        std::vector<engine::StudyPoint> random;
        for (const engine::UnitPoint& at : engine::randomPoints(count, study.axes.size(), seed)) {
            random.push_back(engine::pointAt(study, at));
        }
        const double step = (to - from) / static_cast<double>(2 * kScenarioSeeds),
                     start = from + step * 2.0 * static_cast<double>(seed - 1);
        std::vector<engine::SearchOutcome> both[2];
        for (int way = 0; way < 2; ++way) {
            const TemporaryDatabase file("search");
            auto database = engine::StudyDatabase::write(file.path, study.name, study.text);
            if (!database) {
                return tl::unexpected(engine::Errors{database.error()});
            }
            const auto tell = [&](std::size_t done, std::size_t due) {
                progress.update(
                    start + step * (way + static_cast<double>(done) / static_cast<double>(due)),
                    fmt::format("{}, seed {}, {}: {} of {} runs", name, seed,
                                way == 0 ? "search" : "random", done, due));
            };
            engine::Result<engine::StudyPlan> end = plan->withPoints(random);
            if (way == 0) {
                end = engine::runToEnd(*plan, *database, 0,
                                       [&](const engine::StudyPlan&, std::size_t done,
                                           std::size_t due) { tell(done, due); },
                                       {&cancel, nullptr});
            } else if (const auto run =
                           engine::runStudy(*end, *database, 0, tell, {&cancel, nullptr});
                       !run) {
                end = tl::unexpected(run.error());
            }
            if (!end) {
                return tl::unexpected(engine::Errors{end.error()});
            }
            auto outcomes = outcomesOf(*end, *database);
            if (!outcomes) {
                return tl::unexpected(outcomes.error());
            }
            both[way] = std::move(*outcomes);
        }
        if (cancel) {
            break;
        }
        points = both[0].size();
        scale(both[0], both[1]);
        const std::vector<double> reference(both[0].front().objectives.size(), kBeyond);
        const double whole = std::pow(kBeyond, static_cast<double>(reference.size()));
        const auto isFeasible = [](const engine::SearchOutcome& o) { return o.violation <= 0.0; };
        found +=
            engine::hypervolume(both[0], reference) / whole / static_cast<double>(kScenarioSeeds);
        drawn +=
            engine::hypervolume(both[1], reference) / whole / static_cast<double>(kScenarioSeeds);
        feasible +=
            static_cast<std::size_t>(std::count_if(both[0].begin(), both[0].end(), isFeasible));
        feasibleDrawn +=
            static_cast<std::size_t>(std::count_if(both[1].begin(), both[1].end(), isFeasible));
    }
    return nlohmann::ordered_json{
        {"points", points},
        {"measure", "share of the volume to the best of both"},
        {"search", found},
        {"random", drawn},
        {"feasible_search", static_cast<double>(feasible) / static_cast<double>(kScenarioSeeds)},
        {"feasible_random",
         static_cast<double>(feasibleDrawn) / static_cast<double>(kScenarioSeeds)}};
}

}  // namespace

BenchResult benchSearch(bool showProgress) {
    Progress progress("bench search", showProgress);
    const std::atomic<bool>& cancel = catchInterrupts();
    const Stopwatch running;
    nlohmann::ordered_json cases = nlohmann::ordered_json::object();
    for (const engine::KnownProblem& problem : engine::knownProblems()) {
        cases[problem.name] = known(problem);
    }
    double from = 0.1;
    for (const char* name : kScenarios) {
        auto made = scenario(name, progress, from, from + 0.3, cancel);
        if (!made) {
            return tl::unexpected(made.error());
        }
        if (cancel) {
            break;
        }
        cases[name] = std::move(*made);
        from += 0.3;
    }
    progress.finish();
    nlohmann::ordered_json result = headOf("search", running);
    result["seeds"] = kSeeds;
    result["seeds_of_scenarios"] = kScenarioSeeds;
    result["cases"] = std::move(cases);
    result["cancelled"] = cancel.load();
    return result;
}

}  // namespace headroom::app
