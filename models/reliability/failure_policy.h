// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/core/attribute.h"

namespace headroom::models {

/// Who acts on a fault. Each level does what the one before it does.
enum class Automation {
    Manual,   ///< no inspection: a person finds what a time-out shows
    Alarms,   ///< inspection calls a person
    Restart,  ///< faults that inspection names are drained and their jobs restart without a person;
              ///< what it cannot name is for a person to find
    Full      ///< and what it cannot name is found by tests that start by themselves
};

/// Whether parts fail at random, and how recovery works.
///
/// From a fault to the restart of its job, with what the level of automation leaves out:
///   notice (failure mode, or hang time-out) + response of a person + localise + drain
///   + restart_overhead_s
/// Sources: facts/workload.md section 3: inspection notices accelerators in 2 to 10 s, adapters in
/// 30 s, switches in 60 s, against time-outs of 10 to 30 min (ByteRobust); less than 10 min to
/// detect and diagnose (MegaScale).
struct FailurePolicySpec {
    bool enabled = true;
    double rateFactor = 1.0;
    double lemonShape = 0.88;
    double restartS = 600;
    double spareShare = 0.0;
    bool fastDetection = true;
    double hangTimeoutS = 1200;
    int warmUpSteps = 0;
    double warmUpSpeed = 1.0;
    double checkPeriodS = 0.0;  ///< tests for silent corruption; 0 if none
    double checkCoverage = 0.7;
    double checkCost = 0.0;
    double lossSpikeShare = 1.0;
    double lossSpikeS = kNotStated;  ///< mean; not stated: as the failure mode is detected
    double huntS = 3600.0;
    int checkpointsKept = 0;
    Automation automation = Automation::Restart;
    double coverage = 1.0;
    double responseDayS = 600;
    double responseNightS = 1800;
    double localiseS = 600;
    bool replaceOnPrecursor = false;
    int lemonFaults = 0;
    double lemonWindowS = 30 * 86400.0;
    double lemonTestS = 2 * 86400.0;
    int flapsUntilOut = 3;
    double flapDownS = 60;
    double mistakeS = 900;
    bool elasticShrink = false;

    static const ComponentType& type();
};

}  // namespace headroom::models
