// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/plant/plant_order.h"

#include <QObject>

#include <vector>

class QMenu;

namespace headroom::engine {
struct PowerNetwork;
struct Frame;
}  // namespace headroom::engine

namespace headroom::ui {

class Workspace;
struct DrillTiming;

/// Actions of a person on the wiring, from the diagram and from the tables: opens and closes breakers, fails, repairs and
/// resets parts. Nothing asks back, since it is a simulation; said()
/// tells what was done.
class PowerActions : public QObject {
    Q_OBJECT

  public:
    explicit PowerActions(Workspace* workspace, QObject* parent = nullptr);

    /// Entries for one unit, or for the whole array where `whole`.
    void fillUnitMenu(QMenu& menu, int unit, bool whole);
    /// Entries for the breakers of these incomers (edges of one array).
    void fillBreakerMenu(QMenu& menu, const std::vector<int>& edges);
    /// Opens a closed breaker, closes an open or tripped one.
    void toggleBreaker(int edge);

  signals:
    void said(const QString& what);

  private:
    const engine::Frame* frame() const;
    void switchBreakers(const std::vector<int>& edges, bool close, const DrillTiming& timing);

    Workspace* workspace_;
};

}  // namespace headroom::ui
