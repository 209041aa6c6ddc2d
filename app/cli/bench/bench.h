// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/process_cost.h"
#include "engine/base/error.h"

#include <nlohmann/json.hpp>

#include <string>

/// The benchmarks of headroom-cli bench. Each returns its object of the JSON form, with at least
/// name, wall_s, cpu_s and peak_mb. They measure and compare; they never fail on a slow machine.
namespace headroom::app {

/// Coupling steps of every benchmark that runs a facility [s].
inline constexpr double kBenchStepS = 15.0;

using BenchResult = engine::ResultAll<nlohmann::ordered_json>;

/// The head of every answer: name, wall_s, cpu_s, and the peak_mb of the process so far.
nlohmann::ordered_json headOf(const char* name, double wallS, double cpuS);
nlohmann::ordered_json headOf(const char* name, const Stopwatch& watch);

/// A simulated day of hyperscale-100k at 15 s steps, recording on. `threads` step it, and with more
/// than one another records.
BenchResult benchDay(bool showProgress, int threads);

/// CPU seconds of that day on one thread: the unit of longer runs, which makes them comparable between machines.
engine::ResultAll<double> dayUnitS();

/// The same of `million`: ten times as many accelerators, over four sites.
BenchResult benchDayOfMillion(bool showProgress, int threads);

/// 1,000 days of meta-24k, fully coupled, each with other random numbers, on all cores.
BenchResult benchMonteCarlo(bool showProgress);

/// Results of 10,000 tasks of a study put together: as many databases of 100 runs.
BenchResult benchMerge(bool showProgress);

/// Searches against as many points at random: problems with known fronts, and three of the scenarios.
BenchResult benchSearch(bool showProgress);

/// A recorded week of hyperscale-100k: seeks, the start of a branch, what recording costs; the colouring
/// of a comparison, and charts of a year.
BenchResult benchTime(bool showProgress);

/// Opening hyperscale-100k: catalogue, project, compiled plant, first frame.
BenchResult benchOpen();

/// Kernels of the models that the step loop calls most, timed by Google Benchmark.
BenchResult benchKernels();

/// Load flow: trees and a meshed network, cold and warm, next to the times of others.
BenchResult benchPower();

/// Pipe networks: loops of 25 and 1,000 CDUs, cold and warm, next to the times of EPANET.
BenchResult benchCooling();

/// Room air: fields of two halls on one and two threads, a step of the zones of 10,000 racks.
BenchResult benchAir();

/// Fabrics: rates and runs of up to 65,536 hosts and a training step of 131,072 accelerators,
/// next to SimGrid where its program is built (tests/bench).
BenchResult benchFabric();

/// 82,247 jobs through each scheduling policy on 512 and 10,000 accelerators.
BenchResult benchWorkload();

/// 100 replications of 54 days of one job on 16,384 accelerators, on all cores.
BenchResult benchFailures(bool showProgress);

/// A year with steps that grow: a facility of 100 MW with one training run, and hyperscale-100k with all its
/// jobs; and what the steps change, as hours of it done again say.
BenchResult benchYear(bool showProgress);

/// A command for which people wait, in a process of its own: sweep, certainty, air-field, readings, trace, open-year,
/// compare-years or schedule. Files that it reads are written first and not measured.
BenchResult benchCommand(const std::string& name, bool showProgress);

/// The window: cold start, 5,000 racks, edits. Runs the program next to this one.
BenchResult benchUi();

}  // namespace headroom::app
