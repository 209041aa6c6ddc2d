// SPDX-License-Identifier: Apache-2.0
#include "engine/power/beside_mains.h"

#include "engine/base/index.h"

#include <algorithm>

namespace headroom::engine {

std::vector<UnitIndex> unitsBesideMains(const PowerNetwork& n) {
    std::vector<UnitIndex> beside;
    for (const UnitIndex unit : n.units.indices()) {
        const PowerUnit& u = n.units[at(unit)];
        if (makesPower(u.kind) && n.generator(u).parallel) {
            beside.push_back(unit);
        }
    }
    return beside;
}

double askedBesideMains(const PowerNetwork& n, const PowerFlow& f, UnitIndex unit) {
    double askedW = 0.0;
    for (int o = n.firstOut[at(unit)]; o < n.firstOut[at(unit) + 1]; ++o) {
        const int e = n.outEdges[at(o)];
        if (f.share[at(e)] > 0.0) {
            askedW += f.edgeVa[at(e)].real() / f.share[at(e)];
        }
    }
    return askedW;
}

bool shareBesideMains(const PowerNetwork& n, const PowerSwitching& s,
                      const std::vector<UnitIndex>& beside, const ByUnit<double>& reachedW,
                      PowerFlow& f, const BesideMainsScratch& scratch) {
    std::vector<double>& edgeW = scratch.edgeW;
    std::vector<UnitIndex>& boards = scratch.boards;
    boards.clear();
    const auto gives = [&](int e) {
        const PowerEdge& x = n.edges[at(e)];
        const PowerUnit& to = n.units[at(x.to)];
        return s.edgeClosed[at(e)] != 0 && f.live[at(x.from)] != 0 && f.live[at(x.to)] != 0 &&
               f.share[at(e)] > 0.0 && to.kind != PowerKind::TransferSwitch;
    };
    for (const UnitIndex unit : beside) {
        for (int o = n.firstOut[at(unit)]; o < n.firstOut[at(unit) + 1]; ++o) {
            const int e = n.outEdges[at(o)];
            if (gives(e)) {
                boards.push_back(n.edges[at(e)].to);
            }
        }
    }
    std::sort(boards.begin(), boards.end());
    boards.erase(std::unique(boards.begin(), boards.end()), boards.end());
    for (const int board : boards) {
        const PowerUnit& b = n.units[at(board)];
        const double takenW = std::max(1.0, f.inVa[at(board)].real());
        edgeW.assign(at(b.edges), 0.0);
        double besideW = 0.0, othersVa = 0.0;
        for (int k = 0; k < b.edges; ++k) {
            const int e = b.firstEdge + k;
            const int from = n.edges[at(e)].from;
            const PowerUnit& u = n.units[at(from)];
            if (!gives(e)) {
                continue;
            }
            if (makesPower(u.kind) && n.generator(u).parallel) {
                int outs = 0;
                for (int o = n.firstOut[at(from)]; o < n.firstOut[at(from) + 1]; ++o) {
                    outs += gives(n.outEdges[at(o)]) ? 1 : 0;
                }
                edgeW[at(k)] = std::max(1.0, reachedW[at(from)] / outs);
                besideW += edgeW[at(k)];
            } else {
                othersVa += u.ratedVa > 0.0 ? u.ratedVa : 1.0;
            }
        }
        const double part =
            othersVa > 0.0 ? std::clamp(besideW / takenW, kLeastShare, 1.0 - kLeastShare) : 1.0;
        for (int k = 0; k < b.edges; ++k) {
            const int e = b.firstEdge + k;
            const PowerUnit& u = n.units[at(n.edges[at(e)].from)];
            if (edgeW[at(k)] > 0.0) {
                f.share[at(e)] = part * edgeW[at(k)] / besideW;
            } else if (gives(e)) {
                f.share[at(e)] = (1.0 - part) * (u.ratedVa > 0.0 ? u.ratedVa : 1.0) / othersVa;
            }
        }
    }
    return !boards.empty();
}

}  // namespace headroom::engine
