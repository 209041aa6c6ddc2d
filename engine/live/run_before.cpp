// SPDX-License-Identifier: Apache-2.0
#include "engine/live/run_before.h"

#include "engine/experiment/run_until.h"
#include "engine/live/run_start.h"
#include "engine/run/frame/job_history.h"
#include "engine/run/frame/story.h"
#include "engine/run/simulator.h"

#include <algorithm>
#include <utility>

namespace headroom::engine {

namespace {

template <class Blocks>
void putBefore(Blocks& blocks, const Blocks& before) {
    blocks.insert(blocks.begin(), before.begin(), before.end());
}

}  // namespace

RunBefore::RunBefore(const RunStart& start) : story_(storyOf(start.events, start.losses)) {
    for (const Command& command : start.ahead) {
        if (!std::holds_alternative<PlantOrder>(command.what) &&
            !std::holds_alternative<DesignChange>(command.what)) {
            commands_.push_back(command);
        }
    }
    auto history = std::make_shared<JobHistory>();
    if (!start.jobs.empty()) {
        history->cards = {std::make_shared<const std::vector<JobCard>>(start.jobs)};
    }
    if (!start.spans.empty()) {
        history->spans = {std::make_shared<const std::vector<JobSpan>>(start.spans)};
    }
    history_ = std::move(history);
}

void RunBefore::give(Simulator& simulator) {
    const auto after = std::find_if(commands_.begin(), commands_.end(), [&](const Command& c) {
        return c.timeS > simulator.timeS() + kEndOfRunS;
    });
    for (auto command = commands_.begin(); command != after; ++command) {
        if (const auto* job = std::get_if<JobOrder>(&command->what)) {
            simulator.order(*job);
        } else if (const auto* air = std::get_if<AirFractions>(&command->what)) {
            simulator.setAirFractions(HallIndex(air->hall), air->fractions);
        } else if (const auto* remark = std::get_if<Remark>(&command->what)) {
            simulator.remark(remark->subject, remark->text);
        }
    }
    commands_.erase(commands_.begin(), after);
}

void RunBefore::tell(Frame& frame) const {
    if (story_ && frame.story) {
        auto story = std::make_shared<Story>(*frame.story);
        putBefore(story->blocks, story_->blocks);
        putBefore(story->losses, story_->losses);
        frame.story = std::move(story);
    }
    if (history_ && frame.history) {
        auto history = std::make_shared<JobHistory>(*frame.history);
        putBefore(history->cards, history_->cards);
        putBefore(history->spans, history_->spans);
        frame.history = std::move(history);
    }
}

}  // namespace headroom::engine
