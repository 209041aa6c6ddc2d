// SPDX-License-Identifier: Apache-2.0
#include "engine/run/cooling/coolant_part.h"

#include "models/cooling/usual.h"

#include <algorithm>

namespace headroom::engine {

namespace {

/// In a long sub-step a controller acts for a given number of its integral times. Assumption: half of its error is then left
/// for the next one.
constexpr double kGrowingControl = 1.0;

}  // namespace

double CoolantMode::controlledS(const models::ControlLoop& loop, double dt) const {
    return grows ? std::min(dt, kGrowingControl * loop.integralS) : dt;
}

CoolantPart::CoolantPart(const RunContext& run, const CoolantMode& mode)
    : plant_(run.plant),
      n_(*run.plant.cooling),
      s_(run.state),
      c_(run.state.coolant),
      queue_(run.queue),
      causes_(run.causes),
      log_(run.log),
      workers_(run.workers),
      mode_(mode) {}

double CoolantPart::dropPa(LinkIndex link) const {
    const CoolingLink& l = n_.links[at(link)];
    return (c_.headM[at(l.from)] - c_.headM[at(l.to)]) *
           plant_.circuitFluid[at(l.circuit)].densityKgPerM3 * models::kStandardGravity;
}

double CoolantPart::aheadC(NodeIndex node, double aheadS) const {
    return c_.nodeC[at(node)] + (aheadS > 0.0 ? aheadS * c_.nodeKPerS[at(node)] : 0.0);
}

}  // namespace headroom::engine
