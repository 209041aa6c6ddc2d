// SPDX-License-Identifier: Apache-2.0
#include "engine/replay/player.h"

#include "engine/document/companions.h"
#include "engine/waveform/waveform.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace headroom::engine {

namespace {

using Clock = std::chrono::steady_clock;
using TakeSwings = std::function<void(std::shared_ptr<const SwingPlant>)>;

constexpr auto kFrameEvery = std::chrono::milliseconds(33);
constexpr double kAtOnceS = 0.08;      // longer, and the file's own frame is shown first
constexpr double kSpeedWindowS = 1.0;  // over which the speed reached is told
constexpr double kWholeS = 30.0;       // as fast as possible, where nothing is run
constexpr double kSensorsS = 6 * 3600.0;
constexpr std::size_t kSensorRows = 360;

double seconds(Clock::duration d) {
    return std::chrono::duration<double>(d).count();
}

}  // namespace

struct Player::Private {
    std::shared_ptr<const Recording> recording;
    std::shared_ptr<const Replay> replay;  ///< null: lacks
    Errors lacks;
    std::optional<Project> project;
    std::shared_ptr<const Catalogue> catalogue;
    models::PowerSmoothingSpec smoothing;
    bool finished = false;
    std::vector<BranchOrigin> branches;
    double firstS = 0.0, lastS = 0.0;

    /// Held while the recording is read or the run is made again.
    std::mutex work;
    std::unique_ptr<RecordedFrames> frames;
    std::optional<Replay::Moment> moment;  ///< the state of the last exact frame, and what follows
    std::size_t next = 0;                  ///< of its commands
    std::vector<double> keyframes;
    double loadS = 0.0;  ///< how long it took last to load a state

    mutable std::mutex mutex;
    std::condition_variable wake;
    // guarded by mutex
    bool playing = false, stop = false, busy = true, exact = false, behind = false;
    int steps = 0;
    std::optional<double> wanted;
    double speed = 60.0, achieved = 0.0;
    std::int64_t watched = -1;
    bool rewatch = false;
    std::string failure;
    std::vector<TakeSwings> swings;
    std::shared_ptr<const Frame> frame;
    std::shared_ptr<const Plant> plant;
    std::function<void()> callback;

    std::atomic<bool> cancel{false};  ///< another instant is wanted
    std::atomic<bool> ends{false};
    std::thread thread, reader;

    void loop();
    void goTo(double timeS);
    bool runTo(double timeS, Clock::time_point since, bool told);
    bool stepOnce();
    void playOn();
    void publish(std::shared_ptr<Frame> next, bool isExact);
    void publishTold(double timeS);
    void publishExact();
    void fail(const Errors& errors);
    void readSeries();
    double nowS() const;
};

double Player::Private::nowS() const {
    const std::lock_guard lock(mutex);
    return frame->timeS;
}

void Player::Private::fail(const Errors& errors) {
    const std::lock_guard lock(mutex);
    failure = text(errors);
    playing = false;
    steps = 0;
}

void Player::Private::publish(std::shared_ptr<Frame> shown, bool isExact) {
    std::function<void()> notify;
    {
        const std::lock_guard lock(mutex);
        frame = std::move(shown);
        exact = isExact;
        if (isExact) {
            plant = moment->simulator->sharedPlant();
        }
        notify = callback;
    }
    if (notify) {
        notify();
    }
}

void Player::Private::publishTold(double timeS) {
    auto told = frames->frame(timeS);
    if (!told) {
        fail({told.error()});
        return;
    }
    publish(std::move(*told), false);
}

void Player::Private::publishExact() {
    auto shown = moment->simulator->frame();
    frames->tell(*shown);
    publish(std::move(shown), true);
}

