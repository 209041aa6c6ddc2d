// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineF>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <vector>

namespace headroom::ui {

/// A line that shows what something snapped to, with the distance along it.
struct Guide {
    QLineF line;
    QString text;
};

struct Snapped {
    QPointF by;  ///< to be added to where it would are
    std::vector<Guide> guides;
};

/// Aligns what is moved or drawn with its neighbours and with the floor grid; metres of the site, y
/// northward. East and north are snapped apart. Nearest first: edges and middles of neighbours, the
/// clear width of an aisle from them and from the walls of the hall, then the floor grid.
class Snapper {
  public:
    /// Floor tiles, from a corner of one of them.
    void setGrid(QPointF origin, double pitchM);

    /// Objects in the surroundings.
    void setNeighbours(std::vector<QRectF> areas) { neighbours_ = std::move(areas); }

    /// The hall, whose walls are aligned with from inside.
    void setHall(const QRectF& hall) { hall_ = hall; }

    /// `moving`: where it would are; a point has no size. `slackM`: how far neighbours reach.
    Snapped snap(const QRectF& moving, double slackM) const;

  private:
    std::vector<QRectF> neighbours_;
    QRectF hall_;
    QPointF origin_;
    double pitchM_ = 0.0;
};

}  // namespace headroom::ui
