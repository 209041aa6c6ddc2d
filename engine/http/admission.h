// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/http/access.h"

#include <utility>

namespace headroom::engine {

/// Who opened a talk, checked again while the talk lasts: a token that is removed from the file, or loses its role, ends it.
class Admission {
  public:
    /// `fields`: of the request that opened the talk; only those that may carry a token are kept.
    Admission(Access& access, const HttpFields& fields, Caller caller)
        : access_(access), caller_(std::move(caller)), revision_(access.revision()) {
        for (const auto& field : fields) {
            if (field.first == "authorization" || field.first == "sec-websocket-protocol") {
                fields_.push_back(field);
            }
        }
    }

    /// Whether the caller still has the name and the role of the beginning. Cheap while no token changed.
    bool holds() {
        if (revision_ != access_.revision()) {
            bool isWrong = false;
            const Caller now = access_.callerOf(fields_, isWrong);
            revision_ = access_.revision();
            holds_ = holds_ && !isWrong && now.role == caller_.role && now.name == caller_.name;
        }
        return holds_;
    }

    /// The same, after a look at the file: before something that the caller sends is taken.
    bool holdsNow() {
        access_.refresh();
        return holds();
    }

  private:
    Access& access_;
    HttpFields fields_;
    Caller caller_;
    std::int64_t revision_;
    bool holds_ = true;
};

}  // namespace headroom::engine
