// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sim/frame.h"

#include <QString>

/// Jobs in words, for table, Gantt chart, page and menus alike.
namespace headroom::ui {

/// "Running", "Queued", …
QString stateWord(engine::JobState state);
/// The same of a job: "Held" for one that is passed over.
QString stateWord(const engine::JobRow& job);

/// A length of time by its size: "45 s", "12 min 30 s", "3 h 05 min", "2 d 4 h".
QString lengthText(double seconds);

/// "2h", "90 min", "1d 6h", "3600": seconds; NaN where it is none. A number alone is in minutes.
double parseLength(const QString& text);

/// Name, and number where there is none.
QString jobName(const engine::JobRow& job);

/// What killing would lose, in a sentence.
QString lossText(const engine::JobRow& job, double nowS);

QString moneyText(double usd);

/// A share that grows, to a tenth of a percent.
QString progressText(double share);

}  // namespace headroom::ui
