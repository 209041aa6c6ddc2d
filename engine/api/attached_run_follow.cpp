// SPDX-License-Identifier: Apache-2.0
#include "engine/api/attached_run_private.h"
#include "engine/api/frame_parts.h"
#include "engine/api/frame_reader.h"
#include "engine/base/json.h"
#include "engine/document/companions.h"
#include "engine/document/project.h"
#include "engine/replay/blank_frame.h"
#include "engine/run/command.h"
#include "engine/run/frame/story.h"
#include "engine/run/simulator.h"
#include "engine/store/command_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

/// Reaching the server, listening to it, and sending what is wanted of it.
namespace headroom::engine {

namespace {

constexpr std::size_t kRecentEvents = 500;  // as frames of a run have them
constexpr auto kDesignAgain = std::chrono::milliseconds(300);
constexpr int kDesignTries = 5, kMostUnread = 20;
constexpr int kSwitching = 101, kOk = 200, kUnauthorized = 401, kForbidden = 403,
              kUnavailable = 503;

Error attachFault(const char* code, std::string message, std::string remedy) {
    return {code, std::move(message), std::move(remedy), {}, {}, 0};
}

}  // namespace

void AttachedRun::Private::tellChanged() {
    std::shared_ptr<const Frame> now;
    {
        const std::lock_guard lock(mutex);
        now = frame;
    }
    const std::lock_guard lock(telling);
    if (now != toldFrame && framed) {
        toldFrame = std::move(now);
        framed();
    }
    if (stated) {
        stated();
    }
}

void AttachedRun::Private::tellRefused(const Error& error) {
    const std::lock_guard lock(telling);
    if (refused) {
        refused(error);
    }
}

HttpQuestion AttachedRun::Private::question(std::string method, std::string target,
                                            std::string body) const {
    HttpQuestion asked;
    asked.method = std::move(method);
    asked.target = std::move(target);
    asked.body = std::move(body);
    asked.fields.emplace_back("Accept", "application/json");
    if (!asked.body.empty()) {
        asked.fields.emplace_back("Content-Type", "application/json");
    }
    if (!wish.token.empty()) {
        asked.fields.emplace_back("Authorization", "Bearer " + wish.token);
    }
    return asked;
}

Error AttachedRun::Private::refusalOf(const HttpAnswer& answer) const {
    const AttachJson body = parsedAttach(answer.body);
    const std::string detail = wordInAttach(body, "detail"), remedy = wordInAttach(body, "remedy"),
                      code = wordInAttach(body, "code");
    if (answer.status == kUnauthorized || answer.status == kForbidden) {
        return attachFault(
            "WEB-045",
            fmt::format("the server at {} refuses: {}", wish.place.text(),
                        detail.empty() ? "it wants another token" : detail),
            "Ask who serves it for a token that is good there now, and attach with that");
    }
    if (code.empty()) {
        return attachFault(
            "WEB-043",
            fmt::format("the server at {} answers {} and is not Headroom", wish.place.text(),
                        answer.status),
            "State the address that headroom-cli serve prints, or Simulation › Serve… shows");
    }
    return attachFault(code.c_str(), detail, remedy);
}

Result<HttpAnswer> AttachedRun::Private::get(const std::string& target) const {
    auto answer = client->ask(question("GET", target), &stop);
    if (answer && answer->status != kOk) {
        return tl::unexpected(refusalOf(*answer));
    }
    return answer;
}

Errors AttachedRun::Private::greet() {
    auto health = client->ask(question("GET", "/api/v1/health"), &stop);
    if (!health) {
        return {health.error()};
    }
    if (health->status == kUnauthorized || health->status == kForbidden) {
        return {refusalOf(*health)};
    }
    const AttachJson said = parsedAttach(health->body);
    const std::string version = wordInAttach(said, "version");
    if ((health->status != kOk && health->status != kUnavailable) || version.empty()) {
        return {attachFault(
            "WEB-043",
            fmt::format("the server at {} answers, and is not Headroom", wish.place.text()),
            "State the address that headroom-cli serve prints, or Simulation › Serve… shows")};
    }
    if (version != HEADROOM_VERSION) {
        return {attachFault(
            "WEB-043",
            fmt::format("the server at {} is Headroom {}, and this is {}: their designs may not "
                        "come to the same facility",
                        wish.place.text(), version, HEADROOM_VERSION),
            "Attach with the same version, or open its page in a browser")};
    }
    const auto run = get("/api/v1/run");
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
    return takeDesign();
}

void AttachedRun::Private::forget() {
    blocks.clear();
    recent.clear();
    story.reset();
    alarms.reset();
    lastEvent = design = -1;
    builtText.clear();
    const std::lock_guard lock(mutex);
    series.reset();
    pages.reset();
    followed.reset();
    watchedPage.reset();
    ++pagesOfRun;
    serverText.clear();
    revision = 0;
}

Errors AttachedRun::Private::takeDesign() {
    const auto answer = get("/api/v1/project");
    if (!answer) {
        return {answer.error()};
    }
    std::int64_t number = 0;
    for (const char c : answer->field("etag")) {
        number = c >= '0' && c <= '9' ? 10 * number + (c - '0') : number;
    }
    {
        const std::lock_guard lock(mutex);
        if (number < revision) {
            return {};  // asked before an edit of ours was done
        }
        serverText = answer->body;
        revision = number;
        state.isSettled = serverText == builtText;
    }
    if (answer->body == builtText) {
        return {};
    }
    const auto cannot = [&](Errors errors) {
        errors.insert(
            errors.begin(),
            attachFault(
                "WEB-044",
                fmt::format("the design that {} runs cannot be built here", wish.place.text()),
                "See what is wrong with it below; its page in a browser shows it all the same"));
        return errors;
    };
    const auto files = takeFiles();
    if (!files) {
        return {files.error()};
    }
    auto withOwn = catalogue;
    const std::filesystem::path beside = folder->path();
    if (const auto own = projectCatalogueFolder(beside); std::filesystem::exists(own)) {
        auto all = Catalogue::load(wish.shipped, own);
        if (!all) {
            return cannot(all.error());
        }
        withOwn = std::make_shared<const Catalogue>(std::move(*all));
    }
    auto read = parseProject(answer->body, beside / "project.json", *withOwn);
    if (!read) {
        return cannot(read.error());
    }
    // A server names no files of this machine: those that the design needs came with it.
    if (Errors outside = namedOutside(*read); !outside.empty()) {
        return cannot(std::move(outside));
    }
    auto simulator = Simulator::create(*read, *withOwn, RunOptions{});
    if (!simulator) {
        return cannot(simulator.error());
    }
    auto built = (*simulator)->sharedPlant();
    simulator->reset();
    base = blankFrame(built);
    table = std::make_unique<ChannelTable>(built.get());
    std::vector<std::string> names;
    for (const Channel& channel : table->channels()) {
        names.push_back(channel.name);
    }
    builtText = answer->body;
    const std::lock_guard lock(mutex);
    plant = std::move(built);
    project = std::move(*read);
    project.file.clear();  // it is in no file of this machine's user
    parts = std::move(withOwn);
    state.isSettled = serverText == builtText;
    if (series) {
        series->setChannels(std::move(names));
    } else {
        series = std::make_shared<RunSeries>(std::move(names));
    }
    return {};
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
        escapedForQuery(joinedWords(wish.channels)), racks, partWords, wish.everyS, lastEvent);
}

