// SPDX-License-Identifier: Apache-2.0
#include "ui/power/swing_tables.h"

#include "ui/kit/theme.h"
#include "ui/power/swing_charts.h"
#include "ui/units/quantity_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {

namespace {

/// "filler work" as the head of a row.
QString begun(QString words) {
    words[0] = words[0].toUpper();
    return words;
}

using engine::SwingComparison;
using engine::SwingMeasure;
using engine::SwingMetrics;

constexpr QChar kThinSpace(0x2009);

constexpr std::size_t kBandColumn = 3;  // of the table of measures

constexpr const char* kMeasureTips[] = {
    QT_TRANSLATE_NOOP("SwingTables", "Low-priority work keeps accelerators busy while jobs wait"),
    QT_TRANSLATE_NOOP("SwingTables", "Accelerators keep a floor of power and limit their ramps"),
    QT_TRANSLATE_NOOP("SwingTables", "Steps of jobs begin evenly spread, not by chance"),
    QT_TRANSLATE_NOOP("SwingTables", "Groups of one job begin one after the other; the step grows"),
    QT_TRANSLATE_NOOP("SwingTables", "Capacitors in the power shelves take the fast part"),
    QT_TRANSLATE_NOOP("SwingTables", "Batteries of the UPS take the fast part"),
    QT_TRANSLATE_NOOP("SwingTables", "A battery at the grid connection takes what is left"),
};
static_assert(std::size(kMeasureTips) == static_cast<std::size_t>(SwingMeasure::Count));

/// Figures that are compared, so all in the unit of the largest; what is 10,000 times less than
/// that unit is rounding.
class Compared {
  public:
    Compared(const models::Unit& unit, std::initializer_list<double> all)
        : unit_(shownUnit(unit, std::max(all))) {}

    QString operator()(double si) const {
        return numberText(std::round(si / unit_.toSi * 1e4) / 1e4, 3) + kThinSpace + unit_.symbol;
    }

  private:
    ShownUnit unit_;
};

QString frequencyText(const SwingMetrics& m) {
    return quantityText(m.lines.front().frequencyHz, models::unit::hertz, 3);
}

QString lineText(const SwingMetrics& m, const Compared& show) {
    return m.lines.empty() ? SwingTables::tr("none")
                           : SwingTables::tr("%1 at %2").arg(show(m.bandW()), frequencyText(m));
}

/// Signed per cent; rounding is not a cost.
QString costText(double share) {
    if (std::abs(share) < 5e-5) {
        return QStringLiteral("0\u2009%");
    }
    return (share > 0.0 ? QStringLiteral("+") : QString()) +
           quantityText(share, models::unit::percent, 2);
}

/// Numbers in all columns but the first, to the right.
std::vector<RecordModel::Head> headsOf(std::vector<RecordModel::Head> heads) {
    for (std::size_t i = 1; i < heads.size(); ++i) {
        heads[i].side = CellSide::Right;
    }
    return heads;
}

}  // namespace

std::vector<RecordModel::Head> SwingTables::limitHeads() {
    return headsOf(
        {{tr("Quantity"), tr("Measured quantity of the window")},
         {tr("Rack demand"), tr("Before any storage outside the chips")},
         {tr("Utility"), tr("At the grid connection, with the measures in use")},
         {tr("Allowed"), tr("Limit of the grid operator: power_smoothing, limit_… of the project")},
         {tr("Verdict"), tr("Whether the utility power holds the limit")}});
}

std::vector<RecordModel::Head> SwingTables::measureHeads() {
    const QString trendWhy =
        tr("Largest change of the trend within a minute; the trend is a mean over 20 s that lets "
           "nothing above 0.1 Hz through");
    return headsOf(
        {{tr("Measure"), tr("Each alone with its figures, at the grid connection")},
         {tr("Range"), tr("Peak to peak in the window")},
         {tr("Ramp 1 s"), tr("Largest change over 1 s, as a rate")},
         {tr("Line"), tr("Amplitude, half of peak to peak, of the largest line in the band")},
         {tr("Energy"),
          tr("More energy from the grid in the same time than without measures, with what storages "
             "hold taken off")},
         {tr("Throughput"), tr("Work that synchronous jobs lose, mean over their accelerators")},
         {tr("Trend, 1 min"), trendWhy}});
}

