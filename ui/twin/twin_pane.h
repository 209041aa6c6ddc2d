// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QSplitter;
class QTabWidget;
class QToolButton;

namespace headroom::ui {

class AheadPage;
class CommandSet;
class FilteredTable;
class FindingModel;
class SensorChart;
class SensorModel;
class SourceModel;
class TwinDesk;
class Workspace;

/// The living twin: sensors with what they read and what the models say, one of them over time, what is wrong with the
/// telemetry, and the sources that it comes from.
class TwinPane : public QWidget {
    Q_OBJECT

  public:
    TwinPane(Workspace* workspace, CommandSet* commands, QWidget* parent = nullptr);

    FilteredTable* sensors() const { return sensors_; }

    FilteredTable* findings() const { return findings_; }

    FilteredTable* sources() const { return sources_; }

    const SensorModel& sensorModel() const { return *sensorModel_; }

    const FindingModel& findingModel() const { return *findingModel_; }

    const SourceModel& sourceModel() const { return *sourceModel_; }

    SensorChart* chart() const { return chart_; }

    AheadPage* ahead() const { return ahead_; }

    QTabWidget* tabs() const { return tabs_; }

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    QWidget* makeHead(CommandSet* commands);
    void showState();
    void showWords();
    void showNow();
    void showSources();
    void showChosen();

    TwinDesk* desk_;
    QPushButton *cancel_ = nullptr, *again_ = nullptr;
    QToolButton* inViews_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel* state_ = nullptr;
    QTabWidget* tabs_;
    QSplitter* split_;
    SensorModel* sensorModel_;
    FindingModel* findingModel_;
    SourceModel* sourceModel_;
    FilteredTable *sensors_, *findings_, *sources_;
    SensorChart* chart_;
    AheadPage* ahead_;
    QTimer looks_;            ///< at sources, while a twin continues
    bool isShowing_ = false;  ///< the table follows the desk, and does not lead it
};

}  // namespace headroom::ui
