// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/material.h"
#include "tests/hostile/parsers.h"
#include "tests/hostile/sample_recording.h"

#include <cstddef>

namespace headroom::hostile {

namespace {

// What follows a place: four bytes in front, the first three of which are the offset, the last one
// how many bytes are laid over what stands there.
constexpr std::size_t kPlaceBytes = 4;

std::size_t byteAt(std::string_view bytes, std::size_t at) {
    return static_cast<unsigned char>(bytes[at]);
}

}  // namespace

/// A damaged recording: a whole file, or what is laid over a sound one. Cut behind the last place.
void recording(std::string_view bytes) {
    if (bytes.starts_with("SQLite format 3")) {
        requireReads(scratchFile("input.db", bytes));
        return;
    }
    std::string file = sampleRecording();
    while (bytes.size() > kPlaceBytes) {
        const std::size_t offset =
            byteAt(bytes, 0) | byteAt(bytes, 1) << 8U | byteAt(bytes, 2) << 16U;
        const std::string_view patch = bytes.substr(kPlaceBytes, byteAt(bytes, 3));
        file.replace(offset % file.size(), patch.size(), patch);
        bytes.remove_prefix(kPlaceBytes + patch.size());
    }
    if (bytes.size() >= 2) {
        file.resize(file.size() * (byteAt(bytes, 0) + 256 * byteAt(bytes, 1)) / 65536);
    }
    requireReads(scratchFile("input.db", file));
}

}  // namespace headroom::hostile
