// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "ui/money/money_answer.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QTabWidget;
class QPushButton;

namespace headroom::ui {

class FigureStrip;
class MoneyPage;
class NumberBox;
class Task;
class TaskRow;
class Workspace;

/// Cost and emission of the open project: total, years, own or rent, what matters most, carbon, other sites, every line
/// with its rate and source. A year is simulated in parallel with the window; horizon,
/// discount rate, tariff and offers then change the tables at once.
class MoneyView : public QWidget {
    Q_OBJECT

  public:
    explicit MoneyView(Workspace* workspace, QWidget* parent = nullptr);

    bool isBusy() const;
    void run();
    /// Shows this: what run() does with its own.
    void show(MoneyAnswer answer);

    const MoneyAnswer& answer() const { return *answer_; }

    /// By the ending: .csv every line, .xlsx all tables, .json all of it, .svg the chart in front.
    /// UI-023: nothing was worked out yet; UI-042: it ends otherwise.
    engine::Result<void> exportTo(const QString& file) const;

    /// Colours the floor by what racks cost a year: of one system, or of all. Nothing where nothing was worked out.
    void showOnFloor(std::optional<engine::CostSystem> system);

    /// "total", "years", "rent", "matters", "carbon", "follow", "sites", "lines"
    MoneyPage* page(const QString& name) const;

  signals:
    void finished();

  private:
    QWidget* makeControls();
    void listChoices();
    engine::CostQuestion question() const;
    std::vector<engine::Against> chosenOffers() const;
    std::vector<std::string> chosenSites() const;
    /// The simulated year under other prices.
    void reprice();
    void listFollow();
    void listFloor();
    void fill();
    void showState();
    void askExport();

    Workspace* workspace_;
    Task* task_;
    Task* pricing_;
    std::shared_ptr<const MoneyAnswer> answer_;
    engine::Errors errors_;
    bool isStale_ = false;  ///< the design changed since
    int project_ = 0;       ///< counts those that were opened
    NumberBox *years_ = nullptr, *discount_ = nullptr;
    QComboBox* tariff_ = nullptr;
    QPushButton *offers_ = nullptr, *sites_ = nullptr, *follow_ = nullptr, *floor_ = nullptr;
    engine::CostQuestion asked_;  ///< what the answer is to
    TaskRow* row_ = nullptr;
    QLabel* note_ = nullptr;  ///< what went wrong, or that the design has changed
    FigureStrip* figures_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    std::vector<MoneyPage*> pages_;
};

}  // namespace headroom::ui