void AttachedRun::Private::listen() {
    int tries = 0;
    while (!stop) {
        Errors errors = greet();
        if (errors.empty()) {
            takePast();
            broken = {};
            leave = stop.load();
            unread = 0;
            const auto ended = client->listen(
                question("GET", streamTarget()),
                [&] {
                    tries = 0;
                    setPhase(AttachPhase::Attached, {}, {}, 0);
                },
                [this](const std::string& text) { hear(text); }, leave);
            if (stop) {
                break;
            }
            errors = {!broken.code.empty() ? broken
                      : !ended             ? ended.error()
                      : ended->status != kSwitching
                          ? refusalOf(*ended)
                          : attachFault("WEB-042",
                                        fmt::format("the server at {} ended the connection{}{}",
                                                    wish.place.text(),
                                                    ended->body.empty() ? "" : ": ", ended->body),
                                        "It is tried again; see whether it still runs")};
        }
        if (stop) {
            break;
        }
        if (const std::string& code = errors.front().code;
            code == "WEB-043" || code == "WEB-044" || code == "WEB-045") {
            refusal = errors;
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
                          [this] { return stop.load(); });
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
            alarms = std::move(list);
            tellAgain();
        }
    } else if (type == "run") {
        takeRun(message);
    }
}

void AttachedRun::Private::followDesign(std::int64_t number) {
    for (int look = 0; look < kDesignTries && !stop; ++look) {
        const std::string before = builtText;
        if (const Errors errors = takeDesign(); !errors.empty()) {
            leaveFor(errors.front());
            return;
        }
        if (builtText != before || design < 0) {
            break;
        }
        std::this_thread::sleep_for(kDesignAgain);
    }
    design = number;
}

