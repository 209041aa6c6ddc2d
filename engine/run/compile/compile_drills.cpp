// SPDX-License-Identifier: Apache-2.0
#include "engine/run/compile/compile_drills.h"

#include <string>
#include <string_view>
#include <utility>

namespace headroom::engine {

namespace {

/// Meaning of a drill, by the type of its unit.
enum class DrillTarget { Wiring, Network, Cooling, Block, Job, Storage };

DrillTarget drillTargetOf(const Object* unit, bool wiring, bool network) {
    const std::string_view type = unit == nullptr ? std::string_view{} : unit->type->id;
    return wiring                                          ? DrillTarget::Wiring
           : network                                       ? DrillTarget::Network
           : type == "rack_block"                          ? DrillTarget::Block
           : type == "training_job" || type == "batch_job" ? DrillTarget::Job
           : type == "storage_group"                       ? DrillTarget::Storage
                                                           : DrillTarget::Cooling;
}

const char* drillTargetText(DrillTarget target) {
    switch (target) {
        case DrillTarget::Wiring:
            return "power unit";
        case DrillTarget::Network:
            return "part of the network";
        case DrillTarget::Cooling:
            return "part of the cooling plant";
        case DrillTarget::Block:
            return "rack block";
        case DrillTarget::Job:
            return "job";
        case DrillTarget::Storage:
            return "storage group";
    }
    return "";
}

/// Whether a drill's action makes sense for what it means.
bool appliesTo(models::DrillAction action, DrillTarget target) {
    using models::DrillAction;
    const bool both = action <= DrillAction::Repair;
    switch (target) {
        case DrillTarget::Wiring:
            return action <= DrillAction::Reset || action == DrillAction::Mistake;
        case DrillTarget::Network:
            return both || action == DrillAction::Reset ||
                   (action >= DrillAction::Cut && action <= DrillAction::Pause);
        case DrillTarget::Cooling:
            return both || (action >= DrillAction::Reset && action <= DrillAction::Isolate);
        case DrillTarget::Block:
            return both || (action >= DrillAction::Reset && action <= DrillAction::Isolate) ||
                   action == DrillAction::Degrade || action == DrillAction::Flap ||
                   action == DrillAction::Corrupt || action == DrillAction::Crash;
        case DrillTarget::Job:
            return action == DrillAction::Crash;
        case DrillTarget::Storage:
            return both || action == DrillAction::Degrade;
    }
    return false;
}

bool isFabricOrWan(const Project& project, const std::string& id) {
    const Object* object = project.find(id);
    return object != nullptr && (object->type->id == "fabric" || object->type->id == "wan_link");
}

}  // namespace

void compileDrills(Plant& plant, const Project& project, const CompileFault& fail) {
    for (const Object* object : project.objectsOf("drill")) {
        const auto spec = specOf<models::DrillSpec>(*object);
        PlantDrill d;
        d.atS = spec.atS;
        d.order.action = spec.action;
        d.order.unit = spec.unit;
        d.order.instance = spec.instance;
        d.order.durationS = spec.durationS;
        d.order.machine = spec.machine;
        d.order.part = spec.part;
        d.order.level = spec.level;
        d.order.count = spec.count;
        d.order.amount = spec.amount;
        const bool wiring = plant.network->arrayOf(spec.unit) >= 0;
        const DrillTarget target =
            drillTargetOf(project.find(spec.unit), wiring, isFabricOrWan(project, spec.unit));
        if (!appliesTo(spec.action, target)) {
            fail("SIM-028", object->id,
                 "'" + spec.unit + "' is a " + drillTargetText(target) +
                     ", to which its action does not apply.",
                 "Power units take open, close, sag, fault and mistake. Cooling loops, CDU groups, "
                 "halls and rack blocks take stick, foul, leak and isolate. Fabrics and WAN links "
                 "take cut, pause, degrade and flap. Rack blocks take degrade, flap, corrupt and "
                 "crash. Storage groups take degrade, and jobs take crash.");
        }
        if (spec.action == models::DrillAction::Sag && plant.network->arrayOf(spec.unit) >= 0) {
            const PowerArray& a =
                plant.network->arrays[static_cast<std::size_t>(plant.network->arrayOf(spec.unit))];
            if (plant.network->units[static_cast<std::size_t>(a.firstUnit)].kind !=
                PowerKind::Utility) {
                fail("SIM-024", object->id,
                     "a sag strikes a utility connection, not '" + spec.unit + "'.",
                     "Name a power unit whose part is a utility.");
            }
        }
        plant.drills.push_back(std::move(d));
    }
}

}  // namespace headroom::engine
