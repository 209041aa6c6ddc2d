// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/plan/tool.h"
#include "ui/plan/typed_pair.h"

#include <optional>
#include <string>

namespace headroom::ui {

/// Tells the distance between two points, and its parts east and north; the line stays until the
/// next.
class MeasureTool : public Tool {
  public:
    explicit MeasureTool(PlanView* plan) : Tool(plan) {}

    void press(const PlanPointer& at) override;
    void move(const PlanPointer& at, bool held) override;
    void release(const PlanPointer& at) override;
    void paint(QPainter& painter) const override;
    QString hint() const override;
    bool cancel() override;

    const char* command() const override { return "draw.measure"; }

    double distanceM() const;

  protected:
    virtual QString text() const;

    /// Both points are set.
    virtual void measured() {}

    /// Whether points go to corners of what is there.
    virtual bool snaps() const { return true; }

    std::optional<QPointF> from_;
    QPointF to_;
    QPointF pressed_;  ///< in pixels of the window
    bool done_ = false;

  private:
    QPointF point(const PlanPointer& at) const;
};

/// Gives a drawing its true scale: two points on it, then the distance between them in metres.
class ScaleTool : public MeasureTool {
  public:
    ScaleTool(PlanView* plan, std::string drawing);

    bool key(QKeyEvent* key) override;
    bool wants(const QKeyEvent& key) const override;
    QString hint() const override;

    const char* command() const override { return "draw.scaleDrawing"; }

  protected:
    QString text() const override;
    void measured() override;

    bool snaps() const override { return false; }  // it is the drawing that counts

  private:
    std::string drawing_;
    TypedPair typed_;
};

}  // namespace headroom::ui
