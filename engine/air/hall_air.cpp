// SPDX-License-Identifier: Apache-2.0
#include "engine/air/hall_air.h"

#include "engine/base/index.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace headroom::engine {

HEADROOM_SPECIAL_MEMBERS_OF(HallAirPlan)

namespace {

/// A rack draws something from its cold side in any field: else heat would not leave it.
constexpr double kLeastFraction = -1.0, kMostFraction = 0.95;

}  // namespace

AirIndexSums::AirIndexSums(models::AirClass airClass, double supplyC)
    : allowable_(models::allowableAir(airClass)),
      supplyC_(supplyC),
      hottestC_(-std::numeric_limits<double>::infinity()) {}

void AirIndexSums::add(double inletC, double airWPerK, double heatW) {
    if (airWPerK <= 0.0) {
        return;
    }
    const models::AirRange recommended = models::recommendedAir();
    airWPerK_ += airWPerK;
    heatW_ += heatW;
    inletW_ += airWPerK * (inletC - supplyC_);
    overW_ += airWPerK * std::max(0.0, inletC - recommended.highC);
    underW_ += airWPerK * std::max(0.0, recommended.lowC - inletC);
    hottestC_ = std::max(hottestC_, inletC);
}

AirIndices AirIndexSums::indices(double returnC) const {
    AirIndices result;
    result.hottestInletC = airWPerK_ > 0.0 ? hottestC_ : supplyC_;
    if (airWPerK_ <= 0.0) {
        return result;
    }
    const models::AirRange recommended = models::recommendedAir();
    result.rciHigh = 1.0 - overW_ / airWPerK_ / (allowable_.highC - recommended.highC);
    result.rciLow = 1.0 - underW_ / airWPerK_ / (recommended.lowC - allowable_.lowC);
    if (inletW_ + heatW_ > 0.0) {
        result.shi = inletW_ / (inletW_ + heatW_);
        result.rhi = 1.0 - result.shi;
    }
    if (heatW_ > 0.0) {
        result.rti = (returnC - supplyC_) * airWPerK_ / heatW_;
    }
    return result;
}

HallAir::HallAir(HallAirPlan plan)
    : plan_(std::move(plan)),
      zone_(at(plan_.zones)),
      rowWPerK_(plan_.rows.size()),
      rackWPerK_(plan_.rackFraction.size()),
      rackW_(plan_.rackFraction.size()) {
    order();
}

// Kahn's algorithm over rows as edges; ties in the order of zones.
void HallAir::order() {
    std::vector<int> open(at(plan_.zones), 0);
    first_.assign(at(plan_.zones) + 1, 0);
    for (const HallAirPlan::Row& r : plan_.rows) {
        ++first_[at(r.coldZone) + 1];
        open[at(r.hotZone)] += r.coldZone == r.hotZone ? 0 : 1;
    }
    for (std::size_t z = 1; z < first_.size(); ++z) {
        first_[z] += first_[z - 1];
    }
    rowOfZone_.resize(plan_.rows.size());
    std::vector<int> next(first_.begin(), first_.end() - 1);
    for (std::size_t r = 0; r < plan_.rows.size(); ++r) {
        rowOfZone_[at(next[at(plan_.rows[r].coldZone)]++)] = static_cast<int>(r);
    }
    std::vector<bool> done(at(plan_.zones), false);
    done[at(plan_.ceilingZone)] = true;
    for (int left = plan_.zones - 1; left > 0; --left) {
        int z = 0;
        while (z < plan_.zones && (done[at(z)] || open[at(z)] > 0)) {
            ++z;
        }
        assert(z < plan_.zones && "rows run in a cycle of zones");
        done[at(z)] = true;
        order_.push_back(z);
        for (int n = first_[at(z)]; n < first_[at(z) + 1]; ++n) {
            const HallAirPlan::Row& r = plan_.rows[at(rowOfZone_[at(n)])];
            open[at(r.hotZone)] -= r.coldZone == r.hotZone ? 0 : 1;
        }
    }
}

void HallAir::setRackFractions(std::span<const double> fractions) {
    assert(fractions.size() == plan_.rackFraction.size());
    if (!std::equal(fractions.begin(), fractions.end(), plan_.rackFraction.begin())) {
        plan_.topFraction.clear();  // which is of the shares before
    }
    for (std::size_t i = 0; i < fractions.size(); ++i) {
        plan_.rackFraction[i] = std::isfinite(fractions[i])
                                    ? std::clamp(fractions[i], kLeastFraction, kMostFraction)
                                    : 0.0;
    }
}

