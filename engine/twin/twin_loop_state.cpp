// SPDX-License-Identifier: Apache-2.0
#include "engine/twin/twin_loop.h"

#include <string>
#include <utility>
#include <vector>

/// The state of a loop in the words and figures that viewers of runs know.
namespace headroom::engine {

std::string_view twinPhaseWord(TwinPhase phase) {
    switch (phase) {
        case TwinPhase::Gathering:
            return "gathering";
        case TwinPhase::Starting:
            return "starting";
        case TwinPhase::Following:
            return "following";
        case TwinPhase::Ended:
            return "ended";
        case TwinPhase::Failed:
            break;
    }
    return "failed";
}

void TwinLoop::nameChannels(const std::vector<Channel>& channels) {
    std::vector<std::string> names;
    for (const Channel& channel : channels) {
        names.push_back(channel.name);
    }
    series_->setChannels(std::move(names));
}

Session::Status TwinLoop::status() const {
    const auto known = now();
    Session::Status status;
    status.playing = status.moving = known->phase == TwinPhase::Following;
    status.wantedSpeed = status.achievedSpeed = known->followsPerS;
    status.failure = known->errors.empty() ? std::string() : known->errors.front().text();
    return status;
}

}  // namespace headroom::engine
