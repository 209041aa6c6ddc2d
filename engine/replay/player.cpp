// SPDX-License-Identifier: Apache-2.0
#include "engine/replay/player.h"

#include "engine/live/sensor_history.h"
#include "engine/replay/player_private.h"
#include "engine/store/recording_copy.h"

#include <algorithm>
#include <utility>

namespace headroom::engine {

Player::Player() : d_(std::make_unique<Private>()) {}

ResultAll<std::unique_ptr<Player>> Player::open(const std::filesystem::path& file,
                                                const std::filesystem::path& shipped,
                                                const std::shared_ptr<const Frame>& now) {
    auto opened = OpenedRecording::open(file, shipped);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    std::unique_ptr<Player> player(new Player);
    Private& d = *player->d_;
    d.of = std::move(*opened);
    d.plant = d.of.plant;
    auto frames = RecordedFrames::open(d.of.recording, d.plant, now ? now->history : nullptr);
    if (!frames) {
        return tl::unexpected(Errors{frames.error()});
    }
    d.frames = std::move(*frames);
    d.firstS = d.of.replay ? d.of.replay->firstS() : d.frames->firstS();
    // A run that is being recorded has written more since its states were read.
    d.lastS = d.of.replay ? std::min(d.of.replay->lastS(), d.frames->lastS()) : d.frames->lastS();
    auto first = d.frames->frame(d.lastS);
    if (!first) {
        return tl::unexpected(Errors{first.error()});
    }
    d.alarms = now && now->alarms ? AlarmHistory::of(*now->alarms)
                                  : AlarmHistory::read(d.of.recording->summary());
    for (const auto& block :
         (*first)->story ? (*first)->story->blocks : decltype(Story::blocks){}) {
        d.alarms.quote(*block);
    }
    if (d.alarms.isKnown()) {
        (*first)->alarms = d.alarms.at((*first)->timeS);
    }
    d.frame = std::move(*first);
    if (d.of.replay) {
        d.wanted = d.lastS;
    }
    d.thread = std::thread([&d] { d.loop(); });
    d.reader = std::thread([&d] { d.readSeries(); });
    return player;
}

Player::~Player() {
    {
        const std::lock_guard lock(d_->mutex);
        d_->stop = true;
        d_->cancel = d_->ends = true;
        d_->callback = {};
    }
    d_->wake.notify_all();
    for (std::thread* thread : {&d_->thread, &d_->reader}) {
        if (thread->joinable()) {
            thread->join();
        }
    }
}

const std::filesystem::path& Player::file() const {
    return d_->of.recording->path();
}

const RunInfo& Player::info() const {
    return d_->of.recording->info();
}

bool Player::knowsAlarms() const {
    return d_->alarms.isKnown();
}

bool Player::isFinished() const {
    return d_->of.isFinished();
}

const Errors& Player::lacks() const {
    return d_->of.lacks;
}

const std::optional<Project>& Player::project() const {
    return d_->of.project;
}

std::shared_ptr<const Catalogue> Player::catalogue() const {
    return d_->of.catalogue;
}

const std::vector<BranchOrigin>& Player::branches() const {
    return d_->of.branches;
}

double Player::firstS() const {
    return d_->firstS;
}

double Player::lastS() const {
    return d_->lastS;
}

void Player::play() {
    {
        const std::lock_guard lock(d_->mutex);
        d_->playing = d_->failure.empty() && d_->lastS > d_->firstS;
    }
    d_->wake.notify_all();
}

void Player::pause() {
    {
        const std::lock_guard lock(d_->mutex);
        d_->playing = false;
        d_->steps = 0;
    }
    d_->wake.notify_all();
}

void Player::step(int steps) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->playing = false;
        d_->steps += steps;
        d_->busy = true;
    }
    d_->wake.notify_all();
}

void Player::setSpeed(double simulatedPerSecond) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->speed.wanted = simulatedPerSecond;
        d_->speed.isBehind = false;
    }
    d_->wake.notify_all();
}

void Player::seek(double timeS) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->playing = false;
        d_->steps = 0;
        d_->failure.clear();  // another time may be one that can be shown
        d_->wanted = timeS;
        d_->cancel = true;
        d_->busy = true;
    }
    d_->wake.notify_all();
}

std::shared_ptr<const Frame> Player::frame() const {
    const std::lock_guard lock(d_->mutex);
    return d_->frame;
}

bool Player::isExact() const {
    const std::lock_guard lock(d_->mutex);
    return d_->exact;
}

std::shared_ptr<const Layout> Player::layout() const {
    return frame()->layout;
}

Result<void> Player::saveRecording(const std::filesystem::path& target, bool replace) {
    return copyRecording(file(), target, replace);
}

std::shared_ptr<const RunSeries> Player::series() const {
    return d_->frames->series();
}

RunStatus Player::status() const {
    const std::lock_guard lock(d_->mutex);
    RunStatus status;
    status.playing = d_->playing;
    status.moving = d_->busy || d_->playing || d_->wanted.has_value();
    status.wantedSpeed = d_->speed.wanted;
    status.achievedSpeed = d_->speed.achieved;
    status.behind = d_->speed.isBehind;
    status.failure = d_->failure;
    return status;
}

void Player::onFrame(std::function<void()> callback) {
    const std::lock_guard lock(d_->mutex);
    d_->callback = std::move(callback);
}

void Player::watchJob(std::int64_t job) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->rewatch = d_->watched != job;
        d_->watched = job;
    }
    d_->wake.notify_all();
}

std::shared_ptr<const Plant> Player::plant() const {
    const std::lock_guard lock(d_->mutex);
    return d_->plant;
}

std::optional<Telemetry> Player::telemetry(double timeS) const {
    return sensorHistory(*series(), timeS);
}

void Player::look(std::function<void(const Simulator*)> look) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->looks.push_back(std::move(look));
    }
    d_->wake.notify_all();
}

ResultAll<Branch> Player::branch(const BranchWish& wish, const std::atomic<bool>* cancel) {
    if (!d_->of.replay) {
        return tl::unexpected(d_->of.lacks);
    }
    pause();
    const std::lock_guard working(d_->work);
    // At its present instant nothing has to be computed again.
    const Simulator* there = d_->moment ? d_->moment->simulator.get() : nullptr;
    const bool isThere = there != nullptr && there->timeS() <= wish.atS + kOneInstantS &&
                         !d_->of.replay->hasStep(*there, wish.atS);
    return branchOff(*d_->of.replay, wish, cancel, isThere ? there : nullptr);
}

std::shared_ptr<const Replay> Player::replay() const {
    return d_->of.replay;
}

void Player::copySeries(RunSeries& to, double untilS) const {
    const std::lock_guard working(d_->work);
    std::vector<double> row(d_->of.recording->channels().size());
    for (const double timeS : d_->of.recording->blockTimes()) {
        const auto block = d_->of.recording->samples(timeS);
        for (std::size_t i = 0; block && i < block->timeS.size(); ++i) {
            if (block->timeS[i] > untilS + kOneInstantS) {
                return;
            }
            for (std::size_t c = 0; c < row.size(); ++c) {
                row[c] = static_cast<double>(block->values[c][i]);
            }
            to.add(block->timeS[i], row);
        }
    }
}

}  // namespace headroom::engine
