// SPDX-License-Identifier: Apache-2.0
#include "engine/api/background_air.h"

#include <utility>

namespace headroom::engine {

BackgroundAir::BackgroundAir(const Catalogue& catalogue, Take take)
    : catalogue_(catalogue), take_(std::move(take)) {}

BackgroundAir::~BackgroundAir() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
        cancel_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) {
        thread_.join();
    }
}

void BackgroundAir::follow(const Project& project, std::int64_t revision) {
    if (!holdsAirShares(project)) {
        rest();
        return;
    }
    const std::lock_guard lock(mutex_);
    const std::chrono::duration<double> pause(kAirRenewalPauseS);
    wanted_ = Wanted{project, revision,
                     std::chrono::steady_clock::now() +
                         std::chrono::duration_cast<std::chrono::steady_clock::duration>(pause)};
    cancel_ = true;
    if (!thread_.joinable()) {
        thread_ = std::thread([this] { work(); });
    }
    changed_.notify_all();
}

void BackgroundAir::rest() {
    const std::lock_guard lock(mutex_);
    wanted_.reset();
    cancel_ = true;
}

/// Waits for a design whose time has come. Nothing at the end.
std::optional<BackgroundAir::Wanted> BackgroundAir::next() {
    std::unique_lock lock(mutex_);
    while (!ends_) {
        if (!wanted_) {
            changed_.wait(lock);
        } else if (std::chrono::steady_clock::now() < wanted_->due) {
            const auto due = wanted_->due;
            changed_.wait_until(lock, due);
        } else {
            cancel_ = false;
            return std::exchange(wanted_, std::nullopt);
        }
    }
    return std::nullopt;
}

void BackgroundAir::work() {
    AirLibrary library = AirLibrary::ofUser();
    AirFieldOptions options;
    options.threads = 1;
    options.cancel = &cancel_;
    while (const auto design = next()) {
        const AirRenewal renewal = renewedAir(design->project, catalogue_, library, options);
        if (!renewal.edits.empty() && !cancel_) {
            take_(renewal, design->revision);
        }
    }
}

}  // namespace headroom::engine
