// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant_order.h"
#include "engine/reliability/reach/reach.h"

#include <QColor>
#include <QObject>
#include <QString>
#include <QTimer>

#include <limits>
#include <memory>
#include <optional>
#include <vector>

class QMenu;

namespace headroom::ui {

class Workspace;
struct ThemeColours;

/// The blast radius that is looked at: of a part that has not failed. Plan and 3-D paint it, a
/// panel tells of it, every menu of a part offers it.
class BlastFocus : public QObject {
    Q_OBJECT

  public:
    explicit BlastFocus(Workspace* workspace);

    /// Null if none is looked at.
    const engine::BlastReach* reach() const { return reach_.get(); }

    /// The part in words.
    const QString& name() const { return name_; }

    const std::vector<engine::PlantOrder>& orders() const { return orders_; }

    void show(std::vector<engine::PlantOrder> orders, const QString& name);

    /// Steps that the failure takes to a rack; -1 if it does not reach the rack.
    int stepsTo(std::size_t rack) const;

    /// Whether the failure is at the rack already: always, but while the wave plays.
    bool isAt(std::size_t rack) const { return stepsTo(rack) >= 0 && stepsTo(rack) <= front_; }

    /// Steps to the farthest rack.
    int lastStep() const;

    /// The step that the wave shows; nothing while it does not play.
    std::optional<int> waveStep() const;

    /// Shows the racks in the order in which the failure comes to them.
    void playWave();
    void clear();

    /// The entry "What Would Fail With It", or `text`.
    void addTo(QMenu& menu, std::vector<engine::PlantOrder> orders, const QString& name,
               const QString& text = {});

  signals:
    void changed();

  private:
    Workspace* workspace_;
    std::unique_ptr<const engine::BlastReach> reach_;
    QString name_;
    std::vector<engine::PlantOrder> orders_;
    std::vector<int> steps_;  ///< by rack
    int front_ = std::numeric_limits<int>::max();
    QTimer wave_;
};

/// The order that takes a part away for good, from any order that names it; orders that take
/// something away stay what they are.
engine::PlantOrder lossOf(engine::PlantOrder order);

/// Fate of a rack, on the floor and in the legend; None is the colour of those left alone.
QColor reachColour(engine::Reach reach, const ThemeColours& colours);
/// Its hatching, which distinguishes it without colour.
Qt::BrushStyle reachPattern(engine::Reach reach);
/// "Lost", "Short of capacity", …
QString reachWord(engine::Reach reach);
/// "power", "coolant", …
QString reachByWord(engine::ReachBy by);

}  // namespace headroom::ui
