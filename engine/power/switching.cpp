// SPDX-License-Identifier: Apache-2.0
#include "engine/base/index.h"
#include "engine/power/flow.h"

#include <algorithm>
#include <cmath>

/// Effect of switching on the wiring: live units and their shares.
namespace headroom::engine {

PowerSwitching normalSwitching(const PowerNetwork& network) {
    PowerSwitching s;
    const std::size_t units = network.units.size();
    s.edgeClosed.assign(network.edges.size(), 1);
    s.modulesOut.assign(units, 0);
    s.available.assign(units, 1);
    s.sourceVoltage.assign(units, 1.0F);
    s.onBattery.assign(units, 0);
    s.hasCharge.assign(units, 0);
    s.walkIn.assign(units, 1.0F);
    s.chargeW.assign(units, 0.0F);
    s.position.assign(units, 0);
    return s;
}

void PowerFlow::sizeFor(const PowerNetwork& network) {
    const std::size_t units = network.units.size();
    sizeLive(network);
    voltage.assign(units, 1.0);
    loadVa.assign(units, 0.0);
    outVa.assign(units, 0.0);
    inVa.assign(units, 0.0);
    lossW.assign(units, 0.0);
    batteryW.assign(units, 0.0);
    edgeVa.assign(network.edges.size(), 0.0);
    edgeA.assign(network.edges.size(), 0.0);
}

void PowerFlow::sizeLive(const PowerNetwork& network) {
    live.assign(network.units.size(), 0);
    share.assign(network.edges.size(), 0.0);
    cordLive.assign(network.cordUnit.size(), 0);
    liveCords.assign(network.loads.size(), 0);
}

namespace {

/// Rating in service of a source in parallel with others. Sources without a rating are alike.
double weightOf(const PowerUnit& source, int modulesOut) {
    if (!(source.ratedVa > 0.0)) {
        return 1.0;
    }
    return modulesOut == 0 ? source.ratedVa
                           : source.ratedVa * (static_cast<double>(source.modules - modulesOut) /
                                               source.modules);
}

}  // namespace

void energise(const PowerNetwork& n, const PowerSwitching& s, PowerFlow& f) {
    for (std::size_t i = 0; i < n.units.size(); ++i) {
        const PowerUnit& u = n.units[i];
        const bool works = s.modulesOut[i] < u.modules && s.available[i] != 0;
        if (isSource(u.kind)) {
            f.live[i] = works ? 1 : 0;
            continue;
        }
        double sum = 0.0;
        const bool takes = works && s.onBattery[i] == 0;
        for (int k = 0; k < u.edges; ++k) {
            const auto e = at(u.firstEdge + k);
            const auto from = static_cast<std::size_t>(n.edges[e].from);
            const bool taken = u.kind != PowerKind::TransferSwitch || s.position[i] == k;
            double weight = 0.0;
            if (takes && taken && s.edgeClosed[e] != 0 && f.live[from] != 0) {
                weight = u.edges == 1 ? 1.0 : weightOf(n.units[from], s.modulesOut[from]);
            }
            f.share[e] = weight;
            sum += weight;
        }
        for (int k = 0; k < u.edges && sum > 0.0 && u.edges > 1; ++k) {
            f.share[at(u.firstEdge + k)] /= sum;
        }
        f.live[i] = works && (sum > 0.0 || (u.kind == PowerKind::Ups && s.hasCharge[i] != 0));
    }
    for (std::size_t l = 0; l < n.loads.size(); ++l) {
        const PowerLoad& load = n.loads[l];
        int count = 0;
        for (int c = load.firstCord; c < load.firstCord + load.cords; ++c) {
            const auto i = static_cast<std::size_t>(c);
            f.cordLive[i] = f.live[static_cast<std::size_t>(n.cordUnit[i])];
            count += f.cordLive[i];
        }
        f.liveCords[l] = count;
    }
}

void openIncomers(const PowerNetwork& n, const PowerFlow& f, UnitIndex unit, PowerSwitching& s) {
    const PowerUnit& u = n.units[static_cast<std::size_t>(unit)];
    for (int e = u.firstEdge; e < u.firstEdge + u.edges; ++e) {
        if (f.share[static_cast<std::size_t>(e)] > 0.0) {
            s.edgeClosed[static_cast<std::size_t>(e)] = 0;
        }
    }
}

double loadingOf(const PowerNetwork& n, const PowerSwitching& s, const PowerFlow& f,
                 UnitIndex unit) {
    const auto i = static_cast<std::size_t>(unit);
    const PowerUnit& u = n.units[i];
    const int inService = u.modules - s.modulesOut[i];
    if (!(u.ratedVa > 0.0)) {
        return models::kNotStated;
    }
    if (inService <= 0) {
        return 0.0;
    }
    const double mostVa = u.ratedVa * inService / u.modules;
    return std::max(std::sqrt(std::norm(f.outVa[i])) / mostVa,
                    f.outVa[i].real() / (mostVa * u.ratedPowerFactor));
}

double edgeLoading(const PowerNetwork& network, const PowerFlow& flow, EdgeIndex edge) {
    const PowerEdge& e = network.edges[at(edge)];
    double loading = 0.0;
    if (e.breaker >= 0) {
        loading = flow.edgeA[at(edge)] / network.breakers[at(e.breaker)].ratedA;
    }
    if (e.cable >= 0) {
        loading = std::max(loading, flow.edgeA[at(edge)] / network.cables[at(e.cable)].ratedA);
    }
    return loading;
}

void shedDeadCords(const PowerNetwork& network, const PowerFlow& flow, const PowerDemand& demand,
                   PowerDemand& shed) {
    for (std::size_t l = 0; l < network.loads.size(); ++l) {
        const PowerLoad& load = network.loads[l];
        const double share = flow.liveCords[l] == 0 ? 0.0
                             : load.spread ? static_cast<double>(flow.liveCords[l]) / load.cords
                                           : 1.0;
        shed.powerW[l] = share * demand.powerW[l];
        shed.reactiveVar[l] = share * demand.reactiveVar[l];
    }
}

}  // namespace headroom::engine
