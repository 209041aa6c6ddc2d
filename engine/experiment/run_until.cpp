// SPDX-License-Identifier: Apache-2.0
#include "engine/experiment/run_until.h"

#include <cmath>
#include <variant>

namespace headroom::engine {

bool reachedEnd(const Simulator& simulator, double untilS) {
    return simulator.timeS() >= untilS - kEndOfRunS;
}

double baseEndS(const Simulator& simulator) {
    constexpr double kInstant = 1e-9;  // of a step, as the run counts (step_length.cpp)
    return simulator.stepS() * (std::floor(simulator.timeS() / simulator.stepS() + kInstant) + 1.0);
}

bool fitsBefore(const Simulator& simulator, double untilS) {
    return baseEndS(simulator) <= untilS + kEndOfRunS;
}

bool give(Simulator& simulator, const Command& command) {
    if (const auto* order = std::get_if<PlantOrder>(&command.what)) {
        simulator.operate(*order);
    } else if (const auto* job = std::get_if<JobOrder>(&command.what)) {
        simulator.order(*job);
    } else if (const auto* air = std::get_if<AirFractions>(&command.what)) {
        simulator.setAirFractions(HallIndex(air->hall), air->fractions);
    } else if (const auto* remark = std::get_if<Remark>(&command.what)) {
        simulator.remark(remark->subject, remark->text);
    } else {
        return false;
    }
    return true;
}

Result<RunEnd> runUntil(Simulator& first, double untilS, const RunHooks& hooks) {
    Simulator* simulator = &first;
    std::size_t next = 0;
    while (!reachedEnd(*simulator, untilS)) {
        if (hooks.cancel != nullptr && hooks.cancel->load(std::memory_order_relaxed)) {
            return RunEnd::Cancelled;
        }
        if (hooks.before && !hooks.before(simulator)) {
            return RunEnd::Stopped;
        }
        for (; next < hooks.orders.size() &&
               hooks.orders[next].timeS <= simulator->timeS() + kEndOfRunS;
             ++next) {
            if (const auto misfit = simulator->misfit(hooks.orders[next])) {
                return tl::unexpected(
                    Error{"RPL-012", "an order: " + misfit->what, misfit->remedy, {}, {}, 0});
            }
            give(*simulator, hooks.orders[next]);
        }
        simulator->step(untilS);
        if (!simulator->fault().code.empty()) {
            return tl::unexpected(simulator->fault());
        }
        const bool stops = hooks.after && !hooks.after(*simulator);
        simulator->takeEvents();
        if (stops) {
            return RunEnd::Stopped;
        }
    }
    return RunEnd::Finished;
}

}  // namespace headroom::engine
