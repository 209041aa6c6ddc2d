// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/redfish.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/telemetry_invariant.h"

#include <string>

namespace headroom::hostile {

void redfish(std::string_view bytes) {
    const auto read = engine::readRedfish(std::string(bytes), sampleMap(), 1.7e9, "power.json");
    if (!read) {
        requireRefusal(read.error(), "power.json");
        return;
    }
    requireDelivery(*read, sampleMap());
}

}  // namespace headroom::hostile
