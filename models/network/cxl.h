// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/facility/cxl_pool.h"
#include "models/network/switch.h"

namespace headroom::models {

/// Share of a pool that one server gets while `active` servers use it.
struct CxlShare {
    double bytes = 0.0;      ///< capacity, dealt out equally
    double bytesPerS = 0.0;  ///< reads
    double latencyS = 0.0;   ///< of a load under that traffic
};

/// Share of one of the `active` servers, each asking for `demandBytesPerS` (infinite: all it can).
///   B = min(demand, e x port, pool / active)
///   t = t0 + s rho / (2 (1 - rho)),   rho = active B / pool, held at 0.95
/// e: share of the port's raw rate left by 68-byte flits that carry 64 (CXL 2.0 specification,
/// link layer: 64/68 = 0.94). s: time for which a bank is busy with one load, tRC of DDR5 about
/// 48 ns (JEDEC JESD79-5); the wait is that of an M/D/1 queue (Kleinrock 1975), one bank queue.
/// Assumption: loads spread over the banks as over one queue; correct in trend, not in tail.
/// Valid below 95 % load; t0 of pools behind one switch is 200 to 500 ns in published
/// measurements [secondary]. A pool whose switch is down has no active servers: everything is 0.
CxlShare cxlShare(const CxlPoolSpec& pool, const SwitchSpec& part, int active,
                  double demandBytesPerS);

}  // namespace headroom::models
