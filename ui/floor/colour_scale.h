// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "engine/run/frame/quantity.h"
#include "ui/kit/legend.h"

#include <QColor>
#include <QString>

#include <span>
#include <vector>

namespace headroom::ui {

/// From a rack's value to its colour, and the legend that explains it.
class ColourScale {
  public:
    using Tick = LegendTick;

    struct Entry {
        QColor colour;
        QString text;
    };

    explicit ColourScale(engine::RackQuantity quantity = engine::RackQuantity::Power,
                         ColourMap map = ColourMap::Viridis);

    engine::RackQuantity quantity() const { return quantity_; }

    const engine::QuantityInfo& info() const;
    bool isContinuous() const;

    /// Adapts range and categories to what the frame holds. The range widens at once and narrows
    /// only when far too wide, so that colours keep their meaning while a run goes on.
    void adapt(const engine::Frame& frame);
    QRgb colour(float value, QRgb idle) const;

    QString title() const;               ///< "Power"
    QString unit() const;                ///< "kW", empty for categories
    std::vector<Tick> ticks() const;     ///< continuous scales
    std::vector<Entry> entries() const;  ///< categories

    ColourMap map() const { return map_; }

    double lowSi() const { return low_; }

    double highSi() const { return high_; }

    /// "37.5 kW", "Job 12 · llama", "In service": a rack's value in words.
    QString valueText(float value, const engine::Frame* frame) const;

  private:
    void adaptRange(std::span<const float> values);
    void adaptJobs(const engine::Frame& frame);

    engine::RackQuantity quantity_;
    ColourMap map_;
    double low_ = 0.0;
    double high_ = 1.0;
    double tick_ = 0.25;
    bool hasRange_ = false;
    std::vector<Entry> jobs_;
};

/// The racks' own table of names in the order of engine::RackQuantity, for menus.
QString rackQuantityLabel(engine::RackQuantity quantity);

}  // namespace headroom::ui
