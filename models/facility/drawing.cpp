// SPDX-License-Identifier: Apache-2.0
#include "models/facility/drawing.h"

#include "models/core/file_path.h"

#include <array>

namespace headroom::models {

namespace {

constexpr auto kDrawingAttributes = std::to_array<Attribute>({
    text<&DrawingSpec::name>("name", "Name", {.doc = "Display name."}),
    filePath<&DrawingSpec::file>(
        "file", "File",
        {.required = true, .doc = "PNG, JPEG, SVG or DXF; a relative path starts at the project."}),
    number<&DrawingSpec::xM>("x_m", "X", unit::metre,
                             {.min = -100000,
                              .max = 100000,
                              .doc = "South-west corner in the site plan, measured east."}),
    number<&DrawingSpec::yM>("y_m", "Y", unit::metre,
                             {.min = -100000,
                              .max = 100000,
                              .doc = "South-west corner in the site plan, measured north."}),
    number<&DrawingSpec::widthM>("width_m", "Width", unit::metre,
                                 {.min = 0.1,
                                  .max = 100000,
                                  .required = true,
                                  .doc = "Width of the whole drawing on the ground; a DXF states "
                                         "it, for pictures two points of "
                                         "known distance give it."}),
    number<&DrawingSpec::opacity>("opacity_pct", "Opacity", unit::percent,
                                  {.min = 0, .max = 100, .doc = "100: covers the floor."}),
    boolean<&DrawingSpec::visible>("visible", "Shown", {.doc = "Whether the plan shows it."}),
    text<&DrawingSpec::hiddenLayers>(
        "hidden_layers", "Hidden layers",
        {.doc = "Layers of a DXF that the plan does not show, with commas between them: "
                "A-DIMS, A-GRID."}),
});

}  // namespace

const ComponentType& DrawingSpec::type() {
    static constexpr ComponentType kType{
        "drawing",
        "Drawing",
        "drawings",
        false,
        "A picture or DXF drawing under the plan, at its true scale.",
        kDrawingAttributes,
        &createSpec<DrawingSpec>,
        &destroySpec<DrawingSpec>};
    return kType;
}

}  // namespace headroom::models
