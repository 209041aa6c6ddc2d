// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "engine/run/frame/quantity.h"
#include "engine/run/rack_scales.h"
#include "ui/kit/legend.h"

#include <QColor>
#include <QString>

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
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

    /// The range is that of the ratings and stays there; what is beyond has the colour of its end.
    void setRatings(const engine::RackScale& ratings);

    /// Rated power of each rack [W], by its place in the frame; NaN where a rack states none. Power is shown as a
    /// share of it where racks have several ratings: else a full rack of a small rating looks idle. To be called before setRatings().
    void setRated(std::vector<float> rated) { rated_ = std::move(rated); }

    /// Whether colours are shares of the ratings.
    bool isShare() const { return isShare_; }

    /// Takes in the categories of the frame. The range moves only where no rating says what it is:
    /// then it widens to what it meets, and never narrows.
    void adapt(const engine::Frame& frame);

    /// On demand: the range of what the frame holds, kept until it is asked for again.
    void fitTo(const engine::Frame& frame);
    QRgb colour(float value, QRgb idle) const;
    /// The same of a rack, by its place in the frame: its rating counts where colours are shares.
    QRgb colourOf(std::size_t rack, float value, QRgb idle) const;

    QString title() const;               ///< "Power"
    QString unit() const;                ///< "kW", empty for categories
    std::vector<Tick> ticks() const;     ///< continuous scales
    std::vector<Entry> entries() const;  ///< categories

    ColourMap map() const { return map_; }

    void setMap(ColourMap map) { map_ = map; }

    double lowSi() const { return low_; }

    double highSi() const { return high_; }

    /// "37.5 kW", "Job 12 · llama", "In service": a rack's value in words.
    QString valueText(float value, const engine::Frame* frame) const;

  private:
    void widen(std::span<const float> values);
    void setRange(double low, double high);
    QString limitWord() const;
    void adaptJobs(const engine::Frame& frame);

    engine::RackQuantity quantity_;
    ColourMap map_;
    double low_ = 0.0;
    double high_ = 1.0;
    double tick_ = 0.25;
    double limit_ = models::kNotStated, highestLimit_ = models::kNotStated;
    std::string_view limitWord_;
    bool hasRange_ = false;
    bool isRated_ = false;  ///< the range is that of the ratings
    bool isShare_ = false;
    std::vector<float> rated_;
    std::vector<Entry> jobs_;
};

}  // namespace headroom::ui
