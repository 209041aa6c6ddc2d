// SPDX-License-Identifier: Apache-2.0
#include "engine/live/session_private.h"
#include "engine/plant/plant.h"
#include "engine/store/recording_copy.h"
#include "engine/store/recording_error.h"

#include <algorithm>
#include <new>
#include <utility>

/// Work of the thread of a session.
namespace headroom::engine {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kFrameEvery = std::chrono::milliseconds(33);
constexpr double kSameTimeS = 1e-6;
constexpr double kSensorEveryS = 60.0;    // sensors of a control room are kept this often
constexpr std::size_t kSensorRows = 360;  // and so many of them at least: six hours
constexpr std::size_t kSensorsGo = 120;   // the oldest go so many at a time
constexpr auto kSpeedWindow = std::chrono::milliseconds(1000);

double seconds(Clock::duration d) {
    return std::chrono::duration<double>(d).count();
}

}  // namespace

std::vector<std::string> namesOf(const std::vector<Channel>& channels) {
    std::vector<std::string> names;
    for (const Channel& channel : channels) {
        names.push_back(channel.name);
    }
    return names;
}

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
    const auto after = std::find_if(actions.begin(), actions.end(), [&](const Command& c) {
        return c.timeS > simulator->timeS() + kSameTimeS;
    });
    for (auto command = actions.begin(); command != after; ++command) {
        if (const auto* job = std::get_if<JobOrder>(&command->what)) {
            simulator->order(*job);
        } else if (const auto* air = std::get_if<AirFractions>(&command->what)) {
            simulator->setAirFractions(HallIndex(air->hall), air->fractions);
        } else if (const auto* remark = std::get_if<Remark>(&command->what)) {
            simulator->remark(remark->subject, remark->text);
        }
    }
    actions.erase(actions.begin(), after);
}

/// Events of the run before it, and later orders of people.
void Session::Private::takePast(const RunStart& start) {
    for (const Command& command : start.ahead) {
        if (const auto* order = std::get_if<PlantOrder>(&command.what)) {
            pending.push_back({nextTicket++, command.timeS, *order});
        } else if (!std::holds_alternative<DesignChange>(command.what)) {
            actions.push_back(command);
        }
    }
    pastStory = storyOf(start.events, start.losses);
    alarms.goOn(*simulator, start.events, start.alarms);
    auto history = std::make_shared<JobHistory>();
    if (!start.jobs.empty()) {
        history->cards = {std::make_shared<const std::vector<JobCard>>(start.jobs)};
    }
    if (!start.spans.empty()) {
        history->spans = {std::make_shared<const std::vector<JobSpan>>(start.spans)};
    }
    pastHistory = std::move(history);
}

/// Before what this run tells itself.
void Session::Private::tellPast(Frame& told) const {
    if (pastStory && told.story) {
        auto story = std::make_shared<Story>(*told.story);
        story->blocks.insert(story->blocks.begin(), pastStory->blocks.begin(),
                             pastStory->blocks.end());
        story->losses.insert(story->losses.begin(), pastStory->losses.begin(),
                             pastStory->losses.end());
        told.story = std::move(story);
    }
    if (pastHistory && told.history) {
        auto history = std::make_shared<JobHistory>(*told.history);
        history->cards.insert(history->cards.begin(), pastHistory->cards.begin(),
                              pastHistory->cards.end());
        history->spans.insert(history->spans.begin(), pastHistory->spans.begin(),
                              pastHistory->spans.end());
        told.history = std::move(history);
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
        if (isScratch) {
            endRecording();
        } else {
            fail(error);
        }
    }
    return events;
}

/// Closes the recording; one that was only for going back is removed.
void Session::Private::endRecording() {
    std::filesystem::path gone;
    {
        const std::lock_guard lock(mutex);
        gone = isScratch ? std::exchange(file, {}) : std::filesystem::path{};
    }
    recording.reset();
    recorder.reset();
    for (int i = 1; i <= files && !gone.empty(); ++i) {
        std::error_code ignored;
        std::filesystem::remove(numbered(gone, i), ignored);
    }
}

/// On the simulation's thread: its steps wait meanwhile.
Result<void> Session::Private::saveRecording(const std::filesystem::path& target, bool replace) {
    if (!recorder) {
        return tl::unexpected(recordingError("STO-018", "this run is not being recorded",
                                             "start the project again; then save the run", target));
    }
    const auto nameOf = [&](int part) {
        return part > 0 ? numbered(target, part).filename().string() : std::string();
    };
    for (int part = 1; part < files; ++part) {
        if (Result<void> done = copyRecording(numbered(file, part), numbered(target, part), replace,
                                              nameOf(part - 1));
            !done) {
            return done;
        }
    }
    // Where no step followed an edit, the file ends with the design before it.
    const Simulator& last = recorded ? *recorded : *simulator;
    return recorder->saveCopy(
        numbered(target, files), replace,
        {last.openSpans(), last.openLosses(), summaryJson(last.summary(), 0.0, alarms.list().get()),
         nameOf(files - 1)});
}

/// Alarms after a step, and whether somebody asked to stop there.
void Session::Private::watch(std::span<const Event> events) {
    alarms.take(*simulator, events);
    const std::lock_guard lock(mutex);
    if (!playing) {
        return;
    }
    if (reachedEnd(*simulator, untilS)) {
        untilS = std::numeric_limits<double>::infinity();
        playing = false;
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

/// The errors of the edit; none where the run continues with it.
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

/// Before a step after edits: what no longer fits into the file continues in the next one.
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
    int number = 0;
    {
        const std::lock_guard lock(mutex);
        number = ++files;
    }
    auto next = Recorder::create(numbered(file, number), info, simulator->channels(), true);
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
    tellPast(*next);
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
                return stop || playing || steps > 0 || !orders.empty() || !looks.empty() ||
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
            if (!looks.empty()) {
                const auto given = std::exchange(looks, {});
                const bool still = !playing && steps == 0;
                lock.unlock();
                for (const auto& look : given) {
                    look(simulator.get());
                }
                if (still) {
                    continue;
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
                wake.wait_for(lock, std::chrono::duration<double>(std::min(waitS, 0.05)), [&] {
                    return stop || !playing || steps > 0 || !looks.empty() || !edits.empty();
                });
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
        std::vector<std::function<void(const Simulator*)>>
            dropped;  // notifies their takers outside of the lock
        {
            const std::lock_guard lock(mutex);
            broken = true;
            dropped.swap(looks);
            edits.clear();  // a broken promise reports the end to those who wait for one
            orders.clear();
        }
        fail(shortOfMemory());
    }
}

}  // namespace headroom::engine
