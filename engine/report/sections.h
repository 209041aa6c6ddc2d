// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/store/recording.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

/// The parts of the HTML report; each comes with its `section`, or empty where it has nothing to
/// show. `summary` is the object of `run --format json`; null for runs that did not finish.
namespace headroom::engine::report {

using Json = nlohmann::ordered_json;

/// The few figures that people look for first.
std::string tilesHtml(const Recording& recording, const Json& summary);

/// Every figure of the summary with its unit and what it means; jobs, failures and costs by kind.
std::string summaryHtml(const Recording& recording, const Json& summary);

/// How sure the headline figures are, of runs that were asked (`run --certainty`).
std::string certaintyHtml(const Json& summary);

/// `marksS`: first causes of what went wrong, as numbered lines on every chart.
Result<std::string> chartsHtml(const Recording& recording, const std::vector<double>& marksS);

/// PUE and WUE by component: what each consumer, loss and way of water is over the IT power.
Result<std::string> stacksHtml(const Recording& recording);

/// Least, mean, largest and last value of every quantity of the facility, and what it means.
Result<std::string> quantitiesHtml(const Recording& recording);

/// The same of halls, CDU groups and loops, one table each.
Result<std::string> objectsHtml(const Recording& recording);

/// Share of each tenant, and the life of the jobs that held most accelerator time.
Result<std::string> jobsHtml(const Recording& recording, const Json& summary);

/// Counts by kind, and the newest 200.
Result<std::string> eventsHtml(const Recording& recording);

/// The channel "facility/KEY"; null where there is none.
const RecordedChannel* facilityChannel(const Recording& recording, std::string_view key);

}  // namespace headroom::engine::report
