// SPDX-License-Identifier: Apache-2.0
#include "engine/explain/explain.h"
#include "engine/explain/explain_telemetry.h"
#include "engine/explain/explain_weather.h"

#include <array>

namespace headroom::engine {

namespace {

// One row a format of engine/border/formats.cpp; formats without a row are explained as tables.
constexpr auto kExplainers = std::to_array<FormatExplainer>({
    {"epw", &explainWeather},
    {"tmy3", &explainWeather},
    {"prometheus", &explainPrometheus},
    {"exposition", &explainExposition},
    {"redfish", &explainRedfish},
});

}  // namespace

std::span<const FormatExplainer> formatExplainers() {
    return kExplainers;
}

}  // namespace headroom::engine
