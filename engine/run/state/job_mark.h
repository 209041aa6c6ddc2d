// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace headroom::engine {

/// Work done and the accelerator seconds that it took, at a moment that a checkpoint holds.
struct JobMark {
    double work = 0.0;
    double productiveS = 0.0;  ///< accelerator seconds
};

}  // namespace headroom::engine
