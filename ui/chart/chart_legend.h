// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QColor>
#include <QString>
#include <QWidget>

#include <array>
#include <vector>

namespace headroom::ui {

/// The table below a chart: a line a curve with its colour, and columns of figures. Where it is narrow,
/// columns leave from the left and names lose their end; nothing overlaps.
class ChartLegend : public QWidget {
    Q_OBJECT

  public:
    static constexpr std::size_t kColumns = 5;  ///< min, mean, max, last, Δ

    struct Row {
        QColor colour;
        QString name;
        std::array<QString, kColumns> cells;  ///< an empty column is not shown
    };

    explicit ChartLegend(QWidget* parent);

    /// `lastHead`: "last" or "at cursor".
    void setRows(std::vector<Row> rows, const QString& lastHead);

    /// Heads and rows as words, a line each: what a screen reader says.
    QString text() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    QStringList heads() const;

    std::vector<Row> rows_;
    QString lastHead_;
};

}  // namespace headroom::ui
