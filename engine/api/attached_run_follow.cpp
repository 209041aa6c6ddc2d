// SPDX-License-Identifier: Apache-2.0
#include "engine/api/attached_run_private.h"
#include "engine/api/frame_parts.h"
#include "engine/api/frame_reader.h"
#include "engine/api/past_series.h"
#include "engine/run/command.h"
#include "engine/store/command_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// Reaching the server, and listening to it.
namespace headroom::engine {

namespace {

constexpr auto kDesignAgain = std::chrono::milliseconds(300);
constexpr int kDesignTries = 5, kMostUnread = 20;

}  // namespace

AttachedRun::Private::Private(const AttachWish& given, std::unique_ptr<HttpClient> client,
                              const std::shared_ptr<const Catalogue>& shipped)
    : wish(given),
      server(std::move(client), given.token),
      design(server, given.shipped, shipped),
      outbox(server, [this](const Error& why) { viewers.refused(why); }),
      pages(server, given.everyS,
            {[this] {
                 const std::lock_guard lock(mutex);
                 return state.phase == AttachPhase::Attached ? frame : nullptr;
             },
             [this] { return showAgain(false); }}),
      listener([this] { listen(); }) {}

void AttachedRun::Private::tellChanged() {
    std::shared_ptr<const Frame> now;
    {
        const std::lock_guard lock(mutex);
        now = frame;
    }
    viewers.changed(std::move(now));
}

Errors AttachedRun::Private::greet() {
    auto health = server.ask(server.question("GET", "/api/v1/health"));
    if (!health) {
        return {health.error()};
    }
    if (health->status == kHttpUnauthorized || health->status == kHttpForbidden) {
        return {server.refusalOf(*health)};
    }
    const AttachJson said = parsedAttach(health->body);
    const std::string version = wordInAttach(said, "version");
    if ((health->status != kHttpOk && health->status != kHttpUnavailable) || version.empty()) {
        return {attachError(
            "WEB-043", fmt::format("the server at {} answers, and is not Headroom", server.place()),
            "State the address that headroom-cli serve prints, or Simulation › Serve… shows")};
    }
    if (version != HEADROOM_VERSION) {
        return {attachError(
            "WEB-043",
            fmt::format("the server at {} is Headroom {}, and this is {}: their designs may not "
                        "come to the same facility",
                        server.place(), version, HEADROOM_VERSION),
            "Attach with the same version, or open its page in a browser")};
    }
    const auto run = server.get("/api/v1/run");
    if (!run) {
        return {run.error()};
    }
    const AttachJson now = parsedAttach(run->body);
    if (const std::string is = wordInAttach(said, "instance"); is != instance) {
        forget();
        instance = is;
    }
    {
        const std::lock_guard lock(mutex);
        state.version = version;
        state.name = wordInAttach(now, "name");
        state.isLive = wordInAttach(now, "kind") == "live";
        state.mayOperate = wordInAttach(now, "role") == "operate";
    }
    const auto taken = takeDesign();
    return taken ? Errors() : taken.error();
}

void AttachedRun::Private::forget() {
    story = {};
    designNumber = -1;
    design.forget();
    pages.forget();
    const std::lock_guard lock(mutex);
    series.reset();
}

ResultAll<bool> AttachedRun::Private::takeDesign() {
    auto taken = design.take();
    if (!taken || !*taken) {
        return taken;
    }
    std::vector<std::string> names;
    for (const Channel& channel : design.table()->channels()) {
        names.push_back(channel.name);
    }
    const std::lock_guard lock(mutex);
    if (series) {
        series->setChannels(std::move(names));
    } else {
        series = std::make_shared<RunSeries>(std::move(names));
    }
    return true;
}

std::string AttachedRun::Private::streamTarget() const {
    std::string racks, partWords;
    for (const QuantityInfo& info : rackQuantities()) {
        racks += (racks.empty() ? "" : ",") + std::string(info.key);
    }
    for (const std::string& word : framePartNames()) {
        if (const auto part = framePartOf(word); part && (wish.parts & *part) != 0) {
            partWords += (partWords.empty() ? "" : ",") + word;
        }
    }
    return fmt::format(
        "/api/v1/stream?channels={}&racks={}&parts={}&events=1&alarms=1&run=1&every_s={}&after={}",
        escapedForQuery(joinedWords(wish.channels)), racks, partWords, wish.everyS,
        story.lastEvent());
}

void AttachedRun::Private::listen() {
    int tries = 0;
    while (!server.isStopped()) {
        Errors errors = greet();
        if (errors.empty()) {
            takePastSeries(server, *design.table(), *series);
            broken = {};
            leave = server.isStopped();
            unread = 0;
            const auto ended = server.listen(
                streamTarget(),
                [&] {
                    tries = 0;
                    setPhase(AttachPhase::Attached, {}, {}, 0);
                },
                [this](const std::string& text) { hear(text); }, leave);
            if (server.isStopped()) {
                break;
            }
            errors = {!broken.code.empty() ? broken
                      : !ended             ? ended.error()
                      : ended->status != kHttpSwitching
                          ? server.refusalOf(*ended)
                          : attachError("WEB-042",
                                        fmt::format("the server at {} ended the connection{}{}",
                                                    server.place(), ended->body.empty() ? "" : ": ",
                                                    ended->body),
                                        "It is tried again; see whether it still runs")};
        }
        if (server.isStopped()) {
            break;
        }
        if (const std::string& code = errors.front().code;
            code == "WEB-043" || code == "WEB-044" || code == "WEB-045") {
            {
                const std::lock_guard lock(mutex);
                refusal = errors;
            }
            setPhase(AttachPhase::Refused, errors.front(), {}, tries);
            return;
        }
        const double waitS = std::min(
            kLongestWaitS,
            kFirstWaitS * static_cast<double>(1U << static_cast<unsigned>(std::min(tries, 5))));
        ++tries;
        setPhase(AttachPhase::Away, errors.front(),
                 std::chrono::steady_clock::now() +
                     std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                         std::chrono::duration<double>(waitS)),
                 tries);
        {
            std::unique_lock lock(mutex);
            wake.wait_for(lock, std::chrono::duration<double>(waitS),
                          [this] { return server.isStopped(); });
            again.reset();
        }
        tellChanged();
    }
}

