// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractButton>

namespace headroom::ui {

class Workspace;

/// Number of active alarms, readable from across a room: an octagon and a number on the colour of the most severe alarm,
/// or a tick and "No alarms". If the alarms have fewer first causes, their number follows. Unacknowledged alarms are
/// filled, acknowledged ones are outlines. A click shows the list.
class AlarmBadge : public QAbstractButton {
    Q_OBJECT

  public:
    explicit AlarmBadge(Workspace* workspace, QWidget* parent = nullptr);

    QSize sizeHint() const override;

    QSize minimumSizeHint() const override { return sizeHint(); }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    void follow();

    Workspace* workspace_;
    QString causes_;  ///< " of 1 cause"; empty means as many as alarms
};

}  // namespace headroom::ui
