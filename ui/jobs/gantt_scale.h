// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>

#include <vector>

namespace headroom::ui {

/// From time and rows to pixels: what part of a Gantt chart is seen, and where.
struct GanttScale {
    QRectF plot;         ///< bars
    QRectF rail;         ///< interruptions
    QRectF queue, held;  ///< strips on the same time axis
    QRectF axis;         ///< time
    double fromS = 0.0, toS = 1.0;
    double rowPx = 1.0;
    double headPx = 0.0;            ///< above each group
    double scrollPx = 0.0;          ///< what is above the plot
    std::vector<double> groupRows;  ///< of each group

    /// Whether rows have names where `tall` pixels of them are in view. Names of more rows would take long to find.
    bool isNamed(double tall) const {
        constexpr double kMostRows = 1000.0;
        return tall <= kMostRows * rowPx;
    }

    double x(double timeS) const {
        return plot.left() + (timeS - fromS) / (toS - fromS) * plot.width();
    }

    double time(double px) const {
        return fromS + (px - plot.left()) / plot.width() * (toS - fromS);
    }

    double groupTop(int group) const {
        double rows = 0.0;
        for (int g = 0; g < group; ++g) {
            rows += groupRows[static_cast<std::size_t>(g)];
        }
        return plot.top() - scrollPx + rows * rowPx + (group + 1) * headPx;
    }

    double contentPx() const {
        double rows = 0.0;
        for (const double r : groupRows) {
            rows += r;
        }
        return rows * rowPx + static_cast<double>(groupRows.size()) * headPx;
    }

    struct Place {
        int group = -1;
        double row = 0.0;
    };

    /// group -1: not on a row.
    Place place(double py) const {
        double top = plot.top() - scrollPx;
        for (std::size_t g = 0; g < groupRows.size(); ++g) {
            top += headPx;
            const double bottom = top + groupRows[g] * rowPx;
            if (py >= top && py < bottom) {
                return {static_cast<int>(g), (py - top) / rowPx};
            }
            top = bottom;
        }
        return {};
    }
};

}  // namespace headroom::ui