void AttachedRun::Private::leaveFor(const Error& why) {
    broken = why;
    leave = true;
}

void AttachedRun::Private::setPhase(AttachPhase phase, const Error& why,
                                    std::optional<std::chrono::steady_clock::time_point> next,
                                    int tries) {
    {
        const std::lock_guard lock(mutex);
        if (state.phase == AttachPhase::Detached) {
            return;
        }
        state.phase = phase;
        state.why = why;
        state.tries = tries;
        again = next;
        if (phase != AttachPhase::Attached) {
            status.playing = status.moving = false;
        }
    }
    wake.notify_all();
    pages.runMoved();
    tellChanged();
}

void AttachedRun::Private::hear(const std::string& text) {
    const AttachJson message = parsedAttach(text);
    const std::string type = wordInAttach(message, "type");
    if (type == "frame") {
        takeFrame(message);
    } else if (type == "events") {
        takeEvents(message);
    } else if (type == "alarms") {
        if (auto list = readAlarms(message.contains("alarms") ? message["alarms"] : AttachJson())) {
            story.setAlarms(std::move(list));
            showAgain(true);
        }
    } else if (type == "run") {
        takeRun(message);
    }
}

void AttachedRun::Private::followDesign(std::int64_t number) {
    for (int look = 0; look < kDesignTries && !server.isStopped(); ++look) {
        const auto taken = takeDesign();
        if (!taken) {
            leaveFor(taken.error().front());
            return;
        }
        if (*taken || designNumber < 0) {
            break;
        }
        std::this_thread::sleep_for(kDesignAgain);
    }
    designNumber = number;
}

