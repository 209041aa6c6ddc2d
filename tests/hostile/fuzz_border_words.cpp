// SPDX-License-Identifier: Apache-2.0
#include "engine/border/column_map.h"
#include "engine/border/log_times.h"
#include "engine/border/quantities.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

#include <cmath>

namespace headroom::hostile {

/// Words of tables one by one: zones, units, maps of columns, instants, durations.
void border_words(std::string_view bytes) {
    if (const auto zone = engine::TimeZone::named(bytes); !zone) {
        requireRefusal(zone.error(), zone.error().file);
    } else {
        for (const double utcS : {0.0, 1.7e9, -2.2e9, 7.2e9}) {
            requireFinite(zone->aheadS(utcS), "offset of a zone");
            requireFinite(zone->utcOf(utcS).utcS, "instant of a zone");
            require(std::abs(zone->aheadS(utcS)) <= 2.0 * 86400.0, "a zone of more than two days");
        }
        require(engine::TimeZone::named(zone->name()).has_value(),
                "a zone whose name is not a zone: " + zone->name());
    }
    if (const auto map = engine::columnMap(bytes); !map) {
        requireRefusal(map.error(), map.error().file);
    }
    if (const auto price = engine::priceUnitOf(bytes)) {
        requireFinite(price->perUnitJ, "price unit");
        require(price->perUnitJ > 0.0 && !price->currency.empty(), "a price of nothing");
    }
    if (const auto emission = engine::emissionUnitOf(bytes)) {
        requireFinite(*emission, "emission unit");
    }
    static_cast<void>(engine::unitOf(bytes));
    static_cast<void>(engine::unitInHead(bytes));
    static_cast<void>(engine::zoneOfHead(bytes));
    if (const auto instant = engine::writtenInstant(bytes, engine::DateOrder::DayFirst)) {
        requireFinite(instant->localS, "instant");
        require(!engine::instantText(instant->localS, {}).empty(), "an instant without a text");
    }
    if (const auto seconds = engine::clockDurationS(bytes)) {
        requireFinite(*seconds, "duration");
    }
}

}  // namespace headroom::hostile
