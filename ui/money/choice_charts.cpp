// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/theme.h"
#include "ui/money/money_chart.h"
#include "ui/units/quantity_text.h"

#include <QCoreApplication>
#include <QRectF>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <vector>

/// Charts of a project against offers, and at other sites.
namespace headroom::ui {

namespace {

constexpr int kPoints = 120;
constexpr double kBandAlpha = 0.18;

QString choiceWord(const char* text) {
    return QCoreApplication::translate("MoneyCharts", text);
}

/// A line over the lower axis with the band between its ends.
struct Band {
    QVector<double> x, mid, low, high;

    void add(double at, double value, double end, double otherEnd) {
        x << at;
        mid << value;
        low << std::min(end, otherEnd);
        high << std::max(end, otherEnd);
    }
};

void addBand(QCustomPlot* plot, const Band& band, const QString& name, const QColor& colour,
             Qt::PenStyle style) {
    QColor fill = colour;
    fill.setAlphaF(static_cast<float>(kBandAlpha));
    QCPGraph* high = plot->addGraph();
    QCPGraph* low = plot->addGraph();
    QCPGraph* mid = plot->addGraph();
    high->setPen(QPen(Qt::NoPen));
    low->setPen(QPen(Qt::NoPen));
    high->setBrush(fill);
    high->setChannelFillGraph(low);
    high->setData(band.x, band.high, true);
    low->setData(band.x, band.low, true);
    mid->setData(band.x, band.mid, true);
    mid->setPen(QPen(colour, 2.0, style));
    mid->setName(name);
    high->removeFromLegend();
    low->removeFromLegend();
}

/// Neighbours differ in line as well as in colour.
std::pair<QColor, Qt::PenStyle> lookOf(std::size_t offer) {
    const ThemeColours& c = Theme::instance().colours();
    constexpr Qt::PenStyle kStyles[] = {Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    return {c.series[1 + offer % (c.series.size() - 1)],
            kStyles[offer / (c.series.size() - 1) % std::size(kStyles)]};
}

void markPlace(MoneyCanvas& canvas, double x, double y, const QColor& colour, double reachX,
               double reachY, const QString& tip) {
    QCPGraph* mark = canvas.plot()->addGraph();
    mark->setLineStyle(QCPGraph::lsNone);
    mark->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(colour, 2.0),
                                          QBrush(Theme::instance().colours().base), 9));
    mark->addData(x, y);
    mark->removeFromLegend();
    canvas.say(x - reachX, y - reachY, x + reachX, y + reachY, tip);
}

QString offerName(const engine::BreakEven& even) {
    return QString::fromStdString(engine::againstText(even.against));
}

/// Where losses of spot servers have no bound, the band ends at a multiple of the rent: an axis needs an end.
double highRent(const engine::BreakEven& even) {
    constexpr double kMost = 3.0;
    return std::min(even.rentHigh, kMost * even.question.rentUsdPerHour);
}

}  // namespace

void drawUse(MoneyCanvas& canvas, const MoneyAnswer& answer) {
    if (answer.breakEvens.empty()) {
        return;
    }
    const ThemeColours& c = Theme::instance().colours();
    QCustomPlot* plot = canvas.plot();
    const engine::BreakEven& first = answer.breakEvens.front();
    double top = 0.0;
    for (const engine::BreakEven& even : answer.breakEvens) {
        top = std::max(top, 1.25 * highRent(even));
    }
    top = std::max(top, 1.25 * models::ownUsdPerHour(first.question, 1.0));
    const QString unit = QString::fromStdString(answer.currency()) + "/h";
    Band own;
    for (int i = 2; i <= kPoints; ++i) {
        const double use = static_cast<double>(i) / kPoints;
        const auto at = [&](double share) {
            return models::ownUsdPerHour(first.moved(share, 0.0), use);
        };
        own.add(100.0 * use, at(1.0), at(1.0 - first.ownShare), at(1.0 + first.ownShare));
    }
    addBand(plot, own, choiceWord("Own building"), c.series[0], Qt::SolidLine);
    for (std::size_t i = 0; i < answer.breakEvens.size(); ++i) {
        const engine::BreakEven& even = answer.breakEvens[i];
        const auto [colour, style] = lookOf(i);
        Band rent;
        rent.add(0.0, even.question.rentUsdPerHour, even.rentLow, highRent(even));
        rent.add(100.0, even.question.rentUsdPerHour, even.rentLow, highRent(even));
        addBand(plot, rent, offerName(even), colour, style);
        if (even.utilisation <= 1.0) {
            markPlace(canvas, 100.0 * even.utilisation, even.question.rentUsdPerHour, colour, 2.0,
                      0.04 * top,
                      choiceWord("%1: cheaper to own from %2 % of the hours on (%3 to %4)\n%5")
                          .arg(offerName(even), numberText(100.0 * even.utilisation, 3),
                               numberText(100.0 * even.utilisationLow, 3),
                               numberText(100.0 * even.utilisationHigh, 3),
                               QString::fromStdString(even.source)));
        }
    }
    auto* use = new QCPItemStraightLine(plot);
    use->point1->setCoords(100.0 * first.question.utilisation, 0.0);
    use->point2->setCoords(100.0 * first.question.utilisation, 1.0);
    use->setPen(QPen(c.muted, 1.0, Qt::DashLine));
    canvas.word(100.0 * first.question.utilisation, 0.04 * top,
                choiceWord("used %1 %").arg(numberText(100.0 * first.question.utilisation, 3)),
                c.muted, first.question.utilisation < 0.7);
    plot->legend->setVisible(true);
    canvas.scaleX(0.0, 100.0, choiceWord("share of the hours in use (%)"));
    canvas.scaleY(0.0, top, choiceWord("work of an accelerator hour in use (%1)").arg(unit));
}

