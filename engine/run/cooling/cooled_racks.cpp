// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/cooled_racks.h"

#include "engine/base/words.h"
#include "engine/plant/part_names.h"
#include "models/compute/usual.h"
#include "models/cooling/usual.h"

#include <algorithm>
#include <cmath>

namespace headroom::engine {

namespace {

/// Rows with less of their flow than this decide over the sub-step by their own coolant.
constexpr double kLowFlow = 0.5;

/// Weight of the loss of all liquid of a tank for the sub-step: a hundredth as 1 K.
constexpr double kQuickTankK = 100.0;

}  // namespace

CooledRacks::CooledRacks(const RunContext& run, const CoolantMode& mode, HeatNetwork& heat)
    : CoolantPart(run, mode), heat_(heat) {
    tankLaw_.resize(at(plant_.racks));
    storedW_.resize(at(plant_.racks));
    lostW_.resize(at(plant_.racks));
    fastestK_.resize(plant_.rows.size());
}

void CooledRacks::begin() {
    for (const PlantRow& row : plant_.rows) {
        const PlantBlock& b = plant_.blocks[at(row.block)];
        for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
            c_.rackC[at(r)] = plant_.cdus[at(row.cdu)].spec.supplySetpointC;
            if (b.hasTank) {
                const models::TankState t = models::tankAt(b.tank, b.bath, c_.rackC[at(r)]);
                c_.rackC[at(r)] = t.bathC;
                c_.tankKg[at(r)] = t.liquidKg;
                c_.vapourKg[at(r)] = t.vapourKg;
            }
        }
    }
    for (int r = 0; r < plant_.racks; ++r) {
        const PlantBlock& b = plant_.blocks[at(plant_.rackBlock[at(r)])];
        const double coolantC = b.cdu >= 0 ? c_.rackC[at(r)] : c_.inletC[at(r)];
        s_.rackChipC[at(r)] = s_.rackHotC[at(r)] =
            coolantC + b.server.chipToCoolantKPerW * b.accelerator.idleW;
    }
}

void CooledRacks::condense(const PlantRow& row, const Flows& f, double dt) {
    const PlantBlock& b = plant_.blocks[at(row.block)];
    ThermalLink& link = heat_.link(row.link);
    link.alphaC = 0.0;
    link.beta = 1.0;
    if (link.wPerK <= 0.0) {
        return;
    }
    const double each = link.wPerK / row.racks;
    double alpha = 0.0, beta = 0.0;
    for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
        const auto k = at(r);
        if (b.hasTank) {
            const models::TankLaw& law = tankLaw_[k] =
                tankLaw(row, RackIndex(r), f.rackLiquidW[k], dt);
            if (law.fixedSink) {
                alpha += law.effectiveness * law.sinkC;
                beta += 1.0 - law.effectiveness;
                continue;
            }
            // Bath implicit: (C/dt + eps W) T_b = C/dt T_b,before + Q + eps W T_in.
            const double stored = law.capacityJPerK / dt;
            const double g = law.effectiveness * each;
            const double a = (stored * c_.rackC[k] + f.rackLiquidW[k]) / (stored + g);
            alpha += law.effectiveness * a;
            beta += 1.0 - law.effectiveness + law.effectiveness * g / (stored + g);
            continue;
        }
        const double stored = b.coolantJPerK / dt;
        alpha += (stored * c_.rackC[k] + f.rackLiquidW[k]) / (stored + each);
        beta += each / (stored + each);
    }
    link.alphaC = alpha / row.racks;
    link.beta = beta / row.racks;
}

models::TankLaw CooledRacks::tankLaw(const PlantRow& row, RackIndex rack, double heatW,
                                     double dt) const {
    const PlantBlock& b = plant_.blocks[at(row.block)];
    const models::TankState state{c_.rackC[at(rack)], c_.tankKg[at(rack)], c_.vapourKg[at(rack)]};
    const double each = c_.flowM3PerS[at(row.link)] / row.racks;
    const double inC = c_.nodeC[at(n_.links[at(row.link)].from)];
    return models::tankLaw(b.tank, b.bath, state, heatW, each, rhoCp(row.link), inC, 1.0, dt);
}

