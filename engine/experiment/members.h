// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <cstddef>
#include <optional>
#include <string>

namespace headroom::engine {

/// Results of the members of one question (an ensemble), kept as texts: from an earlier call, or from tasks on other machines that
/// ask the same question. A member is known by its name, which is the same in every process. Functions that ask a question
/// look here before they compute a member; where others compute it and have not yet, the question waits.
class Members {
  public:
    virtual ~Members() = default;

    /// The kept result; nothing where there is none.
    virtual std::optional<std::string> find(const std::string& name) const = 0;

    /// Whether this process computes a member; others are left to other tasks. `number`: within its stage.
    virtual bool isOurs(std::size_t number) const = 0;

    /// Keeps a result. Any thread. The first fault is kept, too, and returned by each later call.
    virtual Result<void> keep(const std::string& name, const std::string& result) = 0;
};

}  // namespace headroom::engine
