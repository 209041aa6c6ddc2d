// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/frame/frame.h"

namespace headroom::engine {

/// Whether a step computed the values of the frame. The frame of second 0 holds zeros, which are not figures.
inline bool isComputed(const Frame* frame) {
    constexpr auto kIt = static_cast<std::size_t>(FacilityQuantity::ItPower);
    return frame != nullptr && (frame->timeS > 0.0 || frame->facility[kIt] > 0.0);
}

}  // namespace headroom::engine
