// SPDX-License-Identifier: Apache-2.0
#include "engine/document/project.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/mutant.h"
#include "tests/hostile/run_invariant.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

/// Mutants of scenarios, run and held against their invariants, for as long as one likes. See
/// README.md here.
namespace {

using namespace headroom;
namespace fs = std::filesystem;

struct Options {
    std::vector<std::string> scenarios;
    std::uint64_t seed = 1;
    std::uint64_t cases = 100;
    double seconds = 0.0;  // 0 means as long as the cases take
    double slowS = 20.0;
    fs::path keep = ".";
    bool order = true;
    bool verbose = false;
    hostile::MutantOptions mutants;
    hostile::RunLimits limits;
};

std::vector<std::string> allScenarios() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(HEADROOM_SOURCE_DIR "/scenarios")) {
        if (fs::exists(entry.path() / "project.json")) {
            names.push_back(entry.path().filename().string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct Tally {
    std::uint64_t cases = 0, ran = 0, refused = 0, broken = 0, slow = 0;
};

// What a crash leaves behind is the project that it crashed with, too.
fs::path writeProject(const fs::path& folder, const std::string& name, std::uint64_t seed,
                      const engine::Project& project) {
    fs::path file = folder / (name + "-" + std::to_string(seed) + ".json");
    if (const auto saved = engine::saveProject(project, file); !saved) {
        std::fprintf(stderr, "%s\n", saved.error().text().c_str());
    }
    return file;
}

void runCase(const std::string& name, std::uint64_t seed, const Options& options, Tally& tally) {
    const auto start = std::chrono::steady_clock::now();
    const hostile::Mutant mutant = hostile::mutantOf(
        hostile::scenario(name), hostile::shippedCatalogue(), seed, options.mutants);
    const fs::path file = writeProject(options.keep, name, seed, mutant.project);
    const auto tell = [&](const std::string& what) {
        std::printf("%s: %s\n  again: hostile_mutate --scenario %s --seed %llu --cases 1\n",
                    what.c_str(), file.c_str(), name.c_str(),
                    static_cast<unsigned long long>(seed));
        for (const std::string& change : mutant.changes) {
            std::printf("    %.300s\n", change.c_str());
        }
        std::fflush(stdout);
    };
    ++tally.cases;
    bool keep = false;
    try {
        const auto verdict =
            hostile::examine(mutant.project, hostile::shippedCatalogue(), seed, options.limits);
        ++(verdict.ran ? tally.ran : tally.refused);
        if (options.verbose) {
            std::printf("%s %llu: %s\n", name.c_str(), static_cast<unsigned long long>(seed),
                        verdict.ran ? "ran" : verdict.refusal.c_str());
        }
    } catch (const std::exception& broken) {
        ++tally.broken;
        keep = true;
        tell(std::string("BROKEN ") + broken.what());
    }
    if (const double took = secondsSince(start); took > options.slowS) {
        ++tally.slow;
        keep = true;
        tell("SLOW " + std::to_string(took) + " s");
    }
    if (!keep) {
        fs::remove(file);
    }
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    bool keepOrder = false;
    bool keepNames = false;
    CLI::App app("Legal but odd projects: mutants of scenarios, checked and run");
    app.add_option("--scenario", options.scenarios, "scenarios/NAME; without it all, in turn");
    app.add_option("--seed", options.seed, "of the first case; each further one has the next");
    app.add_option("--cases", options.cases, "how many");
    app.add_option("--seconds", options.seconds, "ends earlier or, with --cases 0, only then");
    app.add_option("--until", options.limits.untilS, "simulated seconds of each run");
    app.add_option("--steps", options.limits.mostSteps, "of each run, at most");
    app.add_option("--changes", options.mutants.mostChanges, "to a project, at most");
    app.add_option("--counts", options.mutants.mostCount, "largest whole number that is stated");
    app.add_option("--slow", options.slowS, "seconds of a case from which on it is reported");
    app.add_option("--keep", options.keep, "folder for projects that broke something");
    app.add_flag("--keep-order", keepOrder, "do not ask for the same figures in another order");
    app.add_flag("--keep-names", keepNames, "do not ask for the same figures with other ids");
    app.add_flag("--verbose", options.verbose, "a line for each case");
    CLI11_PARSE(app, argc, argv);
    options.limits.withOrder = !keepOrder;
    options.limits.withNames = !keepNames;
    if (options.scenarios.empty()) {
        options.scenarios = allScenarios();
    }
    fs::create_directories(options.keep);
    const auto start = std::chrono::steady_clock::now();
    Tally tally;
    for (std::uint64_t i = 0; options.cases == 0 || i < options.cases; ++i) {
        if (options.seconds > 0.0 && secondsSince(start) > options.seconds) {
            break;
        }
        const std::uint64_t seed = options.seed + i;
        runCase(options.scenarios[seed % options.scenarios.size()], seed, options, tally);
    }
    std::printf(
        "%llu cases in %.0f s: %llu ran, %llu refused, %llu broken, %llu slow\n",
        static_cast<unsigned long long>(tally.cases), secondsSince(start),
        static_cast<unsigned long long>(tally.ran), static_cast<unsigned long long>(tally.refused),
        static_cast<unsigned long long>(tally.broken), static_cast<unsigned long long>(tally.slow));
    return tally.broken > 0 ? 1 : 0;
}
