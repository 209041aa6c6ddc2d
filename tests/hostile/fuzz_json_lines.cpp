// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/json_lines.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/telemetry_invariant.h"

namespace headroom::hostile {

void json_lines(std::string_view bytes) {
    requireDelivery(engine::readJsonLines(bytes, sampleMap(), 1.7e9), sampleMap());
}

}  // namespace headroom::hostile
