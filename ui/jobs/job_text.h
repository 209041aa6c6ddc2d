// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"
#include "ui/units/quantity_text.h"

#include <QString>

/// Jobs in words, for table, Gantt chart, page and menus alike.
namespace headroom::ui {

/// "Running", "Queued", …
QString stateWord(engine::JobState state);
/// The same of a job: "Held" for one that is passed over.
QString stateWord(const engine::JobRow& job);

/// Name, and number where there is none.
QString jobName(const engine::JobRow& job);

/// One sentence: the work lost if the job is killed.
QString lossText(const engine::JobRow& job, double nowS);

/// A share that grows, to a tenth of a percent.
QString progressText(double share);

}  // namespace headroom::ui
