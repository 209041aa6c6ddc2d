// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/channel_table.h"
#include "engine/api/run_server.h"
#include "engine/live/run_series.h"

namespace headroom::engine {

/// Adds the samples of the server's series since the last one of ours, in 500 rows at most.
void takePastSeries(const RunServer& server, const ChannelTable& table, RunSeries& series);

}  // namespace headroom::engine
