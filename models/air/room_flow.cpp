// SPDX-License-Identifier: Apache-2.0
#include "models/air/room_flow.h"

#include <cmath>

namespace headroom::models {

namespace {

constexpr double kChenXu = 0.03874;
constexpr double kWernerWengle = 8.3;
constexpr double kDischarge = 0.6;

}  // namespace

double eddyViscosityM2PerS(double speedMPerS, double wallM) {
    return kChenXu * speedMPerS * wallM;
}

double wallFactor(double wallM) {
    return std::pow(1.0 / kWernerWengle, 7.0 / 4.0) * std::pow(kAirViscosityM2PerS / wallM, 0.25);
}

double panelLoss(double openShare) {
    return 0.5 / (kDischarge * kDischarge * openShare * openShare);
}

}  // namespace headroom::models
