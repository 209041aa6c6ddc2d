// SPDX-License-Identifier: Apache-2.0
#include "engine/live/session.h"

#include "engine/live/session_private.h"
#include "engine/plant/plant.h"

#include <algorithm>
#include <new>
#include <utility>

namespace headroom::engine {

namespace {

using Clock = std::chrono::steady_clock;

using TakeSwings = std::function<void(std::shared_ptr<const SwingPlant>)>;

constexpr auto kFrameEvery = std::chrono::milliseconds(33);
constexpr double kSameTimeS = 1e-6;
constexpr double kSensorEveryS = 60.0;    // sensors of a control room are kept this often
constexpr std::size_t kSensorRows = 360;  // and so many of them at least: six hours
constexpr std::size_t kSensorsGo = 120;   // the oldest go so many at a time
constexpr auto kSpeedWindow = std::chrono::milliseconds(1000);

std::vector<std::string> namesOf(const std::vector<Channel>& channels) {
    std::vector<std::string> names;
    for (const Channel& channel : channels) {
        names.push_back(channel.name);
    }
    return names;
}

/// "run.db", "run-2.db", "run-3.db": the files of a run whose design was edited.
std::filesystem::path numbered(const std::filesystem::path& file, int number) {
    if (number < 2) {
        return file;
    }
    const std::string name = file.stem().string() + "-" + std::to_string(number);
    return file.parent_path() / (name + file.extension().string());
}

Error shortOfMemory() {
    return {"SIM-046",
            "The memory of this machine ran out, so the run ended.",
            "Close other programs, or open a smaller design; what was recorded is kept.",
            {},
            {},
            0};
}

double seconds(Clock::duration d) {
    return std::chrono::duration<double>(d).count();
}

}  // namespace

/// Gives the orders whose time has come.
void Session::Private::giveDue() {
    std::vector<PendingOrder> due;
    {
        const std::lock_guard lock(mutex);
        const auto later = std::find_if(pending.begin(), pending.end(), [&](const PendingOrder& p) {
            return p.atS > simulator->timeS() + kSameTimeS;
        });
        due.assign(pending.begin(), later);
        pending.erase(pending.begin(), later);
    }
    for (const PendingOrder& p : due) {
        simulator->operate(p.order);
    }
}

/// Every step goes into the series; once a minute the sensors are taken down. The oldest go, many at
/// once, as the rest must move up.
void Session::Private::keepSensors() {
    sensors.resize(simulator->channels().size());
    simulator->sample(sensors);
    series->add(simulator->timeS(), sensors);
    if (!telemetry.timeS.empty() && simulator->timeS() < telemetry.timeS.back() + kSensorEveryS) {
        return;
    }
    const std::lock_guard lock(mutex);
    if (telemetry.timeS.size() >= kSensorRows + kSensorsGo) {
        telemetry.timeS.erase(telemetry.timeS.begin(), telemetry.timeS.begin() + kSensorsGo);
        telemetry.values.erase(
            telemetry.values.begin(),
            telemetry.values.begin() + static_cast<std::ptrdiff_t>(kSensorsGo * sensors.size()));
    }
    telemetry.timeS.push_back(simulator->timeS());
    telemetry.values.insert(telemetry.values.end(), sensors.begin(), sensors.end());
}

/// Records what the step that just ended yields, and returns its events; a failure stops the play
/// and is kept for status().
std::span<const Event> Session::Private::record() {
    if (!recorder) {
        return simulator->takeEvents();
    }
    const std::span<const Event> events = recording->take(*simulator);
    if (const Error error = recorder->failure(); !error.code.empty()) {
        fail(error);
    }
    return events;
}

/// Alarms after a step, and whether somebody asked to stop there.
void Session::Private::watch(std::span<const Event> events) {
    alarms.take(*simulator, events);
    const std::lock_guard lock(mutex);
    if (!playing) {
        return;
    }
    const auto event = std::find_if(events.begin(), events.end(),
                                    [&](const Event& e) { return pauseRule.has(e.kind); });
    if (event != events.end()) {
        pausedBy = event->id;
        pauseText = event->subject + ": " + event->text;
        playing = false;
        return;
    }
    if (const auto raised = alarms.raised();
        raised && pauseRule.alarms && *raised >= *pauseRule.alarms) {
        for (const AlarmRow& row : alarms.list()->active) {
            if (row.sinceS == simulator->timeS() && row.severity() == *raised) {
                pausedBy = row.event;
                pauseText = row.name + ": " + alarmText(row);
                playing = false;
                return;
            }
        }
    }
}

void Session::Private::fail(const Error& error) {
    const std::lock_guard lock(mutex);
    failure = error.text();
    playing = false;
}

/// The errors of the edit; none where the run goes on with it.
Errors Session::Private::edit(const PendingEdit& edit) {
    auto changed = simulator->changed(edit.plant, edit.words);
    if (!changed) {
        return changed.error();
    }
    if (recorder && !recorded) {
        recorded = std::move(simulator);
    }
    simulator = std::move(*changed);
    info = runInfo(*simulator, *edit.project, *edit.catalogue);
    smoothing = powerSmoothingOf(*edit.project);
    {
        const std::lock_guard lock(mutex);
        plant = simulator->sharedPlant();
        isOfDesignBefore = !simulator->edits().empty();
        unshownSteps = false;
        if (const auto names = namesOf(simulator->channels()); names != telemetry.channels) {
            telemetry = {};
            telemetry.channels = names;
            series->setChannels(names);
        }
    }
    return {};
}

/// Before a step after edits: what no longer fits into the file goes on in the next one.
void Session::Private::nextRecording() {
    const auto before = std::exchange(recorded, nullptr);
    if (!before || !recorder || !failure.empty()) {
        return;
    }
    if (namesOf(before->channels()) == namesOf(simulator->channels()) &&
        before->plant().rackNames == simulator->plant().rackNames) {
        return;
    }
    recording->close(*before);
    if (auto done = recorder->finish(summaryJson(before->summary(), 0.0, alarms.list().get()));
        !done) {
        fail(done.error());
        return;
    }
    info.fromS = simulator->timeS();
    info.edits = simulator->edits();
    info.follows = numbered(file, files).filename().string();
    recording.reset();
    auto next = Recorder::create(numbered(file, ++files), info, simulator->channels(), true);
    if (!next) {
        recorder.reset();
        fail(next.error());
        return;
    }
    recorder = std::move(*next);
    recording.emplace(*simulator, *recorder, RecordingPlan{});
    recorder->jobs(simulator->openCards(), {});
}

void Session::Private::publish(Clock::time_point& last) {
    auto next = simulator->frame();
    next->alarms = alarms.list();
    std::function<void()> notify;
    {
        const std::lock_guard lock(mutex);
        frame = std::move(next);
        taken = false;
        moving = playing || steps > 0;
        isOfDesignBefore = isOfDesignBefore && !unshownSteps;
        unshownSteps = false;
        notify = callback;
    }
    last = Clock::now();
    if (notify) {
        notify();
    }
}

void Session::Private::loop() {
    // Simulated time that is due: it grows with real time while playing, and is paid in steps.
    double dueS = 0.0;
    auto lastTick = Clock::now();
    auto lastFrame = Clock::now() - kFrameEvery;
    auto windowStart = Clock::now();
    double windowSimulatedS = simulator->timeS();
    bool wasPlaying = false;
    bool unseen = false;  // a step was done that no frame shows yet
    for (;;) {
        bool stepNow = false;
        double wanted = 0.0;
        {
            std::unique_lock lock(mutex);
            if (!playing && steps == 0) {
                if (unseen) {
                    lock.unlock();
                    publish(lastFrame);
                    unseen = false;
                    lock.lock();
                }
                moving = playing || steps > 0;
            }
            wake.wait(lock, [&] {
                return stop || playing || steps > 0 || !orders.empty() || !swingsWanted.empty() ||
                       !edits.empty();
            });
            if (stop) {
                return;
            }
            if (!edits.empty()) {
                const auto next = std::move(edits.front());
                edits.erase(edits.begin());
                lock.unlock();
                Errors errors = edit(*next);
                publish(lastFrame);  // who waits for the edit finds its frame
                next->done.set_value(std::move(errors));
                unseen = false;
                continue;
            }
            if (!swingsWanted.empty()) {
                const std::vector<TakeSwings> wanting = std::exchange(swingsWanted, {});
                lock.unlock();
                const auto swings =
                    std::make_shared<const SwingPlant>(swingPlant(*simulator, smoothing));
                for (const TakeSwings& take : wanting) {
                    take(swings);
                }
                continue;
            }
            if (playing && !wasPlaying) {
                lastTick = windowStart = Clock::now();
                windowSimulatedS = simulator->timeS();
                dueS = 0.0;
            }
            if (!orders.empty()) {
                const auto given = std::exchange(orders, {});
                const bool still = !playing && steps == 0;
                lock.unlock();
                for (const auto& order : given) {
                    order(*simulator);
                }
                unseen = unseen || still;
                if (still) {
                    continue;  // a frame shows it; nothing moves on
                }
                lock.lock();
            }
            wasPlaying = playing;
            moving = true;
            if (!playing && steps > 0) {
                --steps;
                stepNow = true;
            }
            wanted = speed;
        }
        if (!stepNow) {
            const auto now = Clock::now();
            dueS += wanted * seconds(now - lastTick);
            lastTick = now;
            // More than a second behind is forgotten: the run is slower than wanted, and says so.
            const bool late = wanted > 0.0 && dueS > wanted + simulator->stepS();
            if (late) {
                dueS = wanted;
            }
            stepNow = wanted <= 0.0 || dueS >= simulator->stepS();
            if (now - windowStart >= kSpeedWindow) {
                const std::lock_guard lock(mutex);
                achieved = (simulator->timeS() - windowSimulatedS) / seconds(now - windowStart);
                behind = late ||
                         (wanted > 0.0 && achieved < 0.8 * wanted && wanted >= simulator->stepS());
                windowStart = now;
                windowSimulatedS = simulator->timeS();
            }
            if (!stepNow) {
                if (unseen && taken && Clock::now() - lastFrame >= kFrameEvery) {
                    publish(lastFrame);  // of a step that came while the viewer was busy
                    unseen = false;
                }
                const double waitS = (simulator->stepS() - dueS) / wanted;
                std::unique_lock lock(mutex);
                wake.wait_for(lock, std::chrono::duration<double>(std::min(waitS, 0.05)),
                              [&] { return stop || !playing || steps > 0 || !edits.empty(); });
                continue;
            }
            dueS = std::max(0.0, dueS - simulator->stepS());
        }
        nextRecording();
        giveDue();
        simulator->step();
        if (const Error& fault = simulator->fault(); !fault.code.empty()) {
            fail(fault);
            continue;
        }
        keepSensors();
        watch(record());
        {
            const std::lock_guard lock(mutex);
            unshownSteps = true;
        }
        unseen = true;
        if (taken && Clock::now() - lastFrame >= kFrameEvery) {
            publish(lastFrame);
            unseen = false;
        }
    }
}

/// Memory that runs out ends this run, not the window: what was recorded is closed with it.
void Session::Private::guardedLoop() {
    try {
        loop();
    } catch (const std::bad_alloc&) {
        {
            const std::lock_guard lock(mutex);
            broken = true;
            edits.clear();  // who waits for one is told by its broken promise
        }
        fail(shortOfMemory());
    }
}

Session::Session() = default;

ResultAll<std::unique_ptr<Session>> Session::create(const Project& project,
                                                    const Catalogue& catalogue, Options options) {
    auto simulator = Simulator::create(project, catalogue, {});
    if (!simulator) {
        return tl::unexpected(simulator.error());
    }
    std::unique_ptr<Session> session(new Session);
    session->d_ = std::make_unique<Private>();
    Private& d = *session->d_;
    d.simulator = std::move(*simulator);
    d.simulator->keepHistory(true);
    d.telemetry.channels = namesOf(d.simulator->channels());
    d.series = std::make_shared<RunSeries>(d.telemetry.channels);
    d.plant = d.simulator->sharedPlant();
    d.info = runInfo(*d.simulator, project, catalogue);
    d.smoothing = powerSmoothingOf(project);
    if (!options.recording.empty()) {
        d.file = options.recording;
        auto recorder = Recorder::create(options.recording, d.info, d.simulator->channels(), true);
        if (!recorder) {
            return tl::unexpected(Errors{recorder.error()});
        }
        d.recorder = std::move(*recorder);
        d.recording.emplace(*d.simulator, *d.recorder, RecordingPlan{});
    }
    d.frame = d.simulator->frame();
    d.thread = std::thread([&d] { d.guardedLoop(); });
    return session;
}

Session::~Session() {
    {
        const std::lock_guard lock(d_->mutex);
        d_->stop = true;
    }
    d_->wake.notify_all();
    if (d_->thread.joinable()) {
        d_->thread.join();
    }
    for (const auto& edit : d_->edits) {
        edit->done.set_value({Error{"SIM-044",
                                    "The run was closed before the edit reached it.",
                                    "Run the design again.",
                                    {},
                                    {},
                                    0}});
    }
    if (d_->recorder) {
        // What nothing has been recorded of since is not in this file.
        const Simulator& last = d_->recorded ? *d_->recorded : *d_->simulator;
        d_->recording->close(last);
        // A window that closes has nobody left to tell; what was committed stays valid.
        static_cast<void>(
            d_->recorder->finish(summaryJson(last.summary(), 0.0, d_->alarms.list().get())));
    }
}

void Session::play() {
    {
        const std::lock_guard lock(d_->mutex);
        d_->playing = d_->failure.empty();
        d_->pausedBy = -1;
        d_->pauseText.clear();
    }
    d_->wake.notify_all();
}

void Session::pause() {
    {
        const std::lock_guard lock(d_->mutex);
        d_->playing = false;
        d_->steps = 0;
    }
    d_->wake.notify_all();
}

void Session::step() {
    {
        const std::lock_guard lock(d_->mutex);
        d_->playing = false;
        d_->steps += d_->failure.empty() ? 1 : 0;
    }
    d_->wake.notify_all();
}

void Session::pauseOn(const PauseRule& rule) {
    const std::lock_guard lock(d_->mutex);
    d_->pauseRule = rule;
}

void Session::operate(const PlantOrder& order) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->orders.emplace_back([order](Simulator& simulator) { simulator.operate(order); });
    }
    d_->wake.notify_all();
}

