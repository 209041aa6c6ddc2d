// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/inference.h"

/// `estimate inference --clients N`: clients that each ask again as soon as they are answered, as benchmarks have them.
namespace headroom::app {

void printClients(const engine::ClosedEstimate& closed, const models::ServingCertainty& certainty);

}  // namespace headroom::app
