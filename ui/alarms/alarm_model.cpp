// SPDX-License-Identifier: Apache-2.0
#include "ui/alarms/alarm_model.h"

#include "engine/alarms/alarm_group.h"
#include "ui/kit/theme.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_text.h"
#include "ui/units/unit_words.h"
#include "ui/workspace/alarm_desk.h"

#include <algorithm>
#include <utility>

namespace headroom::ui {

using engine::AlarmSeverity;

namespace {

QString words(const engine::Words& text) {
    return shownText(text);
}

QVariant number(double value) {
    return QVariant::fromValue(value);
}

/// Active before acknowledged before ended, the heaviest first; of those first causes before what
/// followed from them, in the order in which trouble spreads, then the newest. The largest is first.
double rankOf(const AlarmItem& a) {
    const auto area = static_cast<double>(engine::infoOf(a.row.kind).area);
    return 1e4 * (2 - static_cast<int>(a.state)) + 1e3 * static_cast<int>(a.severity()) +
           (a.isHead() || a.row.causeText.empty() ? 100.0 : 0.0) - area + 1e-10 * a.row.sinceS;
}

double lastedS(const AlarmItem& a) {
    return (a.row.isActive() ? a.nowS : a.row.endedS) - a.row.sinceS;
}

/// Heads open by a triangle, and their children are to its right.
QString stateCell(const AlarmItem& a) {
    const QString word = alarmStateWord(a.state);
    return a.isHead()   ? (a.isOpen ? QStringLiteral("▾ ") : QStringLiteral("▸ ")) + word
           : a.isMember ? QStringLiteral("      ") + word
                        : word;
}

std::vector<TableColumn<AlarmItem>> alarmColumns() {
    using M = AlarmModel;
    return {
        {.title = M::tr("State"),
         .why =
             M::tr("Alarms of one first cause are one row: a click on the triangle, or the right "
                   "arrow, shows them. Sorted by another column they are listed one by one"),
         .text = stateCell,
         .key = [](const AlarmItem& a) { return number(a.order); },
         .mark =
             [](const AlarmItem& a) {
                 return iconMark(
                     a.state == AlarmState::Ended ? QStringLiteral("ok") : alarmIcon(a.severity()),
                     a.state == AlarmState::Active ? alarmColour(a.severity())
                                                   : Theme::instance().colours().muted);
             },
         .isBold = [](const AlarmItem& a) { return a.state == AlarmState::Active; }},
        {.title = M::tr("Severity"),
         .why = M::tr("Critical: power, cooling, computing or data are being lost. Warning: a "
                      "reserve or a limit is gone. Notice: to know"),
         .text = [](const AlarmItem& a) { return alarmSeverityWord(a.severity()); },
         .key = [](const AlarmItem& a) { return number(static_cast<int>(a.severity())); }},
        {.title = M::tr("Object"),
         .text =
             [](const AlarmItem& a) {
                 return a.isHead() ? M::tr("%1 alarms").arg(a.numbers.size())
                                   : QString::fromStdString(a.row.name);
             },
         .tip =
             [](const AlarmItem& a) {
                 return a.isHead() ? M::tr("All that go back to one cause")
                                   : QString::fromStdString(a.row.subject);
             },
         .isBold = [](const AlarmItem& a) { return a.isHead(); }},
        {.title = M::tr("Alarm"),
         .text =
             [](const AlarmItem& a) {
                 return a.isHead() ? a.kinds : words(engine::alarmText(a.row));
             },
         .tip = [](const AlarmItem& a) { return a.isHead() ? a.kinds : words(a.row.text); }},
        {.title = M::tr("First cause"),
         .why = M::tr("The first event of the chain that led to it"),
         .text =
             [](const AlarmItem& a) {
                 return a.isHead() ? a.cause : words(engine::firstCauseText(a.row));
             }},
        {.title = M::tr("Since"),
         .text = [](const AlarmItem& a) { return momentText(a.row.sinceS); },
         .key = [](const AlarmItem& a) { return number(a.row.sinceS); }},
        {.title = M::tr("Lasted"),
         .why = M::tr("Until its condition ended, or until now"),
         .text = [](const AlarmItem& a) { return lengthText(lastedS(a)); },
         .key = [](const AlarmItem& a) { return number(lastedS(a)); }},
        {.title = M::tr("Area"),
         .text =
             [](const AlarmItem& a) {
                 return a.isHead() ? a.areas
                                   : QString::fromUtf8(
                                         engine::eventAreaName(engine::infoOf(a.row.kind).area));
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
    setSame([](const AlarmItem& a, const AlarmItem& b) { return a.key == b.key; });
}

void AlarmModel::setOpen(int index, bool open) {
    if (const AlarmItem& head = item(index); !head.isHead()) {
        return;
    } else if (open) {
        open_.insert(head.key);
    } else {
        open_.erase(head.key);
    }
}

/// The rows of one group: its alarms, or their head, and they below it where that is open.
std::vector<AlarmItem> AlarmModel::blockOf(const AlarmDesk& desk,
                                           std::span<const engine::AlarmRow> rows,
                                           const engine::AlarmGroup& group, double nowS) const {
    AlarmItem head;
    head.nowS = nowS;
    head.state = AlarmState::Ended;
    std::vector<AlarmItem> block;
    QStringList areas;
    for (const int member : group.members) {
        AlarmItem& a = block.emplace_back();
        a.row = rows[static_cast<std::size_t>(member)];
        a.nowS = nowS;
        a.key = a.row.number;
        a.numbers = {a.row.number};
        a.state = !a.row.isActive()                   ? AlarmState::Ended
                  : desk.isAcknowledged(a.row.number) ? AlarmState::Acknowledged
                                                      : AlarmState::Active;
        head.state = std::min(head.state, a.state);
        head.numbers.push_back(a.row.number);
        const QString area =
            QString::fromUtf8(engine::eventAreaName(engine::infoOf(a.row.kind).area));
        if (!areas.contains(area)) {
            areas << area;
        }
    }
    std::stable_sort(block.begin(), block.end(),
                     [](const AlarmItem& a, const AlarmItem& b) { return rankOf(a) > rankOf(b); });
    if (!grouped_ || block.size() < 2) {
        return block;
    }
    head.row = rows[static_cast<std::size_t>(group.members.front())];
    for (AlarmItem& a : block) {
        a.isMember = true;
        head.row.sinceS = std::min(head.row.sinceS, a.row.sinceS);
        head.row.endedS = std::max(head.row.endedS, a.row.endedS);
    }
    // Below all numbers; the two of an event are of what continues and of what ended.
    head.key = -2 * (group.root + 1) - (head.state == AlarmState::Ended ? 1 : 0);
    head.cause = words(group.text);
    head.kinds = words(engine::kindsText(rows, group));
    head.areas = areas.join(QStringLiteral(", "));
    head.heaviest = group.heaviest();
    head.isOpen = open_.count(head.key) > 0;
    if (!head.isOpen) {
        block.clear();
    }
    block.insert(block.begin(), std::move(head));
    return block;
}

void AlarmModel::take(const AlarmDesk& desk, double nowS) {
    std::vector<std::vector<AlarmItem>> blocks;
    const auto add = [&](std::span<const engine::AlarmRow> rows,
                         const std::vector<engine::AlarmGroup>& groups) {
        for (const engine::AlarmGroup& group : groups) {
            blocks.push_back(blockOf(desk, rows, group, nowS));
        }
    };
    add(desk.list().active, desk.groups());
    add(desk.list().ended, engine::groupAlarms(desk.list().ended));
    std::stable_sort(blocks.begin(), blocks.end(), [](const auto& a, const auto& b) {
        return rankOf(a.front()) > rankOf(b.front());
    });
    std::vector<AlarmItem> items;
    for (std::vector<AlarmItem>& block : blocks) {
        for (AlarmItem& a : block) {
            a.order = -static_cast<double>(items.size());
            items.push_back(std::move(a));
        }
    }
    setRows(std::move(items));
}

}  // namespace headroom::ui
