// SPDX-License-Identifier: Apache-2.0
#include "engine/run/fabric/fabric_loads.h"

#include "engine/plant/index.h"

#include <algorithm>

namespace headroom::engine {

FabricLoads::FabricLoads(const FabricNetwork& network, const FabricLinks& links, std::size_t more)
    : network_(network) {
    load_.assign(at(network.bundles()) + more, 0.0);
    utilization_.assign(network.fabrics.size(), 0.0);
    for (std::int32_t b = 0; b < network.bundles(); ++b) {
        bundleBuilt_.push_back(links.builtBytesPerS(b));
        const auto f = at(links.fabricOf(b));
        tier_.push_back(static_cast<std::uint8_t>(
            f < network.fabrics.size()
                ? network.fabrics[f].topology->bundle(b - network.firstBundle[f]).tier
                : LinkTier::Wan));
    }
}

void FabricLoads::clear() {
    std::fill(load_.begin(), load_.end(), 0.0);
    tiers_.assign(network_.fabrics.size(), {});
}

void FabricLoads::add(const JobClass& traffic) {
    const TrafficClass& t = traffic.traffic;
    const double mean = t.duty * t.rateBytesPerS;
    for (std::size_t i = 0; i < t.bundle.size(); ++i) {
        load_[at(t.bundle[i])] += mean * t.load[i];
    }
    if (traffic.phase != JobPhase::Wan) {
        tiers_[at(t.fabric)][static_cast<std::size_t>(LinkTier::Host)] += mean * t.members;
    }
}

void FabricLoads::sum(const std::vector<double>& capacity) {
    built_ = carried_ = hottest_ = 0.0;
    for (std::size_t f = 0; f < network_.fabrics.size(); ++f) {
        const Fabric& fabric = network_.fabrics[f];
        double built = 0.0, carried = 0.0;
        if (fabric.topology) {
            for (std::int32_t b = network_.firstBundle[f]; b < network_.firstBundle[f + 1]; ++b) {
                const double load = load_[at(b)];
                built += bundleBuilt_[at(b)];
                carried += load;
                tiers_[f][tier_[at(b)]] += load;
                carried_ += load;
                if (load > 0.0) {
                    hottest_ = std::max(
                        hottest_,
                        load / (capacity[at(b)] > 0.0 ? capacity[at(b)] : bundleBuilt_[at(b)]));
                }
            }
            built_ += built;
            built += 2.0 * fabric.topology->endpoints() * fabric.adapterBytesPerS;
            carried += 2.0 * tiers_[f][static_cast<std::size_t>(LinkTier::Host)];
        }
        utilization_[f] = built > 0.0 ? std::min(1.0, carried / built) : 0.0;
    }
}

}  // namespace headroom::engine
