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

void TwinLoop::whenPublished(std::function<void()> tell) {
    const std::lock_guard lock(telling_);
    published_ = std::move(tell);
}

void TwinLoop::onFrame(std::function<void()> callback) {
    const std::lock_guard lock(telling_);
    framed_ = std::move(callback);
}

void TwinLoop::tellPublished() {
    const std::lock_guard lock(telling_);
    for (const auto& tell : {published_, framed_}) {
        if (tell) {
            tell();
        }
    }
}

std::shared_ptr<const Layout> TwinLoop::layout() const {
    const auto shown = frame();
    return shown ? shown->layout : nullptr;
}

Error TwinLoop::whyNoJobPage() const {
    return {"ASK-004",
            "this twin follows a building: of its jobs it knows the power of their racks, not "
            "their steps",
            {},
            {},
            {},
            0};
}

RunStatus TwinLoop::status() const {
    const auto known = now();
    RunStatus status;
    status.playing = status.moving = known->phase == TwinPhase::Following;
    status.wantedSpeed = status.achievedSpeed = known->followsPerS;
    status.failure = known->errors.empty() ? std::string() : known->errors.front().text();
    return status;
}

}  // namespace headroom::engine
