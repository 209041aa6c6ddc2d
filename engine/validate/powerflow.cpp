// SPDX-License-Identifier: Apache-2.0
#include "engine/base/scale.h"
#include "engine/exchange/power_case.h"
#include "engine/solve/electrical/load_flow.h"
#include "engine/validate/case_reader.h"
#include "engine/validate/kinds.h"

#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kVoltageLimitPu = 1e-6;
constexpr double kAngleLimitDeg = 1e-5;
constexpr double kFlowLimitMw = 1e-4;
// The solver's own tolerance, well inside the limits on any base power.
constexpr double kTolerancePu = 1e-11;

// "x/case9.json.gz" and "_bus" give "x/case9_bus.csv", or its .gz where that is what exists.
Result<CaseTable> tableBeside(const CaseFile& file, const std::string& suffix) {
    std::filesystem::path path = file.path.parent_path() / (file.stem() + suffix + ".csv");
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored) &&
        std::filesystem::exists(path.string() + ".gz", ignored)) {
        path += ".gz";
    }
    if (!std::filesystem::exists(path, ignored)) {
        Error error;
        error.code = "VAL-004";
        error.message = "the expected results are missing";
        error.remedy = "Copy " + path.filename().string() + " next to the case.";
        error.file = path.string();
        return tl::unexpected(std::move(error));
    }
    return CaseTable::read(path);
}

// A percentage of what the file has rounded away says nothing: none below the limit.
void addRow(const CaseFile& file, const std::string& id, const Compared& compared,
            const std::string& note, Rows& rows) {
    rows.push_back(comparedRow(file, id, compared, note));
    if (std::abs(compared.expected) < *compared.limit) {
        rows.back().errorPct.reset();
    }
}

std::string methodText(const LoadFlowResult& result) {
    std::string text;
    if (result.sweepIterations > 0) {
        text = "sweep, " + std::to_string(result.sweepIterations) + " iterations";
    }
    if (result.newtonIterations > 0) {
        text += (text.empty() ? "" : "; ") + std::string("Newton, ") +
                std::to_string(result.newtonIterations) + " iterations";
    }
    return text;
}

// Voltages of the buses.
Result<void> compareBuses(const CaseFile& file, const PowerCase& given, const LoadFlowResult& got,
                          Rows& rows) {
    auto table = tableBeside(file, "_bus");
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    std::map<long, int> busOf;
    for (std::size_t i = 0; i < given.number.size(); ++i) {
        busOf[given.number[i]] = static_cast<int>(i);
    }
    busOf.insert(given.aliases.begin(), given.aliases.end());
    const std::string note = methodText(got);
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const auto it = busOf.find(std::lround(table->number(i, "bus")));
        const std::string id = file.stem() + ":bus " + table->text(i, "bus");
        if (it == busOf.end()) {
            rows.push_back(notExpressedRow(file, id, "voltage", "p.u.", table->number(i, "vm_pu"),
                                           "the case has no bus of that number"));
            continue;
        }
        addRow(file, id,
               {"voltage", "p.u.", table->number(i, "vm_pu"), got.magnitudePu(it->second),
                kVoltageLimitPu},
               note, rows);
        addRow(file, id,
               {"angle", "°", table->number(i, "va_deg"), got.angleRad(it->second) * kDegPerRad,
                kAngleLimitDeg},
               note, rows);
    }
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return {};
}

// Flows of the branches, in the order of the case, and the sum of their losses.
Result<void> compareBranches(const CaseFile& file, const PowerCase& given,
                             const LoadFlowResult& got, Rows& rows) {
    auto table = tableBeside(file, "_branch");
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    if (table->rows() != given.network.branches()) {
        return tl::unexpected(
            caseError(file.path.parent_path() / (file.stem() + "_branch.csv"), "",
                      "there are " + std::to_string(table->rows()) + " rows for " +
                          std::to_string(given.network.branches()) + " branches"));
    }
    const std::string note = methodText(got);
    double expectedLossMw = 0.0;
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const std::string id =
            file.stem() + ":branch " + table->text(i, "from") + "-" + table->text(i, "to");
        const std::complex<double> from = got.fromPu[i] * given.baseMw;
        const std::complex<double> to = got.toPu[i] * given.baseMw;
        const double lossMw = table->number(i, "ploss_mw");
        expectedLossMw += lossMw;
        const Compared all[] = {
            {"P from", "MW", table->number(i, "pf_mw"), from.real(), kFlowLimitMw},
            {"Q from", "Mvar", table->number(i, "qf_mvar"), from.imag(), kFlowLimitMw},
            {"P to", "MW", table->number(i, "pt_mw"), to.real(), kFlowLimitMw},
            {"Q to", "Mvar", table->number(i, "qt_mvar"), to.imag(), kFlowLimitMw},
            {"loss", "MW", lossMw, from.real() + to.real(), kFlowLimitMw}};
        for (const Compared& compared : all) {
            addRow(file, id, compared, note, rows);
        }
    }
    addRow(file, file.stem(),
           {"loss of all branches", "MW", expectedLossMw, got.lossPu.real() * given.baseMw,
            kFlowLimitMw},
           note, rows);
    if (table->fault()) {
        return tl::unexpected(*table->fault());
    }
    return {};
}

}  // namespace

Result<void> validatePowerflow(const CaseFile& file, Rows& rows) {
    auto given = readPowerCase(file.path);
    if (!given) {
        return tl::unexpected(std::move(given.error()));
    }
    LoadFlowSolver solver;
    solver.options.tolerancePu = kTolerancePu;
    auto solved = solver.setNetwork(given->network);
    if (solved) {
        solved = solver.solve();
    }
    if (!solved) {
        Error error = solved.error();
        error.file = file.path.string();
        return tl::unexpected(std::move(error));
    }
    if (auto buses = compareBuses(file, *given, solver.result(), rows); !buses) {
        return buses;
    }
    return compareBranches(file, *given, solver.result(), rows);
}

}  // namespace headroom::engine
