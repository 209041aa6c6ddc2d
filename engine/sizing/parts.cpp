// SPDX-License-Identifier: Apache-2.0
#include "engine/sizing/parts.h"

#include <cmath>

namespace headroom::engine::sizing {

const Families& families() {
    static const Families kFamilies;
    return kFamilies;
}

Picked pick(const std::vector<std::string>& family, double load, int least, int most, int spares,
            const std::function<double(const std::string&)>& capacityOf) {
    Picked best;
    double bestInstalled = 0.0;
    for (const std::string& part : family) {
        const double capacity = capacityOf(part);
        if (!(capacity > 0.0)) {
            continue;
        }
        const double needed = std::max<double>(least, std::ceil(load / capacity * (1.0 - 1e-9)));
        if (needed > most) {
            continue;
        }
        const double installed = (needed + spares) * capacity;
        if (best.part.empty() || installed <= bestInstalled * (1.0 + 1e-9)) {
            best = {part, static_cast<int>(needed), static_cast<int>(needed) + spares};
            bestInstalled = installed;
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

std::string countedText(const Catalogue& catalogue, const std::string& part, int count) {
    for (const CatalogueEntry& entry : catalogue.entries()) {
        if (entry.id == part) {
            return std::to_string(count) + " x " + entry.name;
        }
    }
    return std::to_string(count) + " x " + part;
}

}  // namespace headroom::engine::sizing
