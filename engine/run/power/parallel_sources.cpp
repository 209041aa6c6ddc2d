// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/parallel_sources.h"

#include "engine/power/beside_mains.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// A source is behind where it gives more than it has come up to by this share, and this power.
constexpr double kBehind = 1e-3;
constexpr double kBehindW = 1.0;

/// A source follows its load while what it will have come up to after an hour is so far from what it has,
/// as a share of its rating.
constexpr double kFollowing = 2e-3, kSettledS = 3600.0;

}  // namespace

ParallelSources::ParallelSources(const RunContext& run)
    : PowerPart(run), sources_(unitsBesideMains(n_)) {}

bool ParallelSources::share() {
    return shareBesideMains(n_, p_.switching, sources_, p_.reachedW, p_.flow,
                            {boards_, boardEdgeW_});
}

bool ParallelSources::isBehind(UnitIndex unit) const {
    const auto i = at(unit);
    const PowerUnit& u = n_.units[i];
    const double outW = p_.flow.outVa[i].real();
    if (!makesPower(u.kind) || !n_.generator(u).parallel || p_.flow.live[i] == 0 ||
        outW <= p_.reachedW[i] * (1.0 + kBehind) + kBehindW) {
        return false;
    }
    // Only where nothing else can give the rest: a board that is on such sources alone.
    for (int o = n_.firstOut[i]; o < n_.firstOut[i + 1]; ++o) {
        const PowerUnit& board = n_.units[at(n_.edges[at(n_.outEdges[at(o)])].to)];
        double beside = 0.0, all = 0.0;
        for (int e = board.firstEdge; e < board.firstEdge + board.edges; ++e) {
            const PowerUnit& from = n_.units[at(n_.edges[at(e)].from)];
            all += p_.flow.share[at(e)];
            beside +=
                makesPower(from.kind) && n_.generator(from).parallel ? p_.flow.share[at(e)] : 0.0;
        }
        if (p_.flow.share[at(n_.outEdges[at(o)])] > 0.0 &&
            beside > (1.0 - 0.5 * kLeastShare) * all) {
            return true;
        }
    }
    return false;
}

bool ParallelSources::isFollowing() const {
    return std::any_of(sources_.begin(), sources_.end(), [&](UnitIndex unit) {
        const PowerUnit& u = n_.units[at(unit)];
        const double ratedW =
            u.ratedW() * (u.modules - p_.switching.modulesOut[at(unit)]) / u.modules;
        const double reachedW = p_.reachedW[at(unit)];
        const double wantedW = n_.generator(u).followW(
            reachedW, askedBesideMains(n_, p_.flow, unit), ratedW, kSettledS);
        return p_.flow.live[at(unit)] != 0 && std::abs(wantedW - reachedW) > kFollowing * ratedW;
    });
}

void ParallelSources::follow(Flows& flows, double dt) {
    for (const UnitIndex unit : sources_) {
        const auto i = at(unit);
        const PowerUnit& u = n_.units[i];
        const models::GeneratingSet& set = n_.generator(u);
        const int inService = u.modules - p_.switching.modulesOut[i];
        const double ratedW = u.ratedW() * inService / u.modules;
        const bool hot = p_.mode[i] == PowerUnitState::Running ||
                         p_.mode[i] == PowerUnitState::Starting ||
                         p_.mode[i] == PowerUnitState::Standby;
        if (p_.flow.live[i] != 0) {
            p_.reachedW[i] =
                set.followW(p_.reachedW[i], askedBesideMains(n_, p_.flow, unit), ratedW, dt);
        } else {
            p_.reachedW[i] = 0.0;
        }
        if (hot && inService > 0) {
            const double outW = std::max(p_.reachedW[i], p_.flow.outVa[i].real());
            const double fuelW = set.pipedFuelW(outW, ratedW);
            flows.pipedFuelW += fuelW;
            flows.pipedUsdPerS += fuelW * set.pipedUsdPerJ;
            flows.pipedCarbonKgPerS += fuelW * set.pipedCarbonKgPerJ;
        }
    }
}

}  // namespace headroom::engine
