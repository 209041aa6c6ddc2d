// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/air/air_view.h"

#include <QImage>

#include <memory>

class QPainter;

/// The air field of the 3-D view on the plan: the same slice in the same colours.
namespace headroom::ui {

class PlanView;
struct ThemeColours;

/// Scale and image are computed once: the plan is painted at each move of the pointer.
struct PlanAir {
    PlanAir() = default;
    PlanAir(std::shared_ptr<const engine::AirField> shown, const AirView& as);

    std::shared_ptr<const engine::AirField> field;  ///< null if no air is shown
    AirView view;
    AirScale scale;
    QImage image;  ///< of a level slice; null for other slices

    /// A level slice covers the floor.
    bool isLevel() const {
        return field != nullptr && view.slice && view.cut == engine::AirCut::Level;
    }
};

/// A level slice over the hall, racks visible through it, with its height; of an upright slice a line where its plane cuts
/// the floor.
void paintAir(QPainter& painter, const PlanView& view, const PlanAir& air,
              const ThemeColours& colours);

/// A level slice with one pixel a cell, its first row in the north; solid cells are transparent.
QImage airSliceImage(const engine::AirField& field, const AirView& view, const AirScale& scale);

}  // namespace headroom::ui
