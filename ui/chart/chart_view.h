// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/live/run_series.h"
#include "ui/chart/chart_channel.h"
#include "ui/units/unit_system.h"

#include <QColor>
#include <QPointF>
#include <QString>
#include <QWidget>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

class QCPAxis;
class QCPGraph;
class QCPItemText;
class QCPItemStraightLine;
class QCustomPlot;
class QLabel;

namespace headroom::ui {

class ChartData;
class ChartLegend;

/// One chart over simulated time: head with the values at the cursor, curves, marks of events, notes of
/// people, a limit, and a table of figures below it. A point of several steps has a band from the least
/// to the largest value, and a darker one from p10 to p90.
/// Curves of a second unit have their axis at the right. Wheel: time; Ctrl and wheel, or wheel on the axis of values: values; drag moves; double click
/// returns to the newest instant and to all values.
class ChartView : public QWidget {
    Q_OBJECT

  public:
    ChartView(ChartSpec spec, const ChartData* run, QWidget* parent = nullptr);

    const ChartSpec& spec() const { return spec_; }

    void setSpec(ChartSpec spec);

    /// In SI; NaN: none.
    void setLimit(double limit);

    /// A second cursor that stays: the table tells how far values are from it, the head how far the time.
    /// NaN: none.
    void setMark(double timeS) { markS_ = timeS; }

    /// Whether a table below the chart has min, mean by time, max and last of the span that is shown. A
    /// mark and a third curve ask for the table too.
    void setStatistics(bool on) { statistics_ = on; }

    /// Draws times [fromS, toS]; the head tells the values at `cursorS`, or those of now where it
    /// is not finite.
    void show(double fromS, double toS, double cursorS);

    QString title() const;
    /// The head without colours: "PUE 1.106 · 14:05:00".
    QString headText() const;
    /// The table below, a line a curve; empty where there is none.
    QString legendText() const;

    /// The event whose mark is within reach of that place; -1 if none.
    std::int64_t eventAt(double timeS) const;
    /// The note within reach of that place, by its place in ChartData::notes(); -1 if none.
    int noteAt(double timeS) const;

    QCustomPlot* plot() const { return plot_; }

    /// The unit of the axis at the left, or of that at the right: shown = si / toSi + offset.
    const DisplayUnit& unit(std::size_t axis = 0) const { return axes_[axis].unit; }

    /// Whether it has an axis at the right as well.
    bool hasTwoUnits() const;

    /// Place on a curve: 0 at the left, 1 at the right.
    std::size_t axisOf(std::size_t curve) const { return curves_[curve].axis; }

  signals:
    void hovered(double timeS);
    void left();
    /// Shift and click: the second cursor is wanted there.
    void marked(double timeS);
    void zoomed(double factor, double aroundS);
    void panned(double seconds);
    void followRequested();
    void menuRequested(QPoint globalPosition, double timeS);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    /// Lines of one curve.
    struct Curve {
        ChartChannel channel;
        QCPGraph *least = nullptr, *most = nullptr, *mean = nullptr;
        QCPGraph *low = nullptr, *high = nullptr;  ///< p10 and p90
        std::size_t axis = 0;
    };

    /// The values of one unit.
    struct ValueAxis {
        DisplayUnit unit;
        std::optional<std::pair<double, double>> chosen;  ///< by hand, in SI; none means all
        double beyond =
            std::numeric_limits<double>::quiet_NaN();  ///< a spike above the axis; NaN: none
    };

    QCPAxis* valueAxis(std::size_t axis) const;

    void build();
    void paintTheme();

    /// A part of the head after the title, and which leave first where it is narrow: the highest.
    struct HeadPart {
        QString text;
        QColor colour;
        bool isBold = false;
        int leaves = 0;
    };

    void showHead(double cursorS);
    void addHeadValues(std::vector<HeadPart>& parts, double cursorS) const;
    QString fittingHead(const std::vector<HeadPart>& parts) const;
    QString fittingLine(QString name, std::vector<HeadPart> parts) const;
    double valueAt(std::size_t curve, double cursorS) const;
    QString apartText(std::size_t curve, double value) const;
    bool wantsLegend() const;
    void showLegend(double cursorS);
    void showBands(double fromS, double toS, std::size_t rows);
    void showNotes(double fromS, double toS);
    void showMarks(double fromS, double toS);
    void showLimit(double fromS, double toS);
    void chooseAxis(std::size_t axis);
    void zoomValues(std::size_t axis, double factor, double pixelY);
    double timeAt(QPointF place) const;

    ChartSpec spec_;
    const ChartData* data_;
    QLabel* head_;
    QCustomPlot* plot_;
    ChartLegend* legend_;
    std::vector<Curve> curves_;
    QCPGraph *bad_ = nullptr, *caution_ = nullptr, *good_ = nullptr;  ///< marks of events
    QCPGraph* notes_ = nullptr;
    std::vector<QCPItemText*> noteTexts_;
    QCPItemStraightLine* cursor_;
    QCPItemStraightLine* now_;
    QCPItemStraightLine* limit_;
    QCPItemStraightLine* mark_;
    double markS_ = std::numeric_limits<double>::quiet_NaN();
    bool statistics_ = false;
    engine::SeriesCut cut_;  ///< what is drawn
    std::array<ValueAxis, 2> axes_;
    QString limitText_;
    QPointF dragFrom_;
    double dragTime_ = 0.0;
    bool dragging_ = false;
};

}  // namespace headroom::ui
