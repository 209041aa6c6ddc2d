// SPDX-License-Identifier: Apache-2.0
#include "engine/power/flow_ends.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

using Complex = std::complex<double>;

}  // namespace

void addLoads(const PowerNetwork& n, const PowerDemand& demand, PowerFlow& f) {
    std::fill(f.loadVa.begin(), f.loadVa.end(), Complex{});
    for (const PowerLoadRun& run : n.loadRuns) {
        const auto first = at(run.firstLoad);
        if (f.liveCords[first] == 0) {
            continue;
        }
        double activeW = 0.0, reactiveVar = 0.0;
        for (std::size_t l = first; l < first + at(run.loads); ++l) {
            activeW += demand.powerW[l];
            reactiveVar += demand.reactiveVar[l];
        }
        const double part = 1.0 / f.liveCords[first];
        const Complex each(activeW * part, reactiveVar * part);
        const PowerLoad& load = n.loads[first];
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            const auto i = static_cast<std::size_t>(c);
            if (f.cordLive[i] != 0) {
                f.loadVa[static_cast<std::size_t>(n.cordUnit[i])] += each;
            }
        }
    }
    for (std::size_t unit = 0; unit < demand.unitW.size(); ++unit) {
        f.loadVa[unit] += demand.unitW[unit];
    }
}

bool isSound(const PowerNetwork& n, const PowerFlow& f, const std::vector<UnitIndex>& units) {
    double sum = 0.0;
    for (const UnitIndex unit : units) {
        const auto i = static_cast<std::size_t>(unit);
        if (f.live[i] != 0 && std::norm(f.voltage[i]) <= kCollapsed * kCollapsed) {
            return false;
        }
        sum += std::norm(f.voltage[i]) + f.outVa[i].real() + f.outVa[i].imag();
        const PowerUnit& u = n.units[i];
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            sum += f.edgeVa[at(e)].real() + f.edgeVa[at(e)].imag();
        }
    }
    return std::isfinite(sum);
}

bool isFinite(const std::vector<Complex>& values) {
    Complex sum = 0.0;
    for (const Complex v : values) {
        sum += v;
    }
    return std::isfinite(sum.real()) && std::isfinite(sum.imag());
}

void findCurrents(const PowerNetwork& n, const std::vector<UnitIndex>& units, PowerFlow& f) {
    for (const UnitIndex unit : units) {
        const PowerUnit& u = n.units[static_cast<std::size_t>(unit)];
        for (int k = 0; k < u.edges; ++k) {
            const std::size_t e = at(u.firstEdge + k);
            f.edgeA[e] = 0.0;
            if (f.share[e] <= 0.0) {
                continue;
            }
            const PowerEdge& edge = n.edges[e];
            const double square = std::max(
                kCollapsed * kCollapsed, std::norm(f.voltage[static_cast<std::size_t>(edge.from)]));
            const double phases = edge.direct ? 1.0 : 3.0;
            f.edgeA[e] = std::sqrt(std::norm(f.edgeVa[e]) /
                                   (phases * edge.voltageV * edge.voltageV * square));
        }
    }
}

}  // namespace headroom::engine
