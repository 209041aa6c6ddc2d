// SPDX-License-Identifier: Apache-2.0
#include "app/python/stepped_run.h"

#include "engine/air/field/air_shares.h"
#include "engine/document/companions.h"
#include "engine/document/setting.h"
#include "engine/experiment/run_until.h"
#include "engine/files/output_guard.h"
#include "engine/plant/plant.h"
#include "engine/run/order_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace headroom::python {

using engine::Error;
using engine::Errors;

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kProgressEvery = std::chrono::milliseconds(100);
constexpr std::size_t kMostEvents = 100'000;

tl::unexpected<Errors> all(Error error) {
    return tl::unexpected(Errors{std::move(error)});
}

/// The project's sources and the written files must differ.
engine::Result<void> guard(const engine::Project& project, const RunWish& wish) {
    engine::OutputGuard guard;
    for (const std::filesystem::path& file : engine::filesReadFor(project)) {
        guard.reads(file);
    }
    guard.reads(wish.options.traceFile);
    guard.reads(wish.options.weatherFile);
    guard.writes("out", wish.recording, engine::FileKind::Recording);
    return guard.check();
}

}  // namespace

SteppedRun::SteppedRun(std::shared_ptr<const engine::Catalogue> catalogue,
                       std::unique_ptr<engine::Simulator> simulator, const RunWish& wish)
    : catalogue_(std::move(catalogue)),
      options_(wish.options),
      threads_(std::max(1, wish.threads)),
      simulator_(std::move(simulator)),
      kept_(wish.keep) {
    simulator_->useThreads(threads_);
    kept_.follow(simulator_->channels());
}

SteppedRun::~SteppedRun() {
    [[maybe_unused]] const auto done = finish();
}

engine::ResultAll<std::shared_ptr<SteppedRun>> SteppedRun::create(const engine::Document& document,
                                                                  const RunWish& wish) {
    if (const auto fine = guard(document.project(), wish); !fine) {
        return all(fine.error());
    }
    auto simulator =
        engine::Simulator::create(document.project(), *document.catalogue(), wish.options);
    if (!simulator) {
        return tl::unexpected(simulator.error());
    }
    std::shared_ptr<SteppedRun> run(
        new SteppedRun(document.catalogue(), std::move(*simulator), wish));
    run->project_ = document.project();
    auto guests = engine::GuestsOfRun::open(wish.guests, *run->simulator_, run->project_);
    if (!guests) {
        return tl::unexpected(guests.error());
    }
    run->guests_ = std::move(*guests);
    if (!wish.recording.empty()) {
        const auto info = engine::runInfo(*run->simulator_, document.project(),
                                          *document.catalogue(), wish.options);
        if (auto done = run->record(info, wish.recording); !done) {
            return tl::unexpected(done.error());
        }
        run->recording_.emplace(*run->simulator_, *run->recorder_, engine::RecordingPlan{});
    }
    return run;
}

engine::ResultAll<std::shared_ptr<SteppedRun>> SteppedRun::goOn(
    std::shared_ptr<const engine::Replay> replay, engine::RunStart start, const RunWish& wish) {
    // The catalogue is the replay's own, which the run keeps.
    std::shared_ptr<const engine::Catalogue> catalogue(replay, &replay->catalogue());
    RunWish theirs = wish;
    theirs.options = replay->options();
    std::shared_ptr<SteppedRun> run(
        new SteppedRun(std::move(catalogue), std::move(start.simulator), theirs));
    run->replay_ = std::move(replay);
    run->ahead_ = std::move(start.ahead);
    run->alarms_.goOn(*run->simulator_, start.events, start.alarms);
    if (!wish.recording.empty()) {
        if (auto done = run->record(start.info, wish.recording); !done) {
            return tl::unexpected(done.error());
        }
        run->parent_ = run->replay_->recording().path();
        run->origin_ = start.info.branch;
        run->origin_.parent = wish.recording.filename().string();
        engine::recordPast(start, *run->recorder_);
        run->recording_.emplace(*run->simulator_, *run->recorder_, engine::RecordingPlan{});
    }
    return run;
}

engine::ResultAll<void> SteppedRun::record(const engine::RunInfo& info,
                                           const std::filesystem::path& file) {
    if (replay_ != nullptr) {
        engine::OutputGuard guard;
        guard.reads(replay_->recording().path());
        guard.writes("out", file, engine::FileKind::Recording);
        if (const auto fine = guard.check(); !fine) {
            return all(fine.error());
        }
    }
    auto recorder = engine::Recorder::create(file, info, simulator_->channels(), true);
    if (!recorder) {
        return all(recorder.error());
    }
    recorder_ = std::move(*recorder);
    return {};
}

