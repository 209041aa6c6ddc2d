// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/standby.h"
#include "engine/run/power/switched_units.h"

namespace headroom::engine {

/// Behaviour of generator sets, and of other sources that make power.
///
///   no source     after the policy's delay they start, and each may fail to start; those that are the only source of
///                 something run from the beginning (engine/power/standby.h)
///   mains back    they stop once no transfer switch is on them
///   block load    a step of load beyond what they take at once dips voltage and frequency: reported as a limit (ISO 8528)
class GeneratorSets : public SwitchedUnits {
  public:
    GeneratorSets(const RunContext& run, const SupplyVoltages& supply, const Standby& standby)
        : SwitchedUnits(run, supply), standby_(standby) {}

    /// At the start of a run: prime sources run, the others are on standby.
    void begin();

    /// Follows the need for it. True if its mode changed.
    bool step(UnitIndex unit, double timeS, std::int64_t cause);

    /// It is ordered to start, or the start is over.
    void timer(UnitIndex unit, double timeS);

    /// Reports a step of load beyond the block load. A step beyond its rating stalls a set: PowerLimits predicts that
    /// as an overload. The load at the start of a run, or while a balance is sought with a stopped clock, is not a load
    /// step.
    void noteBlockLoad(UnitIndex unit, double timeS);

  private:
    bool needed(UnitIndex unit) const;
    bool loaded(UnitIndex unit) const;

    const Standby& standby_;
};

}  // namespace headroom::engine