void AttachedRun::Private::takeFrame(const AttachJson& message) {
    if (!broken.code.empty()) {
        return;
    }
    if (const auto number = numberInAttach(message, "design"); number != designNumber) {
        followDesign(number);
    }
    auto next = std::make_shared<Frame>(*design.blank());
    const ChannelTable& table = *design.table();
    if (!readFrame(message, table, *next)) {
        // Belongs to the design before, or to the next one; such a state ends soon.
        if (++unread == kMostUnread) {
            leaveFor(attachError(
                "WEB-044",
                fmt::format("what {} sends is of another facility than its design builds here",
                            server.place()),
                "See whether its catalogue has parts of its own; its page in a browser shows it "
                "all the same"));
        }
        return;
    }
    unread = 0;
    std::vector<double> values;
    for (std::size_t c = 0; c < table.channels().size(); ++c) {
        values.push_back(table.value(*next, c) * table.channels()[c].quantity->unit.toSi);
    }
    if (isComputed(*next)) {
        series->add(next->timeS, values);
    }
    publish(std::move(next));
}

void AttachedRun::Private::publish(std::shared_ptr<Frame> next) {
    story.dress(*next);
    {
        const std::lock_guard lock(mutex);
        pages.dress(*next, state.isLive);
        frame = std::move(next);
        ++state.frames;
    }
    wake.notify_all();
    pages.runMoved();
    tellChanged();
}

std::shared_ptr<const Frame> AttachedRun::Private::showAgain(bool withStory) {
    std::shared_ptr<const Frame> now;
    {
        const std::lock_guard lock(mutex);
        if (frame) {
            auto next = std::make_shared<Frame>(*frame);
            if (withStory) {
                story.dress(*next);
            }
            pages.dress(*next, state.isLive);
            frame = std::move(next);
        }
        now = frame;
    }
    tellChanged();
    return now;
}

void AttachedRun::Private::takeEvents(const AttachJson& message) {
    auto events = readEvents(message.contains("events") ? message["events"] : AttachJson::array());
    if (events && !events->empty()) {
        story.add(std::move(*events));
        showAgain(true);
    }
}

void AttachedRun::Private::takeRun(const AttachJson& message) {
    RunStatus now;
    std::vector<PendingOrder> pending;
    try {
        now.playing = message.at("playing").get<bool>();
        now.moving = message.at("moving").get<bool>();
        now.wantedSpeed = message.at("speed").get<double>();
        now.achievedSpeed = message.at("achieved_speed").is_null()
                                ? 0.0
                                : message.at("achieved_speed").get<double>();
        now.behind = message.at("behind").get<bool>();
        now.isOfDesignBefore = message.at("of_design_before").get<bool>();
        now.failure = message.at("failure").get<std::string>();
        now.pausedBy = message.at("paused_by").get<std::int64_t>();
        now.pauseText = message.at("pause_text").get<std::string>();
        for (const AttachJson& one : message.at("orders")) {
            const auto atS = one.at("time_s").get<double>();
            if (const auto command = commandOf(atS, "plant", jsonText(one.at("order")))) {
                pending.push_back(
                    {one.at("ticket").get<int>(), atS, std::get<PlantOrder>(command->what)});
            }
        }
    } catch (const AttachJson::exception&) {
        return;
    }
    {
        const std::lock_guard lock(mutex);
        status = std::move(now);
        orders = std::move(pending);
        state.name = wordInAttach(message, "name");
    }
    tellChanged();
}

void AttachedRun::Private::end() {
    {
        const std::lock_guard lock(mutex);
        server.stop();
        leave = true;
        state.phase = AttachPhase::Detached;
        status.playing = status.moving = false;
    }
    wake.notify_all();
    pages.end();  // first: it refuses questions from now on
    outbox.end();
    if (listener.joinable()) {
        listener.join();
    }
}

}  // namespace headroom::engine
