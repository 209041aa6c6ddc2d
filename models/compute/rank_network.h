// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/compute/accelerator.h"
#include "models/network/collective.h"

/// The links of one accelerator as collectives see them.
namespace headroom::models {

/// Rates of the accelerator as its parts state them, 0 where they state none; adapters send no
/// faster than their generation, less `share` where others load the fabric. Library: NCCL's.
RankNetwork rankNetwork(const AcceleratorSpec& accelerator, const InterconnectSpec* scaleUp,
                        const InterconnectSpec* scaleOut, double share = 1.0);

}  // namespace headroom::models
