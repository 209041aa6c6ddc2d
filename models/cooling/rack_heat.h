// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/rack_power.h"
#include "models/cooling/immersion_tank.h"

/// Chips of a rack at rest: as warm as their power makes them, and drawing what that costs.
namespace headroom::models {

/// Receiver of the heat of the chips of a rack.
struct ChipCooling {
    double coolantC =
        25.0;  ///< air that enters servers; plates: mean of what enters and leaves; bath
    double flowRatio = 1.0;                   ///< of plates, over their nominal flow
    double hotRise = 1.0;                     ///< hottestRiseRatio()
    const ImmersionTankSpec* tank = nullptr;  ///< of immersion racks, with its liquid
    const BathLiquid* bath = nullptr;
};

/// All servers in service, every chip at that work, settled, under its power limit:
///   T = T_coolant + R P_chip,  T_hot = T_coolant + z R P_busiest
/// with P by rackPower() at T and T_hot; R by chipToCoolantKPerW() at the fans' speed or the flow, in
/// a bath by chipInBath(); z the rise of the hottest over the mean. By substitution, to 1e-9 K: each
/// round takes the leakage times R of what is left, some percent.
RackLoad settledLoad(const RackParts& parts, const ChipPhases& work, const ChipCooling& cooling);

}  // namespace headroom::models
