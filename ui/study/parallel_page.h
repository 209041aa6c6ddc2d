// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/study/study_desk.h"

#include <QLineF>
#include <QWidget>

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace headroom::ui {

class StudyFocus;

/// Parallel coordinates: an upright scale for each axis and each figure, a line for each point. A drag along a scale brushes
/// it: lines that leave the brush are pale, here and on every page. A click on a scale takes its brush away, a click on a
/// line chooses its point.
class ParallelPage : public QWidget {
    Q_OBJECT

  public:
    explicit ParallelPage(StudyFocus* focus, QWidget* parent = nullptr);

    void show(const std::shared_ptr<const StudyAnswer>& answer);

    /// Brushes a scale between two heights, 0 below and 1 above.
    void brush(std::size_t scale, double low, double high);
    void clearBrush(std::size_t scale);

    std::size_t scaleCount() const { return scales_.size(); }

    /// Where a scale is, its foot and its head.
    QLineF scaleLine(std::size_t scale) const;

    QSize minimumSizeHint() const override { return {300, 160}; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

  private:
    struct Scale {
        QString label, low, high;
        std::vector<double> at;  ///< by point, 0 … 1; NaN: it has none there
        bool isFigure = false;
    };

    void select();
    int scaleAt(double x) const;
    double heightAt(double y) const;
    int pointAt(const QPointF& place) const;
    double xOf(std::size_t scale) const;
    double yOf(double at) const;

    StudyFocus* focus_;
    std::shared_ptr<const StudyAnswer> answer_;
    std::vector<Scale> scales_;
    std::map<std::size_t, std::pair<double, double>> brushes_;
    int dragged_ = -1;
    double pressedAt_ = 0.0;
    bool moved_ = false;
};

}  // namespace headroom::ui
