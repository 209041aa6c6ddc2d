// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/air/psychrometrics.h"
#include "models/facility/weather.h"

/// The outdoor air as condensers of air-cooled chillers meet it.
namespace headroom::models {

/// Rise of the air over a condenser at full load [K]. Assumption: 11 K, of machines rated by AHRI 550/590
/// at 35 C; makers' data lie between 9 and 13 K.
inline constexpr double kCondenserAirRiseK = 11.0;

/// Dry bulb at sea level at which an air-cooled chiller does what it does here [C]: thinner air carries
/// less heat in the same volume, so that the condenser's air rises further.
///   T = T_db + rise (101,325 Pa / p - 1)
/// At 1,800 m it is 2.7 K more: capacity falls by some 3 %, as in the altitude tables of makers (0.97 to
/// 0.98). Validity: full load, 60 to 110 kPa.
inline double condenserAirC(const Weather& weather) {
    return weather.dryBulbC + kCondenserAirRiseK * (kStandardPressurePa / weather.pressurePa - 1.0);
}

}  // namespace headroom::models
