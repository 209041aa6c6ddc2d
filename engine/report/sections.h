// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/report/report_tree.h"
#include "engine/store/recording.h"

#include <nlohmann/json.hpp>

#include <string_view>
#include <vector>

/// The sections of a report on a run; without blocks where they have nothing to show. `summary` is the object of
/// `run --format json`; null for runs that did not finish.
namespace headroom::engine::report {

using Json = nlohmann::ordered_json;

/// The few figures that people look for first.
Tiles headTiles(const Recording& recording, const Json& summary);

/// Every figure of the summary with its unit and what it means; jobs, failures and costs by kind.
Section summarySection(const Recording& recording, const Json& summary);

/// How sure the headline figures are, of runs that were asked (`run --certainty`).
Section certaintySection(const Json& summary);

/// `marksS`: first causes of what went wrong, as numbered lines on every chart.
Result<Section> chartsSection(const Recording& recording, const std::vector<double>& marksS);

/// PUE and WUE by component: what each consumer, loss and way of water is over the IT power.
Result<Section> stacksSection(const Recording& recording);

/// Least, mean, largest and last value of every quantity of the facility, and what it means.
Result<Section> quantitiesSection(const Recording& recording);

/// The same of halls, CDU groups and loops, one table each.
Result<Section> objectsSection(const Recording& recording);

/// Share of each tenant, and the life of the jobs that held most accelerator time.
Result<Section> jobsSection(const Recording& recording, const Json& summary);

/// Counts by kind, and the newest 200.
Result<Section> eventsSection(const Recording& recording);

/// The channel "facility/KEY"; null where there is none.
const RecordedChannel* facilityChannel(const Recording& recording, std::string_view key);

}  // namespace headroom::engine::report
