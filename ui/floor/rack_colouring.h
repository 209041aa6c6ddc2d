// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/colour_scale.h"

#include <QObject>

#include <span>
#include <vector>

namespace headroom::ui {

class Workspace;

/// The colours of all racks for the chosen quantity, or for the blast radius that is looked at, and
/// of all machines, computed once for plan and 3-D.
/// changed() comes only when a colour did change.
class RackColouring : public QObject {
    Q_OBJECT

  public:
    explicit RackColouring(Workspace* workspace, QObject* parent = nullptr);

    void setQuantity(engine::RackQuantity quantity);
    void setMap(ColourMap map);
    /// The range of the scale is that of the values of this moment, until another quantity is chosen
    /// or useRatings() is asked for.
    void fitToValues();
    /// The range of the scale is that of ratings and limits again.
    void useRatings();

    /// Condition of each rack; empty before anything was simulated.
    std::span<const engine::Condition> conditions() const { return conditions_; }

    const ColourScale& scale() const { return scale_; }

    std::span<const QRgb> colours() const { return colours_; }

    /// Colour of each piece of equipment: that of its kind, or of its fault.
    std::span<const QRgb> machineColours() const { return machines_; }

    /// The racks' values for this frame; empty before anything was simulated.
    std::span<const float> values() const;

  signals:
    void changed();
    void scaleChanged();

  private:
    void update();
    void rate();
    std::vector<QRgb> rackColours();
    std::vector<float> ratedRacks() const;

    Workspace* workspace_;
    engine::RackScales ratings_;
    std::vector<engine::Condition> conditions_;
    ColourScale scale_;
    std::vector<QRgb> colours_;
    std::vector<QRgb> machines_;
};

}  // namespace headroom::ui
