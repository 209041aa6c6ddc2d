// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/theme.h"
#include "ui/money/money_chart.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>

/// A mean day of the year behind the meter.
namespace headroom::ui {

namespace {

constexpr std::size_t kClockHours = 24;

using Clock = std::array<double, kClockHours>;

QString supplyWord(const char* text) {
    return QCoreApplication::translate("MoneyCharts", text);
}

/// Mean of each hour of the day.
Clock meanDay(const std::vector<double>& hours) {
    Clock day{};
    for (std::size_t i = 0; i < hours.size(); ++i) {
        day[i % kClockHours] +=
            hours[i] * static_cast<double>(kClockHours) / static_cast<double>(hours.size());
    }
    return day;
}

}  // namespace

void drawSupply(MoneyCanvas& canvas, const MoneyAnswer& answer) {
    const ThemeColours& c = Theme::instance().colours();
    const engine::SupplyYear& year = *answer.study->basis.supply;
    std::vector<double> out, into, grid, sunUsed;
    for (std::size_t i = 0; i < year.loadW.size(); ++i) {
        out.push_back(std::max(0.0, -year.batteryW[i]));
        into.push_back(std::max(0.0, year.batteryW[i]));
        grid.push_back(year.importW[i] - year.matchedW[i]);
        sunUsed.push_back(year.solarW[i] - year.exportW[i]);
    }

    struct Part {
        QString name;
        Clock day;
        QColor colour;
    };

    const std::array<Part, 4> parts = {{
        {supplyWord("Sun"), meanDay(sunUsed), c.caution},
        {supplyWord("Out of the battery"), meanDay(out), c.series[2]},
        {supplyWord("Agreement"), meanDay(year.matchedW), c.series[3]},
        {supplyWord("Grid"), meanDay(grid), c.series[0]},
    }};
    const Clock load = meanDay(year.loadW), charged = meanDay(into), sold = meanDay(year.exportW);
    const double most = *std::max_element(load.begin(), load.end());
    const ShownUnit unit = shownUnit(models::unit::kilowatt, most);
    QCustomPlot* plot = canvas.plot();
    QVector<double> at, line;
    for (std::size_t hour = 0; hour < kClockHours; ++hour) {
        at << static_cast<double>(hour) + 0.5;
        line << load[hour] / unit.toSi;
    }
    double top = 0.0;
    QCPBars* below = nullptr;
    for (const Part& part : parts) {
        auto* bars = new QCPBars(plot->xAxis, plot->yAxis);
        QVector<double> values;
        for (const double watts : part.day) {
            values << watts / unit.toSi;
        }
        bars->setName(part.name);
        bars->setPen(QPen(Qt::NoPen));
        bars->setBrush(part.colour);
        bars->setWidth(0.92);
        bars->setData(at, values, true);
        if (below != nullptr) {
            bars->moveAbove(below);
        }
        below = bars;
    }
    QCPGraph* drawn = plot->addGraph();
    drawn->setName(supplyWord("Load"));
    drawn->setPen(QPen(c.text, 2.0));
    drawn->setData(at, line, true);
    for (std::size_t hour = 0; hour < kClockHours; ++hour) {
        double sum = 0.0;
        QStringList said;
        for (const Part& part : parts) {
            sum += part.day[hour];
            said << QStringLiteral("%1 %2").arg(
                part.name, quantityText(part.day[hour], models::unit::kilowatt));
        }
        said << supplyWord("into the battery %1, sold %2, load %3")
                    .arg(quantityText(charged[hour], models::unit::kilowatt),
                         quantityText(sold[hour], models::unit::kilowatt),
                         quantityText(load[hour], models::unit::kilowatt));
        top = std::max(top, sum / unit.toSi);
        const auto h = static_cast<double>(hour);
        canvas.say(h, -1e300, h + 1.0, 1e300,
                   supplyWord("%1 to %2 h: %3").arg(hour).arg(hour + 1).arg(said.join(", ")));
    }
    plot->legend->setVisible(true);
    plot->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignLeft);
    canvas.scaleX(0.0, static_cast<double>(kClockHours), supplyWord("hour of a mean day"));
    canvas.scaleY(0.0, 1.3 * std::max(top, most / unit.toSi), unit.symbol);
}

}  // namespace headroom::ui