engine::ResultAll<void> SteppedRun::carryOut(const engine::Command& command) {
    if (replay_ != nullptr) {
        return replay_->carryOut(simulator_, command);
    }
    engine::give(*simulator_, command);
    return {};
}

engine::ResultAll<void> SteppedRun::giveOrders() {
    while (!ahead_.empty() && ahead_.front().timeS <= simulator_->timeS() + engine::kOneInstantS) {
        const engine::Command command = std::move(ahead_.front());
        ahead_.erase(ahead_.begin());
        if (auto done = carryOut(command); !done) {
            return done;
        }
        if (std::holds_alternative<engine::DesignChange>(command.what)) {
            kept_.follow(simulator_->channels());
        }
    }
    return {};
}

engine::ResultAll<void> SteppedRun::beforeStep() {
    if (!broken_.empty()) {
        return tl::unexpected(broken_);
    }
    if (auto done = giveOrders(); !done) {
        broken_ = done.error();
        return done;
    }
    if (!guests_.empty()) {
        if (auto done = guests_.beforeStep(simulator_, project_, *catalogue_, options_); !done) {
            broken_ = done.error();
            return done;
        }
    }
    return {};
}

void SteppedRun::afterStep() {
    const std::span<const engine::Event> events =
        recording_ ? recording_->take(*simulator_) : simulator_->takeEvents();
    alarms_.take(*simulator_, events);
    events_.insert(events_.end(), events.begin(), events.end());
    if (events_.size() > kMostEvents) {
        events_.erase(events_.begin(), events_.end() - static_cast<std::ptrdiff_t>(kMostEvents));
    }
    kept_.add(*simulator_);
}

engine::ResultAll<void> SteppedRun::step() {
    if (auto done = beforeStep(); !done) {
        return done;
    }
    simulator_->step();
    if (!simulator_->fault().code.empty()) {
        broken_ = {simulator_->fault()};
        return tl::unexpected(broken_);
    }
    afterStep();
    return {};
}

engine::ResultAll<void> SteppedRun::advance(double untilS, const Callbacks& callbacks) {
    const auto start = Clock::now();
    auto next = start;
    engine::Errors errors;
    engine::RunHooks hooks;
    hooks.before = [&](engine::Simulator*& now) {
        if (callbacks.beforeStep) {
            callbacks.beforeStep();
        }
        if (auto done = beforeStep(); !done) {
            errors = done.error();
        }
        now = simulator_.get();  // guests and edits make another
        return errors.empty();
    };
    hooks.after = [&](engine::Simulator&) {
        afterStep();
        const auto now = Clock::now();
        if (now < next) {
            return true;
        }
        next = now + kProgressEvery;
        if (recorder_ != nullptr) {
            if (Error error = recorder_->failure(); !error.code.empty()) {
                errors = broken_ = {std::move(error)};
                return false;
            }
        }
        if (callbacks.progress) {
            callbacks.progress(simulator_->timeS());
        }
        return true;
    };
    if (const auto end = engine::runUntil(*simulator_, untilS, hooks); !end) {
        errors = broken_ = {end.error()};
    }
    if (!errors.empty()) {
        return tl::unexpected(std::move(errors));
    }
    wallS_ += std::chrono::duration<double>(Clock::now() - start).count();
    if (callbacks.progress) {
        callbacks.progress(simulator_->timeS());
    }
    return {};
}

bool SteppedRun::fitsRecording(const engine::Simulator& next) const {
    const auto same = [](const engine::Channel& a, const engine::Channel& b) {
        return a.name == b.name;
    };
    return recorder_ == nullptr ||
           (next.plant().rackNames == simulator_->plant().rackNames &&
            std::equal(next.channels().begin(), next.channels().end(),
                       simulator_->channels().begin(), simulator_->channels().end(), same));
}

