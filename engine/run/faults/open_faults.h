// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/faults/hazard_clock.h"
#include "engine/run/frame/fault_figures.h"
#include "engine/run/state/state.h"

#include <cstdint>
#include <map>
#include <string>

namespace headroom::engine {

/// One record (Fault) for each thing that is wrong, from its first sign until it is repaired, and the sums over all faults of a
/// run. Changes nothing else: effects are those of Failures.
class OpenFaults {
  public:
    OpenFaults(const Plant& plant, State& state) : plant_(plant), s_(state) {}

    /// The record is valid until another is added or closed.
    Fault& add(const Strike& strike, FaultSite site, double timeS, std::int64_t cause);

    /// Open fault of that number; null if it is over.
    const Fault* find(std::int32_t number) const;
    Fault* edit(std::int32_t number);

    /// Open fault of that unit; null if it is in service.
    const Fault* find(HazardIndex hazard, std::int32_t unit) const;

    /// The fault is of power or cooling.
    bool isOfPlant(std::int32_t number) const;

    /// Counts the detection of a fault, a time after it struck.
    void noticed(const Fault& fault, double afterS);

    /// Removes a record, and counts its time. The fault must be open. Returns it.
    Fault close(std::int32_t number, double timeS);

    /// Failures by failure mode id, or equipment type.
    std::map<std::string, std::int64_t> counts() const;

    FaultFigures figures() const;

  private:
    double outS() const;

    const Plant& plant_;
    State& s_;
};

}  // namespace headroom::engine
