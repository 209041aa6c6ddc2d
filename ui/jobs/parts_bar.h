// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/job_history.h"

#include <QWidget>

#include <vector>

namespace headroom::ui {

/// Parts of a whole as one bar, and below it a line for each with value and share; the reason of a
/// part is its tool tip. With a capacity the bar is as long as that, and what is over it is marked.
class PartsBar : public QWidget {
    Q_OBJECT

  public:
    PartsBar(const QString& title, const QString& emptyText, QWidget* parent = nullptr);

    /// `capacity`: in the parts' unit, 0: their sum is the whole.
    void setParts(std::vector<engine::JobPart> parts, double capacity = 0.0);
    /// Beside the sum: "goodput 93 %".
    void setNote(const QString& note);

    double sum() const;

    const std::vector<engine::JobPart>& parts() const { return parts_; }

    /// Text of the head: title, sum, note.
    QString headText() const;
    /// Part under that place; -1 if none.
    int partAt(QPointF place) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

  private:
    double lineHeight() const;
    double rowTop(std::size_t part) const;
    QRectF barArea() const;
    double whole() const;
    void describe();

    QString title_, empty_, note_;
    std::vector<engine::JobPart> parts_;
    double capacity_ = 0.0;
};

/// A part's value by its unit, as precise as the whole it belongs to calls for.
QString partText(double value, const std::string& unit, double whole);

}  // namespace headroom::ui
