// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/floor/stamp.h"
#include "ui/plan/tool.h"

namespace headroom::ui {

/// Puts a stamp down at each click until Esc; R turns it.
class PlaceTool : public Tool {
  public:
    PlaceTool(PlanView* plan, Stamp stamp);

    void press(const PlanPointer& at) override;
    void move(const PlanPointer& at, bool held) override;
    bool key(QKeyEvent* key) override;
    bool wants(const QKeyEvent& key) const override;
    void paint(QPainter& painter) const override;
    QString hint() const override;

    const char* command() const override { return "edit.paste"; }

  private:
    void follow(const PlanPointer& at);

    Stamp stamp_;
    QRectF area_;     ///< of the stamp, from its corner
    QPointF corner_;  ///< where it is, in metres of the site
    QString refusal_;
    std::vector<QRectF> joined_;  ///< its place, if not at the pointer
    bool shown_ = false;
};

}  // namespace headroom::ui
