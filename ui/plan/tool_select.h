// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/plan/array_handles.h"
#include "ui/plan/tool.h"
#include "ui/plan/typed_pair.h"
#include "ui/workspace/selection.h"

#include <QRectF>

#include <vector>

namespace headroom::ui {

/// Selects by click and frame, moves by drag and arrow keys, stretches arrays by their handles.
/// A frame drawn rightwards takes what is quite inside, leftwards what it touches as well.
class SelectTool : public Tool {
  public:
    explicit SelectTool(PlanView* plan);

    void press(const PlanPointer& at) override;
    void move(const PlanPointer& at, bool held) override;
    void release(const PlanPointer& at) override;
    bool key(QKeyEvent* key) override;
    bool wants(const QKeyEvent& key) const override;
    void paint(QPainter& painter) const override;
    QString hint() const override;
    Qt::CursorShape cursor() const override;
    bool cancel() override;

    const char* command() const override { return "draw.select"; }

  private:
    enum class State { Idle, Pressed, Moving, Framing, Stretching };

    bool mayMove(const Selected& what) const;
    void moveHandler(int handler, QPointF by, const std::string& mergeKey = {});
    void beginMove();
    void followPointer(const PlanPointer& at);
    void finishMove();
    void finishFrame(const PlanPointer& at);
    void click(const PlanPointer& at);
    bool nudge(QKeyEvent* key);
    void cycle();

    State state_ = State::Idle;
    ArrayHandles handles_;
    PlanPointer start_{}, now_{};
    Selected hit_;
    std::vector<std::string> ids_;
    int handler_ = -1;  ///< air handler that is being moved, in place of ids_
    std::vector<QRectF> ghosts_;
    QRectF area_;
    QPointF by_;
    TypedPair typed_;
    QPointF cycleAt_;
    std::size_t cycle_ = 0;
};

}  // namespace headroom::ui
