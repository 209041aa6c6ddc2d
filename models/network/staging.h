// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/network/interconnect.h"

namespace headroom::models {

/// A scale-out network whose adapters do not reach accelerator memory: each message goes from the
/// accelerator to host memory, from there to the adapter, and the same way up at the other end.
/// The figures are those of the interconnect generation (pcie_gbps, host_memory_gbps,
/// staging_latency_us), as PCI Express and memory came with the adapters of their time.
///
/// Bytes/s of one rank:
///   min(B_adapter, B_pcie, B_memory / 4)
/// The accelerator's copy and the adapter's read are pipelined over different links, so that PCI
/// Express counts once in each direction; memory is written and read for what goes out and again
/// for what comes in: four passes. A limit that is not stated does not act.
double stagedBytesPerS(const InterconnectSpec& scaleOut, double adapterBytesPerS);

/// The generation with the copies at both ends in its latencies: 2 L_staging more for each step,
/// and for posting a message; its in-network reduction is gone, since switches reduce what adapters
/// read from accelerators. Other figures are unchanged.
InterconnectSpec stagedInterconnect(const InterconnectSpec& scaleOut);

}  // namespace headroom::models
