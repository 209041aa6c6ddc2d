// SPDX-License-Identifier: Apache-2.0
#include "engine/part/part_address.h"
#include "ui/kit/theme.h"
#include "ui/money/money_chart.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

/// Charts of one project's own money and carbon.
namespace headroom::ui {

namespace {

using engine::CostSystem;

constexpr std::size_t kTornadoRows = 12;
constexpr double kHalfBar = 0.36;  ///< of a row

QString ownWord(const char* text) {
    return QCoreApplication::translate("MoneyCharts", text);
}

/// A rate of the book by its label; a figure of a part with the part, since many have a price.
QString rateName(const engine::Rate& rate) {
    const QString label = QString::fromStdString(rate.label);
    const auto id = engine::ChannelName::parse(rate.id);
    return id.place == "price_book" ? label
                                    : QStringLiteral("%1, %2").arg(label, utf8Text(id.object));
}

/// Room for the words at the ends of the bars.
void scaleAmounts(MoneyCanvas& canvas, double least, double most, const QString& unit) {
    const double width = std::max(most - least, 1e-9);
    canvas.scaleX(least - (least < 0.0 ? 0.16 * width : 0.0), most + 0.16 * width, unit);
}

}  // namespace

void drawTotal(MoneyCanvas& canvas, const MoneyAnswer& answer) {
    const ThemeColours& c = Theme::instance().colours();
    const engine::Cost& cost = answer.study->cost;

    struct Step {
        QString name;
        double amount;
        QColor colour;
    };

    std::vector<Step> steps;
    double back = 0.0, most = 0.0;
    for (std::size_t s = 0; s < cost.tco.size(); ++s) {
        models::Cents spent = 0;
        for (const engine::CostYear& year : cost.years) {
            spent += year.spent[s];
        }
        const auto system = static_cast<CostSystem>(s);
        if (spent != 0) {
            steps.push_back({utf8Text(systemLabel(system)), models::usdOf(spent),
                             engine::isOperation(system) ? c.series[1] : c.series[0]});
            most += models::usdOf(spent);
        }
    }
    for (const engine::CostYear& year : cost.years) {
        back += models::usdOf(year.back);
    }
    if (back != 0.0) {
        steps.push_back({ownWord("Resale and what is left"), back, c.good});
    }
    const MoneyScale scale = moneyScale(most, answer.currency());
    QStringList names;
    double soFar = 0.0;
    for (const Step& step : steps) {
        const auto row = static_cast<double>(names.size());
        names << step.name;
        const double from = soFar / scale.by;
        soFar += step.amount;
        const double to = soFar / scale.by;
        canvas.bar(from, row - kHalfBar, to, row + kHalfBar, step.colour,
                   ownWord("%1: %2, %3 so far")
                       .arg(step.name, amountText(step.amount, answer.currency()),
                            amountText(soFar, answer.currency())));
        canvas.word(std::max(from, to), row, numberText(step.amount / scale.by, 3), c.muted);
    }
    const auto last = static_cast<double>(names.size());
    names << ownWord("Total of %1 years").arg(answer.study->basis.economics.years);
    canvas.bar(0.0, last - kHalfBar, soFar / scale.by, last + kHalfBar, c.text,
               ownWord("Total: %1").arg(amountText(soFar, answer.currency())));
    canvas.word(soFar / scale.by, last, numberText(soFar / scale.by), c.text);
    canvas.nameRows(names);
    scaleAmounts(canvas, 0.0, most / scale.by, scale.unit);
}

void drawYears(MoneyCanvas& canvas, const MoneyAnswer& answer) {
    const ThemeColours& c = Theme::instance().colours();
    const engine::Cost& cost = answer.study->cost;
    double most = 0.0;
    for (const engine::CostYear& year : cost.years) {
        most += models::usdOf(year.total());
    }
    const MoneyScale scale = moneyScale(most, answer.currency());
    QVector<double> at, capital, operation, back, soFar;
    double sum = 0.0, least = 0.0, highest = 0.0;
    for (const engine::CostYear& year : cost.years) {
        double bought = 0.0, paid = 0.0;
        for (std::size_t s = 0; s < year.spent.size(); ++s) {
            (engine::isOperation(static_cast<CostSystem>(s)) ? paid : bought) +=
                models::usdOf(year.spent[s]) / scale.by;
        }
        at << year.year;
        capital << bought;
        operation << paid;
        back << models::usdOf(year.back) / scale.by;
        sum += models::usdOf(year.total()) / scale.by;
        soFar << sum;
        least = std::min({least, back.back(), sum});
        highest = std::max({highest, bought + paid, sum});
        canvas.say(year.year - 0.5, -1e300, year.year + 0.5, 1e300,
                   ownWord("Year %1: capital %2, operation %3, back %4, so far %5 %6")
                       .arg(year.year)
                       .arg(numberText(bought), numberText(paid), numberText(back.back()),
                            numberText(sum), scale.unit));
    }
    QCustomPlot* plot = canvas.plot();
    const auto bars = [&](const QString& name, const QVector<double>& values,
                          const QColor& colour) {
        auto* series = new QCPBars(plot->xAxis, plot->yAxis);
        series->setName(name);
        series->setWidth(0.72);
        series->setPen(QPen(Qt::NoPen));
        series->setBrush(colour);
        series->setData(at, values, true);
        return series;
    };
    QCPBars* lower = bars(ownWord("Capital"), capital, c.series[0]);
    bars(ownWord("Operation"), operation, c.series[1])->moveAbove(lower);
    bars(ownWord("Back"), back, c.good);
    QCPGraph* line = plot->addGraph();
    line->setName(ownWord("So far"));
    line->setPen(QPen(c.text, 1.8));
    line->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, 5));
    line->setData(at, soFar, true);
    plot->legend->setVisible(true);
    plot->legend->setFillOrder(
        QCPLayoutGrid::foColumnsFirst);  // one line, in the room over the bars
    plot->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignLeft);
    auto ticker = QSharedPointer<QCPAxisTickerFixed>::create();
    ticker->setTickStep(std::max(1.0, std::ceil(static_cast<double>(at.size()) / 12.0)));
    plot->xAxis->setTicker(ticker);
    canvas.scaleX(-0.6, at.back() + 0.6, ownWord("end of year (0: the start)"));
    const double height = std::max(highest - least, 1e-9);
    canvas.scaleY(least - 0.06 * height, highest + 0.3 * height, scale.unit);
}

