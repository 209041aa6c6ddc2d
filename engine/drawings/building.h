// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/drawings/layer_roles.h"
#include "engine/drawings/vector_drawing.h"
#include "engine/exchange/import_draft.h"

#include <map>
#include <string>

namespace headroom::engine {

/// How a drawing becomes a building.
struct BuildingRoles {
    std::map<std::string, LayerRole> byLayer;  ///< by name of layer; others are guessed
    double metresPerUnit = 0.0;  ///< 0: as the file declares it, else as its measures show
    std::string file;            ///< as the project names it
    std::string stem;            ///< of the ids: "ground-floor"
};

/// Role of each layer, in the order of the drawing: stated, else guessed from its name; Ignore if the file hides it.
std::vector<LayerRole> rolesOf(const VectorDrawing& drawing, const BuildingRoles& roles);

/// A layer with what a person needs to give it a role.
struct LayerSummary {
    std::string name;
    LayerRole role = LayerRole::Ignore;
    bool isHidden = false;
    int lines = 0, closed = 0, texts = 0;
};

std::vector<LayerSummary> layersOf(const VectorDrawing& drawing, const BuildingRoles& roles);

/// The changes that turn the lines of the layers into a building, and the drawing under it. Ids follow from `stem`, so that a second
/// import of a corrected drawing changes what is there. The drawing keeps its place if the project has it already (same file); a new one
/// is 10 m east of all halls, or in the corner of an empty site.
///
/// - Outline: each closed outline is a hall, its bounding rectangle. Parts of that rectangle outside of the outline become rooms, which
///   checks treat as closed off. If two outlines enclose a wall (at most 2 m), the inner one is the hall. Without an outline
///   layer, the largest closed outline of 20 m² or more of the wall layers is the hall.
/// - Column: closed outlines, circles and blocks with sides of 0.05 to 3 m, as large as their rectangle.
/// - Door: quarter-circle arcs and blocks, in the nearest side of a hall or room within 1.5 m.
/// - Wall: closed rectangles that are at most 1 m thick.
/// - Room: closed outlines, named by the largest text in them. One that covers 80 % of its hall names the hall.
///
/// Warnings: DRW-010 unit. DRW-011 the file is cut off. DRW-015 slanted sides. DRW-019 door without wall. DRW-022 unused lines. DRW-023
/// entities that were not read. Errors: DRW-012 no outline. DRW-013 the outline crosses itself, with the place. DRW-014 the outline is
/// open, with both ends. DRW-018 size of a hall. -016, -017, -020, -021: the same as for tables.
ImportDraft buildingFrom(const VectorDrawing& drawing, const BuildingRoles& roles,
                         const Project& project, const Catalogue& catalogue);

/// The drawing alone, under the plan: the change that places it.
Object placedDrawing(const VectorDrawing& drawing, const BuildingRoles& roles,
                     const Project& project);

}  // namespace headroom::engine
