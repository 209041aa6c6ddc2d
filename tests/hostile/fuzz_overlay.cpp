// SPDX-License-Identifier: Apache-2.0
#include "engine/calibrate/overlay.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

#include <string>

namespace headroom::hostile {

void overlay(std::string_view bytes) {
    const auto read = engine::parseOverlay(std::string(bytes), "overlay.json");
    if (!read) {
        requireRefusal(read.error(), "overlay.json");
        return;
    }
    for (const engine::OverlaySetting& setting : read->settings) {
        requireFinite(setting.value, "value");
    }
    const auto again = engine::parseOverlay(engine::overlayText(*read), "overlay.json");
    require(again && again->settings.size() == read->settings.size() && again->made == read->made,
            "an overlay is not the same when written and read again");
}

}  // namespace headroom::hostile
