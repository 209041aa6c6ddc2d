// SPDX-License-Identifier: Apache-2.0
#include "engine/run/faults/order_targets.h"

#include "engine/plant/index.h"
#include "engine/run/faults/fault_site.h"
#include "engine/run/workload/allocation.h"
#include "engine/run/workload/job_name.h"

#include <algorithm>
#include <set>

namespace headroom::engine {

namespace {

using models::BlockPart;
using models::DrillAction;

int blockOf(const Plant& plant, const std::string& id) {
    const auto found = std::find_if(plant.blocks.begin(), plant.blocks.end(),
                                    [&](const PlantBlock& b) { return b.id == id; });
    return found == plant.blocks.end() ? -1 : static_cast<int>(found - plant.blocks.begin());
}

/// Returns the units of part `instance`, counted from 1; of all parts if it is 0; none if the machine has fewer parts. A part has
/// `each` units.
template <class I>
std::vector<I> range(int first, int parts, int each, int instance) {
    std::vector<I> units;
    if (instance < 0 || instance > parts) {
        return units;
    }
    const int from = instance > 0 ? instance - 1 : 0, to = instance > 0 ? instance : parts;
    for (int unit = first + from * each; unit < first + to * each; ++unit) {
        units.emplace_back(unit);
    }
    return units;
}

}  // namespace

std::vector<ServerIndex> OrderTargets::servers(const PlantOrder& order) const {
    const int block = blockOf(plant_, order.unit);
    if (block < 0) {
        return {};
    }
    const PlantBlock& b = plant_.blocks[at(block)];
    const int rows = std::max(1, b.spec.rows);
    switch (order.level) {
        case BlockPart::Row:
            return range<ServerIndex>(b.firstServer, rows, b.racks / rows * b.rack.servers,
                                      order.instance);
        case BlockPart::Rack:
            return range<ServerIndex>(b.firstServer, b.racks, b.rack.servers, order.instance);
        case BlockPart::Server:
            return range<ServerIndex>(b.firstServer, b.racks * b.rack.servers, 1, order.instance);
        case BlockPart::Accelerator:
            break;
    }
    std::set<ServerIndex> found;
    for (const SlotIndex slot : accelerators(order)) {
        found.emplace(serverOfSite(plant_, FaultSite::Accelerator, slot));
    }
    return {found.begin(), found.end()};
}

std::vector<SlotIndex> OrderTargets::accelerators(const PlantOrder& order) const {
    const int block = blockOf(plant_, order.unit);
    if (block < 0 || order.level != BlockPart::Accelerator) {
        return {};
    }
    const PlantBlock& b = plant_.blocks[at(block)];
    return range<SlotIndex>(plant_.serverFirstSlot[at(b.firstServer)],
                            b.racks * b.acceleratorsPerRack, 1, order.instance);
}

std::vector<JobIndex> OrderTargets::jobs(const PlantOrder& order) const {
    std::set<JobIndex> found;
    if (blockOf(plant_, order.unit) >= 0) {
        const std::vector<SlotIndex> named = accelerators(order);
        for (const SlotIndex slot : named) {
            found.insert(s_.slotJob[at(slot)]);
        }
        for (const ServerIndex server :
             named.empty() ? servers(order) : std::vector<ServerIndex>{}) {
            const auto held = jobsOnServer(plant_, s_, server);
            found.insert(held.begin(), held.end());
        }
        found.erase(JobIndex());
        return {found.begin(), found.end()};
    }
    for (const JobIndex index : s_.running) {
        const Job& job = s_.jobs[at(index)];
        const auto source = at(job.sourceIndex);
        const bool ofSource =
            (job.source == JobSource::Training && plant_.training[source].id == order.unit) ||
            (job.source == JobSource::Batch && plant_.batches[source].id == order.unit);
        if ((ofSource && (order.instance == 0 || order.instance == job.copy + 1)) ||
            jobName(plant_, s_, job) == order.unit) {
            found.insert(index);
        }
    }
    return {found.begin(), found.end()};
}

std::vector<int> OrderTargets::storageBlocks(const PlantOrder& order) const {
    int first = 0;
    for (const StorageJoin& join : plant_.fabric->storage) {
        if (join.id == order.unit) {
            std::vector<int> blocks = range<int>(first, join.blocks, 1, order.instance);
            if (order.instance == 0 && order.count > 0 &&
                order.count < static_cast<int>(blocks.size())) {
                blocks.resize(at(order.count));
            }
            return blocks;
        }
        first += join.blocks;
    }
    return {};
}

PlantOrder OrderTargets::wrongBreaker(const PlantOrder& order) const {
    PlantOrder wrong;
    const PowerNetwork& n = *plant_.network;
    const int array = n.arrayOf(order.unit);
    if (array < 0 || order.instance < 0 || order.instance > n.arrays[at(array)].units) {
        return wrong;
    }
    const PowerUnit& meant =
        n.units[at(n.arrays[at(array)].firstUnit + std::max(0, order.instance - 1))];
    if (meant.edges < 1 || order.incomer > meant.edges) {
        return wrong;
    }
    const int edge = meant.firstEdge + std::max(0, order.incomer - 1);
    const int board = n.edges[at(edge)].from;
    const auto begin = n.outEdges.begin() + n.firstOut[at(board)],
               end = n.outEdges.begin() + n.firstOut[at(board + 1)];
    const auto place = std::find(begin, end, edge);
    if (place == end || end - begin < 2) {
        return wrong;
    }
    const int beside = place + 1 != end ? *(place + 1) : *(place - 1);
    const int unit = n.edges[at(beside)].to;
    for (const PowerArray& a : n.arrays) {
        if (unit >= a.firstUnit && unit < a.firstUnit + a.units) {
            wrong.action = DrillAction::Open;
            wrong.unit = a.id;
            wrong.instance = unit - a.firstUnit + 1;
            wrong.incomer = beside - n.units[at(unit)].firstEdge + 1;
        }
    }
    return wrong;
}

bool OrderTargets::exist(const PlantOrder& order) const {
    if (order.action == DrillAction::Mistake) {
        return !wrongBreaker(order).unit.empty();
    }
    if (blockOf(plant_, order.unit) >= 0) {
        return !servers(order).empty();
    }
    if (order.action == DrillAction::Crash) {
        const auto is = [&](const auto& source) { return source.id == order.unit; };
        const auto training = std::find_if(plant_.training.begin(), plant_.training.end(), is);
        const auto batch = std::find_if(plant_.batches.begin(), plant_.batches.end(), is);
        const bool copyOfTraining = training != plant_.training.end() &&
                                    order.instance <= std::max(1, training->spec.copies);
        return (order.instance >= 0 && (copyOfTraining || batch != plant_.batches.end())) ||
               !jobs(order).empty();
    }
    return !storageBlocks(order).empty();
}

}  // namespace headroom::engine
