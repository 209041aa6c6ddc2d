// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/power_case.h"

#include "engine/base/index.h"
#include "engine/base/json.h"
#include "engine/base/scale.h"
#include "engine/border/text_encoding.h"
#include "engine/exchange/power_matrices.h"
#include "engine/files/input_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

// MATPOWER's columns, versions 1 and 2.
enum BusColumn { kBusNumber, kBusType, kPd, kQd, kGs, kBs, kVm = 7, kVa = 8 };

enum GenColumn { kGenBus, kPg, kQg, kVg = 5, kGenStatus = 7 };

enum BranchColumn { kFrom, kTo, kR, kX, kB, kRatio = 8, kShift = 9, kStatus = 10 };

enum DcColumn {
    kDcFrom,
    kDcTo,
    kDcStatus,
    kDcPf,
    kDcQf = 5,
    kDcQt,
    kDcVf,
    kDcVt,
    kDcLoss0 = 15,
    kDcLoss1
};

constexpr double kPv = 2.0, kSlack = 3.0, kIsolated = 4.0;

/// Cells of the matrices; the first fault stays.
class Cells {
  public:
    Cells(const std::filesystem::path& path, const PowerMatrices& matrices)
        : path_(path), matrices_(matrices) {}

    std::size_t rows(const char* name) {
        const auto it = matrices_.rows.find(name);
        if (it == matrices_.rows.end() || (it->second.empty() && std::string_view(name) == "bus")) {
            fail(name, 0, "PFC-001", std::string("the matrix ") + name + " is missing",
                 "A case has the matrices bus, gen and branch.");
            return 0;
        }
        return it->second.size();
    }

    double at(const char* name, std::size_t row, int column) {
        const auto& cells = matrices_.rows.at(name)[row];
        const auto c = static_cast<std::size_t>(column);
        if (c >= cells.size() || !std::isfinite(cells[c])) {
            fail(name, row, "PFC-001",
                 std::string(name) + " row " + std::to_string(row + 1) + ", column " +
                     std::to_string(column + 1) +
                     (c >= cells.size() ? " is missing" : " is not a finite number"),
                 "Compare the file with MATPOWER's case format (caseformat).");
            return 0.0;
        }
        return cells[c];
    }

    void fail(const char* name, std::size_t row, const char* code, std::string message,
              std::string remedy) {
        if (fault_) {
            return;
        }
        const auto lines = matrices_.lines.find(name);
        const bool hasLine = lines != matrices_.lines.end() && row < lines->second.size();
        fault_ = powerCaseError(path_, code, std::move(message), std::move(remedy),
                                hasLine ? lines->second[row] : 0,
                                hasLine ? "" : "/" + std::string(name) + "/" + std::to_string(row));
    }

    std::optional<Error>& fault() { return fault_; }

  private:
    const std::filesystem::path& path_;
    const PowerMatrices& matrices_;
    std::optional<Error> fault_;
};

class CaseBuilder {
  public:
    CaseBuilder(const std::filesystem::path& path, const PowerMatrices& matrices)
        : path_(path), cells_(path, matrices), perUnit_(1.0 / matrices.baseMw) {
        case_.baseMw = matrices.baseMw;
        const auto dc = matrices.rows.find("dcline");
        hasDcLines_ = dc != matrices.rows.end() && !dc->second.empty();
    }

    Result<PowerCase> build() {
        buses();
        generators();
        dcLines();
        branches();
        if (cells_.fault()) {
            return tl::unexpected(std::move(*cells_.fault()));
        }
        if (auto chosen = chooseSlack(path_, generates_, case_.network); !chosen) {
            return tl::unexpected(std::move(chosen.error()));
        }
        return std::move(case_);
    }

  private:
    void buses() {
        LoadFlowNetwork& net = case_.network;
        const std::size_t rows = cells_.rows("bus");
        for (std::size_t i = 0; i < rows; ++i) {
            const long number = std::lround(cells_.at("bus", i, kBusNumber));
            const double type = cells_.at("bus", i, kBusType);
            const bool dead = type == kIsolated;
            const BusKind kind = type == kSlack ? BusKind::Slack
                                 : type == kPv  ? BusKind::Pv
                                                : BusKind::Pq;
            const auto power = [&](int column) {
                return dead ? 0.0 : cells_.at("bus", i, column) * perUnit_;
            };
            const int bus = net.addBus(kind, power(kPd), power(kQd), cells_.at("bus", i, kVm));
            net.setpointRad.back() = cells_.at("bus", i, kVa) / kDegPerRad;
            net.shuntGPu.back() = power(kGs);
            net.shuntBPu.back() = power(kBs);
            net.busName.push_back(std::to_string(number));
            case_.number.push_back(number);
            isolated_.push_back(dead);
            if (!busOf_.emplace(number, bus).second) {
                cells_.fail("bus", i, "PFC-003", "bus " + std::to_string(number) + " occurs twice",
                            "Give each bus a number of its own.");
            }
        }
        generates_.assign(net.buses(), false);
    }