void CooledRacks::finish(std::size_t i, const Flows& f, double dt) {
    const PlantRow& row = plant_.rows[i];
    const PlantBlock& b = plant_.blocks[at(row.block)];
    const ThermalLink& link = heat_.link(row.link);
    const bool flows = link.wPerK > 0.0;
    const double each = flows ? link.wPerK / row.racks : 0.0;
    const double inC = heat_.inC(row.link);
    const double flowM3PerS = c_.flowM3PerS[at(row.link)] / row.racks;
    const bool low = flowM3PerS < kLowFlow * b.coolantM3PerS;
    double fastestK = 0.0;
    for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
        const auto k = at(r);
        const double before = c_.rackC[k];
        double outC = before;
        if (b.hasTank) {
            outC = finishTank(b, RackIndex(r), {each, inC, flows}, f, dt, fastestK);
        } else {
            const double stored = b.coolantJPerK / dt;
            const double riseK = (f.rackLiquidW[k] + each * (inC - before)) / (stored + each);
            c_.rackC[k] = before + riseK;
            storedW_[k] = stored * riseK;
            outC = c_.rackC[k];
        }
        if (low) {
            fastestK = std::max(fastestK, std::abs(c_.rackC[k] - before));
        }
        s_.rackCoolantC[k] = static_cast<float>(inC);
        s_.shown.rackReturnC[k] = static_cast<float>(outC);
        s_.shown.rackFlowM3PerS[k] = static_cast<float>(flowM3PerS);
    }
    fastestK_[i] = fastestK;
}

/// Returns the temperature at which the water leaves.
double CooledRacks::finishTank(const PlantBlock& b, RackIndex rack, const Stream& stream,
                               const Flows& f, double dt, double& fastestK) {
    const auto k = at(rack);
    const double before = c_.rackC[k];
    const models::TankLaw& law = tankLaw_[k];
    double waterW = 0.0;
    if (stream.flows && law.fixedSink) {
        waterW = law.effectiveness * stream.each * (law.sinkC - stream.inC);
    } else if (stream.flows) {
        const double stored = law.capacityJPerK / dt;
        const double g = law.effectiveness * stream.each;
        waterW =
            g * ((stored * before + f.rackLiquidW[k] + g * stream.inC) / (stored + g) - stream.inC);
    }
    models::TankState state{before, c_.tankKg[k], c_.vapourKg[k]};
    const models::TankStep step =
        models::stepTank(b.tank, b.bath, state, f.rackLiquidW[k], waterW, dt);
    c_.rackC[k] = state.bathC;
    c_.tankKg[k] = state.liquidKg;
    c_.vapourKg[k] = state.vapourKg;
    storedW_[k] = step.storedJ / dt;
    lostW_[k] = step.lostJ / dt;
    // A tank that loses its liquid does so at one temperature.
    fastestK =
        std::max(fastestK, kQuickTankK * step.lostKg / (b.tank.volumeM3 * b.bath.densityKgPerM3));
    return stream.flows ? stream.inC + waterW / stream.each : stream.inC;
}

void CooledRacks::count(Flows& f, SubStepMove& move) const {
    for (std::size_t i = 0; i < plant_.rows.size(); ++i) {
        const PlantRow& row = plant_.rows[i];
        move.add(fastestK_[i]);
        for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
            f.storedW += storedW_[at(r)];
            f.rejectedW += lostW_[at(r)];
        }
    }
}

void CooledRacks::fillTanks(LinkIndex link) {
    for (const PlantRow& row : plant_.rows) {
        const PlantBlock& b = plant_.blocks[at(row.block)];
        for (int r = row.firstRack; row.link == link && b.hasTank && r < row.firstRack + row.racks;
             ++r) {
            c_.tankKg[at(r)] = std::max(c_.tankKg[at(r)],
                                        models::tankAt(b.tank, b.bath, c_.rackC[at(r)]).liquidKg);
        }
    }
}

void CooledRacks::noteThrottle(double timeS) {
    for (std::size_t k = 0; k < plant_.blocks.size(); ++k) {
        const PlantBlock& b = plant_.blocks[k];
        int hot = 0, first = -1;
        double hottestC = -273.15;
        for (int r = b.firstRack; r < b.firstRack + b.racks; ++r) {
            if (s_.rackServersUp[at(r)] > 0) {
                hottestC = std::max(hottestC, s_.rackHotC[at(r)]);
            }
            if (s_.rackHotC[at(r)] > b.accelerator.throttleSoftwareC &&
                s_.rackServersUp[at(r)] > 0) {
                first = first < 0 ? r : first;
                ++hot;
            }
        }
        if (hot > 0 && c_.throttling[k] < 0) {
            c_.throttling[k] = log_.in(EventArea::Servers)
                                   .add(s_, timeS, EventKind::Throttle, plant_.rackNames[at(first)],
                                        words("Passed {}: clocks fall ({} of {} racks of {}).",
                                              amount(b.accelerator.throttleSoftwareC, "°C", 0), hot,
                                              b.racks, nameOfPart(plant_, b.id)),
                                        causes_.heat(RackIndex(first), timeS), RackIndex(first));
        } else if (hottestC < b.accelerator.throttleSoftwareC - models::kThrottleBandK &&
                   c_.throttling[k] >= 0) {
            log_.add(s_, timeS, EventKind::Recovery, b.id, "No rack is above its throttle limit.",
                     c_.throttling[k]);
            c_.throttling[k] = -1;
        }
    }
}

}  // namespace headroom::engine