void drawTornado(MoneyCanvas& canvas, const MoneyAnswer& answer) {
    const ThemeColours& c = Theme::instance().colours();
    const auto effects = engine::allEffects(answer.report());
    const std::size_t rows = std::min(kTornadoRows, effects.size());
    const auto finite =
        std::find_if(effects.begin(), effects.end(),
                     [](const engine::RateEffect& e) { return std::isfinite(e.swing()); });
    const MoneyScale scale =
        moneyScale(finite != effects.end() ? finite->swing() : 1.0, answer.currency());
    QStringList names;
    double least = 0.0, most = 0.0;
    for (std::size_t i = 0; i < rows; ++i) {
        const engine::RateEffect& effect = effects[i];
        const auto row = static_cast<double>(i);
        names << (effect.of == "own"
                      ? rateName(effect.rate)
                      : QString::fromStdString(effect.of) + ": " + rateName(effect.rate));
        const QString tip =
            ownWord("%1: %2 %3, from %4 to %5%6\n%7")
                .arg(QString::fromStdString(effect.rate.id), plainNumberText(effect.rate.value, 4),
                     unitSymbol(effect.rate.unit.symbol), plainNumberText(effect.rate.low, 4),
                     plainNumberText(effect.rate.high, 4),
                     effect.rate.hasRange ? QString() : ownWord(" (10 % assumed)"),
                     QString::fromStdString(effect.rate.source));
        const auto half = [&](double effectOf, const QColor& colour, double rate) {
            // Where no work is kept on spot servers the rent has no end: the bar goes to the edge.
            const double to = std::isfinite(effectOf) ? effectOf / scale.by : 1.1 * most;
            canvas.bar(0.0, row - kHalfBar, to, row + kHalfBar, colour, tip);
            canvas.word(to, row, plainNumberText(rate, 3), c.muted, to >= 0.0);
            least = std::min(least, to);
            most = std::max(most, to);
        };
        half(effect.low, c.series[0], effect.rate.low);
        half(effect.high, c.series[1], effect.rate.high);
    }
    canvas.nameRows(names);
    scaleAmounts(
        canvas, least, most,
        ownWord("change of the present value (%1), rate at its low and high end").arg(scale.unit));
}

void drawCarbon(MoneyCanvas& canvas, const MoneyAnswer& answer) {
    const ThemeColours& c = Theme::instance().colours();
    QStringList names;
    double most = 0.0;
    for (const engine::CarbonLine& line : answer.study->carbon.lines) {
        const auto row = static_cast<double>(names.size());
        const double tonnes = line.kgPerYear / 1e3;
        names << QString::fromStdString(line.what);
        canvas.bar(0.0, row - kHalfBar, tonnes, row + kHalfBar, c.series[names.size() == 1 ? 1 : 0],
                   ownWord("%1: %2 t a year, from %3")
                       .arg(names.back(), numberText(tonnes), QString::fromStdString(line.rate)));
        canvas.word(tonnes, row, numberText(tonnes), c.muted);
        most = std::max(most, tonnes);
    }
    canvas.nameRows(names);
    scaleAmounts(canvas, 0.0, most, ownWord("t CO₂ equivalent a year"));
}

}  // namespace headroom::ui
