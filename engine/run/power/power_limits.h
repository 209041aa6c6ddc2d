// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/power/external_batteries.h"
#include "engine/run/power/low_voltages.h"
#include "engine/run/power/parallel_sources.h"
#include "engine/run/power/power_reaction.h"
#include "engine/run/power/power_stores.h"

#include <vector>

namespace headroom::engine {

/// Limits of breakers, batteries, tanks and ratings: predicted after each sub-step, queued at their exact times, and what
/// happens at them.
///
///   breakers      long-time thermal image, short-time, instantaneous (models/power/breaker.h)
///   UPS           battery empty or full; overload beyond its curve
///   generators    overload beyond 110 % for ten seconds trips them; tanks run dry
///   low voltage   see low_voltages.h
///
/// A prediction that hardly moves keeps its event. One that a changed load overtakes is made anew, and its old event is
/// void.
class PowerLimits : public PowerPart {
  public:
    /// Parts that a limit asks or acts on.
    struct Parts {
        const PowerStores& stores;
        const ParallelSources& parallel;
        ExternalBatteries& batteries;
        LowVoltages& lowVoltages;
        PowerReaction& reaction;
    };

    PowerLimits(const RunContext& run, const Parts& parts);

    /// Warms the thermal images of breakers by the currents of a sub-step.
    void heatBreakers(double dt);

    /// Queues the limits that the flow of the last sub-step leads to.
    void predict(double timeS);

    /// The limit of a unit: battery empty or full, tank dry, overload.
    void limit(UnitIndex unit, double timeS);

    /// The breaker of an incomer trips, or the incomer opens for its low voltage.
    void trip(EdgeIndex edge, double timeS);

  private:
    void predictTrip(EdgeIndex edge, double timeS);
    void predictUnit(UnitIndex unit, double timeS);
    double storeEndS(UnitIndex unit, double timeS) const;
    void limitUps(UnitIndex unit, double timeS);
    void limitSource(UnitIndex unit, double timeS);
    static bool hasMoved(double dueS, double queuedS, double nowS);
    void queueLimit(UnitIndex unit, double dueS, double nowS);

    Parts parts_;
    std::vector<double> decay_;  ///< by breaker spec: scratch of a sub-step
};

}  // namespace headroom::engine
