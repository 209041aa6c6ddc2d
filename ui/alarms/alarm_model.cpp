// SPDX-License-Identifier: Apache-2.0
#include "ui/alarms/alarm_model.h"

#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/alarm_desk.h"

namespace headroom::ui {

using engine::AlarmSeverity;

namespace {

QString words(const std::string& text) {
    return inShownUnits(QString::fromStdString(text));
}

QVariant number(double value) {
    return QVariant::fromValue(value);
}

/// Active before acknowledged before ended, the heaviest first; of those first causes before what
/// followed from them, in the order in which trouble spreads, then the newest. The largest is first.
double rankOf(const AlarmItem& a) {
    const auto area = static_cast<double>(engine::infoOf(a.row.kind).area);
    return 1e4 * (2 - static_cast<int>(a.state)) + 1e3 * static_cast<int>(a.row.severity()) +
           (a.row.causeText.empty() ? 100.0 : 0.0) - area + 1e-10 * a.row.sinceS;
}

std::vector<TableColumn<AlarmItem>> alarmColumns() {
    using M = AlarmModel;
    return {
        {.title = M::tr("State"),
         .text = [](const AlarmItem& a) { return alarmStateWord(a.state); },
         .key = [](const AlarmItem& a) { return number(rankOf(a)); },
         .mark =
             [](const AlarmItem& a) {
                 return iconMark(a.state == AlarmState::Ended ? QStringLiteral("ok")
                                                              : alarmIcon(a.row.severity()),
                                 a.state == AlarmState::Active ? alarmColour(a.row.severity())
                                                               : Theme::instance().colours().muted);
             },
         .isBold = [](const AlarmItem& a) { return a.state == AlarmState::Active; }},
        {.title = M::tr("Severity"),
         .why = M::tr("Critical: power, cooling, computing or data are being lost. Warning: a "
                      "reserve or a limit is gone. Notice: to know"),
         .text = [](const AlarmItem& a) { return alarmSeverityWord(a.row.severity()); },
         .key = [](const AlarmItem& a) { return number(static_cast<int>(a.row.severity())); }},
        {.title = M::tr("Object"),
         .text = [](const AlarmItem& a) { return QString::fromStdString(a.row.name); },
         .tip = [](const AlarmItem& a) { return QString::fromStdString(a.row.subject); }},
        {.title = M::tr("Alarm"),
         .text = [](const AlarmItem& a) { return words(engine::alarmText(a.row)); },
         .tip = [](const AlarmItem& a) { return words(a.row.text); }},
        {.title = M::tr("First cause"),
         .why = M::tr("The first event of the chain that led to it"),
         .text =
             [](const AlarmItem& a) {
                 return a.row.causeText.empty() ? M::tr("itself") : words(a.row.causeText);
             }},
        {.title = M::tr("Since"),
         .text = [](const AlarmItem& a) { return momentText(a.row.sinceS); },
         .key = [](const AlarmItem& a) { return number(a.row.sinceS); }},
        {.title = M::tr("Lasted"),
         .why = M::tr("Until its condition ended, or until now"),
         .text =
             [](const AlarmItem& a) {
                 return lengthText((a.row.isActive() ? a.nowS : a.row.endedS) - a.row.sinceS);
             },
         .key =
             [](const AlarmItem& a) {
                 return number((a.row.isActive() ? a.nowS : a.row.endedS) - a.row.sinceS);
             }},
        {.title = M::tr("Area"),
         .text =
             [](const AlarmItem& a) {
                 return QString::fromUtf8(engine::eventAreaName(engine::infoOf(a.row.kind).area));
             }},
    };
}

}  // namespace

QString alarmStateWord(AlarmState state) {
    switch (state) {
        case AlarmState::Active:
            return AlarmModel::tr("Active");
        case AlarmState::Acknowledged:
            return AlarmModel::tr("Acknowledged");
        case AlarmState::Ended:
            return AlarmModel::tr("Ended");
    }
    return {};
}

QString alarmIcon(AlarmSeverity severity) {
    return severity == AlarmSeverity::Critical  ? QStringLiteral("error")
           : severity == AlarmSeverity::Warning ? QStringLiteral("warning")
                                                : QStringLiteral("about");
}

QColor alarmColour(AlarmSeverity severity) {
    const ThemeColours& colours = Theme::instance().colours();
    return severity == AlarmSeverity::Critical  ? colours.bad
           : severity == AlarmSeverity::Warning ? colours.caution
                                                : colours.accent;
}

AlarmModel::AlarmModel(QObject* parent) : RecordTable(alarmColumns(), parent) {
    setSame(
        [](const AlarmItem& a, const AlarmItem& b) { return a.row.number == b.row.number; });
}

void AlarmModel::take(const AlarmDesk& desk, double nowS) {
    std::vector<AlarmItem> items;
    const engine::AlarmList& list = desk.list();
    items.reserve(list.active.size() + list.ended.size());
    for (const engine::AlarmRow& row : list.active) {
        items.push_back({row,
                         desk.isAcknowledged(row.number) ? AlarmState::Acknowledged
                                                         : AlarmState::Active,
                         nowS});
    }
    for (const engine::AlarmRow& row : list.ended) {
        items.push_back({row, AlarmState::Ended, nowS});
    }
    setRows(std::move(items));
}

}  // namespace headroom::ui
