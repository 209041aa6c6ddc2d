// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

#include <vector>

namespace headroom::ui {

class Workspace;

/// The halls that a job is in, from above and small, with its racks. A click selects a rack.
class JobFloor : public QWidget {
    Q_OBJECT

  public:
    explicit JobFloor(Workspace* workspace, QWidget* parent = nullptr);

    /// Indices into Layout::racks.
    void setRacks(const std::vector<int>& racks);

    /// "12 racks in Hall 1, R01-03 to R01-14".
    QString summary() const;

    /// Rack under that place; -1 if none.
    int rackAt(QPointF place) const;
    QRectF boxOf(int rack) const;

    QSize sizeHint() const override { return {300, 150}; }

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

  private:
    QRectF area() const;

    Workspace* workspace_;
    std::vector<int> racks_;
    std::vector<int> halls_;  ///< that they are in, ascending
};

}  // namespace headroom::ui
