// SPDX-License-Identifier: Apache-2.0
#include "engine/run/workload/allocation.h"

#include "engine/run/workload/placement.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <span>

namespace headroom::engine {

namespace {

std::size_t words(const PlantPool& pool) {
    return static_cast<std::size_t>((pool.servers + kFreeMapBits - 1) / kFreeMapBits);
}

PoolIndex poolOfServer(const Plant& plant, ServerIndex server) {
    const RackIndex rack(plant.serverRack[static_cast<std::size_t>(server)]);
    return PoolIndex(
        plant.blocks[static_cast<std::size_t>(plant.rackBlock[static_cast<std::size_t>(rack)])]
            .pool);
}

/// Moves a server between the bit maps of its pool p; -1 stands for "in no map" (out of service).
void setFree(const Plant& plant, State& s, PoolIndex p, ServerIndex server, int before, int after) {
    const PlantPool& pool = plant.pools[static_cast<std::size_t>(p)];
    PoolState& ps = s.pools[static_cast<std::size_t>(p)];
    auto& map = s.freeMap[static_cast<std::size_t>(p)];
    const int bit = server - pool.firstServer;
    const std::size_t word = static_cast<std::size_t>(bit / kFreeMapBits);
    const std::uint64_t mask = 1ULL << static_cast<unsigned>(bit % kFreeMapBits);
    if (before >= 0) {
        map[static_cast<std::size_t>(before) * words(pool) + word] &= ~mask;
        ps.freeSlots -= before;
        ps.freeServers -= before == pool.acceleratorsPerServer ? 1 : 0;
    }
    if (after >= 0) {
        map[static_cast<std::size_t>(after) * words(pool) + word] |= mask;
        ps.freeSlots += after;
        ps.freeServers += after == pool.acceleratorsPerServer ? 1 : 0;
    }
}

/// Servers of a pool that join one of the fabrics; all where there is but one.
class Allowed {
  public:
    Allowed(const PlantPool& pool, std::span<const int> fabrics) : pool_(pool), fabrics_(fabrics) {}

    bool joins(int fabric) const {
        return std::find(fabrics_.begin(), fabrics_.end(), fabric) != fabrics_.end();
    }

    /// Calls f(word, bits) with the servers in the map of `free` slots, in order.
    template <class F>
    void forEachWord(const std::vector<std::uint64_t>& map, int free, F&& f) const {
        const std::size_t n = words(pool_);
        const std::uint64_t* row = map.data() + static_cast<std::size_t>(free) * n;
        for (const PoolRun& run : pool_.runs) {
            if (!joins(run.fabric)) {
                continue;
            }
            const int first = run.firstServer - pool_.firstServer, end = first + run.servers;
            for (int w = first / kFreeMapBits; w * kFreeMapBits < end; ++w) {
                std::uint64_t bits = row[w];
                if (const int skip = first - w * kFreeMapBits; skip > 0) {
                    bits &= ~0ULL << static_cast<unsigned>(skip);
                }
                if (const int keep = end - w * kFreeMapBits; keep < kFreeMapBits) {
                    bits &= (1ULL << static_cast<unsigned>(keep)) - 1;
                }
                if (!f(w, bits)) {
                    return;
                }
            }
        }
    }

    int firstWith(const std::vector<std::uint64_t>& map, int free) const {
        int server = -1;
        forEachWord(map, free, [&](int w, std::uint64_t bits) {
            if (bits != 0) {
                server = pool_.firstServer + w * kFreeMapBits + std::countr_zero(bits);
            }
            return server < 0;
        });
        return server;
    }

    int count(const std::vector<std::uint64_t>& map, int free) const {
        int servers = 0;
        forEachWord(map, free, [&](int, std::uint64_t bits) {
            servers += std::popcount(bits);
            return true;
        });
        return servers;
    }