ReturnLaw HallAir::condense(const RackAir& racks, double supplyM3PerS, double extraW,
                            std::span<const double> zoneC, double dt) {
    // Temperatures are counted from the ceiling's: rounding stays with the differences.
    originC_ = zoneC[at(plan_.ceilingZone)];
    dt_ = dt;
    const double supplyWPerK = std::max(0.0, supplyM3PerS) * plan_.air.jPerM3K;
    const double aimedWPerK = supplyWPerK * (1.0 - plan_.bypass);
    for (std::size_t z = 0; z < zone_.size(); ++z) {
        zone_[z] = {};
        zone_[z].supply = zone_[z].in = aimedWPerK * plan_.zoneShare[z];
        zone_[z].heatW = plan_.extraToCold ? extraW * plan_.zoneShare[z] : 0.0;
    }
    std::size_t own = 0;
    for (std::size_t r = 0; r < plan_.rows.size(); ++r) {
        const HallAirPlan::Row& row = plan_.rows[r];
        double drawn = 0.0, heatW = 0.0;
        for (int i = row.firstRack; i < row.firstRack + row.racks; ++i, ++own) {
            const double w = std::max(0.0, racks.flowM3PerS[at(i)]) * plan_.air.jPerM3K;
            rackWPerK_[own] = w;
            rackW_[own] = racks.heatW[at(i)];
            drawn += w * (1.0 - plan_.rackFraction[own]);
            heatW += racks.heatW[at(i)];
        }
        // Air that returns to the zone from which it came moves nothing but its heat.
        rowWPerK_[r] = row.coldZone == row.hotZone ? 0.0 : drawn;
        zone_[at(row.coldZone)].out += rowWPerK_[r];
        zone_[at(row.hotZone)].in += rowWPerK_[r];
        zone_[at(row.hotZone)].heatW += heatW;
    }

    Zone& ceiling = zone_[at(plan_.ceilingZone)];
    double conductance = plan_.zoneJPerK[at(plan_.ceilingZone)] / dt + supplyWPerK;
    double source = ceiling.heatW + (plan_.extraToCold ? 0.0 : extraW);
    double fromSupply = supplyWPerK * plan_.bypass + ceiling.supply;
    for (const int n : order_) {
        Zone& z = zone_[at(n)];
        const double still =
            std::max(0.0, plan_.stillM3PerS[at(n)] * plan_.air.jPerM3K - std::max(z.in, z.out));
        z.up = std::max(0.0, z.in - z.out) + still;
        z.down = std::max(0.0, z.out - z.in) + still;
        const double stored = plan_.zoneJPerK[at(n)] / dt;
        const double all = stored + z.in + z.down;
        // a, b and k hold what racks upstream bring, so far.
        z.a = (z.a + stored * (zoneC[at(n)] - originC_) + z.heatW) / all;
        z.b = (z.b + z.supply) / all;
        z.k = (z.k + z.down) / all;
        for (int i = first_[at(n)]; i < first_[at(n) + 1]; ++i) {
            const std::size_t r = at(rowOfZone_[at(i)]);
            Zone& hot = zone_[at(plan_.rows[r].hotZone)];
            if (&hot != &z) {
                hot.a += rowWPerK_[r] * z.a;
                hot.b += rowWPerK_[r] * z.b;
                hot.k += rowWPerK_[r] * z.k;
            }
        }
        conductance += z.down - z.up * z.k;
        source += z.up * z.a;
        fromSupply += z.up * z.b;
    }
    const double a = source / conductance;
    law_.beta = fromSupply / conductance;
    law_.alphaC = originC_ + a - law_.beta * originC_;
    law_.airWPerK = supplyWPerK;
    ceiling.a = a;
    ceiling.b = law_.beta;
    return law_;
}

/// Air of a cold and of a hot zone. A rack that breathes cooler air than its zone breathes none that is cooler than the
/// supply.
double HallAir::mixedC(double share, double coldC, double hotC, double supplyC) {
    const double mixed = coldC + share * (hotC - coldC);
    return share < 0.0 ? std::max(mixed, std::min(coldC, supplyC)) : mixed;
}

double HallAir::finish(double supplyC, std::span<double> zoneC, std::span<double> inletC,
                       std::span<double> topC) {
    const double supplyK = supplyC - originC_;
    const Zone& ceiling = zone_[at(plan_.ceilingZone)];
    const double ceilingK = ceiling.a + ceiling.b * supplyK;
    double storedW = 0.0;
    for (std::size_t n = 0; n < zone_.size(); ++n) {
        const Zone& z = zone_[n];
        const double nowK =
            n == at(plan_.ceilingZone) ? ceilingK : z.a + z.b * supplyK + z.k * ceilingK;
        storedW += plan_.zoneJPerK[n] / dt_ * (nowK - (zoneC[n] - originC_));
        zoneC[n] = originC_ + nowK;
    }
    AirIndexSums sums(plan_.spec.airClass, supplyC);
    std::size_t own = 0;
    for (const HallAirPlan::Row& row : plan_.rows) {
        const double coldC = zoneC[at(row.coldZone)];
        const double hotC = zoneC[at(row.hotZone)];
        for (int i = row.firstRack; i < row.firstRack + row.racks; ++i, ++own) {
            inletC[at(i)] = mixedC(plan_.rackFraction[own], coldC, hotC, supplyC);
            if (!topC.empty()) {
                topC[at(i)] = plan_.topFraction.empty()
                                  ? inletC[at(i)]
                                  : mixedC(plan_.topFraction[own], coldC, hotC, supplyC);
            }
            sums.add(inletC[at(i)], rackWPerK_[own], rackW_[own]);
        }
    }
    indices_ = sums.indices(originC_ + ceilingK);
    return storedW;
}

}  // namespace headroom::engine
