// SPDX-License-Identifier: Apache-2.0
#include "engine/power/undervoltage.h"

#include "engine/base/index.h"
#include "models/power/usual.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace headroom::engine {

bool converts(const PowerNetwork& n, const PowerUnit& u) {
    return u.kind == PowerKind::Ups ||
           (u.kind == PowerKind::Pdu && n.pdus[at(u.spec)].directCurrent);
}

std::complex<double> voltageSeen(const PowerNetwork& n, const PowerFlow& f, UnitIndex unit) {
    return converts(n, n.units[at(unit)]) ? inputVoltage(n, f, unit) : f.voltage[at(unit)];
}

std::vector<double> lowestVoltages(const PowerNetwork& n, const std::vector<double>& rackWindows) {
    std::vector<double> lowest(n.units.size(), models::BreakerSpec{}.undervoltage);
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& u = n.units[i];
        if (u.edges > 0 && n.edges[at(u.firstEdge)].breaker >= 0) {
            lowest[i] = n.breakers[at(n.edges[at(u.firstEdge)].breaker)].undervoltage;
        }
        if (u.kind == PowerKind::Ups) {
            lowest[i] = std::max(lowest[i], n.ups(u).inputWindow);
        } else if (u.kind == PowerKind::TransferSwitch) {
            lowest[i] = std::max(lowest[i], models::kTransferWindow);
        }
    }
    for (std::size_t r = 0; r < rackWindows.size(); ++r) {
        const PowerLoad& load = n.loads[r];
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            double& mine = lowest[at(n.cordUnit[at(c)])];
            mine = std::max(mine, rackWindows[r]);
        }
    }
    return lowest;
}

namespace {

bool isLow(const PowerNetwork& n, const PowerFlow& f, const std::vector<double>& lowest,
           std::size_t i) {
    return n.units[i].edges > 0 && f.live[i] != 0 &&
           std::norm(voltageSeen(n, f, UnitIndex(i))) < lowest[i] * lowest[i];
}

}  // namespace

bool anyLowVoltage(const PowerNetwork& n, const PowerFlow& f, const std::vector<double>& lowest) {
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        if (isLow(n, f, lowest, i)) {
            return true;
        }
    }
    return false;
}

void findLowVoltages(const PowerNetwork& n, const PowerFlow& f, const std::vector<double>& supply,
                     const std::vector<double>& lowest, std::vector<std::uint8_t>& low) {
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& u = n.units[i];
        double best = 0.0;
        bool behind = false;
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            if (f.share[at(e)] > 0.0) {
                const int from = n.edges[at(e)].from;
                best = std::max(best, supply[at(from)]);
                behind = behind || low[at(from)] != 0;
            }
        }
        low[i] = behind && !converts(n, u)                     ? 2
                 : best >= lowest[i] && isLow(n, f, lowest, i) ? 1
                                                               : 0;
    }
}

std::string collapseText(const PowerNetwork& n, const VoltageCollapse& c) {
    const std::string& to = n.units[at(c.unit)].id;
    if (std::isnan(c.mostVa)) {
        return fmt::format("at {:.3g} MVA the voltage of {} falls below half of the nominal",
                           c.askedVa / 1e6, to);
    }
    const std::string path = c.edge >= 0 ? fmt::format("the cable from {} to {}",
                                                       n.units[at(n.edges[at(c.edge)].from)].id, to)
                                         : to + " itself";
    return fmt::format("asked for {:.3g} MVA, {} delivers {:.3g} MVA at most", c.askedVa / 1e6,
                       path, c.mostVa / 1e6);
}

}  // namespace headroom::engine
