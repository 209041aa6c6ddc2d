// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/theme.h"
#include "ui/money/money_chart.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

/// Charts of operation that follows price or carbon: a row for each way, its bar what it saves over unchanged operation;
/// is; to the left where it costs more.
namespace headroom::ui {

namespace {

constexpr double kHalfRow = 0.36, kRoom = 1.0;  // room for the words next to the bars
constexpr double kFewRows = 4.0;                // with less the bars would be as high as the chart

QString followWord(const char* text) {
    return QCoreApplication::translate("MoneyCharts", text);
}

struct Saved {
    QString name, word, tip;
    double amount = 0.0;
};

void drawRows(MoneyCanvas& canvas, const std::vector<Saved>& rows, const QString& axis) {
    const ThemeColours& c = Theme::instance().colours();
    QStringList names;
    double least = 0.0, most = 0.0;
    const double half = kHalfRow * std::min(1.0, static_cast<double>(rows.size() + 1) / kFewRows);
    for (const Saved& row : rows) {
        const auto at = static_cast<double>(names.size());
        names << row.name;
        canvas.bar(0.0, at - half, row.amount, at + half, row.amount < 0.0 ? c.bad : c.good,
                   row.tip);
        canvas.word(row.amount, at, row.word, c.muted, row.amount >= 0.0);
        least = std::min(least, row.amount);
        most = std::max(most, row.amount);
    }
    const double room = kRoom * std::max(most - least, 1e-9);
    canvas.nameRows(names);
    canvas.scaleX(least < 0.0 ? least - room : 0.0, most + room, axis);
}

/// Tokens that are not done, over all of them [%].
double lostPct(const engine::FollowedYear& year, const engine::FollowedYear& first) {
    const double all = first.tokens + first.servedTokens;
    return all > 0.0 ? 100.0 * (all - year.tokens - year.servedTokens) / all : 0.0;
}

QString lostText(double pct) {
    return pct > 1e-6 ? followWord("%1 % of the work lost").arg(numberText(pct, 2))
                      : followWord("no work lost");
}

/// The same next to a bar, where there is little room.
QString lessWork(double pct) {
    return pct > 1e-6 ? followWord("%1 % less work").arg(numberText(pct, 2))
                      : followWord("no less work");
}

}  // namespace

void drawSaved(MoneyCanvas& canvas, const MoneyAnswer& answer) {
    const auto& years = answer.study->followed;
    double most = 0.0;
    for (const engine::FollowedYear& year : years) {
        most = std::max(most, std::abs(year.saved(years.front())));
    }
    const MoneyScale scale = moneyScale(most, answer.currency());
    std::vector<Saved> rows;
    for (std::size_t i = 1; i < years.size(); ++i) {
        const double saved = years[i].saved(years.front());
        const QString name = QString::fromStdString(years[i].what);
        const double lost = lostPct(years[i], years.front());
        rows.push_back(
            {name, QStringLiteral("%1\n%2").arg(numberText(saved / scale.by, 3), lessWork(lost)),
             followWord("%1: energy for %2 a year less, %3")
                 .arg(name, amountText(saved, answer.currency()), lostText(lost)),
             saved / scale.by});
    }
    drawRows(canvas, rows, followWord("%1 a year saved").arg(scale.unit));
}

void drawSpared(MoneyCanvas& canvas, const MoneyAnswer& answer) {
    const auto& years = answer.study->followed;
    std::vector<Saved> rows;
    for (std::size_t i = 1; i < years.size(); ++i) {
        const double tonnes = (years.front().carbonKg - years[i].carbonKg) / 1e3;
        const QString name = QString::fromStdString(years[i].what);
        rows.push_back({name, numberText(tonnes, 3),
                        followWord("%1: %2 t CO₂ a year less").arg(name, numberText(tonnes, 3)),
                        tonnes});
    }
    drawRows(canvas, rows, followWord("t CO₂ a year saved"));
}

}  // namespace headroom::ui
