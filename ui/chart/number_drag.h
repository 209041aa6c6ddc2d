// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QPoint>
#include <QString>

class QMimeData;
class QWidget;

namespace headroom::ui {

/// Carries a number that can be charted out of any list whose cells or rows name it (kNumberRole,
/// kChartRole): press on it and drag it to the charts. Out of a picture (NumberPlace) with Ctrl and Shift.
class NumberDrag : public QObject {
    Q_OBJECT

  public:
    explicit NumberDrag(QWidget* window);

    /// Data of a drag; the caller owns it. Null where the number cannot be charted.
    static QMimeData* mimeOf(const QString& number);
    /// Empty where it carries no such number.
    static QString numberIn(const QMimeData* data);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QString pressed_;
    QPoint at_;
};

}  // namespace headroom::ui
