// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/run/command.h"
#include "engine/run/simulator.h"

#include <atomic>
#include <functional>
#include <span>

/// One experiment: a simulator (the variant), a horizon, orders and observers. Every question that runs a
/// simulation to a horizon runs it here, so all of them end at the same instant.
namespace headroom::engine {

enum class RunEnd {
    Finished,   ///< at its horizon
    Cancelled,  ///< from outside, between two steps
    Stopped,    ///< by an observer, between two steps
};

/// Times closer than this are the same instant of a run [s].
inline constexpr double kEndOfRunS = 1e-6;

/// The one end of a run: whether its horizon is reached.
bool reachedEnd(const Simulator& simulator, double untilS);

/// The end of the base step that has begun now: steps of the run end there unless a horizon cuts them.
double baseEndS(const Simulator& simulator);

/// Whether the base step that has begun ends at `untilS` or before: for a run that continues later, whose steps must not
/// be cut (co-simulation).
bool fitsBefore(const Simulator& simulator, double untilS);

/// Gives an order, the air of a hall or a remark to a run. False for a change of the design: it needs the
/// project (Simulator::changed).
bool give(Simulator& simulator, const Command& command);

/// Orders and observers of a run. All members may be empty.
struct RunHooks {
    const std::atomic<bool>* cancel = nullptr;
    /// In order of their times. Each is given before the first step that begins at its time or later.
    std::span<const Command> orders;
    /// Before each step. It may act on the simulator and put another in its place. False stops the run.
    std::function<bool(Simulator*&)> before;
    /// After each step without a fault. It may take the events of the step. False stops the run.
    std::function<bool(Simulator&)> after;
};

/// Steps a simulator from its present time to `untilS`. The last step is cut where the horizon is not the end
/// of a base step, so a finished run ends at `untilS` exactly. An order that fits nothing ends the run with
/// RPL-012. A step with an impossible value ends it with SIM-045, before `after` sees that step.
Result<RunEnd> runUntil(Simulator& first, double untilS, const RunHooks& hooks = {});

}  // namespace headroom::engine