/// False: it cannot.
bool Player::Private::stepOnce() {
    auto& commands = moment->ahead;
    for (; next < commands.size() &&
           commands[next].timeS <= moment->simulator->timeS() + kOneInstantS;
         ++next) {
        if (auto done = replay->carryOut(moment->simulator, commands[next]); !done) {
            fail(done.error());
            return false;
        }
    }
    moment->simulator->step();
    if (const Error& fault = moment->simulator->fault(); !fault.code.empty()) {
        fail({fault});
        return false;
    }
    moment->simulator->takeEvents();
    return true;
}

/// From the present state to the last step at or before a time; false: cancelled, or it cannot.
bool Player::Private::runTo(double timeS, Clock::time_point since, bool told) {
    const auto& run = [&]() -> const Simulator& { return *moment->simulator; };
    while (run().timeS() + run().stepS() <= timeS + kOneInstantS) {
        if (cancel || !stepOnce()) {
            return false;
        }
        if (!told && seconds(Clock::now() - since) > kAtOnceS) {
            publishTold(timeS);
            told = true;
        }
    }
    return true;
}

void Player::Private::goTo(double timeS) {
    const std::lock_guard working(work);
    timeS = std::clamp(timeS, firstS, lastS);
    if (!replay) {
        publishTold(timeS);
        return;
    }
    const auto since = Clock::now();
    const auto after = std::upper_bound(keyframes.begin(), keyframes.end(), timeS + kOneInstantS);
    const double keptS = *std::prev(after);
    const bool goesOn = moment && moment->simulator->timeS() <= timeS + kOneInstantS &&
                        moment->simulator->timeS() >= keptS;
    bool told = false;
    if (!goesOn) {
        if (loadS > kAtOnceS) {
            publishTold(timeS);
            told = true;
        }
        if (cancel) {
            return;
        }
        auto kept = replay->before(timeS);
        if (!kept) {
            fail(kept.error());
            publishTold(timeS);
            return;
        }
        moment = std::move(*kept);
        next = 0;
        const std::lock_guard lock(mutex);
        moment->simulator->watch(watched);
        loadS = seconds(Clock::now() - since);
    }
    if (runTo(timeS, since, told)) {
        publishExact();
    } else if (!cancel) {
        publishTold(timeS);
    }
}

/// Until somebody wants something else, or the end.
void Player::Private::playOn() {
    const std::lock_guard working(work);
    auto lastTick = Clock::now(), lastFrame = lastTick, window = lastTick;
    double dueS = 0.0;
    double timeS = replay && moment ? moment->simulator->timeS() : nowS();
    double windowS = timeS;
    const double stepS = replay && moment ? moment->simulator->stepS() : 1.0;
    bool unseen = false;
    for (;;) {
        double pace = 0.0;
        {
            const std::lock_guard lock(mutex);
            if (stop || !playing || wanted) {
                break;
            }
            pace = speed;
        }
        if (timeS + stepS > lastS + kOneInstantS) {
            const std::lock_guard lock(mutex);
            playing = false;
            break;
        }
        const auto now = Clock::now();
        const bool told = !replay;
        const double wish = pace > 0.0 ? pace : told ? (lastS - firstS) / kWholeS : 0.0;
        dueS += wish * seconds(now - lastTick);
        lastTick = now;
        const bool late = wish > 0.0 && dueS > wish + stepS;
        dueS = late ? wish : dueS;
        if (seconds(now - window) >= kSpeedWindowS) {
            const std::lock_guard lock(mutex);
            achieved = (timeS - windowS) / seconds(now - window);
            behind = late;
            window = now;
            windowS = timeS;
        }
        if (wish > 0.0 && dueS < stepS) {
            std::unique_lock lock(mutex);
            wake.wait_for(lock, std::chrono::duration<double>(
                                    std::clamp((stepS - dueS) / wish, 0.001, 0.05)),
                          [&] { return stop || !playing || wanted.has_value(); });
        } else if (told) {
            timeS = std::min(lastS, timeS + dueS);
            dueS = 0.0;
            unseen = true;
        } else {
            dueS = std::max(0.0, dueS - stepS);
            if (!stepOnce()) {
                return;
            }
            timeS = moment->simulator->timeS();
            unseen = true;
        }
        if (unseen && Clock::now() - lastFrame >= kFrameEvery) {
            told ? publishTold(timeS) : publishExact();
            lastFrame = Clock::now();
            unseen = false;
        }
    }
    if (unseen) {
        replay ? publishExact() : publishTold(timeS);
    }
}

