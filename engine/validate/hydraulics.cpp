// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/epanet.h"
#include "engine/solve/hydraulics/extended_period.h"
#include "engine/validate/kinds.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <system_error>
#include <utility>

namespace headroom::engine {

namespace {

constexpr double kFlowLimit = 0.001;          // of the flow,
constexpr double kFlowLimitM3PerS = 0.01e-3;  // or so much
constexpr double kHeadLimitM = 0.01;
constexpr double kAccuracy = 1e-8;

constexpr const char* kUsColumn = "head_ft_or_flow_gpm";
constexpr const char* kSiColumn = "head_m_or_flow_lps";

using Ids = std::map<std::string, std::size_t, std::less<>>;

template <class Parts>
Ids idsOf(const Parts& parts) {
    Ids ids;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        ids.emplace(parts[i].name, i);
    }
    return ids;
}

// Every "NAME_*.csv" next to "NAME.inp", in the order of names.
Result<std::vector<std::filesystem::path>> resultFilesBeside(const CaseFile& file) {
    std::vector<std::filesystem::path> paths;
    std::error_code fault;
    std::filesystem::path folder = file.path.parent_path();
    if (folder.empty()) {
        folder = ".";
    }
    const std::string prefix = file.stem() + "_";
    for (auto it = std::filesystem::directory_iterator(folder, fault);
         !fault && it != std::filesystem::directory_iterator(); it.increment(fault)) {
        const std::string name = it->path().filename().string();
        if (name.starts_with(prefix) && name.find(".csv") != std::string::npos) {
            paths.push_back(it->path());
        }
    }
    if (paths.empty()) {
        Error error;
        error.code = "VAL-004";
        error.message = "the expected heads and flows are missing";
        error.remedy = "Copy a table named " + prefix + "*.csv next to the network.";
        error.file = file.path.string();
        return tl::unexpected(std::move(error));
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// Heads and flows at the times that a table asks for.
struct Solved {
    std::vector<double> flow, head;
    std::vector<int> cutOff;  ///< nodes without a way to a source, in the order of index
    std::string note;         ///< valves that cannot hold their setting

    bool isCutOff(int node) const { return std::binary_search(cutOff.begin(), cutOff.end(), node); }
};

std::string unableWords(const HydraulicSolver& solver) {
    std::string words;
    for (const int k : solver.unable()) {
        words += words.empty() ? "is open, because nothing else supplies one of its sides: valve "
                               : ", ";
        words += solver.network().links[static_cast<std::size_t>(k)].name;
    }
    return words;
}

// Why a row has no figure; empty if it has one.
std::string cutOffWords(const Solved& solved, const HydraulicNetwork& network, bool isNode,
                        std::size_t index) {
    const auto words = [&](int node) {
        return "node " + network.nodes[static_cast<std::size_t>(node)].name +
               " is cut off from every source";
    };
    if (isNode) {
        const int node = static_cast<int>(index);
        return solved.isCutOff(node) ? words(node) : std::string();
    }
    const HydraulicLink& link = network.links[index];
    const bool closed = solved.flow[index] == 0.0 && !link.open;
    return !closed && solved.isCutOff(link.from) && solved.isCutOff(link.to) ? words(link.from)
                                                                             : std::string();
}

// The whole period once; a time that it does not reach is left out.
Result<std::map<long, Solved>> solvedAt(const CaseFile& file, const EpanetModel& model,
                                        const std::vector<long>& times) {
    auto run = ExtendedPeriodRun::create(model.network, model.period, kAccuracy);
    Result<void> fine;
    std::map<long, Solved> solved;
    if (!run) {
        fine = tl::unexpected(run.error());
    }
    while (fine) {
        fine = run->solve();
        if (!fine) {
            break;
        }
        if (std::find(times.begin(), times.end(), run->timeS()) != times.end()) {
            solved[run->timeS()] = {{run->flowM3PerS().begin(), run->flowM3PerS().end()},
                                    {run->headM().begin(), run->headM().end()},
                                    run->solver().cutOff(),
                                    unableWords(run->solver())};
        }
        if (times.empty() || run->timeS() >= times.back() || !run->advance()) {
            break;
        }
    }
    if (!fine) {
        Error error = fine.error();
        error.file = file.path.string();
        return tl::unexpected(std::move(error));
    }
    return solved;
}

/// Compares the tables of one network.
class Comparison {
  public:
    Comparison(const CaseFile& file, const EpanetModel& model, Rows& rows)
        : file_(file),
          network_(model.network),
          rows_(rows),
          nodes_(idsOf(network_.nodes)),
          links_(idsOf(network_.links)) {}

    void row(CaseTable& table, std::size_t i, const std::map<long, Solved>& solved) {
        const bool us = table.has(kUsColumn);
        const double mPerUnit = us ? 0.3048 : 1.0;
        const double m3PerSPerUnit = us ? 3.785411784e-3 / 60.0 : 1e-3;
        const long time = std::lround(table.number(i, "time_s"));
        const double expected = table.number(i, us ? kUsColumn : kSiColumn);
        const std::string& id = table.text(i, "id");
        const bool node = table.text(i, "kind") == "node";
        const char* quantity = node ? "head" : "flow";
        const char* unit = node ? (us ? "ft" : "m") : (us ? "gpm" : "l/s");
        const std::string name = file_.stem() + "/" + std::to_string(time / 3600) + "h/" + id;
        const Ids& ids = node ? nodes_ : links_;
        const auto it = ids.find(id);
        const auto at = solved.find(time);
        const std::string reason = it == ids.end() ? "the network has no such part"
                                   : at == solved.end()
                                       ? "no solution falls on this time"
                                       : cutOffWords(at->second, network_, node, it->second);
        if (!reason.empty()) {
            rows_.push_back(notExpressedRow(file_, name, quantity, unit, expected, reason));
            return;
        }
        const double got = node ? at->second.head[it->second] / mPerUnit
                                : at->second.flow[it->second] / m3PerSPerUnit;
        const double limit =
            node ? kHeadLimitM / mPerUnit
                 : std::max(kFlowLimit * std::abs(expected), kFlowLimitM3PerS / m3PerSPerUnit);
        rows_.push_back(
            comparedRow(file_, name, {quantity, unit, expected, got, limit}, at->second.note));
        if (!node && std::abs(expected) * m3PerSPerUnit < kFlowLimitM3PerS) {
            // A percentage of a flow near 0 says nothing.
            rows_.back().errorPct.reset();
        }
    }

  private:
    const CaseFile& file_;
    const HydraulicNetwork& network_;
    Rows& rows_;
    Ids nodes_, links_;
};

}  // namespace

Result<void> validateHydraulics(const CaseFile& file, Rows& rows) {
    const auto model = readEpanet(file.path);
    if (!model) {
        return tl::unexpected(model.error());
    }
    const auto paths = resultFilesBeside(file);
    if (!paths) {
        return tl::unexpected(paths.error());
    }
    Comparison comparison(file, *model, rows);
    for (const std::filesystem::path& path : *paths) {
        auto table = CaseTable::read(path);
        if (!table) {
            return tl::unexpected(std::move(table.error()));
        }
        std::vector<long> times;
        for (std::size_t i = 0; i < table->rows(); ++i) {
            times.push_back(std::lround(table->number(i, "time_s")));
        }
        std::sort(times.begin(), times.end());
        times.erase(std::unique(times.begin(), times.end()), times.end());
        const auto solved = solvedAt(file, *model, times);
        if (!solved) {
            return tl::unexpected(solved.error());
        }
        for (std::size_t i = 0; i < table->rows(); ++i) {
            comparison.row(*table, i, *solved);
        }
        if (table->fault()) {
            return tl::unexpected(*table->fault());
        }
    }
    return {};
}

}  // namespace headroom::engine
