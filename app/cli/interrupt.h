// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

/// SIGINT, SIGTERM and SIGHUP (a lost terminal) all end by exit code 130. Signals that were ignored when the program began,
/// as nohup does, stay so.
namespace headroom::app {

/// From the beginning of the program: a signal ends it at once, and what it was writing leaves
/// nothing. A file that grows beyond a limit of the shell is a full disk from then on, no signal.
void endOnSignals();

/// Turns the signals into a flag that becomes true, for commands that have something to complete;
/// a second signal ends the program at once.
const std::atomic<bool>& catchInterrupts();

}  // namespace headroom::app
