// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/faults/hazard_clock.h"
#include "engine/run/state/state.h"

#include <cstdint>

namespace headroom::engine {

/// When a fault is noticed, and how long it takes until somebody acts: inspection or the hang time-out, the response of a
/// person, and localisation, by the failure policy of the project.
class FaultDetection {
  public:
    FaultDetection(const Plant& plant, const HazardClock& clock) : plant_(plant), clock_(clock) {}

    /// Inspection runs at all.
    bool inspects() const;

    /// Inspection names the part of an occurrence of a hazard; else a hang shows that there is something.
    bool isSeen(HazardIndex hazard, std::int64_t n) const;

    /// Seconds from a fault to its detection.
    double noticeS(const PlantHazard& hazard, bool isSeen) const;

    /// The same for a fault that a person ordered, as the catalogue states it for such faults.
    double orderedNoticeS(FaultSite site, FaultKind kind) const;

    /// Seconds until a person responds who is called now.
    double responseS(double timeS) const;

    /// Seconds from the detection of a fault until its part leaves service: a person comes where the level of automation wants
    /// one, and what inspection has not named is localised.
    double actionS(const Fault& fault, double timeS) const;

  private:
    const Plant& plant_;
    const HazardClock& clock_;
};

}  // namespace headroom::engine
