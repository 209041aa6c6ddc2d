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

// Every "NAME_*.csv" beside "NAME.inp", in the order of names.
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
        error.remedy = "Copy a table named " + prefix + "*.csv beside the network.";
        error.file = file.path.string();
        return tl::unexpected(std::move(error));
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

/// Heads and flows at the times that a table asks for.
struct Solved {
    std::vector<double> flow, head;
};

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
                                    {run->headM().begin(), run->headM().end()}};
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
    const Ids nodes = idsOf(model->network.nodes);
    const Ids links = idsOf(model->network.links);
    for (const std::filesystem::path& path : *paths) {
        auto table = CaseTable::read(path);
        if (!table) {
            return tl::unexpected(std::move(table.error()));
        }
        const char* column = table->has(kUsColumn) ? kUsColumn : kSiColumn;
        const bool us = column == kUsColumn;
        const double mPerUnit = us ? 0.3048 : 1.0;
        const double m3PerSPerUnit = us ? 3.785411784e-3 / 60.0 : 1e-3;
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
            const long time = std::lround(table->number(i, "time_s"));
            const double expected = table->number(i, column);
            const std::string& id = table->text(i, "id");
            const bool node = table->text(i, "kind") == "node";
            const char* quantity = node ? "head" : "flow";
            const char* unit = node ? (us ? "ft" : "m") : (us ? "gpm" : "l/s");
            const std::string name = file.stem() + "/" + std::to_string(time / 3600) + "h/" + id;
            const Ids& ids = node ? nodes : links;
            const auto it = ids.find(id);
            const auto at = solved->find(time);
            if (it == ids.end() || at == solved->end()) {
                rows.push_back(notExpressedRow(file, name, quantity, unit, expected,
                                               it == ids.end() ? "the network has no such part"
                                                               : "no solution falls on this time"));
                continue;
            }
            const double got = node ? at->second.head[it->second] / mPerUnit
                                    : at->second.flow[it->second] / m3PerSPerUnit;
            const double limit =
                node ? kHeadLimitM / mPerUnit
                     : std::max(kFlowLimit * std::abs(expected), kFlowLimitM3PerS / m3PerSPerUnit);
            rows.push_back(comparedRow(file, name, {quantity, unit, expected, got, limit}));
            if (!node && std::abs(expected) * m3PerSPerUnit < kFlowLimitM3PerS) {
                // A percentage of what does not flow says nothing.
                rows.back().errorPct.reset();
            }
        }
        if (table->fault()) {
            return tl::unexpected(*table->fault());
        }
    }
    return {};
}

}  // namespace headroom::engine
