// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/watch/run_answer.h"

#include <QElapsedTimer>
#include <QWidget>

#include <cstdint>
#include <optional>

class QPainter;

namespace headroom::ui {

class Workspace;

/// The step timeline of one job (engine/watch/step_timeline.h): phases from left to right by time, as high as their
/// power, in the colour of their kind. The tip of a phase has its figures. Asks the shown run about once a second while
/// it is visible and the run has moved.
class StepChart : public QWidget {
    Q_OBJECT

  public:
    explicit StepChart(Workspace* workspace, QWidget* parent = nullptr);

    /// JobRow::id. -1 if there is none.
    void showJob(std::int64_t job);

    const std::optional<engine::RunAnswer>& answer() const { return answer_; }

    /// Title and mean power, or why the run has no timeline of the job.
    QString headText() const;
    /// Row of the answer below that place. -1 if there is none.
    int phaseAt(QPointF place) const;
    /// Name, start, length, power and slowest rank of a row.
    QString phaseText(int row) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool event(QEvent* event) override;

  private:
    void ask();
    void take(const engine::Result<engine::RunAnswer>& answer);
    void describe();
    double lineHeight() const;
    QRectF area() const;
    QRectF phaseArea(std::size_t row) const;
    double wholeS() const;
    double mostKw() const;
    /// Place of its kind among those of the answer, in order.
    int kindOf(std::size_t row) const;
    void paintAxis(QPainter& painter) const;
    void paintKinds(QPainter& painter) const;

    Workspace* workspace_;
    std::int64_t job_ = -1;
    std::optional<engine::RunAnswer> answer_;
    QString why_;  ///< there is no answer
    bool isAsking_ = false;
    int question_ = 0;      ///< number of the last one: answers to others are dropped
    double askedS_ = -1.0;  ///< instant of the frame that was asked at
    QElapsedTimer since_;
};

}  // namespace headroom::ui
