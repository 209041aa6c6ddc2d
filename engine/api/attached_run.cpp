// SPDX-License-Identifier: Apache-2.0
#include "engine/api/attached_run.h"

#include "engine/api/attached_run_private.h"
#include "engine/live/sensor_history.h"
#include "engine/run/order_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace headroom::engine {

namespace {

constexpr auto kFirstFrame = std::chrono::seconds(30);
}  // namespace

AttachedRun::AttachedRun(AttachWish wish) : wish_(std::move(wish)) {}

ResultAll<std::unique_ptr<AttachedRun>> AttachedRun::attach(AttachWish wish,
                                                            const std::atomic<bool>& cancel) {
    std::unique_ptr<AttachedRun> run(new AttachedRun(std::move(wish)));
    auto client = HttpClient::make(run->wish_.place, run->wish_.trust);
    if (!client) {
        return tl::unexpected(Errors{client.error()});
    }
    auto catalogue = Catalogue::load(run->wish_.shipped);
    if (!catalogue) {
        return tl::unexpected(catalogue.error());
    }
    run->catalogue_ = std::make_shared<const Catalogue>(std::move(*catalogue));
    run->d_ = std::make_unique<Private>(run->wish_, std::move(*client), run->catalogue_);
    Private& d = *run->d_;
    const auto latest = std::chrono::steady_clock::now() + kFirstFrame;
    std::unique_lock lock(d.mutex);
    while (d.frame == nullptr && d.state.tries == 0 && d.state.phase != AttachPhase::Refused &&
           !cancel && std::chrono::steady_clock::now() < latest) {
        d.wake.wait_for(lock, std::chrono::milliseconds(100));
    }
    if (d.frame != nullptr) {
        lock.unlock();
        return run;
    }
    Errors why = d.refusal;
    if (why.empty()) {
        why = {!d.state.why.code.empty()
                   ? d.state.why
                   : attachError(
                         "WEB-042",
                         fmt::format("the server at {} sends nothing", run->wish_.place.text()),
                         "See whether its page shows something in a browser")};
    }
    lock.unlock();
    return tl::unexpected(std::move(why));
}

AttachedRun::~AttachedRun() {
    if (d_) {
        onFrame({});
        onState({});
        onRefused({});
        d_->end();
    }
}

void AttachedRun::detach() {
    d_->end();
    d_->tellChanged();
}

AttachState AttachedRun::state() const {
    const bool isSettled = d_->design.isSettled();
    const std::lock_guard lock(d_->mutex);
    AttachState state = d_->state;
    state.isSettled = isSettled;
    if (d_->again) {
        state.againInS = std::max(
            0.0,
            std::chrono::duration<double>(*d_->again - std::chrono::steady_clock::now()).count());
    }
    return state;
}

std::shared_ptr<const Frame> AttachedRun::frame() const {
    const std::lock_guard lock(d_->mutex);
    return d_->frame;
}

std::shared_ptr<const Layout> AttachedRun::layout() const {
    return frame()->layout;
}

std::optional<Telemetry> AttachedRun::telemetry(double timeS) const {
    return sensorHistory(*series(), timeS);
}

std::shared_ptr<const Plant> AttachedRun::plant() const {
    return d_->design.plant();
}

std::shared_ptr<const RunSeries> AttachedRun::series() const {
    const std::lock_guard lock(d_->mutex);
    return d_->series;
}

RunStatus AttachedRun::status() const {
    const std::lock_guard lock(d_->mutex);
    return d_->status;
}

std::vector<PendingOrder> AttachedRun::pendingOrders() const {
    const std::lock_guard lock(d_->mutex);
    return d_->orders;
}

std::shared_ptr<const Catalogue> AttachedRun::catalogue() const {
    return d_->design.catalogue();
}

Project AttachedRun::project() const {
    return d_->design.project();
}

void AttachedRun::play() {
    d_->outbox.post(d_->server.question("PATCH", "/api/v1/run", R"({"playing":true})"));
}

void AttachedRun::pause() {
    d_->outbox.post(d_->server.question("PATCH", "/api/v1/run", R"({"playing":false})"));
}

void AttachedRun::step(int steps) {
    d_->outbox.post(
        d_->server.question("POST", "/api/v1/run/steps", jsonText(AttachJson{{"count", steps}})));
}

void AttachedRun::setSpeed(double simulatedPerSecond) {
    d_->outbox.post(d_->server.question("PATCH", "/api/v1/run",
                                        jsonText(AttachJson{{"speed", simulatedPerSecond}})));
}

void AttachedRun::operate(const PlantOrder& order) {
    d_->outbox.post(d_->server.question("POST", "/api/v1/orders",
                                        jsonText(AttachJson{{"order", orderWords(order)}})));
}

int AttachedRun::operateAt(double atS, const PlantOrder& order) {
    d_->outbox.post(d_->server.question("POST", "/api/v1/orders",
                                        jsonText(AttachJson{{"order", orderWords(order, atS)}})));
    return -1;
}

void AttachedRun::orderJob(const JobOrder& order) {
    if (order.action != JobAction::Submit) {
        d_->outbox.post(d_->server.question("POST", "/api/v1/orders",
                                            jsonText(AttachJson{{"order", orderWords(order)}})));
        return;
    }
    AttachJson job{{"priority", order.priority}};
    for (const auto& [key, word] : {std::pair("like", &order.like),
                                    {"name", &order.name},
                                    {"tenant", &order.tenant},
                                    {"accelerator", &order.accelerator},
                                    {"profile", &order.profile}}) {
        if (!word->empty()) {
            job[key] = *word;
        }
    }
    if (order.like.empty()) {
        job["accelerators"] = order.accelerators;
        job["run_s"] = order.runS;
    }
    d_->outbox.post(d_->server.question("POST", "/api/v1/jobs", jsonText(job)));
}

void AttachedRun::watchJob(std::int64_t job) {
    d_->pages.watch(job);
}

std::shared_ptr<const FollowedThere> AttachedRun::followed() const {
    return d_->pages.followed();
}

void AttachedRun::acknowledge(std::int64_t alarm) {
    d_->outbox.post(
        d_->server.question("POST", fmt::format("/api/v1/telemetry/alarms/{}", alarm), "{}"));
}

Error AttachedRun::whyNoJobPage() const {
    return d_->pages.whyNoJobPage();
}

void AttachedRun::ask(const AskedQuestion& question, TakeReply take) {
    d_->pages.ask(question, std::move(take));
}

void AttachedRun::cancelOrder(int ticket) {
    d_->outbox.post(d_->server.question("DELETE", fmt::format("/api/v1/orders/{}", ticket)));
}

ResultAll<void> AttachedRun::edit(const Project& project) {
    return d_->design.edit(project);
}

void AttachedRun::onFrame(std::function<void()> callback) {
    d_->viewers.onFrame(std::move(callback));
}

void AttachedRun::onState(std::function<void()> callback) {
    d_->viewers.onState(std::move(callback));
}

void AttachedRun::onRefused(std::function<void(const Error&)> callback) {
    d_->viewers.onRefused(std::move(callback));
}

}  // namespace headroom::engine
