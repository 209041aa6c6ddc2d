// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/money/money_answer.h"

#include <QColor>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <memory>
#include <utility>
#include <vector>

class QCustomPlot;

namespace headroom::ui {

/// Canvas of a money chart, made once per answer and theme: bars at given places, labels, and the
/// tool tip of each place.
class MoneyCanvas {
  public:
    using Tips = std::vector<std::pair<QRectF, QString>>;

    MoneyCanvas(QCustomPlot* plot, Tips* tips) : plot_(plot), tips_(tips) {}

    QCustomPlot* plot() const { return plot_; }

    /// Between two corners, in units of the axes.
    void bar(double fromX, double fromY, double toX, double toY, const QColor& colour,
             const QString& tip);
    /// Beside a place, on its right or its left.
    void word(double x, double y, const QString& text, const QColor& colour, bool onRight = true);
    void say(double fromX, double fromY, double toX, double toY, const QString& tip);

    /// Rows with these names from the top down, at 0, 1, 2, ...
    void nameRows(const QStringList& names);
    void scaleX(double from, double to, const QString& label);
    void scaleY(double from, double to, const QString& label);

  private:
    QCustomPlot* plot_;
    Tips* tips_;
};

/// Amounts as drawn: 12.3 of "M USD".
struct MoneyScale {
    double by = 1.0;
    QString unit;
};

MoneyScale moneyScale(double most, const std::string& currency);

/// "12.3 M USD"
QString amountText(double amount, const std::string& currency);

/// One chart of the money view. A function draws the chart; it runs again for each answer and each
/// theme.
class MoneyChart : public QWidget {
    Q_OBJECT

  public:
    using Draw = void (*)(MoneyCanvas&, const MoneyAnswer&);

    MoneyChart(const QString& name, Draw drawing, QWidget* parent = nullptr);

    /// Null if there is nothing.
    void show(std::shared_ptr<const MoneyAnswer> answer);

    QCustomPlot* plot() const { return plot_; }

    /// Tool tip at a place of the chart, in pixels. Empty if there is none.
    QString tipAt(QPointF place) const;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void draw();

    QCustomPlot* plot_;
    Draw draw_;
    std::shared_ptr<const MoneyAnswer> answer_;
    MoneyCanvas::Tips tips_;
};

// Charts of one project.
void drawTotal(MoneyCanvas& canvas, const MoneyAnswer& answer);    ///< waterfall of the horizon
void drawYears(MoneyCanvas& canvas, const MoneyAnswer& answer);    ///< money year by year
void drawTornado(MoneyCanvas& canvas, const MoneyAnswer& answer);  ///< the rates that matter most
void drawCarbon(MoneyCanvas& canvas, const MoneyAnswer& answer);   ///< a year, by what emits
void drawSupply(MoneyCanvas& canvas, const MoneyAnswer& answer);   ///< a mean day behind the meter

// Against others.
void drawUse(MoneyCanvas& canvas, const MoneyAnswer& answer);     ///< an hour, by utilisation
void drawMonths(MoneyCanvas& canvas, const MoneyAnswer& answer);  ///< spent so far, by month
void drawPlaces(MoneyCanvas& canvas,
                const MoneyAnswer& answer);  ///< a year, by where the work is done
void drawSites(MoneyCanvas& canvas, const MoneyAnswer& answer);  ///< cost and carbon of sites

// Operation that follows price or carbon, over unchanged operation.
void drawSaved(MoneyCanvas& canvas, const MoneyAnswer& answer);   ///< money of a year, and work
void drawSpared(MoneyCanvas& canvas, const MoneyAnswer& answer);  ///< carbon of a year

}  // namespace headroom::ui
