// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/cooling/coolant_part.h"

#include <cstddef>
#include <cstdint>

namespace headroom::engine {

/// Leaks of the coolant plant (CoolantState::leakM2, lostM3, pressurePa, drained). They drain the expansion vessel of their
/// circuit until leak detection shuts the valves; pumps cut out when its pressure is gone.
class CoolantLeaks : public CoolantPart {
  public:
    using CoolantPart::CoolantPart;

    /// A sub-step: water that is lost, and pumps that cut out.
    void drain(double dt);

    /// A leak of a share of the design flow of a link. Leak detection isolates it after a while. Returns its event.
    std::int64_t begin(LinkIndex link, double share, double timeS, std::int64_t cause);

    /// Leak detection shuts the valves of a link (CoolingEvent::Isolate). False if it does not leak any more.
    bool isolate(LinkIndex link, double timeS, std::int64_t cause);

    /// The link is tight and its circuit filled up again.
    void mend(LinkIndex link);

  private:
    void loseWater(std::size_t circuit, double dt);
    void cutOut(std::size_t circuit, double timeS);
};

}  // namespace headroom::engine
