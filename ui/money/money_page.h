// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/money/money_chart.h"

#include <QWidget>

#include <memory>
#include <span>
#include <vector>

class QLabel;

namespace headroom::ui {

class SheetTable;

/// Content of one tab of the money view: a row of the table in money_page.cpp.
struct MoneyPageInfo {
    const char* name;                            ///< for tests and object names
    const char* title;                           ///< of the tab
    const char* asks;                            ///< what to do where there is nothing to show
    MoneyChart::Draw chart, beside;              ///< null if none
    engine::Sheet (*sheet)(const MoneyAnswer&);  ///< without rows: there is nothing to show
};

std::span<const MoneyPageInfo> moneyPages();

/// A text of that table in the language of the window.
QString moneyPageWord(const char* text);

/// Charts above, the table that they are drawn from below.
class MoneyPage : public QWidget {
    Q_OBJECT

  public:
    explicit MoneyPage(const MoneyPageInfo& info, QWidget* parent = nullptr);

    void show(const std::shared_ptr<const MoneyAnswer>& answer);

    SheetTable* table() const { return table_; }

    const std::vector<MoneyChart*>& charts() const { return charts_; }

    const MoneyPageInfo& info() const { return info_; }

  private:
    const MoneyPageInfo& info_;
    std::vector<MoneyChart*> charts_;
    QWidget* drawings_;
    SheetTable* table_;
};

/// The figures that people ask for first, side by side, each with its name above and its "why" as tip. Where there
/// is no room for all of a figure its band goes first, then its end: the tip has all of it.
class FigureStrip : public QWidget {
    Q_OBJECT

  public:
    explicit FigureStrip(QWidget* parent = nullptr);

    void show(const MoneyAnswer& answer);

  protected:
    void resizeEvent(QResizeEvent* event) override;

  private:
    struct Tile {
        QLabel *name, *value, *range;
        QString called = {}, figure = {}, band = {};  ///< "2.18 USD 2025", "± 14 %"
    };

    void fit();

    std::vector<Tile> tiles_;
};

}  // namespace headroom::ui
