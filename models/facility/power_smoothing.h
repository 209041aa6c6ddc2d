// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// Measures of a project against the power swings of synchronous training, and the limits of its grid operator. Each
/// measure has its figures whether it is in use or not, so that a study can compare
/// them. Figures without a source in the attribute's text are assumptions; the page of help on
/// power swings says why.
struct PowerSmoothingSpec {
    double edgeS = 0.01;
    double psuTimeS = 0.015;
    double upsTimeS = 0.02;

    bool filler = false;
    double fillerLevel = 0.85;
    double fillerResponseS = 0.1;
    double fillerSlowdown = 0.05;

    bool chip = false;
    double chipFloor = 0.8;
    double chipRampUpWPerS = 1000.0;
    double chipRampDownWPerS = 500.0;
    double chipHoldS = 5.0;

    bool staggerJobs = false;
    bool staggerGroups = false;
    int groups = 4;
    double groupSpread = 0.06;

    bool rackStorage = false;
    double rackStorageJ = 65.0;
    double rackStorageW = 700.0;
    double rackStorageRoundTrip = 0.96;
    double rackStorageTimeS = 0.15;

    bool ups = false;
    double upsPowerShare = 0.3;
    double upsEnergyS = 120.0;
    double upsRoundTrip = 0.9;
    double upsSmoothingS = 10.0;

    bool battery = false;
    double batteryW = 10e6;
    double batteryJ = 1.8e10;
    double batteryRoundTrip = 0.85;
    double batteryTimeS = 60.0;
    double batteryResponseS = 0.05;
    double batteryRampWPerS = kNotStated;

    double limitRampWPerS = kNotStated;
    double limitRampPerMinuteWPerS = kNotStated;
    double limitRangeW = kNotStated;
    double limitBandW = kNotStated;
    double limitBandShare = kNotStated;
    double bandLowHz = 0.1;
    double bandHighHz = 20.0;

    bool hasLimits() const;

    static const ComponentType& type();
};

}  // namespace headroom::models