void drawMonths(MoneyCanvas& canvas, const MoneyAnswer& answer) {
    if (answer.breakEvens.empty()) {
        return;
    }
    const ThemeColours& c = Theme::instance().colours();
    QCustomPlot* plot = canvas.plot();
    const engine::BreakEven& first = answer.breakEvens.front();
    const int months = 12 * answer.study->basis.economics.years;
    double most = models::ownUsdBy(first.moved(1.0 + first.ownShare, 0.0), months);
    const MoneyScale scale = moneyScale(most, answer.currency());
    Band own;
    for (int month = 0; month <= months; ++month) {
        const auto at = [&](double share) {
            return models::ownUsdBy(first.moved(share, 0.0), month) / scale.by;
        };
        own.add(month, at(1.0), at(1.0 - first.ownShare), at(1.0 + first.ownShare));
    }
    addBand(plot, own, choiceWord("Own building"), c.series[0], Qt::SolidLine);
    for (std::size_t i = 0; i < answer.breakEvens.size(); ++i) {
        const engine::BreakEven& even = answer.breakEvens[i];
        const auto [colour, style] = lookOf(i);
        Band rent;
        for (const int month : {0, months}) {
            const auto at = [&](double price) {
                return models::rentUsdBy(even.moved(1.0, price), month) / scale.by;
            };
            rent.add(month, at(even.question.rentUsdPerHour), at(even.rentLow), at(highRent(even)));
        }
        most = std::max(most, scale.by * rent.mid.back());
        addBand(plot, rent, offerName(even), colour, style);
        if (even.month <= months) {
            markPlace(canvas, even.month, models::ownUsdBy(even.question, even.month) / scale.by,
                      colour, 0.02 * months, 0.04 * most / scale.by,
                      choiceWord("%1: paid for itself in month %2 (%3 to %4)\n%5")
                          .arg(offerName(even), numberText(even.month), numberText(even.monthLow),
                               numberText(even.monthHigh), QString::fromStdString(even.source)));
        }
    }
    plot->legend->setVisible(true);
    plot->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignLeft);
    canvas.scaleX(0.0, months, choiceWord("months"));
    canvas.scaleY(0.0, 1.25 * most / scale.by, choiceWord("spent so far (%1)").arg(scale.unit));
}

void drawPlaces(MoneyCanvas& canvas, const MoneyAnswer& answer) {
    constexpr double kHalfRow = 0.36;
    const ThemeColours& c = Theme::instance().colours();
    const auto& places = answer.study->places;
    double most = 0.0;
    for (const engine::PlaceCost& place : places) {
        most = std::max(most, place.perYear);
    }
    const MoneyScale scale = moneyScale(most, answer.currency());
    QStringList names;
    for (const engine::PlaceCost& place : places) {
        const auto row = static_cast<double>(names.size());
        names << QString::fromStdString(place.name);
        const double own = (place.perYear - place.rentPerYear) / scale.by;
        const double all = place.perYear / scale.by;
        const QString tip =
            choiceWord("%1: %2 a year, %3 of it rent; %4 %5/used h, %6 jobs, %7 t CO₂")
                .arg(names.back(), amountText(place.perYear, answer.currency()),
                     amountText(place.rentPerYear, answer.currency()),
                     numberText(place.perHour(), 3), QString::fromStdString(answer.currency()),
                     numberText(place.jobs), numberText(place.carbonKg / 1e3));
        canvas.bar(0.0, row - kHalfRow, own, row + kHalfRow, c.series[0], tip);
        canvas.bar(own, row - kHalfRow, all, row + kHalfRow, c.series[1], tip);
        canvas.word(
            all, row,
            choiceWord("%1 (%2/used h)").arg(numberText(all, 3), numberText(place.perHour(), 3)),
            c.muted);
    }
    canvas.nameRows(names);
    canvas.scaleX(0.0, 1.25 * most / scale.by,
                  choiceWord("%1 a year, the second colour is rent").arg(scale.unit));
}

