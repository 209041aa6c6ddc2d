// SPDX-License-Identifier: Apache-2.0
#include "engine/reliability/diagnosis/power_suspects.h"

#include "engine/plant/index.h"
#include "engine/plant/plant.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace headroom::engine {

namespace {

/// An alarm of the unit itself makes it that much likelier than one that is silent.
constexpr double kOwnAlarm = 1.2;

std::string loadName(const Plant& plant, const PowerLoad& load) {
    switch (load.kind) {
        case PowerLoadKind::Rack:
            return plant.rackNames[at(load.index)];
        case PowerLoadKind::HallIt:
        case PowerLoadKind::Fans:
            return plant.halls[at(load.index)].id;
        case PowerLoadKind::CduPumps:
            return plant.cdus[at(load.index)].id;
        case PowerLoadKind::LoopPumps:
        case PowerLoadKind::HeatRejection:
            return plant.loops[at(load.index)].id;
    }
    return {};
}

/// A transfer switch with a generator behind one of its inputs.
bool hasGenset(const PowerNetwork& n, int unit) {
    const PowerUnit& u = n.units[at(unit)];
    for (int e = u.firstEdge; u.kind == PowerKind::TransferSwitch && e < u.firstEdge + u.edges;
         ++e) {
        if (makesPower(n.units[at(n.edges[at(e)].from)].kind)) {
            return true;
        }
    }
    return false;
}

/// By unit: those that it feeds; loads behind them, numbered from the number of units on.
std::vector<std::vector<int>> fedBy(const PowerNetwork& n) {
    std::vector<std::vector<int>> below(n.units.size());
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& u = n.units[i];
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            below[at(n.edges[at(e)].from)].push_back(static_cast<int>(i));
        }
    }
    for (std::size_t l = 0; l < n.loads.size(); ++l) {
        for (int c = n.loads[l].firstCord; c < n.loads[l].firstCord + n.loads[l].cords; ++c) {
            below[at(n.cordUnit[at(c)])].push_back(static_cast<int>(n.units.size() + l));
        }
    }
    return below;
}

}  // namespace

std::vector<Suspect> powerSuspects(const Plant& plant, const std::vector<Alarm>& alarms,
                                   bool gensetsRun) {
    const PowerNetwork& n = *plant.network;
    std::set<std::string> alarmed, hot;
    bool wiring = false;
    for (const Alarm& alarm : alarms) {
        if (alarm.kind == EventKind::Throttle) {
            hot.insert(alarm.subject);
        } else if (alarm.kind != EventKind::JobSlowed && !hot.contains(alarm.subject) &&
                   (hot.empty() || alarm.rack < 0)) {
            alarmed.insert(alarm.subject);
        }
    }
    const auto units = static_cast<int>(n.units.size());
    std::vector<char> alarms0(n.units.size() + n.loads.size(), 0);
    for (int i = 0; i < units; ++i) {
        alarms0[at(i)] = alarmed.contains(n.units[at(i)].id) ? 1 : 0;
        wiring = wiring || alarms0[at(i)] != 0;
    }
    for (std::size_t l = 0; l < n.loads.size(); ++l) {
        alarms0[n.units.size() + l] = alarmed.contains(loadName(plant, n.loads[l])) ? 1 : 0;
        wiring = wiring || alarms0[n.units.size() + l] != 0;
    }
    std::vector<Suspect> suspects;
    if (!wiring) {
        return suspects;
    }
    const auto total = static_cast<double>(std::count(alarms0.begin(), alarms0.end(), 1));
    const auto below = fedBy(n);
    // Among units that explain as much, the nearest to the alarms goes first: it needs no silent part in between.
    for (int i = units - 1; i >= 0; --i) {
        std::vector<char> seen(alarms0.size(), 0);
        std::vector<int> open{i};
        double explained = 0.0, edge = 0.0, edgeAlarms = 0.0;
        bool standby = false;  // feeds a switch that would go over to a generator
        // What alarms ends a branch for precision; recall counts all that hangs below.
        std::vector<char> counted(alarms0.size(), 0);
        counted[at(i)] = 1;
        while (!open.empty()) {
            const int node = open.back();
            open.pop_back();
            if (seen[at(node)] != 0) {
                continue;
            }
            seen[at(node)] = 1;
            explained += alarms0[at(node)];
            if (node >= units) {
                continue;
            }
            for (const int next : below[at(node)]) {
                open.push_back(next);
                standby = standby || (next < units && hasGenset(n, next));
                if (counted[at(node)] != 0 && counted[at(next)] == 0) {
                    // A load with a second cord does not alarm for the first.
                    const bool spare = next >= units && alarms0[at(next)] == 0 &&
                                       !n.loads[at(next - units)].spread &&
                                       n.loads[at(next - units)].cords > 1;
                    if (spare) {
                        continue;
                    }
                    if (alarms0[at(next)] != 0 || next >= units) {
                        edge += 1.0;
                        edgeAlarms += alarms0[at(next)];
                    } else {
                        counted[at(next)] = 1;
                    }
                }
            }
        }
        const bool own = alarms0[at(i)] != 0;
        // A generator at rest feeds nobody, and one that runs is what helps.
        if (explained <= 0.0 || (makesPower(n.units[at(i)].kind) && !own)) {
            continue;
        }
        const double recall = explained / total;
        const double precision = edge > 0.0 ? edgeAlarms / edge : 1.0;
        Suspect s;
        s.part = n.units[at(i)].id;
        s.name = n.units[at(i)].name;
        s.score = std::min(
            1.0, std::sqrt(recall * (own ? std::max(precision, 0.5) : 0.5 + 0.5 * precision)) *
                     (own ? kOwnAlarm : 1.0) / kOwnAlarm);
        s.reasons.push_back(fmt::format("{:.0f} of {:.0f} alarms come from it or below it{}",
                                        explained, total, own ? ", and it alarms itself" : ""));
        s.score *= standby == gensetsRun ? 1.0 : 0.5;
        if (gensetsRun) {
            s.reasons.push_back(standby ? "generators carry what it fed"
                                        : "generators would not carry load for it");
        }
        if (s.score > 0.0) {
            suspects.push_back(std::move(s));
        }
    }
    std::stable_sort(suspects.begin(), suspects.end(),
                     [](const Suspect& a, const Suspect& b) { return a.score > b.score; });
    return suspects;
}

}  // namespace headroom::engine
