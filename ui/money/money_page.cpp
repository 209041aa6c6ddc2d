// SPDX-License-Identifier: Apache-2.0
#include "ui/money/money_page.h"

#include "engine/money/training_runs.h"
#include "ui/kit/paint.h"
#include "ui/kit/sheet_table.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include <array>
#include <cmath>

namespace headroom::ui {

namespace {

#define T(text) QT_TRANSLATE_NOOP("MoneyPages", text)

constexpr int kChartPx = 280, kTablePx = 170;  ///< least heights

constexpr auto kRunFirst =
    T("Run simulates a day of each month and prices the project's own bill of materials.");

engine::Sheet systemsOf(const MoneyAnswer& a) {
    return engine::systemsSheet(a.report());
}

engine::Sheet yearsOf(const MoneyAnswer& a) {
    return engine::yearsSheet(a.report());
}

engine::Sheet rentOf(const MoneyAnswer& a) {
    return engine::breakEvenSheet(a.breakEvens, a.currency());
}

engine::Sheet placesOf(const MoneyAnswer& a) {
    return engine::placesSheet(a.study->places, a.study->basis);
}

engine::Sheet runsOf(const MoneyAnswer& a) {
    const engine::CostStudy& s = *a.study;
    return engine::trainingRunsSheet(engine::trainingRuns(s.basis, s.cost, s.carbon), a.currency());
}

engine::Sheet mattersOf(const MoneyAnswer& a) {
    return engine::tornadoSheet(a.report(), engine::allEffects(a.report()).size());
}

engine::Sheet carbonOf(const MoneyAnswer& a) {
    return engine::carbonSheet(a.study->carbon, a.study->basis.economics.years);
}

engine::Sheet supplyOf(const MoneyAnswer& a) {
    return a.study->basis.supply ? engine::supplySheet(*a.study->basis.supply) : engine::Sheet{};
}

engine::Sheet followOf(const MoneyAnswer& a) {
    return a.study->followed.empty()
               ? engine::Sheet{}
               : engine::followSheet(a.study->followed, a.study->basis, a.study->follow);
}

engine::Sheet sitesOf(const MoneyAnswer& a) {
    return engine::sitesSheet(a.sites, a.currency());
}

engine::Sheet linesOf(const MoneyAnswer& a) {
    return engine::linesSheet(a.report());
}

constexpr auto kPages = std::to_array<MoneyPageInfo>({
    {"total", T("Total"), kRunFirst, drawTotal, nullptr, systemsOf},
    {"years", T("Years"), kRunFirst, drawYears, nullptr, yearsOf},
    {"rent", T("Own or rent"), T("Choose offers under Against."), drawUse, drawMonths, rentOf},
    {"places", T("Same work elsewhere"),
     T("Choose offers under Against, with Do the Jobs There, and press Run: the same jobs are "
       "simulated at "
       "each."),
     drawPlaces, nullptr, placesOf},
    {"runs", T("Training runs"), kRunFirst, nullptr, nullptr, runsOf},
    {"matters", T("Sensitivity"), kRunFirst, drawTornado, nullptr, mattersOf},
    {"carbon", T("Carbon"), kRunFirst, drawCarbon, nullptr, carbonOf},
    {"supply", T("Own supply"),
     T("The project has no own supply: solar field, battery or power purchase agreement."),
     drawSupply, nullptr, supplyOf},
    {"follow", T("Operation"),
     T("Choose price or carbon under Follow and press Run: one more year, with accelerators under "
       "a limit in its "
       "dearest or dirtiest hours, and with the project's own battery and waiting work."),
     drawSaved, drawSpared, followOf},
    {"sites", T("Sites"),
     T("Choose sites and press Run: a year of the project is simulated at each."), drawSites,
     nullptr, sitesOf},
    {"lines", T("Every line"), kRunFirst, nullptr, nullptr, linesOf},
});

#undef T

QString outputText(const engine::CostOutput& output, const std::string& currency) {
    return QStringLiteral("%1 %2").arg(numberText(output.each, 3),
                                       QString::fromStdString(currency));
}

QString bandText(double share) {
    return QStringLiteral("± %1 %").arg(numberText(100.0 * share, 2));
}

/// The part of it that fits.
QString fitting(const QLabel& label, const QString& text) {
    return label.fontMetrics().elidedText(text, Qt::ElideRight, label.width());
}

}  // namespace

std::span<const MoneyPageInfo> moneyPages() {
    return kPages;
}

QString moneyPageWord(const char* text) {
    return QCoreApplication::translate("MoneyPages", text);
}

MoneyPage::MoneyPage(const MoneyPageInfo& info, QWidget* parent)
    : QWidget(parent),
      info_(info),
      drawings_(new QWidget(this)),
      table_(new SheetTable(moneyPageWord(info.title), this)) {
    setObjectName(QStringLiteral("moneyPage-") + info.name);
    auto* row = new QHBoxLayout(drawings_);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (const MoneyChart::Draw draw : {info.chart, info.beside}) {
        if (draw != nullptr) {
            charts_.push_back(new MoneyChart(moneyPageWord(info.title), draw, drawings_));
            row->addWidget(charts_.back(), 1);
        }
    }
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(drawings_);
    splitter->addWidget(table_);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    // A low window scrolls: a chart of sixteen rows cannot be read in a hand's breadth.
    drawings_->setMinimumHeight(kChartPx);
    table_->setMinimumHeight(kTablePx);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(splitter);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    show(nullptr);
}

void MoneyPage::show(const std::shared_ptr<const MoneyAnswer>& answer) {
    const bool has = answer && answer->study;
    const engine::Sheet sheet = has ? info_.sheet(*answer) : engine::Sheet{};
    const bool any = !sheet.rows.empty();
    if (any) {
        table_->show(sheet);
    } else {
        table_->clear(moneyPageWord(info_.asks));
    }
    drawings_->setVisible(any && !charts_.empty());
    for (MoneyChart* chart : charts_) {
        chart->show(any ? answer : nullptr);
    }
}

FigureStrip::FigureStrip(QWidget* parent) : QWidget(parent) {
    setObjectName("moneyFigures");
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 0, 10, 6);
    row->setSpacing(18);
    for (int i = 0; i < 5; ++i) {
        auto* column = new QVBoxLayout;
        column->setSpacing(0);
        // The interval has a line of its own: no figure that has one is seen without.
        Tile tile{new QLabel(this), new QLabel(this), new QLabel(this), {}, {}, {}};
        tile.name->setForegroundRole(QPalette::PlaceholderText);
        tile.range->setForegroundRole(QPalette::PlaceholderText);
        tile.value->setFont(boldOf(tile.value->font()));
        tile.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        for (QLabel* label : {tile.name, tile.value, tile.range}) {
            label->setMinimumWidth(40);
            label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
            column->addWidget(label);
        }
        row->addLayout(column, 1);
        tiles_.push_back(tile);
    }
}