namespace {

/// Names next to marks: on the right or left, or above or below that, wherever they hide no mark and no other name.
class PlaceNames {
  public:
    /// Bounds of the marks, in the units of the axes.
    PlaceNames(double width, double height) : width_(width), height_(height) {}

    void addMark(double x, double y) {
        taken_.push_back({x - 0.012 * width_, y - 0.03 * height_, 0.024 * width_, 0.06 * height_});
    }

    void put(MoneyCanvas& canvas, double x, double y, const QString& name, const QColor& colour,
             bool onRight) {
        // Assumption: letters of 1 % of the axis and lines of 7 %, as in a chart of some 700 by 200 points.
        const double w = 0.0115 * width_ * (static_cast<double>(name.size()) + 1.0);
        const double h = 0.07 * height_;
        for (const double up : {0.0, 1.0, -1.0, 2.0, -2.0}) {
            for (const bool right : {onRight, !onRight}) {
                const double from = x + (right ? 0.014 : -0.014) * width_;
                const double at = y + up * 1.02 * h;
                const QRectF box(right ? from : from - w, at - 0.5 * h, w, h);
                if (at > 0.0 && std::none_of(taken_.begin(), taken_.end(),
                                             [&](const QRectF& r) { return r.intersects(box); })) {
                    canvas.word(from, at, name, colour, right);
                    taken_.push_back(box);
                    return;
                }
            }
        }
        // No room: its tip and the table below say which it is.
    }

  private:
    double width_, height_;
    std::vector<QRectF> taken_;
};

}  // namespace

void drawSites(MoneyCanvas& canvas, const MoneyAnswer& answer) {
    const ThemeColours& c = Theme::instance().colours();
    double least = 1e300, most = 0.0, carbon = 0.0;
    for (const engine::SiteCost& site : answer.sites) {
        if (site.fault.empty()) {
            least = std::min(least, site.npv);
            most = std::max(most, site.npv);
            carbon = std::max(carbon, site.carbonKg / 1e6);
        }
    }
    if (!(most > 0.0)) {
        return;
    }
    const MoneyScale scale = moneyScale(most, answer.currency());
    const double width = std::max(most - least, 0.02 * most) / scale.by;
    const double height = std::max(1.15 * carbon, 1e-6);
    for (const engine::SiteCost& site : answer.sites) {
        if (!site.fault.empty()) {
            continue;
        }
        const QString name = QString::fromStdString(site.name);
        const double x = site.npv / scale.by, y = site.carbonKg / 1e6;
        markPlace(
            canvas, x, y, site.isPareto ? c.good : c.muted, 0.02 * width, 0.03 * height,
            choiceWord("%1: %2, %3 kt CO₂ and %4 m³ of water a year, PUE %5%6")
                .arg(name, amountText(site.npv, answer.currency()), numberText(y, 3),
                     numberText(site.waterM3), numberText(site.pue),
                     site.isPareto ? choiceWord("; no other site is better in all") : QString()));
    }
    // Names of the best sites first, so that theirs are next to their marks.
    PlaceNames names(width, height);
    for (const engine::SiteCost& site : answer.sites) {
        if (site.fault.empty()) {
            names.addMark(site.npv / scale.by, site.carbonKg / 1e6);
        }
    }
    for (const bool best : {true, false}) {
        for (const engine::SiteCost& site : answer.sites) {
            if (site.fault.empty() && site.isPareto == best) {
                const double x = site.npv / scale.by;
                names.put(canvas, x, site.carbonKg / 1e6,
                          QString::fromStdString(site.name).section(',', 0, 0),
                          best ? c.text : c.muted, x < least / scale.by + 0.7 * width);
            }
        }
    }
    canvas.scaleX(least / scale.by - 0.1 * width, most / scale.by + 0.1 * width,
                  choiceWord("present value (%1)").arg(scale.unit));
    canvas.scaleY(0.0, height, choiceWord("kt CO₂ of operation a year"));
}

}  // namespace headroom::ui