engine::ResultAll<void> SteppedRun::set(const std::vector<std::string>& settings) {
    engine::Project edited = project_;
    if (replay_ != nullptr) {
        auto plain = replay_->plain(projectText());
        if (!plain) {
            return tl::unexpected(plain.error());
        }
        edited = std::move(*plain);
    }
    const auto edits = engine::editsOfSettings(edited, settings);
    if (!edits) {
        return tl::unexpected(edits.error());
    }
    std::string words;
    for (const std::string& setting : settings) {
        words += (words.empty() ? "" : "; ") + setting;
    }
    if (auto done = engine::applyAll(edited, *catalogue_, *edits); !done) {
        return all(done.error());
    }
    const auto refusal = [&] {
        return all(
            {"PYM-004",
             "the edit \"" + words + "\" changes the racks or channels of a run that is recorded",
             "finish() the recording first, or branch() and edit the branch",
             {},
             {},
             0});
    };
    if (replay_ != nullptr) {
        const auto text = std::make_shared<const std::string>(engine::projectText(edited));
        const engine::Command change{simulator_->timeS(), engine::DesignChange{text, words}};
        if (recorder_ != nullptr) {
            auto trial = simulator_->branch();
            if (auto done = replay_->carryOut(trial, change); !done) {
                return done;
            }
            if (!fitsRecording(*trial)) {
                return refusal();
            }
        }
        if (auto done = replay_->carryOut(simulator_, change); !done) {
            return done;
        }
    } else {
        auto plant = engine::compile(edited, *catalogue_, options_);
        if (!plant) {
            return tl::unexpected(plant.error());
        }
        auto changed =
            simulator_->changed(std::make_shared<const engine::Plant>(std::move(*plant)), words);
        if (!changed) {
            return tl::unexpected(changed.error());
        }
        if (!fitsRecording(**changed)) {
            return refusal();
        }
        simulator_ = std::move(*changed);
        project_ = std::move(edited);
    }
    kept_.follow(simulator_->channels());
    return {};
}

engine::Result<void> SteppedRun::order(const std::string& text) {
    auto command = engine::orderFromText(text, simulator_->timeS());
    if (!command) {
        return tl::unexpected(Error{"PYM-006",
                                    "\"" + text + "\" is not an order: " + command.error(),
                                    std::string("write it as ") + engine::kOrderForm,
                                    {},
                                    {},
                                    0});
    }
    // A job that an order for later names may be submitted by then.
    const bool ofLaterJob = std::holds_alternative<engine::JobOrder>(command->what) &&
                            command->timeS > simulator_->timeS();
    if (const auto misfit = simulator_->misfit(*command); misfit && !ofLaterJob) {
        return tl::unexpected(Error{
            "RPL-012", "the order \"" + text + "\": " + misfit->what, misfit->remedy, {}, {}, 0});
    }
    if (command->timeS < simulator_->timeS() - engine::kOneInstantS) {
        return tl::unexpected(
            Error{"RPL-004",
                  fmt::format("the order \"{}\" is at {:g} s, and the run is at {:g} s already",
                              text, command->timeS, simulator_->timeS()),
                  "give it earlier, or go back to a recording",
                  {},
                  {},
                  0});
    }
    ahead_.insert(std::upper_bound(ahead_.begin(), ahead_.end(), command->timeS,
                                   [](double t, const engine::Command& c) { return t < c.timeS; }),
                  std::move(*command));
    return {};
}

std::shared_ptr<SteppedRun> SteppedRun::branch() const {
    RunWish wish;
    wish.options = options_;
    wish.threads = threads_;
    wish.keep = {};
    std::shared_ptr<SteppedRun> run(new SteppedRun(catalogue_, simulator_->branch(), wish));
    run->project_ = project_;
    run->replay_ = replay_;
    run->kept_ = kept_.copy();
    run->ahead_ = ahead_;
    run->broken_ = broken_;
    run->wallS_ = wallS_;
    return run;
}

engine::Result<void> SteppedRun::finish() {
    if (recorder_ == nullptr) {
        return {};
    }
    recording_->close(*simulator_);
    auto done = recorder_->finish(summaryJson());
    recording_.reset();
    recorder_.reset();
    if (done && !parent_.empty()) {
        done = engine::addBranch(parent_, origin_);
    }
    return done;
}

std::shared_ptr<engine::Frame> SteppedRun::frame() {
    auto frame = simulator_->frame();
    frame->alarms = alarms_.list();
    return frame;
}

std::string SteppedRun::summaryJson() {
    return engine::summaryJson(simulator_->summary(), wallS_, alarms_.list().get());
}

std::string SteppedRun::summaryWithAir() {
    return engine::withAir(summaryJson(), engine::airOfRun(simulator_->plant()));
}

std::string SteppedRun::projectText() const {
    return *simulator_->plant().designText;
}

std::vector<engine::Event> SteppedRun::takeEvents() {
    std::vector<engine::Event> events(events_.begin(), events_.end());
    events_.clear();
    return events;
}

}  // namespace headroom::python
