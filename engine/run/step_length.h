// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"

namespace headroom::engine {

/// The length of coupling steps that grow (Steps::Growing).
///
/// A step is as long as the next sub-step of the coolant, which is the estimate of what a longer one would
/// miss: it is halved where a temperature moved by more than 1 K in the last, doubled where none got by a
/// quarter of that from where it was going, and a second after anything switched (cooling/coolant.h). It ends
/// at the latest with the hour of the day: weather and tariffs change by the hour, and between them linearly.
/// A switching within a step ends it with the base step in which that was. Changes of load split it for
/// power and heat as they split an even one (step.cpp), and end it with their quarter of an hour, so that a
/// recording shows them then.
///
/// Loads that follow measurements or requests instead of jobs are updated once a step: measured loads
/// keep the base step, services a minute, in which their load changes by less than 0.1 % of its peak.
class StepLength {
  public:
    StepLength(const Plant& plant, bool grows);

    bool grows() const { return grows_; }

    /// The end of the step that begins at timeS: whole base steps, at least one, beyond that not after
    /// notBeyondS. `quietS`: the next sub-step of the coolant.
    double endS(double timeS, double quietS, double notBeyondS) const;

    /// The end of the base step in which something happened, of a step that began at timeS.
    double cutS(double timeS, double eventS) const;

    /// The same of the quarter of an hour.
    double shownS(double timeS, double eventS) const;

  private:
    double nextHourS(double timeS) const;
    double nextTariffS(double timeS) const;

    double baseS_, longestS_;
    double fromMidnightS_;        ///< at which the run began
    double peakFromS_, peakToS_;  ///< of the day; equal: none
    bool grows_;
};

}  // namespace headroom::engine
