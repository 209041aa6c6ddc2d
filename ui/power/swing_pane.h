// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/waveform/waveform.h"

#include <QElapsedTimer>
#include <QWidget>

#include <memory>

class QComboBox;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace headroom::engine {
struct Frame;
}

namespace headroom::ui {

class SwingCharts;
class Task;
class TextTable;
class Workspace;
struct SwingPicture;

/// How the facility's power pulses at this instant of the run: waveform, spectrum, the operator's
/// limits, and what each measure brings. The plant is taken on the simulation thread, the waveform
/// computed on a worker; the window never waits for either.
class SwingPane : public QWidget {
    Q_OBJECT

  public:
    explicit SwingPane(Workspace* workspace, QWidget* parent = nullptr);

    /// Asks for the present instant; what is under way is finished first.
    void compute();

    /// Shown content; null if nothing is shown.
    std::shared_ptr<const SwingPicture> picture() const { return picture_; }

    bool isBusy() const;

    SwingCharts* charts() const { return charts_; }

    const TextTable* limits() const { return limits_; }

    const TextTable* measures() const { return measures_; }

    /// The words that are in place of the charts; empty while there are charts.
    QString emptyText() const;

  signals:
    void shown();

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    QWidget* makeControls();
    void fillTables();
    void forget();
    void refresh();
    void take(const engine::Result<std::shared_ptr<const engine::SwingPlant>>& swings);
    void render(const std::shared_ptr<const engine::SwingPlant>& plant);
    void finish(std::shared_ptr<const SwingPicture> picture, qint64 tookMs);
    void showEmpty(const QString& why);
    void showState();

    Workspace* workspace_;
    Task* task_;
    QComboBox* window_;
    QComboBox* event_;
    QPushButton* button_;
    QLabel* verdict_;
    QLabel* state_;
    QStackedWidget* pages_;
    QLabel* empty_;
    SwingCharts* charts_;
    TextTable* limits_;
    TextTable* measures_;

    std::shared_ptr<const SwingPicture> picture_;
    std::shared_ptr<const engine::Frame> frame_;  ///< newest when the last one was asked for
    QElapsedTimer since_;                         ///< the last one was done
    qint64 tookMs_ = 0;
    int run_ = 0;  ///< goes up with each simulation: answers of earlier ones are dropped
    bool asked_ = false;
    bool again_ = false;
};

}  // namespace headroom::ui