    int busAt(const char* name, std::size_t row, int column) {
        const long number = std::lround(cells_.at(name, row, column));
        const auto it = busOf_.find(number);
        if (it == busOf_.end()) {
            cells_.fail(name, row, "PFC-003", "there is no bus " + std::to_string(number),
                        "Correct the number, or add the bus.");
            return 0;
        }
        return it->second;
    }

    void generators() {
        LoadFlowNetwork& net = case_.network;
        const std::size_t rows = cells_.fault() ? 0 : cells_.rows("gen");
        for (std::size_t i = 0; i < rows && !cells_.fault(); ++i) {
            const std::size_t bus = at(busAt("gen", i, kGenBus));
            if (cells_.at("gen", i, kGenStatus) <= 0.0 || cells_.fault() || isolated_[bus]) {
                continue;
            }
            generates_[bus] = true;
            net.generationPPu[bus] += cells_.at("gen", i, kPg) * perUnit_;
            net.generationQPu[bus] += cells_.at("gen", i, kQg) * perUnit_;
            net.setpointPu[bus] = cells_.at("gen", i, kVg);
        }
    }

    /// As toggle_dcline makes them: a generator at each end, which holds its voltage; the loss leaves at the second.
    void dcLines() {
        const std::size_t rows = cells_.fault() || !hasDcLines_ ? 0 : cells_.rows("dcline");
        for (std::size_t i = 0; i < rows && !cells_.fault(); ++i) {
            if (cells_.at("dcline", i, kDcStatus) <= 0.0 || cells_.fault()) {
                continue;
            }
            const double sent = cells_.at("dcline", i, kDcPf);
            const double received =
                sent - cells_.at("dcline", i, kDcLoss0) - cells_.at("dcline", i, kDcLoss1) * sent;
            terminal(i, kDcFrom, -sent, kDcQf, kDcVf);
            terminal(i, kDcTo, received, kDcQt, kDcVt);
        }
    }

    void terminal(std::size_t row, int busColumn, double powerMw, int reactiveColumn,
                  int voltageColumn) {
        LoadFlowNetwork& net = case_.network;
        const std::size_t bus = at(busAt("dcline", row, busColumn));
        if (cells_.fault() || isolated_[bus]) {
            return;
        }
        net.generationPPu[bus] += powerMw * perUnit_;
        net.generationQPu[bus] += cells_.at("dcline", row, reactiveColumn) * perUnit_;
        if (net.busKind[bus] != BusKind::Slack) {
            net.busKind[bus] = BusKind::Pv;
        }
        // A generator of the bus holds its own voltage.
        net.setpointPu[bus] =
            generates_[bus] ? net.setpointPu[bus] : cells_.at("dcline", row, voltageColumn);
        generates_[bus] = true;
    }

    void branches() {
        LoadFlowNetwork& net = case_.network;
        const std::size_t rows = cells_.fault() ? 0 : cells_.rows("branch");
        for (std::size_t i = 0; i < rows && !cells_.fault(); ++i) {
            const double ratio = cells_.at("branch", i, kRatio);
            const int from = busAt("branch", i, kFrom);
            const int to = busAt("branch", i, kTo);
            net.addBranch(from, to, cells_.at("branch", i, kR), cells_.at("branch", i, kX),
                          cells_.at("branch", i, kB), ratio == 0.0 ? 1.0 : ratio,
                          cells_.at("branch", i, kShift) / kDegPerRad);
            const bool dead = !cells_.fault() && (isolated_[at(from)] || isolated_[at(to)]);
            net.inService.back() = cells_.at("branch", i, kStatus) > 0.0 && !dead ? 1 : 0;
        }
    }

    const std::filesystem::path& path_;
    Cells cells_;
    double perUnit_;
    PowerCase case_;
    std::map<long, int> busOf_;
    std::vector<bool> isolated_, generates_;
    bool hasDcLines_ = false;
};

