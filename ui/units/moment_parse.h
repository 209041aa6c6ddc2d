// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

namespace headroom::ui {

/// Which day a time of the clock without a date belongs to.
enum class MomentDay {
    Same,  ///< the day of the present instant
    Next   ///< the same day if the time is still ahead, else the day after
};

/// Reads an instant that a person typed, in seconds after the start of the run; `nowS` is the present instant:
///
///     14:05   14:05:30   2 Jul 14:05   2026-07-02 14:05   the clock of the site
///     36 h    90 min     1 d 04:05:06                     since the start of the run
///     +2 h    -30 min                                     from the present instant
///
/// Where instants are shown since the start (TimeNotation), 04:05:06 counts since the start too.
/// Returns NaN if the text has none of these forms, or names a clock while no run is shown.
double parseMoment(const QString& text, double nowS, MomentDay day);

}  // namespace headroom::ui
