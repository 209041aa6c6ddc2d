// SPDX-License-Identifier: Apache-2.0
#include "ui/units/moment_text.h"

#include "engine/base/scale.h"
#include "ui/units/language.h"
#include "ui/units/quantity_text.h"

#include <QSettings>

#include <array>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr const char* kKey = "window/timeNotation";

}  // namespace

TimeNotation& TimeNotation::instance() {
    static TimeNotation notation;
    return notation;
}

void TimeNotation::choose(TimeChoice choice) {
    if (choice == choice_) {
        return;
    }
    choice_ = choice;
    if (keeps_) {
        QSettings().setValue(kKey, choice == TimeChoice::Since ? "since" : "clock");
    }
    emit changed();
}

void TimeNotation::keepInSettings() {
    choose(QSettings().value(kKey).toString() == "since" ? TimeChoice::Since : TimeChoice::Clock);
    keeps_ = true;
}

void TimeNotation::setStart(const QDateTime& start) {
    if (start != start_) {
        start_ = start;
        emit changed();
    }
}

QDateTime momentClock(double timeS) {
    const QDateTime& start = TimeNotation::instance().start();
    return start.isValid() && std::isfinite(timeS) ? start.addMSecs(std::llround(timeS * 1000.0))
                                                   : QDateTime();
}

QString momentText(double timeS) {
    if (!std::isfinite(timeS) || timeS < 0.0) {
        return QStringLiteral("–");
    }
    const TimeNotation& notation = TimeNotation::instance();
    if (notation.isSinceStart()) {
        return durationText(timeS);
    }
    const QDateTime moment = momentClock(timeS);
    const bool sameYear = moment.date().year() == notation.start().date().year();
    return windowLocale().toString(moment, dayFormat(!sameYear) + QStringLiteral(" HH:mm:ss"));
}

QString momentsText(double fromS, double toS) {
    const bool oneDay = !TimeNotation::instance().isSinceStart() &&
                        momentClock(fromS).date() == momentClock(toS).date();
    return QStringLiteral("%1 – %2").arg(
        momentText(fromS), oneDay ? momentClock(toS).toString("HH:mm:ss") : momentText(toS));
}

double momentStep(double leastS) {
    constexpr auto kSteps = std::to_array<double>({1,
                                                   2,
                                                   5,
                                                   10,
                                                   15,
                                                   30,
                                                   kMinuteS,
                                                   2 * kMinuteS,
                                                   5 * kMinuteS,
                                                   10 * kMinuteS,
                                                   15 * kMinuteS,
                                                   30 * kMinuteS,
                                                   kHourS,
                                                   2 * kHourS,
                                                   3 * kHourS,
                                                   6 * kHourS,
                                                   12 * kHourS,
                                                   kDayS,
                                                   2 * kDayS,
                                                   5 * kDayS,
                                                   10 * kDayS,
                                                   20 * kDayS,
                                                   50 * kDayS,
                                                   100 * kDayS,
                                                   200 * kDayS});
    for (const double step : kSteps) {
        if (step >= leastS) {
            return step;
        }
    }
    return kSteps.back() * std::ceil(leastS / kSteps.back());
}

double momentOffset() {
    const TimeNotation& notation = TimeNotation::instance();
    return notation.isSinceStart() ? 0.0 : notation.start().time().msecsSinceStartOfDay() / 1000.0;
}

QString momentTick(double timeS, double stepS) {
    const auto whole = static_cast<qint64>(std::llround(timeS + momentOffset()));
    constexpr auto kDay = static_cast<qint64>(kDayS);
    const bool isDay = stepS >= kDayS || whole % kDay == 0;
    if (TimeNotation::instance().isSinceStart()) {
        if (isDay && whole != 0) {
            return QStringLiteral("%1 d").arg(whole / kDay);
        }
    } else if (isDay) {
        return windowLocale().toString(momentClock(timeS), dayFormat(false));
    }
    return QTime::fromMSecsSinceStartOfDay(static_cast<int>((whole % kDay + kDay) % kDay * 1000))
        .toString(stepS < kMinuteS ? "HH:mm:ss" : "HH:mm");
}

QDateTime startOfClock(const std::string& clock, double timeS) {
    QDateTime now = QDateTime::fromString(QString::fromStdString(clock), "yyyy-MM-dd HH:mm:ss");
    now.setTimeSpec(Qt::UTC);
    // Clock times are given to the second, as the engine rounds them.
    return now.isValid() ? now.addSecs(-std::llround(timeS)) : QDateTime();
}

}  // namespace headroom::ui
