// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/scene_outlines.h"

#include "ui/scene/scene_mesh.h"

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

namespace headroom::ui {

namespace {

/// How the outlines of a kind are drawn.
struct OutlineStyle {
    double growM;  ///< outside of the boxes
    double width;  ///< logical pixels
    QColor ThemeColours::*colour;
};

constexpr std::array kOutlineStyles = {OutlineStyle{0.06, 3.0, &ThemeColours::selected},
                                       OutlineStyle{0.04, 1.5, &ThemeColours::text},
                                       OutlineStyle{0.0, 2.0, &ThemeColours::selected}};

const OutlineStyle& outlineStyleOf(SceneOutlines::Kind kind) {
    return kOutlineStyles.at(static_cast<std::size_t>(kind));
}

}  // namespace

void SceneOutlines::set(Kind kind, const std::vector<engine::Box>& boxes) {
    auto& actor = actors_.at(static_cast<std::size_t>(kind));
    if (actor != nullptr) {
        renderer_->RemoveActor(actor);
        actor = nullptr;
    }
    if (!boxes.empty()) {
        actor = meshActor(boxesEdges(boxes, outlineStyleOf(kind).growM));
        actor->GetProperty()->SetLineWidth(
            static_cast<float>(outlineStyleOf(kind).width * pixelRatio_));
        paint(kind);
        renderer_->AddActor(actor);
    }
}

void SceneOutlines::clear() {
    for (const Kind kind : kKinds) {
        set(kind, {});
    }
}

void SceneOutlines::setTheme(const ThemeColours& colours) {
    theme_ = colours;
    for (const Kind kind : kKinds) {
        paint(kind);
    }
}

void SceneOutlines::paint(Kind kind) {
    tintActor(actors_.at(static_cast<std::size_t>(kind)), theme_.*outlineStyleOf(kind).colour, 1.0,
              0.0);
}

}  // namespace headroom::ui
