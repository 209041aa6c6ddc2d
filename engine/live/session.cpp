// SPDX-License-Identifier: Apache-2.0
#include "engine/live/session.h"

#include "engine/base/log.h"
#include "engine/live/sensor_history.h"
#include "engine/live/session_private.h"
#include "engine/plant/plant.h"
#include "engine/run/order_text.h"

#include <limits>
#include <utility>

namespace headroom::engine {

Session::Session() : d_(std::make_unique<Private>()) {}

ResultAll<std::unique_ptr<Session>> Session::create(
    const Project& project, const Catalogue& catalogue,
    Options options) {  // NOLINT(performance-unnecessary-value-param)
    auto simulator = Simulator::create(project, catalogue, {});
    if (!simulator) {
        return tl::unexpected(simulator.error());
    }
    std::unique_ptr<Session> session(new Session);
    Private& d = *session->d_;
    d.simulator = std::move(*simulator);
    const RunInfo info = runInfo(*d.simulator, project, catalogue);
    if (auto begun = session->begin(options, info, nullptr); !begun) {
        return tl::unexpected(begun.error());
    }
    return session;
}

ResultAll<std::unique_ptr<Session>> Session::goOn(
    RunStart start, std::shared_ptr<RunSeries> past,
    Options options) {  // NOLINT(performance-unnecessary-value-param)
    std::unique_ptr<Session> session(new Session);
    Private& d = *session->d_;
    d.simulator = std::move(start.simulator);
    d.series = std::move(past);
    d.takePast(start);
    if (auto begun = session->begin(options, start.info, &start); !begun) {
        return tl::unexpected(begun.error());
    }
    return session;
}

/// From a simulator that is ready: its recording, its first frame, its thread.
ResultAll<void> Session::begin(const Options& options, const RunInfo& info, const RunStart* past) {
    Private& d = *d_;
    d.simulator->keepHistory(true);
    const auto channels = namesOf(d.simulator->channels());
    if (!d.series) {
        d.series = std::make_shared<RunSeries>(channels);
    } else if (d.series->channels() != channels) {
        d.series->setChannels(channels);
    }
    d.plant = d.simulator->sharedPlant();
    if (auto begun =
            d.recording.begin(options.recording, options.isScratch, info, *d.simulator, past);
        !begun) {
        return tl::unexpected(Errors{begun.error()});
    }
    auto first = d.simulator->frame();
    d.before.tell(*first);
    d.frame = std::move(first);
    d.thread = std::thread([&d] { d.guardedLoop(); });
    return {};
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
    if (d_->simulator) {
        d_->recording.close(*d_->simulator, d_->alarms);
    }
}

void Session::play() {
    {
        const std::lock_guard lock(d_->mutex);
        d_->start(std::numeric_limits<double>::infinity());
    }
    d_->wake.notify_all();
}

void Session::playUntil(double timeS) {
    {
        const std::lock_guard lock(d_->mutex);
        if (timeS > d_->frame->timeS) {
            d_->start(timeS);
        }
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

void Session::step(int steps) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->playing = false;
        d_->steps += d_->failure.empty() ? steps : 0;
    }
    d_->wake.notify_all();
}

void Session::pauseOn(const PauseRule& rule) {
    const std::lock_guard lock(d_->mutex);
    d_->pause.setRule(rule);
}

void Session::operate(const PlantOrder& order) {
    logLine(LogCategory::Orders, "{}", orderWords(order));
    {
        const std::lock_guard lock(d_->mutex);
        d_->orders.emplace_back([order](Simulator& simulator) { simulator.operate(order); });
    }
    d_->wake.notify_all();
}

int Session::operateAt(double atS, const PlantOrder& order) {
    logLine(LogCategory::Orders, "{}", orderWords(order, atS));
    const std::lock_guard lock(d_->mutex);
    return d_->pending.add(atS, order);
}

void Session::cancelOrder(int ticket) {
    const std::lock_guard lock(d_->mutex);
    d_->pending.cancel(ticket);
}

std::vector<PendingOrder> Session::pendingOrders() const {
    const std::lock_guard lock(d_->mutex);
    return d_->pending.all();
}

ResultAll<void> Session::edit(const Project& project, const Catalogue& catalogue,
                              const std::string& words,
                              std::shared_ptr<const BuiltFabrics> fabrics) {
    RunOptions options;
    options.fabrics = std::move(fabrics);
    logLine(LogCategory::Run, "edit: {}", words);
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
    logLine(LogCategory::Orders, "{}",
            order.action == JobAction::Submit ? "submit job " + order.name : orderWords(order));
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
            simulator.setAirFractions(HallIndex(hall), given);
        });
    }
    d_->wake.notify_all();
}

void Session::look(std::function<void(const Simulator*)> look) {
    {
        const std::lock_guard lock(d_->mutex);
        if (!d_->broken) {
            d_->looks.push_back(std::exchange(look, {}));
        }
    }
    d_->wake.notify_all();
}

Result<void> Session::saveRecording(const std::filesystem::path& target, bool replace) {
    const auto done = std::make_shared<std::promise<Result<void>>>();
    std::future<Result<void>> result = done->get_future();
    {
        const std::lock_guard lock(d_->mutex);
        if (d_->broken) {
            return tl::unexpected(shortOfMemory());
        }
        d_->orders.emplace_back([this, done, target, replace](Simulator&) {
            done->set_value(d_->recording.save(target, replace, *d_->simulator, d_->alarms));
        });
    }
    d_->wake.notify_all();
    try {
        return result.get();
    } catch (const std::future_error&) {  // the run ended with the order in its hands
        return tl::unexpected(shortOfMemory());
    }
}

void Session::setSpeed(double simulatedPerSecond) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->speed.wanted = simulatedPerSecond;
        d_->speed.isBehind = false;
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

std::optional<Telemetry> Session::telemetry(double timeS) const {
    return sensorHistory(*d_->series, timeS);
}

std::shared_ptr<const RunSeries> Session::series() const {
    return d_->series;
}

std::filesystem::path Session::recordingFile() const {
    return d_->recording.file();
}

std::shared_ptr<const Plant> Session::plant() const {
    const std::lock_guard lock(d_->mutex);
    return d_->plant;
}

RunStatus Session::status() const {
    const std::lock_guard lock(d_->mutex);
    return {.playing = d_->playing,
            .moving = d_->playing || d_->moving || d_->steps > 0,
            .isOfDesignBefore = d_->isOfDesignBefore,
            .wantedSpeed = d_->speed.wanted,
            .achievedSpeed = d_->speed.achieved,
            .behind = d_->speed.isBehind,
            .failure = d_->failure,
            .pausedBy = d_->pause.by(),
            .pauseText = d_->pause.text()};
}

void Session::onFrame(std::function<void()> callback) {
    const std::lock_guard lock(d_->mutex);
    d_->callback = std::move(callback);
}

}  // namespace headroom::engine
