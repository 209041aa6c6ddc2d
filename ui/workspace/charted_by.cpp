// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/charted_by.h"

#include "ui/workspace/workspace.h"

namespace headroom::ui {

std::string chartedBy(const Workspace& workspace, const Selected& what) {
    if (what.kind == Selected::Kind::Facility) {
        return "facility/facility_power_kw";
    }
    const engine::Layout& layout = workspace.layout();
    std::string id = what.objectId;
    if (what.equipment() >= 0 &&
        static_cast<std::size_t>(what.equipment()) < layout.equipment.size()) {
        id = layout.equipment[static_cast<std::size_t>(what.equipment())].id;
    }
    if (what.rack() >= 0 && static_cast<std::size_t>(what.rack()) < layout.racks.size()) {
        const auto hall =
            static_cast<std::size_t>(layout.racks[static_cast<std::size_t>(what.rack())].hall);
        id = layout.halls[hall].id;
    }
    const engine::Object* object = workspace.project().find(id);
    const std::string_view type = object != nullptr ? object->type->id : std::string_view{};
    return type == "hall"           ? "hall/" + id + "/it_power_kw"
           : type == "cdu_group"    ? "cdu/" + id + "/heat_kw"
           : type == "cooling_loop" ? "loop/" + id + "/heat_kw"
                                    : std::string{};
}

}  // namespace headroom::ui
