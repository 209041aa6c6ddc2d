// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/part_names.h"

#include "engine/base/index.h"
#include "engine/kinds/cooling_kind.h"
#include "engine/part/part_address.h"
#include "engine/plant/plant.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace headroom::engine {

namespace {

const std::string& nameOr(const std::string& name, const std::string& id) {
    return name.empty() ? id : name;
}

/// "towers of Warm water" as the head of a sentence; names of racks stay.
std::string capital(std::string text) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
    return text;
}

/// The name of an object or part of exactly that id; empty if there is none.
std::string exactName(const Plant& plant, const std::string& id) {
    for (const PowerUnit& unit : plant.network->units) {
        if (unit.id == id) {
            return nameOr(unit.name, id);
        }
    }
    for (const PowerArray& array : plant.network->arrays) {
        if (array.id == id) {
            return nameOr(array.spec.name, id);
        }
    }
    for (const PlantCdu& cdu : plant.cdus) {
        if (cdu.id == id || cdu.group == id) {
            return cdu.id == id ? nameOr(cdu.name, id) : nameOr(cdu.spec.name, id);
        }
    }
    const auto among = [&id](const auto& parts) {
        const auto part = std::find_if(parts.begin(), parts.end(),
                                       [&](const auto& candidate) { return candidate.id == id; });
        return part == parts.end() ? std::string{} : nameOr(part->spec.name, id);
    };
    std::string name = among(plant.halls);
    name = name.empty() ? among(plant.loops) : name;
    name = name.empty() ? among(plant.blocks) : name;
    return name.empty() ? among(plant.services) : name;
}

}  // namespace

std::string partOf(const Plant& plant, const CoolingLink& link) {
    const auto subject = at(link.subject);
    switch (infoOf(link.kind).owner) {
        case CoolingOwner::CduGroup:
            return link.kind == CoolingLinkKind::CduPumps
                       ? PartAddress{plant.cdus[subject].id, 0, "pumps"}.text()
                       : plant.cdus[subject].id;
        case CoolingOwner::Hall:
            return PartAddress{plant.halls[subject].id, 0, "air handlers"}.text();
        case CoolingOwner::RackRow:
            return PartAddress{plant.blocks[subject].id, 0, "row " + std::to_string(link.row + 1)}
                .text();
        case CoolingOwner::Circuit:
            break;
    }
    const CoolingCircuit& circuit = plant.cooling->circuits[at(link.circuit)];
    const std::string& owner = circuit.kind == CircuitKind::Rack
                                   ? plant.cdus[at(circuit.subject)].id
                                   : plant.loops[at(circuit.subject)].id;
    const std::string_view part = link.name.empty() ? infoOf(link.kind).label : link.name;
    return PartAddress{owner, 0, part}.text();
}

std::string nameOfPart(const Plant& plant, const std::string& id) {
    for (const CoolingCircuit& circuit : plant.cooling->circuits) {
        if (circuit.kind == CircuitKind::Outdoor && circuit.id == id) {
            return capital(nameOr(circuit.name, id));
        }
    }
    // The longest head that is a part itself: "cdus/2" of "cdus/2/pumps".
    for (const std::string_view head : headsOf(id)) {
        const std::string name = exactName(plant, std::string(head));
        if (!name.empty()) {
            return head.size() == id.size()
                       ? name
                       : fmt::format("{} of {}", capital(id.substr(head.size() + 1)), name);
        }
    }
    return id;
}

}  // namespace headroom::engine
