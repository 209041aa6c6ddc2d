// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/excursions.h"

#include <cmath>

namespace headroom::ui {

namespace {

enum class Side { Near, Far, Unknown };

/// Seen from one side: `far` is beyond the limit.
Excursions countedFrom(const engine::SeriesCut& cut, std::size_t which, double limit, bool below) {
    const engine::SeriesCut::Curve& curve = cut.curves[which];
    Excursions e;
    e.below = below;
    Side side = Side::Near;
    for (std::size_t i = 0; i < cut.size(); ++i) {
        const auto least = static_cast<double>(curve.least[i]);
        const auto most = static_cast<double>(curve.most[i]);
        if (!std::isfinite(least)) {
            continue;
        }
        const bool anyFar = below ? least < limit : most > limit;
        const bool anyNear = below ? most >= limit : least <= limit;
        e.isExact = e.isExact && least == most;
        if (anyFar && side == Side::Near) {
            ++e.count;
        }
        // In a span with both, the side on which it ended is not known.
        side = anyFar && anyNear ? Side::Unknown : anyFar ? Side::Far : Side::Near;
        if (side == Side::Far) {
            e.lengthS += cut.toS[i] - cut.fromS[i];
        }
    }
    return e;
}

}  // namespace

Excursions excursionsOf(const engine::SeriesCut& cut, std::size_t which, double limit) {
    const Excursions below = countedFrom(cut, which, limit, true);
    const Excursions above = countedFrom(cut, which, limit, false);
    return below.lengthS <= above.lengthS ? below : above;
}

}  // namespace headroom::ui