void FigureStrip::show(const MoneyAnswer& answer) {
    setVisible(answer.study != nullptr);
    if (!answer.study) {
        return;
    }
    const engine::CostStudy& s = *answer.study;
    const std::string& money = answer.currency();
    const double npv = models::usdOf(s.cost.npvTotal);
    const double share = npv != 0.0 ? s.spread.halfWidth / npv : 0.0;
    std::size_t tile = 0;
    const auto put = [&](const QString& name, const QString& figure, const QString& band,
                         const QString& why) {
        Tile& its = tiles_[tile];
        its.called = name;
        its.figure = figure;
        its.band = band;
        for (QLabel* label : {its.name, its.value, its.range}) {
            label->setToolTip(QStringLiteral("%1: %2 %3\n%4").arg(name, figure, band, why));
        }
        ++tile;
    };
    const QString heading = QString::fromStdString(engine::costHeading(s.report()));
    put(tr("Total of %1 years").arg(s.basis.economics.years),
        amountText(models::usdOf(s.cost.tcoTotal), money), {}, heading);
    put(tr("Present value"), amountText(npv, money), bandText(share),
        tr("At %1 % a year; as far as the rates move it, nine times in ten. %2")
            .arg(plainNumberText(100.0 * s.basis.economics.discountRate), heading));
    int outputs = 0;
    for (const char* key : {"used_hour", "million_tokens_trained", "million_tokens_served"}) {
        const engine::CostOutput* output = s.cost.output(key);
        if (output != nullptr && output->perYear > 0.0 && outputs < 2) {
            ++outputs;
            put(QString::fromStdString(output->label), outputText(*output, money), bandText(share),
                QString::fromStdString(output->why));
        }
    }
    put(tr("Carbon"), tr("%1 t a year").arg(numberText(s.carbon.kgPerYear / 1e3)), {},
        tr("Operation, %1 t, and what was made, spread over its life; %2 kg an accelerator hour "
           "used")
            .arg(numberText(s.carbon.operationKg / 1e3), numberText(s.carbon.perUsedHour, 3)));
    for (; tile < tiles_.size(); ++tile) {
        tiles_[tile].called.clear();
        tiles_[tile].figure.clear();
        tiles_[tile].band.clear();
    }
    fit();
}

void FigureStrip::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fit();
}

void FigureStrip::fit() {
    for (const Tile& tile : tiles_) {
        tile.name->setText(fitting(*tile.name, tile.called));
        tile.value->setText(fitting(*tile.value, tile.figure));
        tile.range->setText(tile.band);
    }
}

}  // namespace headroom::ui
