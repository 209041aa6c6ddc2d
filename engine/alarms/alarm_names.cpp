// SPDX-License-Identifier: Apache-2.0
#include "engine/alarms/alarm_names.h"

#include "engine/base/index.h"
#include "engine/plant/plant.h"
#include "engine/run/state/state.h"
#include "engine/run/workload/job_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace headroom::engine {

namespace {

std::string nameOr(const std::string& name, const std::string& id) {
    return name.empty() ? id : name;
}

/// "pumps of CDUs of hall 3" as the head of a row.
std::string capital(std::string text) {
    if (!text.empty()) {
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    }
    return text;
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

/// Machines of a loop are named by their kind: "Cooling towers of Chilled water".
std::string nameOf(const Plant& plant, const CoolingLink& link) {
    const CoolingCircuit& circuit = plant.cooling->circuits[at(link.circuit)];
    if (infoOf(link.kind).owner == CoolingOwner::Circuit && circuit.kind != CircuitKind::Rack) {
        const PlantLoop& loop = plant.loops[at(circuit.subject)];
        const std::string_view label = infoOf(link.kind).label;
        return fmt::format("{} of {}", link.name.empty() ? label : std::string_view(link.name),
                           nameOr(loop.spec.name, loop.id));
    }
    return link.name;
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
            row.name = capital(nameOf(plant, link));
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

std::string nameOfPart(const Plant& plant, const std::string& id) {
    for (const PowerUnit& unit : plant.network->units) {
        if (unit.id == id) {
            return unit.name;
        }
    }
    const auto among = [&id](const auto& parts) -> const std::string* {
        for (const auto& part : parts) {
            if (part.id == id && !part.spec.name.empty()) {
                return &part.spec.name;
            }
        }
        return nullptr;
    };
    for (const PlantCdu& cdu : plant.cdus) {
        if (cdu.id == id || cdu.group == id) {
            return cdu.id == id ? cdu.name : nameOr(cdu.spec.name, id);
        }
    }
    const std::string* name = among(plant.halls);
    name = name != nullptr ? name : among(plant.loops);
    name = name != nullptr ? name : among(plant.blocks);
    if (name != nullptr) {
        return *name;
    }
    // A rack, server or accelerator: "liquid/R01-09/S03".
    const std::size_t slash = id.find('/');
    if (slash != std::string::npos) {
        for (const PlantBlock& block : plant.blocks) {
            if (id.compare(0, slash, block.id) == 0 && !block.spec.name.empty()) {
                return fmt::format("{} of {}", id.substr(slash + 1), block.spec.name);
            }
        }
    }
    return id;
}

}  // namespace headroom::engine
