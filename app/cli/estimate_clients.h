// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/estimate/inference.h"

/// `estimate inference --clients N`: clients that each send the next request after the answer (closed loop), like benchmark clients.
namespace headroom::app {

void printClients(const engine::ClosedEstimate& closed, const models::ServingCertainty& certainty);

}  // namespace headroom::app
