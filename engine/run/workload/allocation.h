// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant.h"
#include "engine/run/state/state.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Who holds which accelerator. Small jobs share servers (best fit); larger ones take whole
/// servers, lowest index first, which fills rack after rack and leaf after leaf. All or nothing
/// (gang). A job is on one fabric; training jobs that no single one can hold may span those
/// that WAN links join.
namespace headroom::engine {

/// Which servers of each pool join which fabric, and the sets of fabrics that jobs may be on.
/// Part of compile.
void findPoolRuns(Plant& plant);

/// The most accelerators that a job of the pool can ever get.
int mostAccelerators(const Plant& plant, PoolIndex pool, bool training);

/// All servers free and in service; of a State at rest.
void beginAllocation(const Plant& plant, State& state);

/// Counts anew who is free, from State::slotJob and serverDown; all servers were free.
void countFree(const Plant& plant, State& state);

/// Gives `job` its accelerators, or changes nothing and answers false. Jobs that were interrupted
/// before may also take the pool's spare servers.
bool place(const Plant& plant, State& state, JobIndex job);

/// Takes the accelerators of `job` back.
void release(const Plant& plant, State& state, JobIndex job);

/// A server leaves or joins its pool. It must be free of jobs when it leaves.
void setServerDown(const Plant& plant, State& state, ServerIndex server, bool down);

/// Queue of a pool: jobs that a failure interrupted first, then by submission, of preempted ones by
/// the preemption; stable.
void enqueue(State& state, JobIndex job);

/// Jobs on a server, each once.
std::vector<JobIndex> jobsOnServer(const Plant& plant, const State& state, ServerIndex server);

/// Server that holds a slot.
ServerIndex serverOfSlot(const Plant& plant, PoolIndex pool, SlotIndex slot);

inline constexpr std::int32_t kSlotsAtOnce = 8;

/// So many slots of a list from `first` on are each followed by the one next to it. next: of `first`. Without a
/// branch in it, so that they are compared side by side.
inline bool isRun(const SlotIndex* next, std::int32_t first) {
    std::int32_t differ = 0;
    for (std::int32_t k = 0; k < kSlotsAtOnce; ++k) {
        differ |= static_cast<std::int32_t>(next[k]) ^ (first + k + 1);
    }
    return differ == 0;
}

/// Calls f(first, end) for the slots of a job's list that follow each other. A job that holds whole servers is one
/// long run: its end is looked for without waiting for one slot to know the next. f may take the run off the list.
template <class F>
void forEachRun(const State& state, const Job& job, F&& f) {
    const SlotIndex* next = state.slotNext.data();
    const auto all = static_cast<std::int32_t>(state.slotNext.size());
    for (std::int32_t slot = job.firstSlot; slot >= 0;) {
        std::int32_t last = slot;
        while (last + kSlotsAtOnce < all && isRun(next + last, last)) {
            last += kSlotsAtOnce;
        }
        while (next[last] == last + 1) {
            ++last;
        }
        const std::int32_t after = next[last];
        f(slot, last + 1);
        slot = after;
    }
}

/// Calls f(server, slots) for the slots of the job that follow each other on one server, in the order of its list.
template <class F>
void forEachPart(const Plant& plant, const State& state, const Job& job, F&& f) {
    std::int32_t first = 0, end = -1;  // of the server
    ServerIndex server;
    forEachRun(state, job, [&](std::int32_t from, std::int32_t runEnd) {
        while (from < runEnd) {
            if (from < first || from >= end) {
                server = from == end ? ServerIndex(server + 1)
                                     : serverOfSlot(plant, job.pool, SlotIndex(from));
                first = plant.serverFirstSlot[static_cast<std::size_t>(server)];
                end = plant.serverFirstSlot[static_cast<std::size_t>(server) + 1];
            }
            const std::int32_t stop = std::min(end, runEnd);
            f(server, stop - from);
            from = stop;
        }
    });
}

/// The same by rack: f(rack, slots). Racks of a block are alike and consecutive: the next is not looked
/// up.
template <class F>
void forEachRackPart(const Plant& plant, const State& state, const Job& job, F&& f) {
    std::int32_t first = 0, end = -1, each = 0;  // slots of the rack
    RackIndex rack, lastOfBlock;
    forEachRun(state, job, [&](std::int32_t from, std::int32_t runEnd) {
        while (from < runEnd) {
            if (from == end && rack < lastOfBlock) {
                ++rack;
                first = end;
                end += each;
            } else if (from < first || from >= end) {
                const ServerIndex server = serverOfSlot(plant, job.pool, SlotIndex(from));
                rack = RackIndex(plant.serverRack[static_cast<std::size_t>(server)]);
                const PlantBlock& b = plant.blocks[static_cast<std::size_t>(
                    plant.rackBlock[static_cast<std::size_t>(rack)])];
                lastOfBlock = RackIndex(b.firstRack + b.racks - 1);
                const int firstServer = b.firstServer + (rack - b.firstRack) * b.rack.servers;
                first = plant.serverFirstSlot[at(firstServer)];
                end = plant.serverFirstSlot[at(firstServer + b.rack.servers)];
                each = end - first;
            }
            const std::int32_t stop = std::min(end, runEnd);
            f(rack, stop - from);
            from = stop;
        }
    });
}

/// Calls f(server) once for each server of the job, in slot order of its list.
template <class F>
void forEachServer(const Plant& plant, const State& state, const Job& job, F&& f) {
    ServerIndex last;
    forEachPart(plant, state, job, [&](ServerIndex server, int /*slots*/) {
        if (server != last) {
            last = server;
            f(server);
        }
    });
}

}  // namespace headroom::engine
