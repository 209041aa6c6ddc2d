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
    auto recording = Recording::open(file);
    if (!recording) {
        return tl::unexpected(Errors{recording.error()});
    }
    std::unique_ptr<Player> player(new Player);
    Private& d = *player->d_;
    d.recording = std::move(*recording);
    const RunInfo& info = d.recording->info();
    d.finished = !d.recording->summary().empty();
    auto branches = d.recording->branches();
    if (!branches) {
        return tl::unexpected(Errors{branches.error()});
    }
    d.branches = std::move(*branches);
    auto replay = Replay::open(d.recording, shipped);
    if (replay) {
        d.replay = std::move(*replay);
        d.keyframes = d.recording->keyframeTimes();
        d.catalogue = std::shared_ptr<const Catalogue>(d.replay, &d.replay->catalogue());
        auto plant = d.replay->plant(d.replay->firstS());
        auto project = d.replay->plain(info.projectText);
        if (plant && project) {
            d.plant = std::move(*plant);
            d.project = std::move(*project);
        } else {
            d.lacks = plant ? project.error() : plant.error();
            d.replay.reset();
        }
    } else {
        d.lacks = replay.error();
    }
    if (!d.replay) {
        auto catalogue = Catalogue::load(shipped);
        if (!catalogue) {
            return tl::unexpected(catalogue.error());
        }
        d.catalogue = std::make_shared<const Catalogue>(std::move(*catalogue));
        if (auto project = parseProject(info.projectText, file, *d.catalogue)) {
            if (auto plant = compile(*project, *d.catalogue, {});
                plant && plant->rackNames == info.racks) {
                d.plant = std::make_shared<const Plant>(std::move(*plant));
            }
            d.project = std::move(*project);
        }
    }
    auto frames = RecordedFrames::open(d.recording, d.plant, now ? now->history : nullptr);
    if (!frames) {
        return tl::unexpected(Errors{frames.error()});
    }
    d.frames = std::move(*frames);
    d.firstS = d.replay ? d.replay->firstS() : d.frames->firstS();
    d.lastS = d.frames->lastS();
    auto first = d.frames->frame(d.lastS);
    if (!first) {
        return tl::unexpected(Errors{first.error()});
    }
    d.alarms = now && now->alarms ? AlarmHistory::of(*now->alarms)
                                  : AlarmHistory::read(d.recording->summary());
    for (const auto& block :
         (*first)->story ? (*first)->story->blocks : decltype(Story::blocks){}) {
        d.alarms.quote(*block);
    }
    if (d.alarms.isKnown()) {
        (*first)->alarms = d.alarms.at((*first)->timeS);
    }
    d.frame = std::move(*first);
    if (d.replay) {
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
    return d_->recording->path();
}

const RunInfo& Player::info() const {
    return d_->recording->info();
}

bool Player::knowsAlarms() const {
    return d_->alarms.isKnown();
}

bool Player::isFinished() const {
    return d_->finished;
}

const Errors& Player::lacks() const {
    return d_->lacks;
}

const std::optional<Project>& Player::project() const {
    return d_->project;
}

std::shared_ptr<const Catalogue> Player::catalogue() const {
    return d_->catalogue;
}

const std::vector<BranchOrigin>& Player::branches() const {
    return d_->branches;
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
        d_->speed = simulatedPerSecond;
        d_->behind = false;
    }
    d_->wake.notify_all();
}

void Player::seek(double timeS) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->playing = false;
        d_->steps = 0;
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
    status.wantedSpeed = d_->speed;
    status.achievedSpeed = d_->achieved;
    status.behind = d_->behind;
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
    if (!d_->replay) {
        return tl::unexpected(d_->lacks);
    }
    pause();
    const std::lock_guard working(d_->work);
    // Where it stands already nothing has to be made again.
    const Simulator* there = d_->moment ? d_->moment->simulator.get() : nullptr;
    const bool isThere = there != nullptr && there->timeS() <= wish.atS + kOneInstantS &&
                         !d_->replay->hasStep(*there, wish.atS);
    return branchOff(*d_->replay, wish, cancel, isThere ? there : nullptr);
}

std::shared_ptr<const Replay> Player::replay() const {
    return d_->replay;
}

void Player::copySeries(RunSeries& to, double untilS) const {
    const std::lock_guard working(d_->work);
    std::vector<double> row(d_->recording->channels().size());
    for (const double timeS : d_->recording->blockTimes()) {
        const auto block = d_->recording->samples(timeS);
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
