// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/grid/grid_hours.h"

#include <QString>
#include <QWidget>

#include <limits>
#include <optional>

namespace headroom::ui {

class ChartData;

/// Price and emission of the grid's energy hour by hour, as two tracks over the time of the charts above them: by the
/// project's tariff or file, and by its grid or file. The
/// value told is that of the cursor, or of the instant that the window shows.
class GridTracks : public QWidget {
    Q_OBJECT

  public:
    explicit GridTracks(const ChartData* run, QWidget* parent = nullptr);

    /// Draws times [fromS, toS] of the run.
    void show(double fromS, double toS, double cursorS);

    enum class Track { Price, Carbon };

    /// "Energy price 0.094 USD/kWh"; what is wrong where the project's hours cannot be read.
    QString text(Track track) const;
    /// At a moment of the run [USD/J, kg/J]; NaN: not known.
    double valueAt(Track track, double timeS) const;

    QSize sizeHint() const override;

  signals:
    void hovered(double timeS);
    void left();

  protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

  private:
    void read();
    QRectF strip(Track track) const;
    double rowHeight() const;
    void paintTrack(QPainter& painter, Track track) const;
    QString sourceText(Track track) const;

    const ChartData* data_;
    std::optional<engine::GridHours> hours_;
    QString fault_;
    double startYearS_ = 0.0;
    double from_ = 0.0, to_ = 1.0;
    double cursor_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace headroom::ui
