// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload/placement.h"

#include <algorithm>
#include <map>

namespace headroom::engine {

namespace {

constexpr int kTiers = 4;

std::int32_t groupOf(const PlantPool& pool, int tier, ServerIndex server) {
    return pool
        .tiers[static_cast<std::size_t>(tier)][static_cast<std::size_t>(server - pool.firstServer)];
}

/// Free servers of each group of a tier, groups in order.
std::map<std::int32_t, std::vector<int>> byGroup(const PlantPool& pool, int tier,
                                                 std::span<const int> servers) {
    std::map<std::int32_t, std::vector<int>> groups;
    for (const int server : servers) {
        groups[groupOf(pool, tier, ServerIndex(server))].push_back(server);
    }
    return groups;
}

/// Takes `count` of the servers, the groups of the tier below with the most of them first, the last
/// one by best fit.
std::vector<int> takeWithin(const PlantPool& pool, int tier, std::span<const int> servers,
                            int count) {
    if (tier < 0 || static_cast<int>(servers.size()) == count) {
        return {servers.begin(), servers.begin() + count};
    }
    auto groups = byGroup(pool, tier, servers);
    std::vector<std::vector<int>> order;
    for (auto& [group, members] : groups) {
        order.push_back(std::move(members));
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    std::vector<int> taken;
    while (count > 0) {
        // The smallest group that takes all that is left, else the largest.
        std::size_t pick = 0;
        for (std::size_t g = 0; g < order.size(); ++g) {
            if (static_cast<int>(order[g].size()) >= count &&
                order[g].size() < order[pick].size()) {
                pick = g;
            }
        }
        const int n = std::min(count, static_cast<int>(order[pick].size()));
        const std::vector<int> part = takeWithin(pool, tier - 1, order[pick], n);
        taken.insert(taken.end(), part.begin(), part.end());
        order.erase(order.begin() + static_cast<std::ptrdiff_t>(pick));
        count -= n;
    }
    std::sort(taken.begin(), taken.end());
    return taken;
}

std::vector<int> byTopology(const Plant& plant, const PlantPool& pool,
                            std::span<const int> candidates, int count) {
    const int hard = static_cast<int>(plant.scheduling.spec.hardTier) - 1;
    for (int tier = 0; tier < kTiers; ++tier) {
        const auto groups = byGroup(pool, tier, candidates);
        const std::vector<int>* best = nullptr;
        for (const auto& [group, members] : groups) {
            if (static_cast<int>(members.size()) >= count &&
                (best == nullptr || members.size() < best->size())) {
                best = &members;
            }
        }
        if (best != nullptr) {
            return takeWithin(pool, tier - 1, *best, count);
        }
        if (tier == hard) {
            // A job that no group could ever hold may cross; the rest waits for one that has room.
            const auto& all = pool.tiers[static_cast<std::size_t>(tier)];
            std::map<std::int32_t, int> sizes;
            for (const std::int32_t group : all) {
                ++sizes[group];
            }
            if (std::any_of(sizes.begin(), sizes.end(),
                            [&](const auto& g) { return g.second >= count; })) {
                return {};
            }
        }
    }
    return takeWithin(pool, kTiers - 1, candidates, count);
}

std::vector<int> spread(const PlantPool& pool, std::span<const int> candidates, int count) {
    constexpr int kRackTier = 1;
    const auto racks = byGroup(pool, kRackTier, candidates);
    std::vector<int> taken;
    for (std::size_t round = 0; static_cast<int>(taken.size()) < count; ++round) {
        for (const auto& [rack, members] : racks) {
            if (round < members.size() && static_cast<int>(taken.size()) < count) {
                taken.push_back(members[round]);
            }
        }
    }
    std::sort(taken.begin(), taken.end());
    return taken;
}

}  // namespace

void findPoolTiers(Plant& plant) {
    if (plant.scheduling.spec.placement == models::PlacementPolicy::Packed) {
        return;
    }
    const FabricNetwork& network = *plant.fabric;
    for (PlantPool& pool : plant.pools) {
        // Groups are numbered over all fabrics: leaves of one, then of the next.
        for (auto& tier : pool.tiers) {
            tier.clear();
        }
        const int domain =
            std::max(1, pool.spec.scaleUpDomain / std::max(1, pool.acceleratorsPerServer));
        for (ServerIndex server(pool.firstServer); server < pool.firstServer + pool.servers;
             ++server) {
            const auto i = static_cast<std::size_t>(server);
            const RackIndex rack(plant.serverRack[i]);
            const PlantBlock& block = plant.blocks[static_cast<std::size_t>(
                plant.rackBlock[static_cast<std::size_t>(rack)])];
            std::int32_t leaf = -1, pod = -1;
            const std::int32_t fabric = network.serverFabric[i];
            if (fabric >= 0 && network.serverFirstEndpoint[i] >= 0) {
                const auto& topology = network.fabrics[static_cast<std::size_t>(fabric)].topology;
                if (topology != nullptr) {
                    constexpr std::int32_t kFabricStride = 1 << 22;
                    const int of = topology->leafOf(network.serverFirstEndpoint[i]);
                    leaf = fabric * kFabricStride + of;
                    pod = fabric * kFabricStride + topology->groupOfLeaf(of);
                }
            }
            // A domain is inside its block, counted from the block's first server.
            pool.tiers[0].push_back(block.firstServer + (server - block.firstServer) / domain);
            pool.tiers[1].push_back(rack);
            pool.tiers[2].push_back(leaf);
            pool.tiers[3].push_back(pod);
        }
    }
}

std::vector<int> chooseServers(const Plant& plant, const PlantPool& pool,
                               std::span<const int> candidates, int count) {
    if (static_cast<int>(candidates.size()) < count || count == 0) {
        return {};
    }
    return plant.scheduling.spec.placement == models::PlacementPolicy::Spread
               ? spread(pool, candidates, count)
               : byTopology(plant, pool, candidates, count);
}

}  // namespace headroom::engine
