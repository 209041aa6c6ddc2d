// SPDX-License-Identifier: Apache-2.0
#include "app/cli/twin_live.h"

#include "app/cli/answer.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "engine/base/json.h"
#include "engine/exchange/site_clock.h"
#include "engine/telemetry/live/feed_text.h"
#include "models/core/calendar.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <set>
#include <thread>
#include <utility>

namespace headroom::app {

namespace {

constexpr auto kLook = std::chrono::milliseconds(100);
constexpr double kLineEveryS = 10.0;

std::string clockOf(double timeS) {
    return std::isnan(timeS)
               ? std::string("-")
               : models::calendarText(static_cast<std::int64_t>(std::llround(timeS)) * 1000);
}

/// Changes on standard error: phases, states of sources, alarms; and a line every ten seconds.
class LiveJournal {
  public:
    explicit LiveJournal(bool isQuiet) : isQuiet_(isQuiet) {}

    void look(const engine::TwinLoop& loop, double wallS) {
        if (isQuiet_) {
            return;
        }
        const auto now = loop.now();
        const auto sources = loop.sources();
        states_.resize(sources.size(), engine::FeedState::Waiting);
        for (std::size_t i = 0; i < sources.size(); ++i) {
            if (sources[i].state != states_[i]) {
                states_[i] = sources[i].state;
                const bool isBad = sources[i].state == engine::FeedState::Away ||
                                   sources[i].state == engine::FeedState::Failed;
                say("source " + sources[i].id + ": " +
                    std::string(engine::feedStateWord(sources[i].state)) +
                    (isBad ? ": " + sources[i].lastError : std::string()));
            }
        }
        for (const engine::KeptAlarm& alarm : now->alarms) {
            if (!alarm.clearedS && alarms_.insert(alarm.number).second) {
                char text[64];
                std::snprintf(text, sizeof text, "%+.1f spreads", alarm.worst);
                say("alarm #" + std::to_string(alarm.number) + " at " + clockOf(alarm.raisedS) +
                    ": " + alarm.sensor + ' ' + text +
                    (alarm.suspect.empty() ? std::string() : ": " + alarm.suspect));
            }
        }
        if (now->phase != phase_ || wallS >= nextLineS_) {
            phase_ = now->phase;
            nextLineS_ = wallS + kLineEveryS;
            line(*now, sources);
        }
    }

  private:
    static void say(const std::string& text) { std::fprintf(stderr, "%s\n", text.c_str()); }

    static void line(const engine::TwinNow& now, const std::vector<engine::FeedStatus>& sources) {
        std::string text(engine::twinPhaseWord(now.phase));
        if (now.phase == engine::TwinPhase::Gathering && !now.waitsFor.empty()) {
            text += ": waits for " + now.waitsFor.front() +
                    (now.waitsFor.size() > 1
                         ? " and " + std::to_string(now.waitsFor.size() - 1) + " more"
                         : std::string());
        } else if (!std::isnan(now.nowS)) {
            double perS = 0.0;
            for (const engine::FeedStatus& source : sources) {
                perS += source.perS;
            }
            const auto active =
                std::count_if(now.alarms.begin(), now.alarms.end(),
                              [](const engine::KeptAlarm& alarm) { return !alarm.clearedS; });
            char rest[160];
            std::snprintf(rest, sizeof rest,
                          ", %.0f s behind the newest; %.1f readings a second; %ld alarms active",
                          now.newestS - now.nowS, perS, static_cast<long>(active));
            text += ": at " + clockOf(now.nowS) + rest;
        }
        say(text);
    }

