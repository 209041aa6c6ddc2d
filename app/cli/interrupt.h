// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace headroom::app {

/// Turns SIGINT and SIGTERM into a flag that becomes true; a second signal ends the program at
/// once, as without us.
const std::atomic<bool>& catchInterrupts();

}  // namespace headroom::app