int Session::operateAt(double atS, const PlantOrder& order) {
    const std::lock_guard lock(d_->mutex);
    const auto after =
        std::upper_bound(d_->pending.begin(), d_->pending.end(), atS,
                         [](double time, const PendingOrder& p) { return time < p.atS; });
    const int ticket = d_->nextTicket++;
    d_->pending.insert(after, {ticket, atS, order});
    return ticket;
}

void Session::cancelOrder(int ticket) {
    const std::lock_guard lock(d_->mutex);
    std::erase_if(d_->pending, [ticket](const PendingOrder& p) { return p.ticket == ticket; });
}

std::vector<PendingOrder> Session::pendingOrders() const {
    const std::lock_guard lock(d_->mutex);
    return d_->pending;
}

ResultAll<void> Session::edit(const Project& project, const Catalogue& catalogue,
                              const std::string& words,
                              std::shared_ptr<const BuiltFabrics> fabrics) {
    RunOptions options;
    options.fabrics = std::move(fabrics);
    auto plant = compile(project, catalogue, options);
    if (!plant) {
        return tl::unexpected(plant.error());
    }
    auto pending = std::make_unique<PendingEdit>();
    pending->plant = std::make_shared<const Plant>(std::move(*plant));
    pending->project = &project;
    pending->catalogue = &catalogue;
    pending->words = words;
    std::future<Errors> done = pending->done.get_future();
    {
        const std::lock_guard lock(d_->mutex);
        if (d_->broken) {
            return tl::unexpected(Errors{shortOfMemory()});
        }
        d_->edits.push_back(std::move(pending));
    }
    d_->wake.notify_all();
    try {
        if (Errors errors = done.get(); !errors.empty()) {
            return tl::unexpected(std::move(errors));
        }
    } catch (const std::future_error&) {  // the run ended with the edit in its hands
        return tl::unexpected(Errors{shortOfMemory()});
    }
    return {};
}

