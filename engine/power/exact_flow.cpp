// SPDX-License-Identifier: Apache-2.0
#include "engine/power/exact_flow.h"

#include "engine/base/index.h"
#include "engine/power/converter.h"
#include "engine/solve/electrical/load_flow.h"

#include <numeric>

namespace headroom::engine {

namespace {

using Complex = std::complex<double>;

bool sharesByImpedance(const PowerUnit& u) {
    return u.edges > 1 && u.kind != PowerKind::TransferSwitch;
}

/// Terminals: two for each unit, its input and its output, joined where nothing lies between.
class Terminals {
  public:
    explicit Terminals(std::size_t units) : parent_(2 * units) {
        std::iota(parent_.begin(), parent_.end(), 0);
    }

    int root(int terminal) {
        while (parent_[at(terminal)] != terminal) {
            terminal = parent_[at(terminal)] = parent_[at(parent_[at(terminal)])];
        }
        return terminal;
    }

    void join(int a, int b) { parent_[at(root(a))] = root(b); }

    static int input(UnitIndex unit) { return 2 * unit; }

    static int output(UnitIndex unit) { return 2 * unit + 1; }

  private:
    std::vector<int> parent_;
};

}  // namespace

bool hasRings(const PowerNetwork& n) {
    for (const PowerUnit& u : n.units) {
        if (!sharesByImpedance(u)) {
            continue;
        }
        const PowerEdge& first = n.edges[at(u.firstEdge)];
        for (int e = u.firstEdge + 1; e < u.firstEdge + u.edges; ++e) {
            // Equal units of one array on one source share equally by any law.
            if (n.units[at(n.edges[at(e)].from)].array != n.units[at(first.from)].array) {
                return true;
            }
        }
    }
    return false;
}

Result<ExactFlow> solveExactly(const PowerNetwork& n, const PowerSwitching& s, const PowerFlow& f) {
    Terminals t(n.units.size());
    const int units = static_cast<int>(n.units.size());
    const auto carries = [&](int e) {
        return f.share[at(e)] > 0.0 && f.live[at(n.edges[at(e)].from)] != 0;
    };
    for (int i = 0; i < units; ++i) {
        const PowerUnit& u = n.units[at(i)];
        const bool series = u.rPu != 0.0 || u.xPu != 0.0;
        if (!series && !startsAfresh(n, u) && !isSource(u.kind)) {
            t.join(Terminals::input(UnitIndex(i)), Terminals::output(UnitIndex(i)));
        }
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            if (carries(e) && n.edges[at(e)].rPu == 0.0 && n.edges[at(e)].xPu == 0.0) {
                t.join(Terminals::output(n.edges[at(e)].from), Terminals::input(UnitIndex(i)));
            }
        }
    }
    LoadFlowNetwork net;
    std::vector<int> bus(2 * n.units.size(), -1);
    const auto busOf = [&](int terminal) {
        int& b = bus[at(t.root(terminal))];
        if (b < 0) {
            b = net.addBus(BusKind::Pq);
        }
        return b;
    };
    std::vector<int> edgeBranch(n.edges.size(), -1), unitBranch(n.units.size(), -1);
    for (int i = 0; i < units; ++i) {
        const PowerUnit& u = n.units[at(i)];
        if (f.live[at(i)] == 0) {
            continue;
        }
        const int out = busOf(Terminals::output(UnitIndex(i)));
        const auto load = [&](int where, Complex va) {
            net.loadPPu[at(where)] += va.real() / kPowerBaseVa;
            net.loadQPu[at(where)] += va.imag() / kPowerBaseVa;
        };
        load(out, f.loadVa[at(i)]);
        if (isSource(u.kind) || startsAfresh(n, u)) {
            net.busKind[at(out)] = BusKind::Slack;
            net.setpointPu[at(out)] = std::abs(f.voltage[at(i)]);
            net.setpointRad[at(out)] = 0.0;
        }
        if (isSource(u.kind)) {
            continue;
        }
        bool fed = false;
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            if (!carries(e)) {
                continue;
            }
            fed = true;
            const PowerEdge& x = n.edges[at(e)];
            const int from = busOf(Terminals::output(x.from));
            const int to = busOf(Terminals::input(UnitIndex(i)));
            if ((x.rPu != 0.0 || x.xPu != 0.0) && from != to) {
                edgeBranch[at(e)] = net.addBranch(from, to, x.rPu, x.xPu);
            }
        }
        if (!fed) {
            continue;  // a UPS on its battery
        }
        const int in = busOf(Terminals::input(UnitIndex(i)));
        if (startsAfresh(n, u)) {
            load(in, f.inVa[at(i)]);
        } else if (u.rPu != 0.0 || u.xPu != 0.0) {
            const int inService = u.modules - s.modulesOut[at(i)];
            const double scale = static_cast<double>(u.modules) / inService;
            unitBranch[at(i)] = net.addBranch(in, out, u.rPu * scale, u.xPu * scale);
            load(in, inService * n.transformers[at(u.spec)].noLoadLossW);
        } else if (u.kind == PowerKind::Pdu || u.kind == PowerKind::Ups) {
            double cableW = 0.0;
            for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
                cableW += (f.edgeVa[at(e)] - f.share[at(e)] * f.inVa[at(i)]).real();
            }
            load(in, f.lossW[at(i)] - cableW);
        }
    }
    LoadFlowSolver solver;
    solver.options.tolerancePu = 1e-10;
    if (auto set = solver.setNetwork(std::move(net)); !set) {
        return tl::unexpected(set.error());
    }
    if (auto solved = solver.solve(); !solved) {
        return tl::unexpected(solved.error());
    }
    const LoadFlowResult& r = solver.result();
    ExactFlow exact;
    exact.voltage.assign(n.units.size(), 0.0);
    exact.edgeVa.assign(n.edges.size(), 0.0);
    exact.edgeKnown.assign(n.edges.size(), 0);
    exact.newtonIterations = r.newtonIterations;
    for (int i = 0; i < units; ++i) {
        if (f.live[at(i)] != 0) {
            exact.voltage[at(i)] = r.voltagePu[at(busOf(Terminals::output(UnitIndex(i))))];
        }
        const PowerUnit& u = n.units[at(i)];
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            if (edgeBranch[at(e)] >= 0) {
                exact.edgeVa[at(e)] = -r.toPu[at(edgeBranch[at(e)])] * kPowerBaseVa;
                exact.edgeKnown[at(e)] = 1;
                continue;
            }
            const int from = n.edges[at(e)].from;
            if (carries(e) && unitBranch[at(from)] >= 0 &&
                n.firstOut[at(from) + 1] - n.firstOut[at(from)] == 1 &&
                f.loadVa[at(from)] == Complex{}) {
                exact.edgeVa[at(e)] = -r.toPu[at(unitBranch[at(from)])] * kPowerBaseVa;
                exact.edgeKnown[at(e)] = 1;
            }
        }
    }
    return exact;
}

void shareRings(const PowerNetwork& n, const PowerSwitching& s, PowerFlow& f) {
    const auto exact = solveExactly(n, s, f);
    if (!exact) {
        return;
    }
    for (const PowerUnit& u : n.units) {
        if (!sharesByImpedance(u)) {
            continue;
        }
        bool known = true;
        double sum = 0.0;
        for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
            if (f.share[at(e)] > 0.0) {
                known = known && exact->edgeKnown[at(e)] != 0 && exact->edgeVa[at(e)].real() > 0.0;
                sum += exact->edgeVa[at(e)].real();
            }
        }
        for (int e = u.firstEdge; known && sum > 0.0 && e < u.firstEdge + u.edges; ++e) {
            if (f.share[at(e)] > 0.0) {
                f.share[at(e)] = exact->edgeVa[at(e)].real() / sum;
            }
        }
    }
}

}  // namespace headroom::engine
