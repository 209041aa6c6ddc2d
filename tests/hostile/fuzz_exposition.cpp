// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/prometheus.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/telemetry_invariant.h"

namespace headroom::hostile {

void exposition(std::string_view bytes) {
    requireDelivery(engine::readExposition(bytes, sampleMap(), 1.7e9), sampleMap());
}

}  // namespace headroom::hostile
