// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/project.h"

#include <cstdint>
#include <functional>
#include <memory>

/// The part of a run that another Headroom serves: the connection to it.
namespace headroom::engine {

struct AttachState;
struct FollowedThere;
struct HttpPlace;

class RunLink {
  public:
    virtual ~RunLink() = default;

    virtual const HttpPlace& place() const = 0;
    virtual AttachState state() const = 0;
    /// Follows no more; the last frame stays.
    virtual void detach() = 0;

    /// The design of the frames that come, as the server has it; it is in no file.
    virtual Project project() const = 0;

    /// The building that the served run follows, as far as the server sent it. Null if it follows none.
    virtual std::shared_ptr<const FollowedThere> followed() const = 0;
    /// Somebody has seen an alarm of it (KeptAlarm::number).
    virtual void acknowledge(std::int64_t alarm) = 0;

    /// Called on a thread of the run when its state or design may have changed from outside of this window.
    virtual void onState(std::function<void()> callback) = 0;
    /// Called on a thread of the run with each order or edit that the run refused after it was sent.
    virtual void onRefused(std::function<void(const Error&)> callback) = 0;
};

}  // namespace headroom::engine
