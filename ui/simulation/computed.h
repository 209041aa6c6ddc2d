// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"

namespace headroom::ui {

/// Whether a step computed what the frame holds: that of second 0 holds zeros, which are not figures.
inline bool isComputed(const engine::Frame* frame) {
    constexpr auto kIt = static_cast<std::size_t>(engine::FacilityQuantity::ItPower);
    return frame != nullptr && (frame->timeS > 0.0 || frame->facility[kIt] > 0.0);
}

}  // namespace headroom::ui
