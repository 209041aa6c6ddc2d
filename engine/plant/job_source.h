// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace headroom::engine {

/// Where a job comes from. Its kind (a training step or a fixed run time) is in Job::training.
enum class JobSource : std::int32_t {
    Training,   ///< sourceIndex: Plant::training
    Generator,  ///< Plant::generators
    Trace,      ///< Plant::traces; copy: row
    Batch,      ///< Plant::batches
    Service,    ///< a replica: holds its accelerators until it is retired
    Hand        ///< submitted by a person; sourceIndex: State::handNames
};

}  // namespace headroom::engine
