// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/reliability/diagnosis/bill.h"
#include "engine/reliability/diagnosis/diagnosis.h"
#include "engine/reliability/diagnosis/event_graph.h"
#include "engine/sheet/sheet.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

/// Causes, consequences, bills and suspects as sheets: the command line and files are written from them.
namespace headroom::engine {

/// The time of the site at a time of the run, for people.
using StoryClock = std::function<std::string(double timeS)>;

/// One event a row, in the given order.
Sheet eventSheet(const std::vector<const Event*>& events, const StoryClock& clock);

/// The same with consequences and bill: one first cause a row.
Sheet rootSheet(const EventGraph& graph, const Bill& bill, const std::vector<std::int64_t>& roots,
                const StoryClock& clock);

/// One folded consequence a row. The list of its events is not in a table.
Sheet consequenceSheet(const CauseTree& tree);

/// A bill in one row. Rent is for people only if an accelerator hour has a price.
Sheet billFigures(const BillSum& sum);

/// One suspect a row, the likeliest first.
Sheet suspectSheet(const Diagnosis& diagnosis);

Sheet hitFigures(const HitRate& rate);  ///< counts in one row
Sheet trialSheet(const HitRate& rate);  ///< one fault a row

}  // namespace headroom::engine