bool beginsJson(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && text[first] == '{';
}

}  // namespace

Result<void> chooseSlack(const std::filesystem::path& path, const std::vector<bool>& generates,
                         LoadFlowNetwork& network) {
    int firstPv = -1;
    bool hasSlack = false;
    for (std::size_t i = 0; i < network.buses(); ++i) {
        if (!generates[i]) {
            network.busKind[i] = BusKind::Pq;
        }
        hasSlack = hasSlack || network.busKind[i] == BusKind::Slack;
        if (firstPv < 0 && network.busKind[i] == BusKind::Pv) {
            firstPv = static_cast<int>(i);
        }
    }
    if (!hasSlack && firstPv < 0) {
        return tl::unexpected(powerCaseError(path, "PFC-004",
                                             "no bus with a generator in service can be the slack",
                                             "Put a generator of a PV or slack bus into service."));
    }
    if (!hasSlack) {
        network.busKind[at(firstPv)] = BusKind::Slack;
    }
    return {};
}

Result<PowerCase> powerCaseOf(const std::filesystem::path& path, const PowerMatrices& matrices) {
    if (!(matrices.baseMw > 0.0)) {
        return tl::unexpected(
            powerCaseError(path, "PFC-001", "the base power is missing", "State mpc.baseMVA."));
    }
    return CaseBuilder(path, matrices).build();
}

namespace {

/// PFC-001 where a figure per unit is beyond any number: a base or an impedance of 1e308.
Result<PowerCase> withinNumbers(const std::filesystem::path& path, Result<PowerCase> read) {
    if (!read) {
        return read;
    }
    const LoadFlowNetwork& n = read->network;

    struct Figures {
        const std::vector<double>* values;
        const char* name;
    };

    for (const Figures& each : {Figures{&n.loadPPu, "load"},
                                {&n.loadQPu, "load"},
                                {&n.generationPPu, "generation"},
                                {&n.generationQPu, "generation"},
                                {&n.shuntGPu, "shunt"},
                                {&n.shuntBPu, "shunt"},
                                {&n.setpointPu, "voltage setpoint"},
                                {&n.setpointRad, "voltage angle"},
                                {&n.rPu, "resistance"},
                                {&n.xPu, "reactance"},
                                {&n.chargingPu, "charging"},
                                {&n.tapRatio, "tap ratio"},
                                {&n.shiftRad, "phase shift"}}) {
        const auto wrong = std::find_if(each.values->begin(), each.values->end(),
                                        [](double value) { return !std::isfinite(value); });
        if (wrong != each.values->end()) {
            const std::ptrdiff_t number = wrong - each.values->begin() + 1;
            return tl::unexpected(powerCaseError(
                path, "PFC-001",
                "the " + std::string(each.name) + " of entry " + std::to_string(number) +
                    " per unit is larger than any number",
                "Check the base power, the voltages and the impedances of the file."));
        }
    }
    return read;
}

Result<PowerCase> readAnyPowerCase(const std::filesystem::path& path) {
    auto text = readDecoded(path, kJsonMemoryPerByte);
    if (!text) {
        return tl::unexpected(std::move(text.error()));
    }
    if (!beginsJson(text->text)) {
        auto matrices = readMatpower(path, text->text);
        return matrices ? powerCaseOf(path, *matrices)
                        : tl::unexpected(std::move(matrices.error()));
    }
    const auto json = parseJson<nlohmann::json>(text->text);
    if (!json.is_object()) {
        return tl::unexpected(powerCaseError(path, "PFC-001", "the file is not a JSON object",
                                             "Save the case again."));
    }
    if (const auto kind = json.find("_class"); kind != json.end() && *kind == "pandapowerNet") {
        return readPandapower(path, json);
    }
    auto matrices = readMatrixJson(path, json);
    return matrices ? powerCaseOf(path, *matrices) : tl::unexpected(std::move(matrices.error()));
}

}  // namespace

Result<PowerCase> readPowerCase(const std::filesystem::path& path) {
    return withinNumbers(path, readAnyPowerCase(path));
}

bool isPowerCase(std::string_view text) {
    const auto has = [&](std::string_view word) {
        return text.find(word) != std::string_view::npos;
    };
    if (beginsJson(text)) {
        return has("\"pandapowerNet\"") || (has("\"baseMVA\"") && has("\"branch\""));
    }
    return has("baseMVA") && (has(".branch") || has("branch =")) && has("bus");
}

}  // namespace headroom::engine