void Player::Private::loop() {
    for (;;) {
        std::optional<double> target;
        bool playNow = false;
        {
            std::unique_lock lock(mutex);
            busy = playing || steps != 0 || wanted.has_value();
            wake.wait(lock, [&] {
                return stop || playing || steps != 0 || wanted || rewatch || !swings.empty();
            });
            if (stop) {
                return;
            }
            busy = true;
            if (!swings.empty() && exact) {
                const auto taking = std::exchange(swings, {});
                lock.unlock();
                const std::lock_guard working(work);
                const auto made =
                    std::make_shared<const SwingPlant>(swingPlant(*moment->simulator, smoothing));
                for (const TakeSwings& take : taking) {
                    take(made);
                }
                continue;
            }
            swings.clear();
            if (std::exchange(rewatch, false)) {
                const std::int64_t job = watched;
                const bool shows = exact;
                lock.unlock();
                const std::lock_guard working(work);
                if (moment && shows) {
                    moment->simulator->watch(job);
                    publishExact();
                }
                continue;
            }
            cancel = false;
            target = std::exchange(wanted, std::nullopt);
            if (!target && steps != 0) {
                const int count = std::exchange(steps, 0);
                target = frame->timeS + count * recording->info().stepS;
            }
            playNow = !target && playing;
            if (playNow && frame->timeS + recording->info().stepS > lastS + kOneInstantS) {
                target = firstS;  // from the end: again
                playNow = false;
            } else if (playNow && replay && !exact) {
                target = frame->timeS;
            }
        }
        if (target) {
            goTo(*target);
        } else if (playNow) {
            playOn();
        }
    }
}

/// On a connection of its own, for nobody waits for it.
void Player::Private::readSeries() {
    const auto own = Recording::open(recording->path());
    if (!own) {
        return;  // it went away meanwhile: the charts stay as they are
    }
    static_cast<void>(frames->readSeries(**own, ends));
    std::function<void()> notify;
    {
        const std::lock_guard lock(mutex);
        notify = callback;
    }
    if (notify && !ends) {
        notify();
    }
}

Player::Player() : d_(std::make_unique<Private>()) {}

ResultAll<std::unique_ptr<Player>> Player::open(const std::filesystem::path& file,
                                                const std::filesystem::path& shipped) {
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
    if (d.project) {
        d.smoothing = powerSmoothingOf(*d.project);
    }
    auto frames = RecordedFrames::open(d.recording, d.plant);
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

std::shared_ptr<const RunSeries> Player::series() const {
    return d_->frames->series();
}

Session::Status Player::status() const {
    const std::lock_guard lock(d_->mutex);
    Session::Status status;
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

Telemetry Player::telemetry(double timeS) const {
    Telemetry telemetry;
    telemetry.channels = series()->channels();
    const SeriesCut cut =
        series()->read(telemetry.channels, timeS - kSensorsS, timeS, kSensorRows);
    telemetry.timeS = cut.toS;
    for (std::size_t i = 0; i < cut.size(); ++i) {
        for (const SeriesCut::Curve& curve : cut.curves) {
            telemetry.values.push_back(curve.mean[i]);
        }
    }
    return telemetry;
}

void Player::askSwingPlant(TakeSwings taken) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->swings.push_back(std::move(taken));
    }
    d_->wake.notify_all();
}

ResultAll<Branch> Player::branch(const BranchWish& wish, const std::atomic<bool>* cancel) {
    if (!d_->replay) {
        return tl::unexpected(d_->lacks);
    }
    pause();
    const std::lock_guard working(d_->work);
    return branchOff(*d_->replay, wish, cancel);
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