    bool isQuiet_;
    engine::TwinPhase phase_ = engine::TwinPhase::Ended;
    std::vector<engine::FeedState> states_;
    std::set<std::int64_t> alarms_;
    double nextLineS_ = 0.0;
};

/// Readings of all sources together, as `twin` prints them of one.
engine::TwinIntake intakeOf(const std::vector<engine::FeedStatus>& sources, double wallS) {
    engine::TwinIntake intake;
    for (const engine::FeedStatus& source : sources) {
        intake.source += (intake.source.empty() ? "" : ", ") + source.what;
        intake.taken += static_cast<long>(source.taken);
        intake.findings.insert(intake.findings.end(), source.findings.begin(),
                               source.findings.end());
    }
    intake.wallS = wallS;
    return intake;
}

/// Why it ended before anything was followed.
engine::Error nothingFollowed(const engine::TwinNow& now, const LiveFollowing& options) {
    std::string missing;
    for (const std::string& sensor : now.waitsFor) {
        missing += (missing.empty() ? "" : ", ") + sensor;
    }
    return {"TEL-046",
            "no sensor that drives anything has a reading" +
                (missing.empty() ? std::string() : " yet: " + missing),
            "Look at the last error of the sources above, at the names in the map, or let it run "
            "for longer (--for)",
            options.sources.string(),
            {},
            0};
}

void print(const engine::TwinLoop& loop, const LiveFollowing& options, double wallS) {
    const auto now = loop.now();
    const auto sources = loop.sources();
    const engine::TwinIntake intake = intakeOf(sources, wallS);
    const bool isJson = options.format == "json";
    if (loop.run() == nullptr || !now->report) {
        std::printf(
            "%s", isJson
                      ? (R"({"sources":)" + engine::feedsJson(sources) + "}\n").c_str()
                      : ("Nothing was followed: " + std::string(engine::twinPhaseWord(now->phase)) +
                         ".\n\nSources:\n" + engine::feedsText(sources))
                            .c_str());
        return;
    }
    if (isJson) {
        auto json = engine::parseJson<nlohmann::ordered_json>(
            engine::twinJson(*loop.run(), intake, *now->report, std::nullopt, wallS));
        json["sources"] = engine::parseJson<nlohmann::ordered_json>(engine::feedsJson(sources));
        printJson(json);
        return;
    }
    std::printf("%s\nSources:\n%s",
                engine::twinText(*loop.run(), intake, *now->report, std::nullopt, wallS).c_str(),
                engine::feedsText(sources).c_str());
    if (!options.out.empty()) {
        std::printf("\nRecorded in %s: %.0f s, with %.0f s of settling before the first reading.\n",
                    options.out.c_str(), loop.run()->simulator().timeS(),
                    loop.run()->firstS() - loop.run()->originS());
    }
    if (!now->alarms.empty()) {
        std::printf("\nAlarms kept in %s:\n%s", options.store.c_str(),
                    engine::keptAlarmsText(now->alarms).c_str());
    }
}

}  // namespace

engine::ResultAll<std::unique_ptr<engine::Feeds>> openFeeds(const Opened& opened,
                                                            const LiveFollowing& options) {
    const engine::Project& project = opened.project;
    auto list = engine::readSourceList(options.sources, options.map,
                                       engine::siteClockOf(project, opened.catalogue));
    if (!list) {
        return tl::unexpected(list.error());
    }
    engine::OutputGuard guard = guardOf(project);
    guard.reads(options.sources);
    guard.reads(options.store);
    if (!options.out.empty()) {
        guard.writes("--out", options.out, engine::FileKind::Recording);
    }
    for (engine::FeedSpec& feed : list->feeds) {
        if (feed.kind == engine::FeedKind::Replay) {
            feed.speed = options.speed.value_or(feed.speed);
            guard.reads(feed.file);
        }
    }
    for (const engine::TelemetryMap& map : list->maps) {
        guard.reads(map.file);
    }
    if (const auto fine = guard.check(); !fine) {
        return tl::unexpected(engine::Errors{fine.error()});
    }
    if (std::error_code ignored;
        !options.out.empty() && std::filesystem::exists(options.out, ignored)) {
        return tl::unexpected(engine::Errors{
            {"STO-002",
             "a recording of that name exists, and a twin begins a new one with each start",
             "Choose another file with --out; the new one begins with the last 6 h of the store, "
             "so nothing is missing between them",
             options.out.string(),
             {},
             0}});
    }
    return engine::Feeds::open(std::move(*list), options.store);
}

int followLive(Opened opened, const LiveFollowing& options, engine::TwinLoopSpec spec) {
    spec.recording = options.out;
    auto feeds = openFeeds(opened, options);
    if (!feeds) {
        return fail(feeds.error());
    }
    engine::TwinLoop loop(std::move(opened.project),
                          std::make_shared<const engine::Catalogue>(std::move(opened.catalogue)),
                          std::move(*feeds), spec);
    const std::atomic<bool>& interrupted = catchInterrupts();
    const auto begun = std::chrono::steady_clock::now();
    const auto wallS = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    };
    LiveJournal journal(options.quiet);
    loop.start();
    for (auto now = loop.now(); !interrupted && wallS() < options.forS; now = loop.now()) {
        journal.look(loop, wallS());
        if (now->phase == engine::TwinPhase::Ended || now->phase == engine::TwinPhase::Failed) {
            break;
        }
        std::this_thread::sleep_for(kLook);
    }
    loop.stop();
    journal.look(loop, wallS());
    print(loop, options, wallS());
    const auto now = loop.now();
    if (!now->errors.empty()) {
        const int code = fail(now->errors);
        return now->errors.front().code == "SIM-045" ? kSolver : code;
    }
    if (interrupted) {
        return kCancelled;
    }
    return loop.run() == nullptr || !now->report ? fail(nothingFollowed(*now, options)) : kFine;
}

}  // namespace headroom::app
