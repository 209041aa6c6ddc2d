// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/run/frame/frame.h"

#include <functional>
#include <memory>
#include <mutex>
#include <utility>

namespace headroom::engine {

/// Callbacks of the viewers of a run. They are called one at a time, from the thread that has news.
class RunViewers {
  public:
    void onFrame(std::function<void()> callback) {
        const std::lock_guard lock(mutex_);
        framed_ = std::move(callback);
    }

    void onState(std::function<void()> callback) {
        const std::lock_guard lock(mutex_);
        stated_ = std::move(callback);
    }

    void onRefused(std::function<void(const Error&)> callback) {
        const std::lock_guard lock(mutex_);
        refused_ = std::move(callback);
    }

    /// Reports the state, and the frame if it is another one.
    void changed(std::shared_ptr<const Frame> now) {
        const std::lock_guard lock(mutex_);
        if (now != shown_ && framed_) {
            shown_ = std::move(now);
            framed_();
        }
        if (stated_) {
            stated_();
        }
    }

    void refused(const Error& error) {
        const std::lock_guard lock(mutex_);
        if (refused_) {
            refused_(error);
        }
    }

  private:
    std::mutex mutex_;
    std::function<void()> framed_, stated_;
    std::function<void(const Error&)> refused_;
    std::shared_ptr<const Frame> shown_;  ///< the last that framed_ was called for
};

}  // namespace headroom::engine
