// SPDX-License-Identifier: Apache-2.0
#include "engine/run/order_text.h"
#include "engine/study/plan.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"

#include <cmath>

namespace headroom::hostile {

namespace {

// The hall of the tour, whatever a study names: files of this machine stay unread.
engine::StudyReaders tourReaders() {
    engine::StudyReaders readers;
    readers.open = [](const std::filesystem::path&) -> engine::ResultAll<engine::StudyProject> {
        return engine::StudyProject{shippedCatalogue(), scenario("tour-small-hall")};
    };
    readers.order = [](std::string_view words) { return engine::orderFromText(words, 0.0); };
    readers.trusts = engine::anyFile();
    return readers;
}

}  // namespace

/// A study: read, written and read again, and planned where it has at most a thousand points.
void study(std::string_view bytes) {
    constexpr std::uint64_t kMostPoints = 1000;
    const auto read = engine::parseStudy(std::string(bytes), "study.json");
    if (!read) {
        requireRefusal(read.error(), "study.json");
        return;
    }
    require(std::isfinite(read->untilS) && read->untilS > 0.0 && read->replications >= 1,
            "a study that runs for ever or never");
    require(!read->figures.empty(), "a study of no figures");
    for (const engine::StudyAxis& axis : read->axes) {
        require(axis.isRange() ? axis.low <= axis.high : !axis.values.empty(),
                "an axis without values: " + axis.name);
        requireFinite(axis.low, axis.name);
        requireFinite(axis.high, axis.name);
    }
    const std::string text = engine::studyText(*read);
    const auto again = engine::parseStudy(text, "study.json");
    require(again.has_value(),
            "written again it is refused: " + (again ? "" : engine::text(again.error())));
    const auto count = engine::pointCount(*read);
    require(count == engine::pointCount(*again), "written again it has other points");
    if (!count || *count > kMostPoints) {
        return;
    }
    for (const engine::Error& error : engine::projectsOutside(*read, {})) {
        requireRefusal(error, "study.json");
    }
    const auto plan = engine::StudyPlan::make(*read, tourReaders());
    if (!plan) {
        for (const engine::Error& error : plan.error()) {
            requireRefusal(error, error.file);
        }
        return;
    }
    require(plan->tasks().size() ==
                plan->points().size() * static_cast<std::size_t>(read->replications),
            "runs are lost");
    for (std::size_t i = 0; i < std::min<std::size_t>(plan->points().size(), 3); ++i) {
        if (const auto design = plan->designAt(i); design) {
            requireWhole(design->project, design->catalogue);
        }
    }
}

}  // namespace headroom::hostile
