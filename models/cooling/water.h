// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Water of evaporative cooling: evaporation, drift, blow-down, make-up, and a store.
namespace headroom::models {

struct WaterUse {
    double evaporationKgPerS = 0.0;
    double driftKgPerS = 0.0;
    double blowDownKgPerS = 0.0;

    double makeUpKgPerS() const { return evaporationKgPerS + driftKgPerS + blowDownKgPerS; }
};

/// Blow-down by cycles of concentration: what leaves as drops takes its solids with it.
///   B = max(0, E / (COC - 1) - D)
/// Source: mass balance of dissolved solids. COC > 1.
WaterUse waterUse(double evaporationKgPerS, double driftKgPerS, double cyclesOfConcentration);

/// A tank of make-up water that the main fills and the towers empty.
struct WaterStore {
    double capacityM3 = 0.0;
    double fillM3PerS = 0.0;  ///< most that the main gives; 0 while it is cut
    double volumeM3 = 0.0;
};

struct WaterStoreStep {
    double takenM3 = 0.0;      ///< delivered
    double fillM3 = 0.0;       ///< from the main
    double servedShare = 1.0;  ///< of the demand; below 1 the store ran dry
};

/// Moves the store by dt. Exact in volume; the main fills at its most until full. The caller counts
/// unserved water as a shortage (towers run dry; no heat leaves by them).
WaterStoreStep stepWaterStore(WaterStore& store, double demandM3PerS, double dt);

}  // namespace headroom::models
