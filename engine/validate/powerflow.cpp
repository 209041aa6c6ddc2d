// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/base/scale.h"
#include "engine/solve/electrical/load_flow.h"
#include "engine/validate/case_reader.h"
#include "engine/validate/kinds.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <numbers>
#include <utility>

namespace headroom::engine {

namespace {

using Json = nlohmann::json;

constexpr double kVoltageLimitPu = 1e-6;
constexpr double kAngleLimitDeg = 1e-5;
constexpr double kFlowLimitMw = 1e-4;
// The solver's own tolerance, well inside the limits on any base power.
constexpr double kTolerancePu = 1e-11;

// MATPOWER's columns, version 2.
enum BusColumn { kBusNumber, kBusType, kPd, kQd, kGs, kBs, kVm = 7, kVa = 8 };

enum GenColumn { kGenBus, kPg, kQg, kVg = 5, kGenStatus = 7 };

enum BranchColumn { kFrom, kTo, kR, kX, kB, kRatio = 8, kShift = 9, kStatus = 10 };

/// A power flow case as the solver takes it, with the numbers that the file gives its buses.
struct Case {
    LoadFlowNetwork network;
    double baseMw = 0.0;
    std::vector<long> number;
};

// Reads the matrices of the JSON form, remembering the first fault.
class Matrices {
  public:
    Matrices(const Json& json, const std::filesystem::path& path) : json_(json), path_(path) {}

    std::size_t rows(const char* name, std::size_t columns) {
        const auto it = json_.find(name);
        if (it == json_.end() || !it->is_array()) {
            fail(std::string("/") + name, "a list of rows should stand there");
            return 0;
        }
        for (std::size_t i = 0; i < it->size(); ++i) {
            if (!(*it)[i].is_array() || (*it)[i].size() < columns) {
                fail(
                    std::string("/") + name + "/" + std::to_string(i),
                    "a row of at least " + std::to_string(columns) + " numbers should stand there");
                return 0;
            }
        }
        return it->size();
    }

    double number(const char* name, std::size_t row, int column) {
        const Json& value = json_[name][row][static_cast<std::size_t>(column)];
        if (!value.is_number()) {
            fail(std::string("/") + name + "/" + std::to_string(row) + "/" + std::to_string(column),
                 "a number should stand there");
            return 0.0;
        }
        return value.get<double>();
    }

    void fail(std::string place, std::string message) {
        if (!fault_) {
            fault_ = caseError(path_, std::move(place), std::move(message));
        }
    }

    const std::optional<Error>& fault() const { return fault_; }

  private:
    const Json& json_;
    std::filesystem::path path_;
    std::optional<Error> fault_;
};

Result<Case> readCase(const std::filesystem::path& path) {
    const auto text = readTextFile(path);
    if (!text) {
        return tl::unexpected(text.error());
    }
    Json json = parseJson<Json>(*text);
    if (!json.is_object()) {
        return tl::unexpected(caseError(path, "", "the file is not a JSON object"));
    }
    for (const char* name : {"bus", "gen", "branch"}) {  // Octave writes one row as a plain list
        Json& matrix = json[name];
        if (matrix.is_array() && !matrix.empty() && matrix.front().is_number()) {
            matrix = Json::array({matrix});
        }
    }
    Matrices in(json, path);
    Case result;
    const auto base = json.find("baseMVA");
    if (base == json.end() || !base->is_number() || !(base->get<double>() > 0.0)) {
        return tl::unexpected(caseError(path, "/baseMVA", "a number above 0 should stand there"));
    }
    result.baseMw = base->get<double>();
    const double perUnit = 1.0 / result.baseMw;
    LoadFlowNetwork& net = result.network;

    std::map<long, int> busOf;
    const std::size_t buses = in.rows("bus", kVa + 1);
    for (std::size_t i = 0; i < buses; ++i) {
        const long number = std::lround(in.number("bus", i, kBusNumber));
        const double type = in.number("bus", i, kBusType);
        const BusKind kind = type == 3.0 ? BusKind::Slack : type == 2.0 ? BusKind::Pv : BusKind::Pq;
        const int bus = net.addBus(kind, in.number("bus", i, kPd) * perUnit,
                                   in.number("bus", i, kQd) * perUnit, in.number("bus", i, kVm));
        net.setpointRad.back() = in.number("bus", i, kVa) / kDegPerRad;
        net.shuntGPu.back() = in.number("bus", i, kGs) * perUnit;
        net.shuntBPu.back() = in.number("bus", i, kBs) * perUnit;
        net.busName.push_back(std::to_string(number));
        result.number.push_back(number);
        if (!busOf.emplace(number, bus).second) {
            in.fail("/bus/" + std::to_string(i) + "/0",
                    "bus " + std::to_string(number) + " stands twice");
        }
    }
    const auto busAt = [&](const char* matrix, std::size_t row, int column) {
        const long number = std::lround(in.number(matrix, row, column));
        const auto it = busOf.find(number);
        if (it == busOf.end()) {
            in.fail(std::string("/") + matrix + "/" + std::to_string(row),
                    "there is no bus " + std::to_string(number));
            return 0;
        }
        return it->second;
    };
    const std::size_t generators = in.fault() ? 0 : in.rows("gen", kGenStatus + 1);
    for (std::size_t i = 0; i < generators; ++i) {
        if (in.number("gen", i, kGenStatus) <= 0.0) {
            continue;
        }
        const auto bus = static_cast<std::size_t>(busAt("gen", i, kGenBus));
        if (in.fault()) {
            break;
        }
        net.generationPPu[bus] += in.number("gen", i, kPg) * perUnit;
        net.generationQPu[bus] += in.number("gen", i, kQg) * perUnit;
        net.setpointPu[bus] = in.number("gen", i, kVg);
    }
    const std::size_t branches = in.fault() ? 0 : in.rows("branch", kStatus + 1);
    for (std::size_t i = 0; i < branches; ++i) {
        const double ratio = in.number("branch", i, kRatio);
        net.addBranch(busAt("branch", i, kFrom), busAt("branch", i, kTo),
                      in.number("branch", i, kR), in.number("branch", i, kX),
                      in.number("branch", i, kB), ratio == 0.0 ? 1.0 : ratio,
                      in.number("branch", i, kShift) / kDegPerRad);
        net.inService.back() = in.number("branch", i, kStatus) > 0.0 ? 1 : 0;
    }
    if (in.fault()) {
        return tl::unexpected(*in.fault());
    }
    return result;
}

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
        error.remedy = "Copy " + path.filename().string() + " beside the case.";
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
Result<void> compareBuses(const CaseFile& file, const Case& given, const LoadFlowResult& got,
                          Rows& rows) {
    auto table = tableBeside(file, "_bus");
    if (!table) {
        return tl::unexpected(std::move(table.error()));
    }
    std::map<long, int> busOf;
    for (std::size_t i = 0; i < given.number.size(); ++i) {
        busOf[given.number[i]] = static_cast<int>(i);
    }
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
Result<void> compareBranches(const CaseFile& file, const Case& given, const LoadFlowResult& got,
                             Rows& rows) {
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
    auto given = readCase(file.path);
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
