// SPDX-License-Identifier: Apache-2.0
#include "engine/store/codec.h"
#include "engine/store/recording.h"
#include "engine/store/recording_private.h"

#include <cmath>
#include <cstring>
#include <limits>

/// Samples of all channels together, a stretch of time at once.
namespace headroom::engine {

std::vector<double> Recording::blockTimes() const {
    return d_->times("SELECT t0_s FROM block ORDER BY id");
}

Result<SampleBlock> Recording::samples(double timeS) const {
    Result<Statement> blocks = d_->database.prepare(
        "SELECT id, t0_s, dt_s, count, times FROM block WHERE t0_s <= ? ORDER BY id DESC LIMIT 1");
    Result<Statement> chunks = d_->database.prepare(
        "SELECT channel, codec, data FROM chunk WHERE block = ? ORDER BY channel");
    if (!blocks || !chunks) {
        return tl::unexpected(d_->explained(blocks ? chunks.error() : blocks.error()));
    }
    blocks->bind(0, timeS);
    const Result<bool> found = blocks->step();
    if (!found) {
        return tl::unexpected(d_->explained(found.error()));
    }
    if (!*found) {
        return tl::unexpected(recordingError(
            "STO-014", "the recording has no sample at or before " + std::to_string(timeS) + " s",
            "choose a later time", d_->path));
    }
    const double t0 = blocks->real(1), dt = blocks->real(2);
    const auto count = static_cast<std::size_t>(blocks->integer(3));  // checkTimes()
    const std::span<const std::byte> times = blocks->blob(4);
    SampleBlock block;
    block.timeS.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        block.timeS[i] = t0 + static_cast<double>(i) * dt;
    }
    if (!times.empty()) {
        if (times.size() != count * sizeof(double)) {
            return tl::unexpected(d_->damaged("times of samples"));
        }
        std::memcpy(block.timeS.data(), times.data(), times.size());
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!std::isfinite(block.timeS[i]) || (i > 0 && block.timeS[i] <= block.timeS[i - 1])) {
            return tl::unexpected(d_->damaged("times of samples"));
        }
    }
    block.values.resize(d_->channels.size());
    chunks->bind(0, blocks->integer(0));
    Result<bool> row = chunks->step();
    for (; row && *row; row = chunks->step()) {
        const std::int64_t channel = chunks->integer(0);
        if (channel < 0 || channel >= static_cast<std::int64_t>(block.values.size())) {
            return tl::unexpected(d_->damaged("channels of samples"));
        }
        auto& values = block.values[static_cast<std::size_t>(channel)];
        values.resize(count);
        if (!unpackFloats(static_cast<Codec>(chunks->integer(1)), chunks->blob(2), values)) {
            return tl::unexpected(d_->damaged(
                "values of channel " + d_->channels[static_cast<std::size_t>(channel)].name));
        }
    }
    if (!row) {
        return tl::unexpected(d_->explained(row.error()));
    }
    for (auto& values : block.values) {
        values.resize(count, std::numeric_limits<float>::quiet_NaN());
    }
    return block;
}

}  // namespace headroom::engine
