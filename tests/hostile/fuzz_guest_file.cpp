// SPDX-License-Identifier: Apache-2.0
#include "engine/guests/guest_file.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <cmath>

namespace headroom::hostile {

/// A file that joins a guest to a run.
void guest_file(std::string_view bytes) {
    const auto path = scratchFile("guest.json", bytes);
    const auto read = engine::readGuestFile(path);
    if (!read) {
        requireRefusal(read.error(), path.string());
        return;
    }
    require(!read->library.empty() && read->library.is_absolute(), "a guest without a library");
    require(std::isfinite(read->everyS) && read->everyS > 0.0,
            "a guest that is asked without a pause");
    require(std::isfinite(read->timeoutS) && read->timeoutS > 0.0 && read->timeoutS < 1e9,
            "a guest that may take for ever");
    for (const auto* joins : {&read->inputs, &read->outputs}) {
        for (const engine::GuestFile::Join& join : *joins) {
            require(!join.variable.empty() &&
                        (joins == &read->inputs ? !join.channel.empty() : !join.path.empty()),
                    "a join with nothing on one side");
            require(join.least <= join.most && std::isfinite(join.resolution) &&
                        !std::isinf(join.fallback),
                    "a join with a range that is none: " + join.variable);
        }
    }
    for (const auto& [name, value] : read->start) {
        requireFinite(value, "start of " + name);
    }
}

}  // namespace headroom::hostile
