// SPDX-License-Identifier: Apache-2.0
#include "engine/live/session_private.h"
#include "engine/plant/plant.h"

#include <algorithm>
#include <new>
#include <utility>

/// Work of the thread of a session.
namespace headroom::engine {

namespace {

using Clock = Pace::Clock;

constexpr auto kFrameEvery = Pace::kFrameEvery;

}  // namespace

std::vector<std::string> namesOf(const std::vector<Channel>& channels) {
    std::vector<std::string> names;
    for (const Channel& channel : channels) {
        names.push_back(channel.name);
    }
    return names;
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
        due = pending.takeDue(simulator->timeS());
    }
    for (const PendingOrder& p : due) {
        simulator->operate(p.order);
    }
    before.give(*simulator);
}

/// Takes over the reports of the previous run and the later orders of people.
void Session::Private::takePast(const RunStart& start) {
    for (const Command& command : start.ahead) {
        if (const auto* order = std::get_if<PlantOrder>(&command.what)) {
            pending.add(command.timeS, *order);
        }
    }
    before = RunBefore(start);
    alarms.goOn(*simulator, start.events, start.alarms);
}

/// Every step goes into the series.
void Session::Private::keepSample() {
    sample.resize(simulator->channels().size());
    simulator->sample(sample);
    series->add(simulator->timeS(), sample);
}

/// Alarms after a step, and whether somebody asked to stop there.
void Session::Private::watch(std::span<const Event> events) {
    alarms.take(*simulator, events);
    const std::lock_guard lock(mutex);
    if (playing && pause.stops(*simulator, events, alarms)) {
        playing = false;
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
    auto former = std::exchange(simulator, std::move(*changed));
    recording.changed(std::move(former), runInfo(*simulator, *edit.project, *edit.catalogue));
    {
        const std::lock_guard lock(mutex);
        plant = simulator->sharedPlant();
        isOfDesignBefore = !simulator->edits().empty();
        unshownSteps = false;
    }
    if (const auto names = namesOf(simulator->channels()); names != series->channels()) {
        series->setChannels(names);
    }
    return {};
}

void Session::Private::publish(Clock::time_point& last) {
    auto next = simulator->frame();
    next->alarms = alarms.list();
    before.tell(*next);
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
    Pace pace;
    pace.begin(simulator->timeS());
    auto lastFrame = Clock::now() - kFrameEvery;
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
                pace.begin(simulator->timeS());
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
            wanted = speed.wanted;
        }
        if (!stepNow) {
            stepNow = pace.isDue(wanted, simulator->stepS());
            if (pace.isSecondOver()) {
                const std::lock_guard lock(mutex);
                pace.measure(simulator->timeS(), speed);
            }
            if (!stepNow) {
                if (unseen && taken && Clock::now() - lastFrame >= kFrameEvery) {
                    publish(lastFrame);  // of a step that came while the viewer was busy
                    unseen = false;
                }
                std::unique_lock lock(mutex);
                wake.wait_for(lock, std::chrono::duration<double>(pace.waitS()), [&] {
                    return stop || !playing || steps > 0 || !looks.empty() || !edits.empty();
                });
                continue;
            }
            pace.pay(simulator->stepS());
        }
        if (auto begun = recording.follow(*simulator, alarms); !begun) {
            fail(begun.error());
        }
        giveDue();
        simulator->step();
        if (const Error& fault = simulator->fault(); !fault.code.empty()) {
            fail(fault);
            continue;
        }
        keepSample();
        watch(recording.take(*simulator));
        if (const Error fault = recording.failure(); !fault.code.empty()) {
            fail(fault);
        }
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
