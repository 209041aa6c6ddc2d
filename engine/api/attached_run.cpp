// SPDX-License-Identifier: Apache-2.0
#include "engine/api/attached_run.h"

#include "engine/api/attached_run_private.h"
#include "engine/base/json.h"
#include "engine/live/sensor_history.h"
#include "engine/run/order_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace headroom::engine {

namespace {

constexpr auto kFirstFrame = std::chrono::seconds(30);
constexpr int kDone = 200;

Error attachError(const char* code, std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), {}, {}, 0};
}

/// Objects of a project file by id; of single sections that is the section's name.
std::map<std::string, AttachJson> objectsOf(const std::string& text) {
    std::map<std::string, AttachJson> objects;
    const AttachJson project = parsedAttach(text);
    for (const auto& [section, content] : project.items()) {
        if (content.is_object()) {
            objects[section] = content;
        } else if (content.is_array()) {
            for (const AttachJson& object : content) {
                objects[wordInAttach(object, "id")] = object;
            }
        }
    }
    return objects;
}

/// Edits that turn one design into the other, in the form of PATCH /api/v1/project. Empty if objects were
/// added or removed.
std::optional<AttachJson> settingsBetween(const std::string& before, const std::string& after) {
    const auto was = objectsOf(before), is = objectsOf(after);
    AttachJson settings = AttachJson::object();
    if (was.size() != is.size()) {
        return std::nullopt;
    }
    for (const auto& [id, object] : is) {
        const auto at = was.find(id);
        if (at == was.end()) {
            return std::nullopt;
        }
        for (const auto& [key, value] : object.items()) {
            if (!at->second.contains(key) || at->second[key] != value) {
                settings[id][key] = value;
            }
        }
        for (const auto& [key, value] : at->second.items()) {
            if (!object.contains(key)) {
                settings[id][key] = nullptr;
            }
        }
    }
    return settings;
}

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
    run->d_ = std::make_unique<Private>(run->wish_, std::move(*client));
    Private& d = *run->d_;
    d.catalogue = run->catalogue_;
    d.listener = std::thread([&d] { d.listen(); });
    d.sender = std::thread([&d] { d.send(); });
    d.asker = std::thread([&d] { d.askOn(); });
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
    const std::lock_guard lock(d_->mutex);
    AttachState state = d_->state;
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
    const std::lock_guard lock(d_->mutex);
    return d_->plant;
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
    const std::lock_guard lock(d_->mutex);
    return d_->parts;
}

Project AttachedRun::project() const {
    const std::lock_guard lock(d_->mutex);
    return d_->project;
}

void AttachedRun::play() {
    d_->post(d_->question("PATCH", "/api/v1/run", R"({"playing":true})"));
}

void AttachedRun::pause() {
    d_->post(d_->question("PATCH", "/api/v1/run", R"({"playing":false})"));
}

void AttachedRun::step(int steps) {
    d_->post(d_->question("POST", "/api/v1/run/steps", jsonText(AttachJson{{"count", steps}})));
}

void AttachedRun::setSpeed(double simulatedPerSecond) {
    d_->post(
        d_->question("PATCH", "/api/v1/run", jsonText(AttachJson{{"speed", simulatedPerSecond}})));
}

void AttachedRun::operate(const PlantOrder& order) {
    d_->post(
        d_->question("POST", "/api/v1/orders", jsonText(AttachJson{{"order", orderWords(order)}})));
}

int AttachedRun::operateAt(double atS, const PlantOrder& order) {
    d_->post(d_->question("POST", "/api/v1/orders",
                          jsonText(AttachJson{{"order", orderWords(order, atS)}})));
    return -1;
}

void AttachedRun::orderJob(const JobOrder& order) {
    if (order.action != JobAction::Submit) {
        d_->post(d_->question("POST", "/api/v1/orders",
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
    d_->post(d_->question("POST", "/api/v1/jobs", jsonText(job)));
}

void AttachedRun::watchJob(std::int64_t job) {
    {
        const std::lock_guard lock(d_->mutex);
        d_->isWatchNew = job >= 0 && job != d_->watched;
        d_->watched = job;
        d_->watchedPage.reset();
        d_->whyNoPage = {};
    }
    d_->wake.notify_all();
}

std::shared_ptr<const FollowedThere> AttachedRun::followed() const {
    const std::lock_guard lock(d_->mutex);
    return d_->followed;
}

void AttachedRun::acknowledge(std::int64_t alarm) {
    d_->post(d_->question("POST", fmt::format("/api/v1/telemetry/alarms/{}", alarm), "{}"));
}

Error AttachedRun::whyNoJobPage() const {
    const std::lock_guard lock(d_->mutex);
    return d_->whyNoPage;
}

void AttachedRun::ask(const AskedQuestion& question, TakeReply take) {
    {
        const std::lock_guard lock(d_->mutex);
        if (!d_->stop) {
            d_->questions.push_back({question, std::exchange(take, {})});
        }
    }
    if (take) {
        take(tl::unexpected(runEnded()));
    } else {
        d_->wake.notify_all();
    }
}

void AttachedRun::cancelOrder(int ticket) {
    d_->post(d_->question("DELETE", fmt::format("/api/v1/orders/{}", ticket)));
}

ResultAll<void> AttachedRun::edit(const Project& project) {
    std::string before;
    std::int64_t revision = 0;
    {
        const std::lock_guard lock(d_->mutex);
        before = d_->serverText;
        revision = d_->revision;
    }
    std::string after = projectText(project);
    const auto settings = settingsBetween(before, after);
    if (settings && settings->empty()) {
        return {};
    }
    // Objects that come or go take the whole design.
    HttpQuestion asked =
        settings
            ? d_->question("PATCH", "/api/v1/project",
                           settings->dump(-1, ' ', false, AttachJson::error_handler_t::replace))
            : d_->question("PUT", "/api/v1/project", after);
    asked.fields.emplace_back("If-Match", fmt::format("\"{}\"", revision));
    const auto answer = d_->client->ask(asked, &d_->stop);
    if (!answer) {
        return tl::unexpected(Errors{answer.error()});
    }
    if (answer->status != kDone) {
        return tl::unexpected(Errors{d_->refusalOf(*answer)});
    }
    const AttachJson now = parsedAttach(answer->body);
    const std::lock_guard lock(d_->mutex);
    d_->serverText = std::move(after);
    d_->state.isSettled = false;
    d_->revision = now.is_object() ? now.value("revision", revision + 1) : revision + 1;
    return {};
}

void AttachedRun::onFrame(std::function<void()> callback) {
    const std::lock_guard lock(d_->telling);
    d_->framed = std::move(callback);
}

void AttachedRun::onState(std::function<void()> callback) {
    const std::lock_guard lock(d_->telling);
    d_->stated = std::move(callback);
}

void AttachedRun::onRefused(std::function<void(const Error&)> callback) {
    const std::lock_guard lock(d_->telling);
    d_->refused = std::move(callback);
}

}  // namespace headroom::engine
