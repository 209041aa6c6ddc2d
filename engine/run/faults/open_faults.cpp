// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/open_faults.h"

#include "engine/base/scale.h"
#include "engine/plant/index.h"

#include <algorithm>
#include <array>

namespace headroom::engine {

Fault& OpenFaults::add(const Strike& strike, FaultSite site, double timeS, std::int64_t cause) {
    Fault fault;
    fault.number = s_.faults.next++;
    fault.hazard = strike.hazard;
    fault.site = site;
    fault.unit = strike.unit;
    fault.server = strike.server;
    fault.spare = strike.spare;
    fault.kind = strike.kind;
    fault.phase = FaultPhase::Detected;
    fault.automatic = 1;
    fault.occurrence = static_cast<std::int32_t>(strike.n);
    fault.amount = strike.amount;
    fault.atS = timeS;
    fault.repairS = strike.repairS;
    fault.cause = fault.event = cause;
    ++s_.faults.sums.struck[static_cast<std::size_t>(fault.kind)];
    s_.faults.open.push_back(fault);
    return s_.faults.open.back();
}

const Fault* OpenFaults::find(std::int32_t number) const {
    const auto& open = s_.faults.open;
    const auto found =
        std::lower_bound(open.begin(), open.end(), number,
                         [](const Fault& f, std::int32_t n) { return f.number < n; });
    return found != open.end() && found->number == number ? &*found : nullptr;
}

Fault* OpenFaults::edit(std::int32_t number) {
    const Fault* found = find(number);
    return found == nullptr ? nullptr
                            : &s_.faults.open[at(static_cast<int>(found - s_.faults.open.data()))];
}

const Fault* OpenFaults::find(HazardIndex hazard, std::int32_t unit) const {
    const auto& open = s_.faults.open;
    const auto found = std::find_if(open.begin(), open.end(), [&](const Fault& f) {
        return f.hazard == hazard && f.unit == unit;
    });
    return found != open.end() ? &*found : nullptr;
}

bool OpenFaults::isOfPlant(std::int32_t number) const {
    const Fault* fault = find(number);
    return fault != nullptr &&
           (fault->site == FaultSite::Power || fault->site == FaultSite::Cooling);
}

void OpenFaults::noticed(const Fault& fault, double afterS) {
    FaultSums& sums = s_.faults.sums;
    ++sums.noticed[static_cast<std::size_t>(fault.kind)];
    sums.toNoticeS[static_cast<std::size_t>(fault.kind)] += afterS;
}

Fault OpenFaults::close(std::int32_t number, double timeS) {
    const Fault* found = find(number);
    const Fault fault = *found;
    s_.faults.open.erase(s_.faults.open.begin() + (found - s_.faults.open.data()));
    FaultSums& sums = s_.faults.sums;
    const auto kind = static_cast<std::size_t>(fault.kind);
    if ((fault.flags & kFaultAnnounced) == 0) {
        ++sums.ended[kind];
        sums.toEndS[kind] += timeS - fault.atS;
    }
    if (fault.outS >= 0.0) {
        const int slots =
            plant_.serverFirstSlot[at(fault.server + 1)] - plant_.serverFirstSlot[at(fault.server)];
        sums.outS += slots * (timeS - fault.outS);
    }
    return fault;
}

std::map<std::string, std::int64_t> OpenFaults::counts() const {
    std::map<std::string, std::int64_t> counts;
    for (std::size_t h = 0; h < plant_.hazards.size(); ++h) {
        counts[plant_.hazards[h].id] += s_.hazardStruck[h];
    }
    return counts;
}

FaultFigures OpenFaults::figures() const {
    static constexpr std::array<const char*, kFaultKinds> kWords = {
        "fail_stop", "fail_slow", "intermittent", "corruption", "software", "human"};
    const FaultSums& sums = s_.faults.sums;
    FaultFigures figures;
    for (std::size_t k = 0; k < kFaultKinds; ++k) {
        if (sums.struck[k] > 0) {
            FaultGroup& g = figures.kinds[kWords[k]];
            g.struck = sums.struck[k];
            g.noticed = sums.noticed[k];
            g.ended = sums.ended[k];
            g.meanToNoticeS =
                g.noticed > 0 ? sums.toNoticeS[k] / static_cast<double>(g.noticed) : 0;
            g.meanToEndS = g.ended > 0 ? sums.toEndS[k] / static_cast<double>(g.ended) : 0;
        }
    }
    figures.outAcceleratorS = outS();
    const double allS = s_.timeS * plant_.accelerators + s_.totals.capacityShiftS;
    figures.availability = allS > 0.0 ? 1.0 - figures.outAcceleratorS / allS : 1.0;
    figures.open = static_cast<std::int64_t>(s_.faults.open.size());
    figures.averted = sums.averted;
    figures.lemons = sums.lemons;
    figures.shrunk = sums.shrunk;
    return figures;
}

/// Accelerator seconds of servers out for repair up to now, those that still are with them.
double OpenFaults::outS() const {
    double outS = s_.faults.sums.outS;
    for (const Fault& fault : s_.faults.open) {
        if (fault.outS >= 0.0) {
            outS += (s_.timeS - fault.outS) * (plant_.serverFirstSlot[at(fault.server + 1)] -
                                               plant_.serverFirstSlot[at(fault.server)]);
        }
    }
    return outS;
}

}  // namespace headroom::engine
