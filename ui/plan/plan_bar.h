// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QPointF>
#include <QString>
#include <QWidget>

#include <string>
#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace headroom::ui {

class CommandSet;
class NumberBox;
class PlanView;

/// The bar at the upper edge of the plan: tools, and the exact place of what is selected.
class PlanBar : public QWidget {
    Q_OBJECT

  public:
    explicit PlanBar(PlanView* plan);

    /// Buttons of the drawing tools; the one in hand is pressed.
    void addTools(CommandSet* commands);
    /// Shows place and direction of the selection.
    void showPlace();

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    /// Tools have their names next to them where there is room for all.
    void nameTools();
    NumberBox* field(const char* name, const QString& label, const QString& tip);
    /// From where X and Y count: the corner of the hall that contains all of it, as in the inspector;
    /// else the origin of the site.
    QPointF origin(const std::vector<std::string>& ids, QString* words = nullptr) const;
    void moveTo();
    void turn();

    PlanView* plan_;
    QHBoxLayout* layout_;
    NumberBox* x_;
    NumberBox* y_;
    QToolButton* rotation_;
    QList<QToolButton*> tools_;
};

}  // namespace headroom::ui