  private:
    const PlantPool& pool_;
    std::span<const int> fabrics_;
};

/// Takes `count` free slots of a server; `tail` is the last slot of the job so far.
void take(const Plant& plant, State& s, Job& job, JobIndex index, ServerIndex server, int count,
          SlotIndex& tail) {
    const auto first =
        static_cast<std::size_t>(plant.serverFirstSlot[static_cast<std::size_t>(server)]);
    const auto end =
        static_cast<std::size_t>(plant.serverFirstSlot[static_cast<std::size_t>(server) + 1]);
    const int before = s.serverFree[static_cast<std::size_t>(server)];
    if (first + static_cast<std::size_t>(count) == end && before == count) {
        // The whole server: its slots follow each other.
        (tail < 0 ? job.firstSlot : s.slotNext[at(tail)]) = SlotIndex(first);
        for (std::size_t slot = first; slot < end; ++slot) {
            s.slotJob[slot] = index;
            s.slotNext[slot] = SlotIndex(slot + 1);
        }
        tail = SlotIndex(end - 1);
        s.slotNext[end - 1] = {};
        s.serverFree[static_cast<std::size_t>(server)] = 0;
        setFree(plant, s, job.pool, server, before, 0);
        return;
    }
    for (std::size_t slot = first, taken = 0; slot < end && taken < static_cast<std::size_t>(count);
         ++slot) {
        if (s.slotJob[slot] >= 0) {
            continue;
        }
        s.slotJob[slot] = index;
        s.slotNext[slot] = {};
        (tail < 0 ? job.firstSlot : s.slotNext[at(tail)]) = SlotIndex(slot);
        tail = SlotIndex(slot);
        ++taken;
    }
    s.serverFree[static_cast<std::size_t>(server)] = before - count;
    setFree(plant, s, job.pool, server, before, before - count);
}

}  // namespace

void beginAllocation(const Plant& plant, State& s) {
    for (std::size_t p = 0; p < plant.pools.size(); ++p) {
        s.freeMap[p].assign(freeMapWords(plant.pools[p]), 0);
    }
    for (const PlantPool& pool : plant.pools) {
        for (int n = 0; n < pool.servers; ++n) {
            const ServerIndex server(pool.firstServer + n);
            s.serverFree[static_cast<std::size_t>(server)] = pool.acceleratorsPerServer;
            setFree(plant, s, poolOfServer(plant, server), server, -1, pool.acceleratorsPerServer);
        }
    }
}

void countFree(const Plant& plant, State& s) {
    for (ServerIndex server(0); server < plant.servers; ++server) {
        const auto i = static_cast<std::size_t>(server);
        const int before = s.serverFree[i];
        int free = 0;
        for (SlotIndex slot(plant.serverFirstSlot[i]); slot < plant.serverFirstSlot[i + 1];
             ++slot) {
            free += s.slotJob[static_cast<std::size_t>(slot)] < 0 ? 1 : 0;
        }
        s.serverFree[i] = free;
        const int shown = s.serverDown[i] != 0 ? -1 : free;
        if (shown != before) {
            setFree(plant, s, poolOfServer(plant, server), server, before, shown);
        }
    }
}

ServerIndex serverOfSlot(const Plant& plant, PoolIndex pool, SlotIndex slot) {
    const PlantPool& p = plant.pools[static_cast<std::size_t>(pool)];
    const int firstSlot = plant.serverFirstSlot[static_cast<std::size_t>(p.firstServer)];
    return ServerIndex(p.firstServer + (slot - firstSlot) / p.acceleratorsPerServer);
}

namespace {

/// Gives the job its accelerators on some fabrics of its pool, or changes nothing.
bool placeOn(const Plant& plant, State& s, JobIndex index, const Allowed& allowed) {
    Job& job = s.jobs[static_cast<std::size_t>(index)];
    const auto p = static_cast<std::size_t>(job.pool);
    const PlantPool& pool = plant.pools[p];
    const PoolState& ps = s.pools[p];
    const int each = pool.acceleratorsPerServer;
    const int whole = job.accelerators / each;
    const int rest = job.accelerators % each;
    const int spares = job.restarts > job.preemptions ? 0 : pool.spares;
    const int freeServers = pool.runs.size() == 1
                                ? ps.freeServers
                                : std::min(ps.freeServers, allowed.count(s.freeMap[p], each));
    if (whole > freeServers - spares) {
        return false;
    }
    // The rest goes where it fits best; with whole servers taken first, one more may be needed.
    int restServer = -1;
    if (rest > 0) {
        for (int free = rest; free < each && restServer < 0; ++free) {
            restServer = allowed.firstWith(s.freeMap[p], free);
        }
        if (restServer < 0 && whole + 1 > freeServers - spares) {
            return false;
        }
    }
    std::vector<int> chosen;
    const bool packed = plant.scheduling.spec.placement == models::PlacementPolicy::Packed;
    if (whole > 0) {
        const auto enough = static_cast<std::size_t>(whole);
        allowed.forEachWord(s.freeMap[p], each, [&](int w, std::uint64_t bits) {
            for (; bits != 0 && !(packed && chosen.size() == enough); bits &= bits - 1) {
                chosen.push_back(pool.firstServer + w * kFreeMapBits + std::countr_zero(bits));
            }
            return !(packed && chosen.size() == enough);
        });
        if (!packed) {
            chosen = chooseServers(plant, pool, chosen, whole);
        }
        if (chosen.empty()) {
            return false;
        }
    }
    SlotIndex tail;
    job.firstSlot = {};
    for (const int server : chosen) {
        take(plant, s, job, index, ServerIndex(server), each, tail);
    }
    if (rest > 0) {
        if (restServer < 0) {
            restServer = allowed.firstWith(s.freeMap[p], each);
        }
        take(plant, s, job, index, ServerIndex(restServer), rest, tail);
    }
    return true;
}

}  // namespace

void findPoolRuns(Plant& plant) {
    const FabricNetwork& network = *plant.fabric;
    for (PlantPool& pool : plant.pools) {
        for (ServerIndex server(pool.firstServer); server < pool.firstServer + pool.servers;
             ++server) {
            const std::int32_t fabric = network.serverFabric[static_cast<std::size_t>(server)];
            if (pool.runs.empty() || pool.runs.back().fabric != fabric) {
                pool.runs.push_back({FabricIndex(fabric), server, 0});
            }
            ++pool.runs.back().servers;
        }
        std::vector<int> fabrics;
        for (const PoolRun& run : pool.runs) {
            fabrics.push_back(run.fabric);
        }
        std::sort(fabrics.begin(), fabrics.end());
        fabrics.erase(std::unique(fabrics.begin(), fabrics.end()), fabrics.end());
        for (const int fabric : fabrics) {
            pool.places.push_back({fabric});
        }
        // Sets that lines join: from each fabric that is in none yet, as far as lines lead.
        std::vector<int> seen;
        for (const int start : fabrics) {
            if (std::find(seen.begin(), seen.end(), start) != seen.end()) {
                continue;
            }
            std::vector<int> joined{start};
            for (std::size_t i = 0; i < joined.size(); ++i) {
                for (const WanLink& wan : network.wans) {
                    const int other = wan.from == joined[i] ? wan.to
                                      : wan.to == joined[i] ? wan.from
                                                            : -1;
                    if (std::binary_search(fabrics.begin(), fabrics.end(), other) &&
                        std::find(joined.begin(), joined.end(), other) == joined.end()) {
                        joined.push_back(other);
                    }
                }
            }
            seen.insert(seen.end(), joined.begin(), joined.end());
            if (joined.size() > 1) {
                pool.places.push_back(std::move(joined));
            }
        }
    }
}

int mostAccelerators(const Plant& plant, PoolIndex index, bool training) {
    const PlantPool& pool = plant.pools[static_cast<std::size_t>(index)];
    int most = 0;
    for (const std::vector<int>& place : pool.places) {
        if (place.size() > 1 && !training) {
            continue;
        }
        const Allowed allowed(pool, place);
        int servers = 0;
        for (const PoolRun& run : pool.runs) {
            servers += allowed.joins(run.fabric) ? run.servers : 0;
        }
        most = std::max(most, std::min(servers, pool.servers - pool.spares));
    }
    return most * pool.acceleratorsPerServer;
}

bool place(const Plant& plant, State& s, JobIndex index) {
    const Job& job = s.jobs[static_cast<std::size_t>(index)];
    const PlantPool& pool = plant.pools[static_cast<std::size_t>(job.pool)];
    const PoolState& ps = s.pools[static_cast<std::size_t>(job.pool)];
    const int each = pool.acceleratorsPerServer;
    const int spares = job.restarts > job.preemptions ? 0 : pool.spares;
    if (job.accelerators / each > ps.freeServers - spares ||
        job.accelerators > ps.freeSlots - spares * each) {
        return false;
    }
    for (const std::vector<int>& fabrics : pool.places) {
        // Only what no single fabric can ever hold goes over lines between sites.
        if (fabrics.size() > 1 &&
            (job.training < 0 || job.accelerators <= mostAccelerators(plant, job.pool, false))) {
            continue;
        }
        if (placeOn(plant, s, index, Allowed(pool, fabrics))) {
            return true;
        }
    }
    return false;
}

void release(const Plant& plant, State& s, JobIndex index) {
    Job& job = s.jobs[static_cast<std::size_t>(index)];
    std::int32_t first = 0, end = -1;  // slots of the server
    ServerIndex server;
    forEachRun(s, job, [&](std::int32_t from, std::int32_t runEnd) {
        std::fill(s.slotJob.begin() + from, s.slotJob.begin() + runEnd, JobIndex{});
        std::fill(s.slotNext.begin() + from, s.slotNext.begin() + runEnd, SlotIndex{});
        while (from < runEnd) {
            if (from < first || from >= end) {
                server = from == end ? ServerIndex(server + 1)
                                     : serverOfSlot(plant, job.pool, SlotIndex(from));
                first = plant.serverFirstSlot[at(server)];
                end = plant.serverFirstSlot[at(server) + 1];
            }
            const std::int32_t stop = std::min(end, runEnd);
            const int before = s.serverFree[at(server)];
            s.serverFree[at(server)] = before + (stop - from);
            setFree(plant, s, job.pool, server, before, before + (stop - from));
            from = stop;
        }
    });
    job.firstSlot = {};
}

void setServerDown(const Plant& plant, State& s, ServerIndex server, bool down) {
    const auto i = static_cast<std::size_t>(server);
    if ((s.serverDown[i] != 0) == down) {
        return;
    }
    s.serverDown[i] = down ? 1 : 0;
    const int free = s.serverFree[i];
    setFree(plant, s, poolOfServer(plant, server), server, down ? free : -1, down ? -1 : free);
}

void enqueue(State& s, JobIndex index) {
    const Job& job = s.jobs[static_cast<std::size_t>(index)];
    auto& queue = s.queues[static_cast<std::size_t>(job.pool)];
    const PoolState& ps = s.pools[static_cast<std::size_t>(job.pool)];
    const auto before = [&](std::int32_t a, std::int32_t b) {
        const Job& x = s.jobs[static_cast<std::size_t>(a)];
        const Job& y = s.jobs[static_cast<std::size_t>(b)];
        if (x.line != y.line) {
            return x.line < y.line;
        }
        // A job that was preempted has lost its place.
        const double a0 = x.preemptions > 0 ? x.queueS : x.submitS;
        const double b0 = y.preemptions > 0 ? y.queueS : y.submitS;
        return a0 != b0 ? a0 < b0 : x.id < y.id;
    };
    queue.insert(std::upper_bound(queue.begin() + ps.queueHead, queue.end(), index, before), index);
}

std::vector<JobIndex> jobsOnServer(const Plant& plant, const State& s, ServerIndex server) {
    std::vector<JobIndex> jobs;
    const auto i = static_cast<std::size_t>(server);
    for (SlotIndex slot(plant.serverFirstSlot[i]); slot < plant.serverFirstSlot[i + 1]; ++slot) {
        const JobIndex job(s.slotJob[static_cast<std::size_t>(slot)]);
        if (job >= 0 && std::find(jobs.begin(), jobs.end(), job) == jobs.end()) {
            jobs.push_back(job);
        }
    }
    return jobs;
}

}  // namespace headroom::engine
