// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/prometheus.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/telemetry_invariant.h"

#include <string>

namespace headroom::hostile {

void prometheus_answer(std::string_view bytes) {
    const auto read = engine::readPrometheusAnswer(std::string(bytes), sampleMap(), "answer.json");
    if (!read) {
        requireRefusal(read.error(), "answer.json");
        return;
    }
    requireDelivery(*read, sampleMap());
}

}  // namespace headroom::hostile
