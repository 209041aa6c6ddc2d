// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace headroom::engine {

/// Bytes 68 to 71 of a recording: "HDRM". `file` and desktop MIME rules know recordings by them.
inline constexpr std::int64_t kRecordingApplicationId = 0x4844524D;

/// PRAGMA user_version of the schema below. A change that older programs would misread raises it.
inline constexpr std::int64_t kRecordingSchemaVersion = 2;

/// The tables of a recording as SQL.
extern const char* const kRecordingSchema;

}  // namespace headroom::engine
