// SPDX-License-Identifier: Apache-2.0
#include "app/cli/bench/bench.h"

#include "app/cli/answer.h"
#include "app/cli/bench/rows.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/option_checks.h"
#include "app/cli/table.h"
#include "engine/sheet/sheet_json.h"

#include <cstdio>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

struct BenchOptions {
    std::string name;
    std::string format = "text";
    int threads = 1;
    bool rows = false;
};

/// Nested objects become rows of their own: "phases.power".
void addRows(engine::Sheet& sheet, const Json& object, const std::string& prefix) {
    for (const auto& [key, value] : object.items()) {
        if (value.is_object()) {
            addRows(sheet, value, prefix + key + ".");
        } else {
            sheet.rows.push_back({prefix + key, engine::jsonCell(value)});
        }
    }
}

struct Benchmark {
    std::string name;
    std::function<BenchResult()> run;
    std::vector<std::string> columns;  // of a table of its cases; none means a list of everything
};

engine::SheetColumn numbers(std::string head) {
    return {.label = std::move(head), .digits = engine::significantDigits(4)};
}

/// One case a row, with those of its quantities that are columns.
engine::Sheet casesTable(const Json& cases, const std::vector<std::string>& columns) {
    engine::Sheet sheet{"cases", "Cases", "", {{.label = "case"}}, {}};
    for (const std::string& column : columns) {
        sheet.columns.push_back(numbers(column));
    }
    for (const auto& [name, quantities] : cases.items()) {
        auto& row = sheet.rows.emplace_back(std::vector<engine::SheetCell>{name});
        for (const std::string& column : columns) {
            const auto found = quantities.find(column);
            row.push_back(found == quantities.end() ? engine::SheetCell()
                                                    : engine::jsonCell(*found));
        }
    }
    return sheet;
}

void print(Json result, const std::vector<std::string>& columns) {
    if (!columns.empty()) {
        std::printf("%s\n", tableText(casesTable(result["cases"], columns)).c_str());
        result.erase("cases");
    }
    engine::Sheet sheet{
        "quantities", "Quantities", "", {{.label = "quantity"}, numbers("value")}, {}};
    addRows(sheet, result, "");
    std::printf("%s\n", tableText(sheet).c_str());
}

/// Rows of the table of work for which people wait, if there are any.
void printRows(const Json& results, const std::string& bench) {
    if (const engine::Sheet rows = benchRows(results, bench); !rows.rows.empty()) {
        std::printf("%s\n", tableText(rows).c_str());
    }
}

int bench(const BenchOptions& options) {
    const bool json = options.format == "json";
    if (options.rows) {
        if (json) {
            printJson(engine::sheetJson(benchRows(Json::array(), options.name)));
        } else {
            printRows(Json::array(), options.name);
        }
        return kFine;
    }
    const std::vector<Benchmark> all = {
        {"day", [&] { return benchDay(true, options.threads); }, {}},
        {"day-1m", [&] { return benchDayOfMillion(true, options.threads); }, {}},
        {"time", [] { return benchTime(true); }, {}},
        {"year", [] { return benchYear(true); }, {}},
        {"open", benchOpen, {}},
        {"kernels", benchKernels, {}},
        {"power", benchPower, {}},
        {"cooling", benchCooling, {}},
        {"air", benchAir, {}},
        {"workload", benchWorkload, {"events", "cpu_s", "events_per_s", "mean_wait_h"}},
        {"failures", [] { return benchFailures(true); }, {}},
        {"monte-carlo", [] { return benchMonteCarlo(true); }, {}},
        {"merge", [] { return benchMerge(true); }, {}},
        {"search",
         [] { return benchSearch(true); },
         {"points", "measure", "best", "search", "without_surfaces", "random"}},
        {"sweep", [] { return benchCommand("sweep", true); }, {}},
        {"certainty", [] { return benchCommand("certainty", true); }, {}},
        {"air-field", [] { return benchCommand("air-field", true); }, {}},
        {"readings", [] { return benchCommand("readings", true); }, {}},
        {"trace", [] { return benchCommand("trace", true); }, {}},
        {"open-year", [] { return benchCommand("open-year", true); }, {}},
        {"compare-years", [] { return benchCommand("compare-years", true); }, {}},
        {"schedule", [] { return benchCommand("schedule", true); }, {}},
        {"ui", benchUi, {}},
        {"fabric",
         benchFabric,
         {"flows", "cpu_s", "target_s", "makespan_ms", "makespan_error_pct", "peer", "peer_cpu_s",
          "peer_makespan_ms", "makespan_difference_pct", "times"}},
    };
    Json results = Json::array();
    for (const Benchmark& benchmark : all) {
        if (!options.name.empty() && options.name != benchmark.name) {
            continue;
        }
        const BenchResult result = benchmark.run();
        if (!result) {
            return fail(result.error());
        }
        results.push_back(*result);
        if (!json) {
            print(*result, benchmark.columns);
        }
        if (result->value("cancelled", false)) {
            return kCancelled;
        }
    }
    if (json) {
        printJson(options.name.empty() ? results : results.front());
    } else {
        printRows(results, options.name);
    }
    return kFine;
}

}  // namespace

Json headOf(const char* name, double wallS, double cpuS) {
    return {{"name", name}, {"wall_s", wallS}, {"cpu_s", cpuS}, {"peak_mb", peakMemoryMb()}};
}

Json headOf(const char* name, const Stopwatch& watch) {
    return headOf(name, watch.wallS(), watch.cpuS());
}

void addBench(Subcommand app, int& code) {
    auto options = std::make_shared<BenchOptions>();
    Subcommand command = app.subcommand("bench", "Run Headroom's own benchmarks");
    command
        .option(
            "NAME", options->name,
            "day (a simulated day of hyperscale-100k), day-1m (of a million accelerators), "
            "time (going back in a recorded week of it), "
            "year (with growing steps), "
            "open (opening it), kernels, "
            "power (load flow), cooling (pipe networks), air (room air), fabric (networks), "
            "workload (schedulers), failures (a campaign of 100 runs of 54 days), monte-carlo "
            "(1,000 days of meta-24k), "
            "merge (results of 10,000 tasks), search (against points at random), sweep (N-1 of a "
            "150 MW design), certainty (of meta-24k), air-field (of 800 racks), readings "
            "(import of 10^7), trace (import of a job log of 500 MB), open-year, compare-years "
            "(recordings of a year), schedule (a job log, conservative backfill) or ui (the "
            "window); without it all")
        .type("")
        .check(
            oneOf({"day",         "day-1m",  "time",      "year",          "open",      "kernels",
                   "power",       "cooling", "air",       "fabric",        "workload",  "failures",
                   "monte-carlo", "merge",   "search",    "sweep",         "certainty", "air-field",
                   "readings",    "trace",   "open-year", "compare-years", "schedule",  "ui"}));
    command.flag("--rows", options->rows,
                 "print the work for which people wait, with goals, and measure nothing");
    addFormat(command, options->format, {"text", "json"});
    addThreads(command, options->threads, "of day: threads that step", 1);
    command.action([options, &code] { code = bench(*options); });
}

}  // namespace headroom::app
