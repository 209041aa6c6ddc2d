// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPointF>
#include <QString>
#include <Qt>

class QKeyEvent;
class QPainter;

namespace headroom::ui {

class PlanView;

/// A press and release nearer than this is a click.
inline constexpr double kDragPixels = 5.0;

/// Where the pointer is, in the window and in metres of the site.
struct PlanPointer {
    QPointF window, site;
    Qt::KeyboardModifiers modifiers;
};

/// Actions of the left mouse button and the keyboard in the plan. One tool is in hand at a time; each
/// gesture that it completes is one edit of the project. Middle and right button and the wheel
/// belong to the view.
class Tool {
  public:
    explicit Tool(PlanView* plan) : plan_(plan) {}

    virtual ~Tool() = default;
    Tool(const Tool&) = delete;
    Tool& operator=(const Tool&) = delete;

    virtual void press(const PlanPointer&) {}

    /// `held`: with the left button down.
    virtual void move(const PlanPointer&, bool held) { (void)held; }

    virtual void release(const PlanPointer&) {}

    /// False: not for this tool.
    virtual bool key(QKeyEvent*) { return false; }

    /// Whether a key is the tool's before it is that of a command: numbers that are typed.
    virtual bool wants(const QKeyEvent&) const { return false; }

    /// Over everything else, in pixels of the window.
    virtual void paint(QPainter&) const {}

    /// For the status bar: what to do next.
    virtual QString hint() const = 0;

    virtual Qt::CursorShape cursor() const { return Qt::CrossCursor; }

    /// Takes back what is under way. False: nothing was; the tool is put down.
    virtual bool cancel() { return false; }

    /// Id of the command that takes this tool in hand, whose button is pressed meanwhile.
    virtual const char* command() const = 0;

  protected:
    PlanView* plan() const { return plan_; }

  private:
    PlanView* plan_;
};

}  // namespace headroom::ui
