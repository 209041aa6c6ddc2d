// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/facility/structure.h"
#include "ui/plan/tool.h"
#include "ui/plan/typed_pair.h"

#include <QRectF>

#include <optional>

namespace headroom::ui {

/// Draws a hall, or a part of the building, as a rectangle: press, drag, release; or click, click;
/// or type width, Tab, depth, Enter while it is drawn.
class RectangleTool : public Tool {
  public:
    /// Nothing means a hall.
    RectangleTool(PlanView* plan, std::optional<models::StructureKind> kind);

    void press(const PlanPointer& at) override;
    void move(const PlanPointer& at, bool held) override;
    void release(const PlanPointer& at) override;
    bool key(QKeyEvent* key) override;
    bool wants(const QKeyEvent& key) const override;
    void paint(QPainter& painter) const override;
    QString hint() const override;
    bool cancel() override;
    const char* command() const override;

  private:
    bool isLine() const;
    QPointF snappedPoint(const PlanPointer& at) const;
    QRectF drawn() const;
    bool isStood() const;
    QRectF stood() const;
    void finish();
    QString word() const;

    std::optional<models::StructureKind> kind_;
    std::optional<QPointF> from_;  ///< first corner, once it is set
    QPointF to_;
    QPointF pressedAt_;
    QPointF stoodAt_;  ///< where a click was, in metres of the site, without snapping
    bool aligns_ = true;
    bool moved_ = false;
    TypedPair typed_;
};

}  // namespace headroom::ui
