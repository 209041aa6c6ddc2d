// SPDX-License-Identifier: Apache-2.0
#include "models/cooling/thin_air.h"

#include "models/air/psychrometrics.h"
#include "models/cooling/condenser_air.h"

namespace headroom::models {

namespace {

/// Air at which effectiveness is compared [C]; pads do nothing in saturated air. The ratio hardly depends on it.
constexpr double kAirC = 25.0;

double effectivenessAt(const DryCoolerSpec& spec, double pressurePa) {
    const Weather air{kAirC, kAirC, humidityRatioFromWetBulb(kAirC, kAirC, pressurePa), pressurePa};
    return dryCoolerLaw(spec, 1.0, 1.0, air).effectiveness;
}

}  // namespace

double coolerRatedHeatW(const DryCoolerSpec& spec, double pressurePa) {
    return spec.ratedHeatW * effectivenessAt(spec, pressurePa) /
           effectivenessAt(spec, kStandardPressurePa);
}

double chillerRatedHeatW(const ChillerSpec& spec, double pressurePa) {
    if (!spec.airCooled) {
        return spec.ratedHeatW;
    }
    const auto capacityW = [&](double condenserC) {
        return chillerState(spec, spec.ratedHeatW, spec.evaporatorOutC, condenserC).capacityW;
    };
    Weather air;
    air.dryBulbC = spec.condenserInC;
    air.pressurePa = pressurePa;
    const double atSeaW = capacityW(spec.condenserInC);
    return atSeaW > 0.0 ? spec.ratedHeatW * capacityW(condenserAirC(air)) / atSeaW
                        : spec.ratedHeatW;
}

double thinAirFanW(double ratedW, double pressurePa) {
    return ratedW * pressurePa / kStandardPressurePa;
}

}  // namespace headroom::models
