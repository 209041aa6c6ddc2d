// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/protocols.h"

#include <algorithm>
#include <thread>

namespace headroom::engine {

namespace {

constexpr double kNapS = 0.05;

}  // namespace

bool LiveClock::waitForTurn() {
    while (nowSinceEpochS() < nextS_) {
        if (isOver()) {
            return false;
        }
        std::this_thread::sleep_for(
            std::chrono::duration<double>(std::min(kNapS, nextS_ - nowSinceEpochS())));
    }
    nextS_ = std::max(nextS_ + spec_.everyS, nowSinceEpochS());
    return !isOver();
}

}  // namespace headroom::engine
