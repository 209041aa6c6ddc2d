// SPDX-License-Identifier: Apache-2.0
#include "ui/units/moment_parse.h"

#include "engine/base/scale.h"
#include "ui/units/language.h"
#include "ui/units/moment_text.h"
#include "ui/units/quantity_parse.h"

#include <QDate>
#include <QDateTime>
#include <QLocale>
#include <QRegularExpression>
#include <QTime>

#include <limits>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// "14:05" or "14:05:30" as seconds; NaN where it is not a time of a day.
double clockS(const QString& text) {
    for (const char* form : {"H:mm", "H:mm:ss"}) {
        if (const QTime time = QTime::fromString(text, form); time.isValid()) {
            return time.msecsSinceStartOfDay() / 1000.0;
        }
    }
    return kNone;
}

/// "2 Jul", "2 Jul 2026" or "2026-07-02"; a date without a year is the first one at or after `start`.
QDate dateOf(const QString& text, const QDate& start) {
    if (const QDate whole = QDate::fromString(text, Qt::ISODate); whole.isValid()) {
        return whole;
    }
    // As the window writes it in its language, or as in English.
    for (const auto& [locale, format] :
         {std::pair(windowLocale(), dayFormat(true)),
          std::pair(QLocale(QLocale::English), QStringLiteral("d MMM yyyy"))}) {
        if (const QDate whole = locale.toDate(text, format); whole.isValid()) {
            return whole;
        }
    }
    const QString year = QString::number(start.year());
    QDate day =
        windowLocale().toDate(year + ' ' + text, QStringLiteral("yyyy ") + dayFormat(false));
    if (!day.isValid()) {
        day = QLocale(QLocale::English).toDate(text + ' ' + year, QStringLiteral("d MMM yyyy"));
    }
    return day.isValid() && day < start ? day.addYears(1) : day;
}

double sinceStart(const QDateTime& moment) {
    return static_cast<double>(TimeNotation::instance().start().msecsTo(moment)) / 1000.0;
}

double onDay(double timeOfDayS, double nowS, MomentDay day) {
    const QDateTime now = momentClock(nowS);
    const QDateTime midnight(now.date(), QTime(0, 0), now.timeSpec());
    const double thatDay = sinceStart(midnight) + timeOfDayS;
    return day == MomentDay::Next && thatDay <= nowS ? thatDay + kDayS : thatDay;
}

}  // namespace

double parseMoment(const QString& text, double nowS, MomentDay day) {
    static const QRegularExpression kDated("^(.*\\S)[ T](\\d{1,2}:\\d\\d(?::\\d\\d)?)$");
    static const QRegularExpression kDays("^(\\d+) ?d$");
    const QString given = text.simplified();
    if (given.startsWith('+') || given.startsWith('-')) {
        const double length = parseLength(given.mid(1));
        return given.startsWith('+') ? nowS + length : nowS - length;
    }
    const TimeNotation& notation = TimeNotation::instance();
    if (const double time = clockS(given); time == time) {
        return notation.isSinceStart() ? time : onDay(time, nowS, day);
    }
    if (const auto dated = kDated.match(given); dated.hasMatch()) {
        const double time = clockS(dated.captured(2));
        if (const auto days = kDays.match(dated.captured(1)); days.hasMatch()) {
            return days.captured(1).toDouble() * kDayS + time;
        }
        const QDateTime& start = notation.start();
        const QDate date = start.isValid() ? dateOf(dated.captured(1), start.date()) : QDate();
        return date.isValid() ? sinceStart(QDateTime(date, QTime(0, 0), start.timeSpec())) + time
                              : kNone;
    }
    return parseLength(given);
}

}  // namespace headroom::ui
