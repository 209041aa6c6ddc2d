// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/drawings/building.h"
#include "engine/drawings/drawing_units.h"
#include "engine/drawings/dxf_answer.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/parsers.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace headroom::hostile {

/// An answer of headroom-dxf, which read a file of anybody: every index is within its list, and a building of it is finite.
void dxf(std::string_view bytes) {
    const auto answer = engine::parseJson<nlohmann::json>(bytes);
    const auto drawing = engine::drawingOfAnswer(answer, "plan.dxf");
    if (!drawing) {
        requireRefusal(drawing.error(), "plan.dxf");
        return;
    }
    for (const engine::DrawnLine& line : drawing->lines) {
        require(line.layer >= 0 && line.layer < static_cast<int>(drawing->layers.size()),
                "a line of no layer");
        require(line.use >= -1 && line.use < static_cast<int>(drawing->uses.size()),
                "a line of no use");
        require(!line.points.empty(), "a line without points");
    }
    require(engine::unitOf(*drawing).likely != nullptr, "no likely unit");
    engine::BuildingRoles roles;
    roles.file = "plan.dxf";
    roles.stem = "plan";
    const engine::ImportDraft draft =
        engine::buildingFrom(*drawing, roles, engine::Project{}, engine::Catalogue{});
    for (const engine::ImportFault& fault : draft.faults) {
        require(!fault.code.empty() && !fault.message.empty(), "a fault without words");
    }
}

}  // namespace headroom::hostile
