// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QTabWidget;

namespace headroom::ui {

class BreakerModel;
class FilteredTable;
class PowerActions;
class PowerUnitModel;
class RackColouring;
class Workspace;

/// The wiring as tables, the twin of the one-line diagram: units with a bar of their capacity, and
/// breakers. Their menus do what the diagram's do.
class PowerPane : public QWidget {
    Q_OBJECT

  public:
    PowerPane(Workspace* workspace, RackColouring* colouring, PowerActions* actions,
              QWidget* parent = nullptr);

    FilteredTable* units() const { return units_; }

    FilteredTable* breakers() const { return breakers_; }

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void takeFrame();
    void addMenus();

    Workspace* workspace_;
    PowerActions* actions_;
    PowerUnitModel* unitModel_;
    BreakerModel* breakerModel_;
    QTabWidget* tabs_;
    FilteredTable* units_;
    FilteredTable* breakers_;
};

}  // namespace headroom::ui
