// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QImage>

#include <vector>

namespace headroom::ui {

/// Sums rectangles that are thinner than a pixel: each pixel gets the mean colour of what lies in
/// it, the more opaque the more of it is covered. A rectangle costs its rows, not its width.
class CoverageRaster {
  public:
    CoverageRaster(int width, int height);

    /// In pixels; what lies outside is cut off.
    void add(double x0, double x1, double y0, double y1, const QColor& colour);

    bool isEmpty() const { return !any_; }

    /// Share of the pixel that is covered; over 1 where rectangles lie upon each other.
    double coverage(int x, int y) const;

    /// Covered cells are always visible: the lowest opacity is kLeast.
    QImage image() const;

    static constexpr double kLeast = 0.30;

  private:
    /// Differences along x of coverage × (red, green, blue, 1).
    struct Cell {
        float r = 0.0F, g = 0.0F, b = 0.0F, a = 0.0F;
    };

    void step(std::size_t row, double x, const Cell& amount);

    int width_, height_;
    bool any_ = false;
    std::vector<Cell> cells_;  ///< two more columns than pixels
};

}  // namespace headroom::ui