void Session::orderJob(const JobOrder& order) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->orders.emplace_back([order](Simulator& simulator) { simulator.order(order); });
    }
    d_->wake.notify_all();
}

void Session::watchJob(std::int64_t job) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->orders.emplace_back([job](Simulator& simulator) { simulator.watch(job); });
    }
    d_->wake.notify_all();
}

void Session::setAirFractions(int hall, std::vector<double> fractions) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->orders.emplace_back([hall, given = std::move(fractions)](Simulator& simulator) {
            simulator.setAirFractions(hall, given);
        });
    }
    d_->wake.notify_all();
}

void Session::askSwingPlant(TakeSwings taken) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->swingsWanted.push_back(std::move(taken));
    }
    d_->wake.notify_all();
}

void Session::setSpeed(double simulatedPerSecond) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->speed = simulatedPerSecond;
        d_->behind = false;
    }
    d_->wake.notify_all();
}

std::shared_ptr<const Frame> Session::frame() const {
    const std::lock_guard lock(d_->mutex);
    d_->taken = true;
    return d_->frame;
}

std::shared_ptr<const Layout> Session::layout() const {
    const auto now = plant();
    return {now, &now->layout};
}

Telemetry Session::telemetry() const {
    const std::lock_guard lock(d_->mutex);
    return d_->telemetry;
}

std::shared_ptr<const RunSeries> Session::series() const {
    return d_->series;
}

std::shared_ptr<const Plant> Session::plant() const {
    const std::lock_guard lock(d_->mutex);
    return d_->plant;
}

Session::Status Session::status() const {
    const std::lock_guard lock(d_->mutex);
    return {.playing = d_->playing,
            .moving = d_->playing || d_->moving || d_->steps > 0,
            .isOfDesignBefore = d_->isOfDesignBefore,
            .wantedSpeed = d_->speed,
            .achievedSpeed = d_->achieved,
            .behind = d_->behind,
            .failure = d_->failure,
            .pausedBy = d_->pausedBy,
            .pauseText = d_->pauseText};
}

void Session::onFrame(std::function<void()> callback) {
    const std::lock_guard lock(d_->mutex);
    d_->callback = std::move(callback);
}

}  // namespace headroom::engine
