// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace headroom::models {

/// A battery whose own model is somebody else's: here it is a store of energy with a meter at its terminals.
///   E' = -(P + L),  0 <= E <= C
/// E what it holds [J], P what it gives [W] (below 0: it takes), L what it loses [W], C its size [J]. P never
/// exceeds the request, nor the draw of the parallel loads (nothing flows back to the grid) and what E allows
/// over the interval, -P at most what C leaves room for with the losses; L ends where there is nothing left to
/// lose. Valid for any interval over which P and L are constant; rate limits, ageing and heat of cells are the
/// other model's. Source: conservation of energy; no export as agreed in grid contracts of a load is an
/// Assumption.
struct ExternalBattery {
    double fullJ = 0.0;
    double askedW = 0.0;  ///< to give; negative: to take
    double lossW = 0.0;
};

struct BatteryFlow {
    double givesW = 0.0;
    double lossW = 0.0;

    double withdrawnW() const { return givesW + lossW; }
};

/// Below this share of its size there is nothing left, and above its complement no room.
inline constexpr double kBatteryEnd = 1e-9;

/// Over `dtS` from `storedJ` on, next to loads that take `loadW`.
BatteryFlow batteryFlow(const ExternalBattery& battery, double storedJ, double loadW, double dtS);

}  // namespace headroom::models
