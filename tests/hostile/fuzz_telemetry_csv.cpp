// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/csv_source.h"
#include "engine/telemetry/ingest.h"
#include "engine/telemetry/series_faults.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/telemetry_invariant.h"

#include <string>

namespace headroom::hostile {

void telemetry_csv(std::string_view bytes) {
    static const auto kMap =
        engine::parseTelemetryMap(R"({"format": "headroom-telemetry/1", "sensors": [
        {"column": "p", "channel": "facility/it_power_kw", "unit": "kW"},
        {"column": "t", "channel": "loop/htw/supply_c", "unit": "degF"}]})",
                                  "map.json");
    auto source = engine::CsvSource::ofText(std::string(bytes), "day.csv", *kMap);
    if (!source) {
        requireRefusal(source.error(), "day.csv");
        return;
    }
    auto store = engine::TelemetryStore::open({}, *kMap);
    require(store.has_value(), "a store in memory cannot be made");
    engine::Ingest ingest(*kMap, **store);
    auto times = engine::ReadingTimes::recorded(engine::nowSinceEpochS());
    for (bool more = true; more;) {
        const auto next = (*source)->next([&](const engine::Delivery& delivery) {
            requireDelivery(delivery, *kMap);
            return ingest.take(delivery, times);
        });
        require(next.has_value(), "readings in memory are refused");
        more = *next;
    }
    require((*store)->count().value() == ingest.taken(), "the store has not what was taken");
    for (int s = 0; s < 2; ++s) {
        const auto series = (*store)->series(s);
        require(series.has_value(), "a series cannot be read");
        requireFinite(series->value, "kept reading");
        for (std::size_t i = 1; i < series->timeS.size(); ++i) {
            require(series->timeS[i] > series->timeS[i - 1], "times do not rise");
        }
        for (const engine::TelemetryFinding& finding :
             engine::seriesFaults(kMap->sensors[0], *series, 600.0)) {
            require(!engine::text(finding).empty(), "a finding without words");
        }
    }
}

}  // namespace headroom::hostile
