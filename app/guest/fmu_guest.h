// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/guest/line_socket.h"

#include <string>

namespace headroom::guest {

/// A co-simulation FMU 2.0 or 3.0: {"do":"begin"} with what its description says, then {"do":"step"}.
int serveFmu(const std::string& library, LineSocket& socket);

}  // namespace headroom::guest
