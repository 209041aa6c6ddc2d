// SPDX-License-Identifier: Apache-2.0
#include "engine/base/number.h"
#include "engine/base/scale.h"
#include "engine/border/csv_table.h"
#include "engine/exchange/dss.h"
#include "engine/solve/electrical/three_phase.h"
#include "engine/validate/kinds.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kPublishedLimit = 0.003;  // of the magnitude
constexpr double kPublishedLimitDeg = 0.15;
constexpr double kToolLimit = 0.001;

/// One expected node voltage.
struct ExpectedAtBus {
    std::string bus;
    int phase = 0;
    double voltageV = 0.0;
    double angleDeg = 0.0;
};

/// A table of results next to the feeder; `tool`: of another program, whose angles are rounded.
struct Results {
    std::string stem;
    bool tool = false;
    std::vector<ExpectedAtBus> nodes;
};

Error valueError(const std::filesystem::path& path, int line, const std::string& cell) {
    Error error;
    error.code = "VAL-003";
    error.message = "\"" + cell + "\" stands where a number or a phase should be";
    error.remedy = "Compare the file with the format of its kind.";
    error.file = path.string();
    error.line = line;
    return error;
}

std::string busName(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

// Columns node, phase, v_ln_volt, angle_deg; or a row per bus, as OpenDSS exports voltages: name,
// base, then node, magnitude, angle and per-unit value up to three times, node 0 where there is
// none.
Result<Results> readResults(const std::filesystem::path& path) {
    const auto table = readCsvTable(path);
    if (!table) {
        return tl::unexpected(table.error());
    }
    Results results;
    results.stem = path.stem().string();
    const int phaseColumn = table->column("phase");
    results.tool = phaseColumn < 0;
    const auto cell = [&](std::size_t row, int column) {
        return column < 0 ? std::string()
                          : std::string(table->cell(row, static_cast<std::size_t>(column)));
    };
    std::optional<Error> fault;
    const auto number = [&](std::size_t row, int column) {
        const auto value = parseNumber(cell(row, column));
        if (!value && !fault) {
            fault = valueError(path, table->line(row), cell(row, column));
        }
        return value.value_or(0.0);
    };
    for (std::size_t i = 0; i < table->rows(); ++i) {
        if (!results.tool) {
            const std::string phase = cell(i, phaseColumn);
            const std::size_t index = std::string_view("ABC").find(phase);
            if (phase.size() != 1 || index == std::string_view::npos) {
                return tl::unexpected(valueError(path, table->line(i), phase));
            }
            results.nodes.push_back({busName(cell(i, table->column("node"))),
                                     static_cast<int>(index), number(i, table->column("v_ln_volt")),
                                     number(i, table->column("angle_deg"))});
            continue;
        }
        for (int column = 2; column + 3 < static_cast<int>(table->header.size()); column += 4) {
            const double node = number(i, column);
            if (node >= 1.0 && node <= 3.0) {
                results.nodes.push_back({busName(cell(i, 0)), static_cast<int>(node) - 1,
                                         number(i, column + 1), number(i, column + 2)});
            }
        }
    }
    if (fault) {
        return tl::unexpected(std::move(*fault));
    }
    return results;
}

// Every "*_voltages*.csv" in the folder of the feeder, in the order of names.
Result<std::vector<Results>> resultsBeside(const CaseFile& file) {
    std::vector<std::filesystem::path> paths;
    std::error_code fault;
    std::filesystem::path folder = file.path.parent_path();
    if (folder.empty()) {
        folder = ".";
    }
    for (auto it = std::filesystem::directory_iterator(folder, fault);
         !fault && it != std::filesystem::directory_iterator(); it.increment(fault)) {
        const std::string name = it->path().filename().string();
        if (name.find("_voltages") != std::string::npos && name.find(".csv") != std::string::npos) {
            paths.push_back(it->path());
        }
    }
    if (paths.empty()) {
        Error error;
        error.code = "VAL-004";
        error.message = "the expected voltages are missing";
        error.remedy = "Copy a table named *_voltages*.csv next to the feeder.";
        error.file = file.path.string();
        return tl::unexpected(std::move(error));
    }
    std::sort(paths.begin(), paths.end());
    std::vector<Results> all;
    for (const std::filesystem::path& path : paths) {
        auto results = readResults(path);
        if (!results) {
            return tl::unexpected(std::move(results.error()));
        }
        all.push_back(std::move(*results));
    }
    return all;
}

double angleNear(double degrees, double other) {
    return degrees - 360.0 * std::round((degrees - other) / 360.0);
}

void compare(const CaseFile& file, const Results& results, const DssFeeder& feeder,
             const PhaseResult& got, Rows& rows) {
    const std::vector<std::string>& buses = feeder.network.buses;
    for (const ExpectedAtBus& e : results.nodes) {
        const std::string id = results.stem + ":" + e.bus + "." + "abc"[e.phase];
        const auto it = std::find(buses.begin(), buses.end(), e.bus);
        const int bus = static_cast<int>(it - buses.begin());
        const std::size_t node =
            3 * static_cast<std::size_t>(bus) + static_cast<std::size_t>(e.phase);
        if (it == buses.end() || got.exists[node] == 0) {
            rows.push_back(notExpressedRow(file, id, "voltage", "V", e.voltageV,
                                           "the circuit has no such node"));
            continue;
        }
        const std::complex<double> v = got.at(bus, e.phase);
        const double limit = (results.tool ? kToolLimit : kPublishedLimit) * e.voltageV;
        rows.push_back(
            comparedRow(file, id, {"voltage", "V", e.voltageV, std::abs(v), limit}, feeder.notes));
        // A percentage of an angle says nothing.
        rows.push_back(
            comparedRow(file, id,
                        {"angle", "°", e.angleDeg, angleNear(std::arg(v) * kDegPerRad, e.angleDeg),
                         results.tool ? std::nullopt : std::optional(kPublishedLimitDeg)},
                        results.tool ? "the table's angles are rounded to 0.1°" : feeder.notes));
        rows.back().errorPct.reset();
    }
}

}  // namespace

Result<void> validateFeeder(const CaseFile& file, Rows& rows) {
    auto feeder = readDss(file.path);
    if (!feeder) {
        return tl::unexpected(std::move(feeder.error()));
    }
    auto expected = resultsBeside(file);
    if (!expected) {
        return tl::unexpected(std::move(expected.error()));
    }
    ThreePhaseSolver solver;
    auto solved = solver.setNetwork(feeder->network);
    if (solved) {
        solved = solver.solve();
    }
    if (!solved) {
        Error error = solved.error();
        error.file = file.path.string();
        return tl::unexpected(std::move(error));
    }
    for (const Results& results : *expected) {
        compare(file, results, *feeder, solver.result(), rows);
    }
    return {};
}

}  // namespace headroom::engine
