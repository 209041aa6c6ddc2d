// SPDX-License-Identifier: Apache-2.0
#include "models/network/cxl.h"

#include <algorithm>

namespace headroom::models {

namespace {

constexpr double kFlitShare = 64.0 / 68.0;
constexpr double kBankS = 48e-9;
constexpr double kFullest = 0.95;

}  // namespace

CxlShare cxlShare(const CxlPoolSpec& pool, const SwitchSpec& part, int active,
                  double demandBytesPerS) {
    CxlShare share;
    if (active <= 0) {
        return share;
    }
    share.bytes = pool.bytes / std::max(active, pool.sharers);
    share.bytesPerS = std::min(
        {std::max(demandBytesPerS, 0.0), kFlitShare * part.portBytesPerS, pool.bytesPerS / active});
    const double rho = std::min(active * share.bytesPerS / pool.bytesPerS, kFullest);
    share.latencyS = pool.latencyS + kBankS * rho / (2.0 * (1.0 - rho));
    return share;
}

}  // namespace headroom::models
