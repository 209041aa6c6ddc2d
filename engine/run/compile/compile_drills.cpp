// SPDX-License-Identifier: Apache-2.0
#include "engine/run/compile/compile_drills.h"

#include "engine/base/index.h"

#include <optional>
#include <string_view>

namespace headroom::engine {

void compileDrills(Plant& plant, const Project& project, const CompileFault& fail) {
    const PowerNetwork& n = *plant.network;
    for (const Object* object : project.objectsOf("drill")) {
        const auto spec = specOf<models::DrillSpec>(*object);
        const PlantOrder& order = spec.order;
        const Object* unit = project.find(order.unit);
        const int array = n.arrayOf(order.unit);
        const auto power = array < 0
                               ? std::nullopt
                               : std::optional(n.units[at(n.arrays[at(array)].firstUnit)].kind);
        const auto target =
            orderTarget(order, unit == nullptr ? std::string_view{} : unit->type->id, power);
        if (target && orderKind(order.action, *target) == nullptr) {
            const InvalidOrder why = invalidOrder(order, *target);
            const bool isSag = order.action == models::DrillAction::Sag && power.has_value();
            fail(isSag ? "SIM-024" : "SIM-028", object->id, why.what + ".", why.remedy + ".");
        }
        plant.drills.push_back({spec.atS, order});
    }
}

}  // namespace headroom::engine
