// SPDX-License-Identifier: Apache-2.0
#include "engine/run/power/electrical.h"

#include <algorithm>
#include <cmath>

/// Sources that run beside the mains (fuel cells): what they give, how they follow, what they burn.
///
/// A source comes up to P at its ramp, toward what its boards ask of it and at most its rating in
/// service (GeneratingSet::followW).
/// Of a board that takes P_b the sources beside the mains give their P, split evenly over the boards
/// of each; the other live sources of the board give the rest in proportion to their ratings. Where
/// there is no other, they give all of it, in proportion to their P. Nothing flows back.
namespace headroom::engine {

namespace {

/// Of what a board takes: no source is ever without any share, or it would look dead.
constexpr double kLeastShare = 1e-6;

/// A source is behind where it gives more than it has come up to by this share, and this power.
constexpr double kBehind = 1e-3;
constexpr double kBehindW = 1.0;

/// A source follows its load while what it will have come up to after an hour is so far from what it has,
/// as a share of its rating.
constexpr double kFollowing = 2e-3, kSettledS = 3600.0;

}  // namespace

bool Electrical::shareBesideMains() {
    std::vector<double>& edgeW = boardEdgeW_;
    std::vector<UnitIndex>& boards = boardsBeside_;
    boards.clear();
    const auto gives = [&](int e) {
        const PowerEdge& x = n_.edges[at(e)];
        const PowerUnit& to = n_.units[at(x.to)];
        return p_.switching.edgeClosed[at(e)] != 0 && p_.flow.live[at(x.from)] != 0 &&
               p_.flow.live[at(x.to)] != 0 && p_.flow.share[at(e)] > 0.0 &&
               to.kind != PowerKind::TransferSwitch;
    };
    for (const UnitIndex unit : besideMains_) {
        for (int o = n_.firstOut[at(unit)]; o < n_.firstOut[at(unit) + 1]; ++o) {
            const int e = n_.outEdges[at(o)];
            if (gives(e)) {
                boards.push_back(n_.edges[at(e)].to);
            }
        }
    }
    std::sort(boards.begin(), boards.end());
    boards.erase(std::unique(boards.begin(), boards.end()), boards.end());
    for (const int board : boards) {
        const PowerUnit& b = n_.units[at(board)];
        const double takenW = std::max(1.0, p_.flow.inVa[at(board)].real());
        edgeW.assign(at(b.edges), 0.0);
        double besideW = 0.0, othersVa = 0.0;
        for (int k = 0; k < b.edges; ++k) {
            const int e = b.firstEdge + k;
            const int from = n_.edges[at(e)].from;
            const PowerUnit& u = n_.units[at(from)];
            if (!gives(e)) {
                continue;
            }
            if (makesPower(u.kind) && n_.generator(u).parallel) {
                int outs = 0;
                for (int o = n_.firstOut[at(from)]; o < n_.firstOut[at(from) + 1]; ++o) {
                    outs += gives(n_.outEdges[at(o)]) ? 1 : 0;
                }
                edgeW[at(k)] = std::max(1.0, p_.reachedW[at(from)] / outs);
                besideW += edgeW[at(k)];
            } else {
                othersVa += u.ratedVa > 0.0 ? u.ratedVa : 1.0;
            }
        }
        const double part = othersVa > 0.0
                                ? std::clamp(besideW / takenW, kLeastShare, 1.0 - kLeastShare)
                                : 1.0;
        for (int k = 0; k < b.edges; ++k) {
            const int e = b.firstEdge + k;
            const PowerUnit& u = n_.units[at(n_.edges[at(e)].from)];
            if (edgeW[at(k)] > 0.0) {
                p_.flow.share[at(e)] = part * edgeW[at(k)] / besideW;
            } else if (gives(e)) {
                p_.flow.share[at(e)] =
                    (1.0 - part) * (u.ratedVa > 0.0 ? u.ratedVa : 1.0) / othersVa;
            }
        }
    }
    return !boards.empty();
}

bool Electrical::isBehind(std::size_t unit) const {
    const PowerUnit& u = n_.units[unit];
    const double outW = p_.flow.outVa[unit].real();
    if (!makesPower(u.kind) || !n_.generator(u).parallel || p_.flow.live[unit] == 0 ||
        outW <= p_.reachedW[unit] * (1.0 + kBehind) + kBehindW) {
        return false;
    }
    // Only where nothing else can give the rest: a board that stands on such sources alone.
    for (int o = n_.firstOut[unit]; o < n_.firstOut[unit + 1]; ++o) {
        const PowerUnit& board = n_.units[at(n_.edges[at(n_.outEdges[at(o)])].to)];
        double beside = 0.0, all = 0.0;
        for (int e = board.firstEdge; e < board.firstEdge + board.edges; ++e) {
            const PowerUnit& from = n_.units[at(n_.edges[at(e)].from)];
            all += p_.flow.share[at(e)];
            beside += makesPower(from.kind) && n_.generator(from).parallel ? p_.flow.share[at(e)]
                                                                          : 0.0;
        }
        if (p_.flow.share[at(n_.outEdges[at(o)])] > 0.0 && beside > (1.0 - 0.5 * kLeastShare) * all) {
            return true;
        }
    }
    return false;
}

/// What the boards of a source that runs beside the mains take, their cables included.
double Electrical::askedOf(UnitIndex unit) const {
    double askedW = 0.0;
    for (int o = n_.firstOut[at(unit)]; o < n_.firstOut[at(unit) + 1]; ++o) {
        const int e = n_.outEdges[at(o)];
        if (p_.flow.share[at(e)] > 0.0) {
            askedW += p_.flow.edgeVa[at(e)].real() / p_.flow.share[at(e)];
        }
    }
    return askedW;
}

bool Electrical::isFollowing() const {
    return std::any_of(besideMains_.begin(), besideMains_.end(), [&](UnitIndex unit) {
        const PowerUnit& u = n_.units[at(unit)];
        const double ratedW = u.ratedVa * (u.modules - p_.switching.modulesOut[at(unit)]) / u.modules;
        const double reachedW = p_.reachedW[at(unit)];
        const double wantedW = n_.generator(u).followW(reachedW, askedOf(unit), ratedW, kSettledS);
        return p_.flow.live[at(unit)] != 0 && std::abs(wantedW - reachedW) > kFollowing * ratedW;
    });
}

/// Comes up or down to what is asked of it, and burns for it.
void Electrical::follow(Flows& flows, double dt) {
    for (const UnitIndex unit : besideMains_) {
        const auto i = at(unit);
        const PowerUnit& u = n_.units[i];
        const models::GeneratingSet& set = n_.generator(u);
        const int inService = u.modules - p_.switching.modulesOut[i];
        const double ratedW = u.ratedVa * inService / u.modules;
        const bool hot = p_.mode[i] == PowerUnitState::Running ||
                         p_.mode[i] == PowerUnitState::Starting ||
                         p_.mode[i] == PowerUnitState::Standby;
        if (p_.flow.live[i] != 0) {
            p_.reachedW[i] = set.followW(p_.reachedW[i], askedOf(unit), ratedW, dt);
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
