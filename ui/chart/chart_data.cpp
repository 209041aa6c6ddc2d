// SPDX-License-Identifier: Apache-2.0
#include "ui/chart/chart_data.h"

#include "engine/replay/player.h"
#include "engine/run/frame/story.h"
#include "engine/watch/run_keep.h"
#include "ui/chart/chart_channel.h"
#include "ui/workspace/window_runs.h"
#include "ui/workspace/workspace.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <system_error>

namespace headroom::ui {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool isMarked(engine::EventKind kind) {
    switch (kind) {
        case engine::EventKind::Failure:
        case engine::EventKind::Trip:
        case engine::EventKind::Throttle:
        case engine::EventKind::Limit:
        case engine::EventKind::Repair:
        case engine::EventKind::Recovery:
            return true;
        default:
            return false;
    }
}

}  // namespace

ChartData::ChartData(Workspace* workspace, QObject* parent)
    : QObject(parent), workspace_(workspace), lastS_(kNan) {
    const auto begin = [this] {
        series_.reset();
        story_.reset();
        blocksRead_ = 0;
        marks_.clear();
        movers_.clear();
        lastS_ = kNan;
        readNotes();
        follow();
        emit begun();
    };
    connect(workspace, &Workspace::opened, this, begin);
    connect(workspace, &Workspace::closed, this, begin);
    connect(workspace, &Workspace::slowTick, this, &ChartData::follow);
}

void ChartData::follow() {
    if (engine::AnyRun* source = workspace_->source()) {
        series_ = source->series();
    }
    // An edit keeps the charts until a frame of the new design is there.
    if (const auto frame = workspace_->frame()) {
        lastS_ = workspace_->runs().lastS();
        story_ = frame->story;
        readMarks();
    }
    emit grew();
}

void ChartData::readMarks() {
    if (!story_) {
        return;
    }
    const auto& blocks = story_->blocks;
    // Blocks never change; where the last one that was read is gone, an edit was taken back, or the
    // story was shortened.
    const bool goesOn =
        blocksRead_ == 0 || (blocksRead_ <= blocks.size() && blocks[blocksRead_ - 1] == lastBlock_);
    if (!goesOn) {
        blocksRead_ = 0;
        marks_.clear();
        movers_.clear();
    }
    for (; blocksRead_ < blocks.size(); ++blocksRead_) {
        for (const engine::Event& event : *blocks[blocksRead_]) {
            if (isMarked(event.kind)) {
                marks_.push_back({event.timeS, event.id, event.kind});
            } else if (event.kind == engine::EventKind::Indicator) {
                movers_.push_back({event.timeS, event.id, event.kind});
            }
        }
        lastBlock_ = blocks[blocksRead_];
    }
}

std::filesystem::path ChartData::recording() const {
    engine::RunKeep* keep =
        workspace_->source() != nullptr ? workspace_->source()->keep() : nullptr;
    return keep != nullptr ? keep->recordingFile() : std::filesystem::path();
}

/// A recording that has just begun has no file yet, and no notes. Faults of a file are reported where it is opened.
void ChartData::readNotes() {
    notes_.clear();
    const std::filesystem::path file = recording();
    std::error_code ignored;
    if (!file.empty() && std::filesystem::is_regular_file(file, ignored)) {
        notes_ = engine::runNotes(file).value_or(std::vector<engine::RunNote>());
    }
}

engine::Result<void> ChartData::setNote(const engine::RunNote& note) {
    auto done = engine::setRunNote(recording(), note);
    if (done) {
        readNotes();
        emit grew();
    }
    return done;
}

bool ChartData::isEmpty() const {
    return !series_ || !std::isfinite(series_->lastS()) || !std::isfinite(lastS_);
}

double ChartData::firstS() const {
    return series_ ? series_->firstS() : kNan;
}

double ChartData::lastS() const {
    return series_ ? std::min(lastS_, series_->lastS()) : kNan;
}

double ChartData::nowS() const {
    const auto frame = workspace_->frame();
    return frame ? frame->timeS : lastS();
}

engine::SeriesCut ChartData::read(const std::vector<std::string>& channels, double fromS,
                                  double toS, std::size_t most) const {
    if (!series_) {
        engine::SeriesCut none;
        none.curves.resize(channels.size());
        return none;
    }
    return series_->read(channels, fromS, std::min(toS, lastS_), most);
}

double ChartData::now(const std::string& name) const {
    const auto channel = chartChannel(name);
    const auto quantity = channel ? facilityQuantity(*channel) : std::nullopt;
    const auto frame = workspace_->frame();
    if (quantity && frame) {
        return (*frame)[*quantity];
    }
    const double last = frame ? std::min(frame->timeS, lastS()) : lastS();
    const auto cut = read({name}, last, last, 1);
    return cut.size() == 0 ? kNan : static_cast<double>(cut.curves.front().mean.back());
}

std::vector<std::string> ChartData::channels() const {
    return series_ ? series_->channels() : std::vector<std::string>();
}

const engine::Event* ChartData::eventOf(std::int64_t id) const {
    return story_ ? story_->find(id) : nullptr;
}

std::int64_t ChartData::moverAt(double timeS) const {
    const auto after =
        std::upper_bound(movers_.begin(), movers_.end(), timeS,
                         [](double time, const EventMark& mark) { return time < mark.timeS; });
    return after == movers_.begin() ? -1 : std::prev(after)->id;
}

}  // namespace headroom::ui
