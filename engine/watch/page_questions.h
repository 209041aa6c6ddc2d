// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/watch/run_question.h"
#include "models/facility/power_smoothing.h"

#include <cstdint>
#include <memory>

/// Questions whose answers are more than a table: the page of a job, and how power swings. They have addresses of their
/// own on a server (GET /api/v1/jobs/{id}, /api/v1/swings).
namespace headroom::engine {

/// WEB-048: nothing is known of the job.
AskedQuestion jobPageOf(std::int64_t id);

/// For renderWaveform(), with these measures and limits: powerSmoothingOf() of the design.
AskedQuestion swingsOfRun(const models::PowerSmoothingSpec& smoothing);

bool isJobPage(const AskedQuestion& question);
/// The measures and limits that swings are asked with; null for another question.
const models::PowerSmoothingSpec* smoothingOfSwings(const AskedQuestion& question);

/// The page or the swings of a reply; the error, or ASK-007 for a reply to another question.
Result<std::shared_ptr<const JobDetail>> jobPageIn(const Result<RunReply>& reply);
Result<std::shared_ptr<const SwingPlant>> swingsIn(const Result<RunReply>& reply);
/// The same for the questions of runQuestions().
Result<RunAnswer> answerIn(const Result<RunReply>& reply);

}  // namespace headroom::engine
