// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/power/standby.h"
#include "engine/run/power/generator_sets.h"
#include "engine/run/power/transfer_switches.h"
#include "engine/run/power/ups_units.h"

namespace headroom::engine {

/// Behaviour of every unit of the wiring by its kind: UPSs (ups_units.h), transfer switches (transfer_switches.h), sources
/// (generator_sets.h); mains and passive units here. To add a kind that switches by itself: a class like these, and its
/// case in settle() and timer().
class PowerUnits : public PowerPart {
  public:
    PowerUnits(const RunContext& run, const SupplyVoltages& supply, const PowerStores& stores);

    /// At the start of a run: sources at rest or running.
    void begin() { generators_.begin(); }

    /// After an edit of the design: no more modules are out than there are.
    void bound();

    /// Each unit once, in order, from sources to loads. True if any mode changed: others may follow. `cause` becomes the
    /// loss or return of the mains where these are what changed.
    bool settle(double timeS, std::int64_t& cause);

    /// The timer of a unit. False if nothing that it feeds can have changed.
    bool timer(UnitIndex unit, double timeS);

    /// Reports a step of load that a generator set takes badly.
    void noteBlockLoad(UnitIndex unit, double timeS) { generators_.noteBlockLoad(unit, timeS); }

  private:
    bool stepUtility(UnitIndex unit, double timeS, std::int64_t cause);

    Standby standby_;
    UpsUnits ups_;
    TransferSwitches transfers_;
    GeneratorSets generators_;
};

}  // namespace headroom::engine