void AttachedRun::Private::takeFrame(const AttachJson& message) {
    if (!broken.code.empty()) {
        return;
    }
    if (const auto number = numberInAttach(message, "design"); number != design) {
        followDesign(number);
    }
    auto next = std::make_shared<Frame>(*base);
    if (!readFrame(message, *table, *next)) {
        // Belongs to the design before, or to the next one; such a state ends soon.
        if (++unread == kMostUnread) {
            leaveFor(attachFault(
                "WEB-044",
                fmt::format("what {} sends is of another facility than its design builds here",
                            wish.place.text()),
                "See whether its catalogue has parts of its own; its page in a browser shows it "
                "all the same"));
        }
        return;
    }
    unread = 0;
    dress(*next);
    std::vector<double> values;
    for (std::size_t c = 0; c < table->channels().size(); ++c) {
        values.push_back(table->value(*next, c) * table->channels()[c].quantity->unit.toSi);
    }
    if (isComputed(*next)) {
        series->add(next->timeS, values);
    }
    publish(std::move(next));
}

void AttachedRun::Private::dress(Frame& next) const {
    next.events = recent;
    next.story = story;
    next.alarms = alarms;
    const std::lock_guard lock(mutex);
    dressPages(next);
}

void AttachedRun::Private::publish(std::shared_ptr<const Frame> next) {
    {
        const std::lock_guard lock(mutex);
        frame = std::move(next);
        ++state.frames;
    }
    wake.notify_all();
    tellChanged();
}

void AttachedRun::Private::tellAgain() {
    std::shared_ptr<const Frame> now;
    {
        const std::lock_guard lock(mutex);
        now = frame;
    }
    if (now) {
        auto next = std::make_shared<Frame>(*now);
        dress(*next);
        const std::lock_guard lock(mutex);
        frame = std::move(next);
    }
    tellChanged();
}

void AttachedRun::Private::takeEvents(const AttachJson& message) {
    auto events = readEvents(message.contains("events") ? message["events"] : AttachJson::array());
    if (!events || events->empty()) {
        return;
    }
    lastEvent = events->back().id;
    recent.insert(recent.end(), events->begin(), events->end());
    if (recent.size() > kRecentEvents) {
        recent.erase(recent.begin(), recent.end() - kRecentEvents);
    }
    blocks.push_back(std::make_shared<const std::vector<Event>>(std::move(*events)));
    auto told = std::make_shared<Story>();
    told->blocks = blocks;
    story = std::move(told);
    tellAgain();
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

void AttachedRun::Private::post(HttpQuestion asked) {
    {
        const std::lock_guard lock(mutex);
        outbox.push_back(std::move(asked));
    }
    wake.notify_all();
}

void AttachedRun::Private::send() {
    while (true) {
        HttpQuestion next;
        {
            std::unique_lock lock(mutex);
            wake.wait(lock, [this] { return stop || !outbox.empty(); });
            if (stop) {
                return;
            }
            next = std::move(outbox.front());
            outbox.pop_front();
        }
        const auto answer = client->ask(next, &stop);
        if (!answer) {
            tellRefused(answer.error());
        } else if (answer->status >= 300) {
            tellRefused(refusalOf(*answer));
        }
    }
}

void AttachedRun::Private::end() {
    {
        const std::lock_guard lock(mutex);
        stop = leave = true;
        state.phase = AttachPhase::Detached;
        status.playing = status.moving = false;
    }
    wake.notify_all();
    for (std::thread* thread : {&listener, &sender, &asker}) {
        if (thread->joinable()) {
            thread->join();
        }
    }
}

}  // namespace headroom::engine
