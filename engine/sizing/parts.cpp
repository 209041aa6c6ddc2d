// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/parts.h"

#include "engine/text/amount_text.h"

#include <cmath>

namespace headroom::engine::sizing {

namespace {

/// Each machine more weighs as much as so much of what is installed: pipes, pads, controls, upkeep.
/// Assumption: with 8 % a plant has three to eight machines of a kind, as plants do.
constexpr double kEachMachine = 0.08;

}  // namespace

const Families& families() {
    static const Families kFamilies;
    return kFamilies;
}

Picked pick(const std::vector<std::string>& family, double load, int least, int most, int spares,
            const std::function<double(const std::string&)>& capacityOf) {
    Picked best;
    double leastCost = 0.0;
    for (const std::string& part : family) {
        const double capacity = capacityOf(part);
        if (!(capacity > 0.0)) {
            continue;
        }
        const double needed = std::max<double>(least, std::ceil(load / capacity * (1.0 - 1e-9)));
        if (needed > most) {
            continue;
        }
        const double count = needed + spares;
        const double cost = count * capacity * (1.0 + kEachMachine * count);
        if (best.part.empty() || cost <= leastCost * (1.0 + 1e-9)) {
            best = {part, static_cast<int>(needed), static_cast<int>(count)};
            leastCost = cost;
        }
    }
    return best;
}

std::string smallest(const std::vector<std::string>& family, double load,
                     const std::function<double(const std::string&)>& capacityOf) {
    for (const std::string& part : family) {
        if (capacityOf(part) >= load) {
            return part;
        }
    }
    return {};
}

std::string partName(const Catalogue& catalogue, const std::string& part) {
    for (const CatalogueEntry& entry : catalogue.entries()) {
        if (entry.id == part && !entry.name.empty()) {
            return entry.name;
        }
    }
    return part;
}

std::string countedText(const Catalogue& catalogue, const std::string& part, long long count) {
    return countText(count) + " x " + partName(catalogue, part);
}

}  // namespace headroom::engine::sizing
