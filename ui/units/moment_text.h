// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QObject>
#include <QString>

#include <string>

namespace headroom::ui {

/// Text of an instant of the run, the same in tables, charts, tips and the foot.
enum class TimeChoice {
    Clock,  ///< local standard time of the site: "1 Jul 14:05:00"
    Since   ///< since the start of the run: "2 d 04:05:06"
};

/// The one choice of how instants are written, and the start of the run that is shown, from which
/// they count. Code that keeps texts listens to changed(). Lengths of time (a repair, a wait) are
/// lengthText() in either choice.
class TimeNotation : public QObject {
    Q_OBJECT

  public:
    static TimeNotation& instance();

    TimeChoice choice() const { return choice_; }

    void choose(TimeChoice choice);

    /// The choice of last time, from the settings of the user; and from now on every choice is kept
    /// there.
    void keepInSettings();

    /// Local standard time of second 0, as if it were UTC; not valid while no run is shown;
    /// instants then count from the start.
    const QDateTime& start() const { return start_; }

    void setStart(const QDateTime& start);

    /// Always counted from the start, because no clock is known.
    bool isSinceStart() const { return choice_ == TimeChoice::Since || !start_.isValid(); }

  signals:
    void changed();

  private:
    TimeNotation() = default;
    TimeChoice choice_ = TimeChoice::Clock;
    QDateTime start_;
    bool keeps_ = false;
};

/// An instant, seconds after the start of the run: "1 Jul 14:05:00", with the year where it is not
/// the one in which the run began, or "2 d 04:05:06". A dash for what is before it, which means that
/// there is none.
QString momentText(double timeS);

/// From one to another: "1 Jul 14:05:00 – 14:20:00", the day once where both are of one.
QString momentsText(double fromS, double toS);

/// A round length of time, not below `leastS`: 1, 2, 5, 10, 15, 30 s, min, … 200 d and its multiples.
/// For the ticks of a time axis.
double momentStep(double leastS);

/// Ticks of a time axis are at n * step - momentOffset(), so that days begin at midnight.
double momentOffset();

/// A tick of that step, as short as can be: "14:05", "1 Jul", "3 d".
QString momentTick(double timeS, double stepS);

/// Local standard time of an instant, as if it were UTC; not valid where no run is shown.
QDateTime momentClock(double timeS);

/// Second 0 of a run whose frame at `timeS` shows that clock ("2026-07-01 14:05:00").
QDateTime startOfClock(const std::string& clock, double timeS);

}  // namespace headroom::ui
