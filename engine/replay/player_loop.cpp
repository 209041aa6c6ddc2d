// SPDX-License-Identifier: Apache-2.0
#include "engine/replay/player_private.h"

#include <algorithm>
#include <limits>
#include <utility>

/// Work of the thread of a player.
namespace headroom::engine {

namespace {

using Clock = Pace::Clock;

constexpr double kAtOnceS = 0.08;  // longer, and the file's own frame is shown first
constexpr double kWholeS = 30.0;   // as fast as possible, where nothing is run

double seconds(Clock::duration d) {
    return std::chrono::duration<double>(d).count();
}

}  // namespace

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
    if (alarms.isKnown()) {
        shown->alarms = alarms.at(shown->timeS);
    }
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
    const double untilS = std::numeric_limits<double>::infinity();
    if (auto done = of.replay->step(moment->simulator, moment->ahead, next, untilS); !done) {
        fail(done.error());
        return false;
    }
    moment->simulator->takeEvents();
    return true;
}

/// From the present state to the last step at or before a time; false: cancelled, or it cannot.
bool Player::Private::runTo(double timeS, Clock::time_point since, bool told) {
    while (of.replay->hasStep(*moment->simulator, timeS)) {
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
    if (!of.replay) {
        publishTold(timeS);
        return;
    }
    const auto since = Clock::now();
    const auto after =
        std::upper_bound(of.keyframes.begin(), of.keyframes.end(), timeS + kOneInstantS);
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
        auto kept = of.replay->before(timeS);
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
    double timeS = of.replay && moment ? moment->simulator->timeS() : nowS();
    Pace pace;
    pace.begin(timeS);
    auto lastFrame = Clock::now();
    const double stepS = of.replay && moment ? moment->simulator->stepS() : 1.0;
    bool unseen = false;
    for (;;) {
        double wish = 0.0;
        {
            const std::lock_guard lock(mutex);
            if (stop || !playing || wanted || !looks.empty()) {
                break;
            }
            wish = speed.wanted;
        }
        const bool runs = of.replay && moment;
        if (runs ? !of.replay->hasStep(*moment->simulator, lastS) : timeS > lastS - kOneInstantS) {
            const std::lock_guard lock(mutex);
            playing = false;
            break;
        }
        const bool told = !of.replay;
        wish = wish > 0.0 ? wish : told ? (lastS - firstS) / kWholeS : 0.0;
        const bool isDue = pace.isDue(wish, stepS);
        if (pace.isSecondOver()) {
            const std::lock_guard lock(mutex);
            pace.measure(timeS, speed);
        }
        if (!isDue) {
            std::unique_lock lock(mutex);
            wake.wait_for(lock, std::chrono::duration<double>(pace.waitS()),
                          [&] { return stop || !playing || wanted.has_value(); });
        } else if (told) {
            timeS = std::min(lastS, timeS + pace.payAll());
            unseen = true;
        } else {
            pace.pay(stepS);
            if (!stepOnce()) {
                return;
            }
            timeS = moment->simulator->timeS();
            unseen = true;
        }
        if (unseen && Clock::now() - lastFrame >= Pace::kFrameEvery) {
            told ? publishTold(timeS) : publishExact();
            lastFrame = Clock::now();
            unseen = false;
        }
    }
    if (unseen) {
        of.replay ? publishExact() : publishTold(timeS);
    }
}

void Player::Private::answerLooks(bool hasState) {
    std::vector<std::function<void(const Simulator*)>> answering;
    {
        const std::lock_guard lock(mutex);
        answering = std::exchange(looks, {});
    }
    const std::lock_guard working(work);
    for (const auto& answer : answering) {
        answer(hasState ? moment->simulator.get() : nullptr);
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
                return stop || playing || steps != 0 || wanted || rewatch || !looks.empty();
            });
            if (stop) {
                return;
            }
            busy = true;
            // A state on the way to another instant is nobody's: first it gets there.
            const bool rests = exact && !wanted;
            if (!looks.empty() && !wanted && (rests || !playing || !of.replay)) {
                lock.unlock();
                answerLooks(rests);
                continue;
            }
            if (!wanted && std::exchange(rewatch, false)) {
                const std::int64_t job = watched;
                lock.unlock();
                const std::lock_guard working(work);
                if (moment && rests) {
                    moment->simulator->watch(job);
                    publishExact();
                }
                continue;
            }
            cancel = false;
            target = std::exchange(wanted, std::nullopt);
            if (!target && steps != 0) {
                const int count = std::exchange(steps, 0);
                target = frame->timeS + count * of.recording->info().stepS;
            }
            playNow = !target && playing;
            if (playNow && frame->timeS > lastS - kOneInstantS) {
                target = firstS;  // from the end: again
                playNow = false;
            } else if (playNow && of.replay && !exact) {
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
    const auto own = Recording::open(of.recording->path());
    if (!own) {
        return;  // it went away meanwhile: the charts are kept
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

}  // namespace headroom::engine
