// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "ui/chart/chart_channel.h"

#include <QWidget>

#include <limits>
#include <vector>

class QComboBox;
class QGridLayout;
class QMenu;
class QStackedWidget;
class QToolButton;

namespace headroom::ui {

class ChartData;
class ChartView;
class GridTracks;
class Workspace;

/// The charts of a run with one time range and one time cursor, and the tracks of price and carbon under them. Which they are follows the project at
/// first (usualCharts()) and is the user's choice from then on, until another project is opened.
class ChartSet : public QWidget {
    Q_OBJECT

  public:
    explicit ChartSet(Workspace* workspace, QWidget* parent = nullptr);

    const ChartData& data() const { return *data_; }

    const std::vector<ChartView*>& charts() const { return charts_; }

    GridTracks* tracks() const { return tracks_; }

    /// In place of those that are there.
    void setCharts(const std::vector<ChartSpec>& specs);

    /// Entries of a chart's context menu at that time of the run.
    void fillMenu(QMenu& menu, ChartView* chart, double timeS);

    /// Asks for a file and writes there; for the values of all charts, over the time that they show.
    void exportValues();
    void savePicture();
    /// Asks for the quantities of one more.
    void addChart();

    /// In the chart `at` where an axis has that unit or there is room for a second one, else in one of its own. False: there is no such
    /// channel.
    bool addChannel(const std::string& name, ChartView* at = nullptr);
    /// Values of all charts over the time that they show, to be pasted into a spreadsheet.
    void copyValues() const;

    double fromS() const { return from_; }

    double toS() const { return to_; }

  signals:
    void failed(const QString& what);
    void said(const QString& what);

  protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

  private:
    ChartView* makeChart(const ChartSpec& spec);
    QWidget* makeBar(QWidget* parent);
    void choose(ChartView* chart);
    void askLimit(ChartView* chart);
    void askNote(const ChartView* chart, double timeS);
    void tellNote(const engine::Result<void>& done);
    void remove(ChartView* chart);
    QString askFile(const QString& title, const QString& stem, const QString& filter);
    bool isAnything();
    std::vector<std::string> allChannels() const;
    void setMark(double timeS);
    void tell(const engine::Result<void>& done, const QString& file);
    void begin();
    void arrange();
    void showTracks();
    void redraw();
    void follow();
    void setRange(double fromS, double toS);

    Workspace* workspace_;
    ChartData* data_;
    std::vector<ChartView*> charts_;
    QWidget* page_ = nullptr;
    QGridLayout* grid_;
    GridTracks* tracks_;
    bool tracksWanted_ = true;
    QComboBox* span_;
    QStackedWidget* pages_;
    QString shownProject_;
    int columns_ = 0;
    bool following_ = true;
    double from_ = 0.0;
    double to_ = 3600.0;
    bool statistics_ = false;
    QToolButton* legend_ = nullptr;
    double mark_ = std::numeric_limits<double>::quiet_NaN();
    double cursor_ = std::numeric_limits<double>::quiet_NaN();
};

}  // namespace headroom::ui
