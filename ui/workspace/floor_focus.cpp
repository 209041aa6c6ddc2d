// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/floor_focus.h"

#include "engine/text/nice_step.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::ui {

namespace {

/// Where the least is below that share of the largest, colours begin at nothing.
constexpr double kFromNothing = 0.8;

constexpr double kSteps = 4.0, kRounding = 1e-9;

}  // namespace

void FloorField::fit() {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const double value : racks) {
        if (std::isfinite(value)) {
            least = std::min(least, value);
            most = std::max(most, value);
        }
    }
    if (least > most) {
        return;
    }
    low = least < kFromNothing * most ? std::min(0.0, least) : least;
    high = most > low ? most : low + std::max(1e-9, 0.1 * std::abs(low));
    step = engine::niceStep((high - low) / kSteps, engine::kRoundAndQuarterFactors);
    low = step * std::floor(low / step + kRounding);
    high = std::max(low + step, step * std::ceil(high / step - kRounding));
}

FloorFocus::FloorFocus(Workspace* workspace) : QObject(workspace) {
    connect(workspace, &Workspace::opened, this, &FloorFocus::clear);
    connect(workspace, &Workspace::closed, this, &FloorFocus::clear);
    connect(workspace, &Workspace::layoutChanged, this, &FloorFocus::clear);
}

void FloorFocus::show(FloorField field) {
    field.fit();
    field_ = std::make_unique<const FloorField>(std::move(field));
    emit changed();
}

void FloorFocus::clear() {
    if (field_) {
        field_.reset();
        emit changed();
    }
}

}  // namespace headroom::ui
