// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/air/field/air_renewal.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace headroom::engine {

/// Renews the air of a design that others edit (renewedAir()), on a thread of its own, kAirRenewalPauseS after its newest
/// edit. An edit meanwhile cancels the computation. The thread starts with the first design whose halls hold a field.
class BackgroundAir {
  public:
    /// The renewal of the design of that revision. Called on the thread, never with an empty renewal.
    using Take = std::function<void(const AirRenewal& renewal, std::int64_t revision)>;

    /// `catalogue` outlives this object.
    BackgroundAir(const Catalogue& catalogue, Take take);
    /// Cancels the computation and waits for `take`.
    ~BackgroundAir();
    BackgroundAir(const BackgroundAir&) = delete;
    BackgroundAir& operator=(const BackgroundAir&) = delete;

    /// From any thread; returns at once. The newest design counts.
    void follow(const Project& project, std::int64_t revision);

    /// Keeps the design unchanged until the next follow().
    void rest();

  private:
    struct Wanted {
        Project project;
        std::int64_t revision = 0;
        std::chrono::steady_clock::time_point due;
    };

    void work();
    std::optional<Wanted> next();

    const Catalogue& catalogue_;
    const Take take_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<Wanted> wanted_;
    bool ends_ = false;
    std::atomic<bool> cancel_ = false;  ///< written under mutex_
    std::thread thread_;
};

}  // namespace headroom::engine
