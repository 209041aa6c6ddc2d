// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/inference.h"
#include "engine/sheet/sheet.h"

#include <nlohmann/json_fwd.hpp>

/// An estimate of inference as sheets: the command line, files and Python are written from them.
namespace headroom::engine {

/// Tokens of a replica's requests that its cache holds, if all are as long as the mean one.
double heldTokens(const InferenceEstimate& estimate);

/// All figures of the estimate in one row: plan, memory, steady state, power, money, and those of the requests that were
/// served one by one.
Sheet inferenceFigures(const InferenceEstimate& estimate);

/// One row a part of an iteration, then their sum: seconds and shares of the mean prompt and of decoding.
Sheet iterationParts(const InferenceEstimate& estimate);

/// Latencies of requests that were served one by one (mean and percentiles), then those of the steady state.
Sheet latencySheet(const InferenceEstimate& estimate);

/// The fleets of a search, one a row.
Sheet fleetSheet(const FleetSearch& search);

/// Closed-loop clients in one row, with 90 % intervals.
Sheet clientFigures(const ClosedEstimate& closed, const models::ServingCertainty& certainty);

/// Figures and parts, members in the order of their names.
nlohmann::json inferenceJson(const InferenceEstimate& estimate);

/// "search": its counts and its fleets.
nlohmann::json searchJson(const FleetSearch& search);

}  // namespace headroom::engine
