// SPDX-License-Identifier: Apache-2.0
#include "engine/api/followed_twin.h"

#include "engine/live/run.h"
#include "engine/plant/plant.h"

#include <utility>

namespace headroom::engine {

namespace {

Error itFollows() {
    return {
        "WEB-030",
        "this twin follows a building: it goes as its readings say, and is not played or changed "
        "from here",
        "serve the project without --live to try something; `twin --ahead --order` asks what if",
        {},
        {},
        0};
}

}  // namespace

FollowedTwin::FollowedTwin(TwinLoop& loop, const Project& project)
    : FixedTwin(itFollows()), loop_(loop) {
    setDesign(projectText(project), designFilesOf(project));
}

ResultAll<std::unique_ptr<FollowedTwin>> FollowedTwin::create(const Project& project,
                                                              const Catalogue& catalogue,
                                                              TwinLoop& loop) {
    std::unique_ptr<FollowedTwin> twin(new FollowedTwin(loop, project));
    auto simulator = Simulator::create(project, catalogue, RunOptions{});
    if (!simulator) {
        return tl::unexpected(simulator.error());
    }
    twin->first_ = (*simulator)->frame();
    twin->plant_ = (*simulator)->sharedPlant();
    twin->name_ = twin->plant_->name;
    loop.nameChannels((*simulator)->channels());
    return twin;
}

std::shared_ptr<const Frame> FollowedTwin::frame() const {
    const auto now = loop_.now();
    return now->frame ? now->frame : first_;
}

std::shared_ptr<const Plant> FollowedTwin::plant() const {
    const auto now = loop_.now();
    return now->plant ? now->plant : plant_;
}

Result<std::string> FollowedTwin::summary() const {
    const auto summary = loop_.summary();
    if (!summary) {
        return tl::unexpected(summary.error());
    }
    return summaryJson(*summary, 0.0);
}

}  // namespace headroom::engine
