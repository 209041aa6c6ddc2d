// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/alarm_names.h"

#include "engine/base/index.h"
#include "engine/plant/part_names.h"
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/job_name.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::engine {

namespace {

std::string nameOr(const std::string& name, const std::string& id) {
    return name.empty() ? id : name;
}

std::string objectOf(const Plant& plant, const CoolingLink& link) {
    const auto subject = at(link.subject);
    switch (infoOf(link.kind).owner) {
        case CoolingOwner::CduGroup:
            return plant.cdus[subject].group;
        case CoolingOwner::Hall:
            return plant.halls[subject].id;
        case CoolingOwner::RackRow:
            return plant.blocks[subject].id;
        case CoolingOwner::Circuit:
            break;
    }
    const CoolingCircuit& circuit = plant.cooling->circuits[at(link.circuit)];
    return circuit.kind == CircuitKind::Rack ? plant.cdus[at(circuit.subject)].group
                                             : plant.loops[at(circuit.subject)].id;
}

/// An object of the project whose rows carry its id alone.
void put(AlarmRow& row, const std::string& id, const std::string& name) {
    row.object = row.subject = id;
    row.name = nameOr(name, id);
}

}  // namespace

void nameAlarm(const Plant& plant, const State& state, const AlarmSeen& seen, AlarmRow& row) {
    const auto i = static_cast<std::size_t>(seen.index);
    switch (infoOf(seen.kind).place) {
        case AlarmPlace::Unit: {
            const PowerUnit& unit = plant.network->units[i];
            row.object = plant.network->arrays[at(unit.array)].id;
            row.subject = unit.id;
            row.name = unit.name;
            break;
        }
        case AlarmPlace::Breaker: {
            const PowerEdge& edge = plant.network->edges[i];
            const PowerUnit& to = plant.network->units[at(edge.to)];
            row.object = plant.network->arrays[at(to.array)].id;
            row.subject = to.id;
            row.name =
                fmt::format("{}, from {}", to.name, plant.network->units[at(edge.from)].name);
            break;
        }
        case AlarmPlace::Link: {
            const CoolingLink& link = plant.cooling->links[i];
            row.object = objectOf(plant, link);
            row.subject = row.object;
            row.name = nameOfPart(plant, partOf(plant, link));
            break;
        }
        case AlarmPlace::Circuit: {
            const CoolingCircuit& circuit = plant.cooling->circuits[i];
            row.object = circuit.kind == CircuitKind::Rack ? plant.cdus[at(circuit.subject)].group
                                                           : plant.loops[at(circuit.subject)].id;
            row.subject = circuit.id;
            row.name = circuit.name;
            break;
        }
        case AlarmPlace::Loop:
            put(row, plant.loops[i].id, plant.loops[i].spec.name);
            break;
        case AlarmPlace::Block:
            put(row, plant.blocks[i].id, plant.blocks[i].spec.name);
            row.rack = plant.blocks[i].firstRack;
            break;
        case AlarmPlace::Rack: {
            const PlantBlock& block = plant.blocks[at(plant.rackBlock[i])];
            row.object = block.id;
            row.subject = plant.rackNames[i];
            row.name = fmt::format("{} of {}", plant.layout.racks[i].name(),
                                   nameOr(block.spec.name, block.id));
            row.rack = static_cast<int>(i);
            break;
        }
        case AlarmPlace::Fabric: {
            const auto& fabrics = plant.fabric->fabrics;
            if (i < fabrics.size()) {
                put(row, fabrics[i].id, fabrics[i].name);
            } else {
                const WanLink& wan = plant.fabric->wans[i - fabrics.size()];
                put(row, wan.id, wan.name);
            }
            break;
        }
        case AlarmPlace::Storage: {
            // Building blocks are counted over all groups, in their order.
            std::size_t first = 0;
            for (const StorageJoin& group : plant.fabric->storage) {
                if (i < first + at(group.blocks)) {
                    put(row, group.id, group.name);
                    row.name += fmt::format(" {}", i - first + 1);
                    break;
                }
                first += at(group.blocks);
            }
            break;
        }
        case AlarmPlace::Job: {
            row.job = seen.index;
            const auto job =
                std::lower_bound(state.jobs.begin(), state.jobs.end(), seen.index,
                                 [](const Job& j, std::int64_t id) { return j.id < id; });
            if (job != state.jobs.end() && job->id == seen.index) {
                row.subject = row.name = jobName(plant, state, *job);
            }
            break;
        }
        case AlarmPlace::Service:
            put(row, plant.services[i].id, plant.services[i].spec.name);
            break;
        case AlarmPlace::Sensor:  // named by engine/twin, which raises it
            break;
        case AlarmPlace::Facility:
            row.name = seen.kind == AlarmKind::SchedulerDown ? "Scheduler" : "Power controller";
            break;
    }
}

}  // namespace headroom::engine
