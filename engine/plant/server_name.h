// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace headroom::engine {

struct Plant;

/// "B1/R03/S07": rack and place in it, as people know a server.
std::string serverNameOf(const Plant& plant, int server);

}  // namespace headroom::engine
