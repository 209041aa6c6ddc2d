// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/waveform/waveform.h"
#include "models/power/spectrum.h"
#include "ui/units/quantity_text.h"

#include <QWidget>

#include <array>
#include <memory>

class QCheckBox;
class QCPItemStraightLine;
class QCustomPlot;
class QLabel;
class QSplitter;

namespace headroom::ui {

/// Lines of the charts, from chip to grid.
enum class SwingLine { Accelerators, RackDemand, RackStorage, Ups, Utility, Unsmoothed, Count };

/// One waveform with what it was made from and its spectra. Made on a worker thread, then
/// read-only.
struct SwingPicture {
    static constexpr std::size_t kLines = static_cast<std::size_t>(SwingLine::Count);

    engine::SwingPlant plant;
    engine::Waveform waveform;
    std::array<models::Spectrum, kLines> spectra;

    const std::vector<double>& seriesW(SwingLine line) const;
};

SwingPicture makeSwingPicture(const engine::SwingPlant& plant,
                              const engine::WaveformOptions& options);

/// Power over the window and its spectrum, next to or above each other as there is room, with a
/// legend that switches lines and tells their values: means, or those under the pointer.
class SwingCharts : public QWidget {
    Q_OBJECT

  public:
    explicit SwingCharts(QWidget* parent = nullptr);

    void show(std::shared_ptr<const SwingPicture> picture);

    QCustomPlot* timePlot() const { return time_; }

    QCustomPlot* spectrumPlot() const { return spectrum_; }

    QCheckBox* toggle(SwingLine line) const;
    QString valueText(SwingLine line) const;

  protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    QWidget* makeLegend();
    QWidget* makeChart(QCustomPlot* plot, const QString& why);
    void paintTheme();
    void showLines();
    void showMeans();
    void showAt(QCustomPlot* plot, double place);
    void moveCursor(QCustomPlot* plot, double place);

    struct Row {
        QCheckBox* box = nullptr;
        QLabel* value = nullptr;
    };

    std::shared_ptr<const SwingPicture> picture_;
    std::array<Row, SwingPicture::kLines> rows_;
    QCustomPlot* time_;
    QCustomPlot* spectrum_;
    QSplitter* charts_;
    QLabel* where_;
    QCPItemStraightLine* timeCursor_;
    QCPItemStraightLine* spectrumCursor_;
    QCPItemStraightLine* limit_;
    ShownUnit unit_;
};

}  // namespace headroom::ui
