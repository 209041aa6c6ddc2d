// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/telemetry_store.h"
#include "tests/hostile/damaged_database.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/telemetry_invariant.h"

#include <array>

namespace headroom::hostile {

namespace {

const std::string& sampleStore() {
    static const std::string kBytes = [] {
        const auto path = scratchFolder() / "readings-sample.db";
        {
            auto store = engine::TelemetryStore::open(path, sampleMap());
            require(store.has_value(), "the sample cannot be made");
            std::vector<engine::StoredSample> samples;
            for (int i = 0; i < 200; ++i) {
                samples.push_back({i % 2, 1.7e9 + 60.0 * i, 20.0 + i});
            }
            std::vector<engine::Stored> became;
            require((*store)->append(samples, became).has_value(), "the sample cannot be filled");
        }
        return bytesOfFile(path);
    }();
    return kBytes;
}

}  // namespace

/// A damaged store of readings: read, and gone on with.
void telemetry_store(std::string_view bytes) {
    const auto path = scratchFile("readings.db", withPatches(sampleStore(), bytes));
    for (const char* beside : {"readings.db-wal", "readings.db-shm", "readings.db-journal"}) {
        std::filesystem::remove(scratchFolder() / beside);
    }
    auto store = engine::TelemetryStore::open(path, sampleMap());
    if (!store) {
        requireRefusal(store.error(), path.string());
        return;
    }
    const auto refusedOr = [&](const auto& answer) {
        if (!answer) {
            requireRefusal(answer.error(), path.string());
        }
        return answer.has_value();
    };
    if (const auto all = (*store)->allSeries(); refusedOr(all)) {
        require(all->size() == sampleMap().sensors.size(), "series of other sensors");
        for (const engine::TelemetrySeries& series : *all) {
            require(series.timeS.size() == series.value.size(), "a series of two lengths");
            requireFinite(series.timeS, "time");
            requireFinite(series.value, "value");
            for (std::size_t i = 1; i < series.timeS.size(); ++i) {
                require(series.timeS[i] > series.timeS[i - 1], "times do not rise");
            }
        }
    }
    refusedOr((*store)->newestS());
    refusedOr((*store)->count());
    const std::array<engine::StoredSample, 1> sample = {{{0, 1.8e9, 1.0}}};
    std::vector<engine::Stored> became;
    if (const auto taken = (*store)->append(sample, became); refusedOr(taken)) {
        require(became.size() == 1, "a reading without a fate");
    }
}

}  // namespace headroom::hostile