std::vector<TextRow> SwingTables::limits(const SwingPicture* picture) {
    struct Line {
        QString name, why;
        std::string_view verdict;
        double racks, utility;
        models::Unit unit;
    };

    if (!picture) {
        return {};
    }
    const engine::Waveform& w = picture->waveform;
    const SwingMetrics& racks = w.metrics[static_cast<std::size_t>(engine::SwingPoint::RackInput)];
    const SwingMetrics& utility = w.metrics[static_cast<std::size_t>(engine::SwingPoint::Utility)];
    const auto share = [](const SwingMetrics& m) {
        return m.meanW > 0.0 ? m.bandW() / m.meanW : 0.0;
    };
    constexpr models::Unit kPower = models::unit::megawatt;
    constexpr models::Unit kRamp = models::unit::megawattPerSecond;
    const Compared band(kPower, {racks.bandW(), utility.bandW()});
    const std::vector<Line> lines{
        {tr("Peak to peak"), tr("Largest less smallest power in the window"), "range",
         racks.rangeW(), utility.rangeW(), kPower},
        {tr("Ramp over 1 s"), tr("Largest change over 1 s, as a rate"), "ramp-second",
         racks.ramp1sWPerS, utility.ramp1sWPerS, kRamp},
        {tr("Trend, 1 min"),
         tr("Largest change of the trend within a minute; the trend is a mean over 20 s that lets "
            "nothing above 0.1 Hz through"),
         "ramp-minute", racks.rampMinuteWPerS, utility.rampMinuteWPerS,
         models::unit::megawattPerMinute},
        {tr("Largest line"),
         tr("Amplitude, half of peak to peak, of the largest line from %1 to %2. Rack demand: %3; "
            "utility: %4")
             .arg(quantityText(picture->plant.smoothing.bandLowHz, models::unit::hertz, 3),
                  quantityText(picture->plant.smoothing.bandHighHz, models::unit::hertz, 3),
                  lineText(racks, band), lineText(utility, band)),
         "band", racks.bandW(), utility.bandW(), kPower},
        {tr("Line over mean"), tr("Amplitude of the largest line over the mean power"),
         "band-share", share(racks), share(utility), models::unit::percent},
        {tr("Ramp over 100 ms"),
         tr("Largest change over 100 ms, as a rate"),
         {},
         racks.ramp100msWPerS,
         utility.ramp100msWPerS,
         kRamp},
        {tr("Mean"), tr("Mean power in the window"), {}, racks.meanW, utility.meanW, kPower},
    };
    const ThemeColours& c = Theme::instance().colours();
    std::vector<TextRow> rows;
    for (const Line& line : lines) {
        const auto verdict =
            std::find_if(w.verdicts.begin(), w.verdicts.end(),
                         [&](const engine::SwingVerdict& v) { return v.id == line.verdict; });
        const bool limited = verdict != w.verdicts.end();
        const Compared show(line.unit,
                            {line.racks, line.utility, limited ? verdict->allowed : 0.0});
        const QString unlimited = tr("The project does not state this limit");
        TextCell word{.tip = unlimited, .ink = c.muted};
        if (limited) {
            word.text = verdict->held ? tr("held") : tr("exceeded");
            word.tip = tr("%1 of %2 allowed").arg(show(verdict->measured), show(verdict->allowed));
            word.ink = verdict->held ? c.good : c.bad;
        }
        rows.push_back({{{.text = line.name, .tip = line.why},
                         {.text = show(line.racks), .tip = line.why},
                         {.text = show(line.utility), .tip = line.why},
                         {.text = limited ? show(verdict->allowed) : QStringLiteral("–"),
                          .tip = limited ? line.why : unlimited},
                         std::move(word)}});
    }
    return rows;
}

std::vector<TextRow> SwingTables::measures(const SwingPicture* picture) {
    if (!picture) {
        return {};
    }
    const engine::Waveform& w = picture->waveform;
    std::vector<std::pair<const SwingComparison*, QString>> compared{{&w.none, tr("None")}};
    QStringList used;
    for (const SwingComparison& c : w.alone) {
        const QString name = begun(utf8Text(engine::swingMeasureInfo(*c.measure).label));
        compared.emplace_back(&c, c.inUse ? tr("%1 (in use)").arg(name) : name);
        if (c.inUse) {
            used << name;
        }
    }
    compared.emplace_back(&w.asSet, tr("As set"));
    SwingMetrics most;
    double mostBandW = 0.0;
    for (const auto& row : compared) {
        const SwingMetrics& m = row.first->metrics;
        most.maximumW = std::max(most.maximumW, m.rangeW());
        most.ramp1sWPerS = std::max(most.ramp1sWPerS, m.ramp1sWPerS);
        most.rampMinuteWPerS = std::max(most.rampMinuteWPerS, m.rampMinuteWPerS);
        mostBandW = std::max(mostBandW, m.bandW());
    }
    const Compared range(models::unit::megawatt, {most.maximumW});
    const Compared ramp(models::unit::megawattPerSecond, {most.ramp1sWPerS});
    const Compared trend(models::unit::megawattPerMinute, {most.rampMinuteWPerS});
    const Compared band(models::unit::megawatt, {mostBandW});
    std::vector<TextRow> rows;
    for (const auto& [comparison, name] : compared) {
        const SwingMetrics& m = comparison->metrics;
        const QString why = comparison->measure
                                ? tr(kMeasureTips[static_cast<std::size_t>(*comparison->measure)])
                            : rows.empty()   ? tr("Without any measure")
                            : used.isEmpty() ? tr("The project uses no measure")
                                             : tr("All used measures: %1").arg(used.join(", "));
        TextRow row;
        row.isBold = comparison->inUse || rows.size() + 1 == compared.size();
        for (const QString& value :
             {name, range(m.rangeW()), ramp(m.ramp1sWPerS), band(m.bandW()),
              costText(comparison->energyCost), costText(-comparison->throughputCost),
              trend(m.rampMinuteWPerS)}) {
            const bool isBand = row.cells.size() == kBandColumn;
            row.cells.push_back({.text = value, .tip = isBand ? lineText(m, band) : why});
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace headroom::ui
