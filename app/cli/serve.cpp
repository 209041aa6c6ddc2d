// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/data_folder.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/telemetry_input.h"
#include "app/cli/twin_live.h"
#include "engine/api/api_service.h"
#include "engine/api/followed_twin.h"
#include "engine/api/live_twin.h"
#include "engine/api/recorded_twin.h"
#include "engine/base/number.h"
#include "engine/files/line_journal.h"
#include "engine/files/output_file.h"
#include "engine/replay/opened_design.h"
#include "engine/store/recording.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace headroom::app {

namespace {

struct ServeOptions {
    std::string path;
    std::string bind = "127.0.0.1:8421";
    bool operate = false;
    std::string tokenFile, certificate, key;
    std::vector<std::string> hosts;
    std::string out, speed = "60";
    std::string live, store, map, skipGaps = kUsualSilence;
    bool paused = false, quiet = false;
    int connections = 1200;
};

/// Each connection takes a descriptor: as many as the system allows.
void raiseDescriptors() {
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
        limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 65536);
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/// A project that follows its building, and what follows.
struct Following {
    std::unique_ptr<engine::TwinLoop> loop;
    std::unique_ptr<engine::Twin> twin;  ///< of the loop: before it is gone
};

engine::ResultAll<Following> openFollowing(const ServeOptions& options) {
    auto opened = openProject(options.path);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    auto map = telemetryMapOf(opened->project, options.map);
    if (!map) {
        return tl::unexpected(map.error());
    }
    LiveFollowing following;
    following.sources = options.live;
    following.map = std::move(*map);
    following.store = options.store;
    following.out = options.out;
    auto feeds = openFeeds(*opened, following);
    if (!feeds) {
        return tl::unexpected(feeds.error());
    }
    engine::TwinLoopSpec spec;
    spec.recording = options.out;
    readSilence(options.skipGaps, spec.run.longestSilenceS);
    Following made;
    made.loop = std::make_unique<engine::TwinLoop>(
        opened->project, std::make_shared<const engine::Catalogue>(opened->catalogue),
        std::move(*feeds), std::move(spec));
    auto twin = engine::FollowedTwin::create(opened->project, opened->catalogue, *made.loop);
    if (!twin) {
        return tl::unexpected(twin.error());
    }
    made.twin = std::move(*twin);
    return made;
}

/// A recording unchanged, anything else as a project.
engine::ResultAll<std::unique_ptr<engine::Twin>> openTwin(const ServeOptions& options) {
    const auto recording = engine::Recording::open(options.path);
    if (recording || !engine::isNoRecording(recording.error())) {
        if (!recording) {
            return tl::unexpected(engine::Errors{recording.error()});
        }
        auto twin =
            engine::RecordedTwin::open(options.path, dataFolder() / "resources" / "catalog");
        if (!twin) {
            return tl::unexpected(twin.error());
        }
        return std::move(*twin);
    }
    auto opened = openProject(options.path);
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    engine::Session::Options session;
    if (!options.out.empty()) {
        engine::OutputGuard guard = guardOf(opened->project);
        guard.writes("--out", options.out, engine::FileKind::Recording);
        if (const auto fine = guard.check(); !fine) {
            return tl::unexpected(engine::Errors{fine.error()});
        }
        session.recording = options.out;
    }
    auto twin =
        engine::LiveTwin::create(std::move(opened->project), std::move(opened->catalogue), session);
    if (!twin) {
        return tl::unexpected(twin.error());
    }
    return std::move(*twin);
}

engine::Result<engine::HttpServer::Options> serverOptions(const ServeOptions& options,
                                                          engine::LineJournal& journal,
                                                          std::string& token) {
    engine::HttpServer::Options server;
    const auto address = engine::bindAddressOf(options.bind);
    if (!address) {
        return tl::unexpected(address.error());
    }
    server.address = *address;
    if (!options.tokenFile.empty()) {
        auto access = engine::Access::ofFile(options.tokenFile);
        if (!access) {
            return tl::unexpected(access.error());
        }
        server.access = std::move(*access);
    }
    server.access.answersTo(*address, options.hosts);
    if (options.operate) {
        token = engine::randomToken();
        server.access.add(engine::Role::Operate, token, "this terminal");
    }
    server.certificate = options.certificate;
    server.key = options.key;
    server.limits.connections = static_cast<std::size_t>(options.connections);
    if (!options.quiet) {
        server.journal = [&journal](const std::string& line) { journal.add(line); };
    }
    return server;
}

int serve(const ServeOptions& options) {
    const auto speed =
        options.speed == "max" ? 0.0 : engine::parseNumber(options.speed).value_or(-1.0);
    if (speed < 0.0 || (options.speed != "max" && speed == 0.0)) {
        return failUsage("serve", "--speed: \"" + options.speed +
                                      "\" is neither max nor simulated seconds per second above 0");
    }
    if (options.live.empty() != options.store.empty() ||
        (options.live.empty() && !options.map.empty())) {
        return failUsage("serve",
                         "--live, --store and --map belong together; --map may be left out");
    }
    double silenceS = 0.0;
    if (const std::string fault = readSilence(options.skipGaps, silenceS); !fault.empty()) {
        return failUsage("serve", fault);
    }
    if (options.certificate.empty() != options.key.empty()) {
        return failUsage("serve", "--tls-cert and --tls-key belong together");
    }
    std::string token;
    engine::LineJournal journal(STDERR_FILENO);  // outlives the server
    auto server = serverOptions(options, journal, token);
    if (!server) {
        return fail(server.error());
    }
    // Before the project is compiled, which takes a while, what would be refused anyway.
    if (const auto fine = engine::HttpServer::mayServe(*server); !fine) {
        return fail(fine.error());
    }
    Following following;
    if (options.live.empty()) {
        auto twin = openTwin(options);
        if (!twin) {
            return fail(twin.error());
        }
        following.twin = std::move(*twin);
    } else {
        auto opened = openFollowing(options);
        if (!opened) {
            return fail(opened.error());
        }
        following = std::move(*opened);
    }
    engine::Twin* const twin = following.twin.get();
    raiseDescriptors();
    auto service = std::make_unique<engine::ApiService>(*twin, dataFolder() / "resources");
    if (following.loop) {
        service->follows(*following.loop);
    }
    const std::atomic<bool>& interrupted = catchInterrupts();
    auto running = engine::HttpServer::start(*service, std::move(*server));
    if (!running) {
        return fail(running.error());
    }
    if (following.loop) {
        following.loop->start();
    }
    service->countsFrom([&] { return (*running)->counts(); });
    const std::string url = std::string((*running)->hasTls() ? "https://" : "http://") +
                            (*running)->address().text() + "/";
    std::printf("Serving %s at %s\n", twin->name().c_str(), url.c_str());
    if (!token.empty()) {
        std::printf("To operate: %s#token=%s\n", url.c_str(), token.c_str());
    }
    std::fflush(stdout);
    twin->setSpeed(speed);
    if (twin->isLive() && !options.paused) {
        twin->play();
    }
    while (!interrupted) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    service->countsFrom({});
    running->reset();
    service.reset();
    if (following.loop) {
        following.loop->stop();  // what was acknowledged is stored already
    }
    following.twin.reset();
    if (!options.quiet) {
        journal.add("Ended.");
    }
    return kCancelled;
}

}  // namespace

void addServe(Subcommand app, int& code) {
    auto options = std::make_shared<ServeOptions>();
    Subcommand command = app.subcommand(
        "serve",
        "Run a project, or play a recording, and serve it to browsers, scripts and Prometheus");
    command.option("PATH", options->path, "project file, folder with a project.json, or recording")
        .required()
        .type("");
    command
        .option(
            "--bind", options->bind,
            "address and port to listen on; port 0: any that is free. Another address than this "
            "machine's own needs --token-file and TLS")
        .type("ADDRESS")
        .showDefault();
    command.flag("--operate", options->operate,
                 "print an address with a token, of this run alone, by which the page may "
                 "also change things");
    command
        .option("--token-file", options->tokenFile,
                "tokens, a line each: \"read TOKEN NAME\", \"operate TOKEN NAME\" or \"ingest "
                "TOKEN NAME\". With it nobody "
                "reads without one; read again when it changes")
        .type("FILE");
    command.option("--tls-cert", options->certificate, "certificate and its chain, PEM")
        .type("FILE");
    command.option("--tls-key", options->key, "its private key, PEM").type("FILE");
    command
        .option("--host", options->hosts,
                "a name by which clients may call this server, as a proxy passes it on; may "
                "be repeated")
        .type("NAME");
    command.option("--speed", options->speed, "simulated seconds per second, or max")
        .type("N")
        .showDefault();
    command.flag("--paused", options->paused, "begin without playing");
    command
        .option("--live", options->live,
                "a list of sources: the project follows its building as they tell, and takes "
                "readings that are sent; with --store")
        .type("SOURCES.json");
    command
        .option("--store", options->store,
                "of --live: the readings (SQLite); an existing one is continued")
        .type("FILE.db");
    command
        .option(
            "--map", options->map,
            "of --live: of sources that name none; without it telemetry.json next to the project")
        .type("MAP");
    addSkipGaps(command, options->skipGaps);
    command.option("--out", options->out, "record the run there; without it nothing is recorded")
        .type("RUN.db");
    command.option("--connections", options->connections, "at once, at most")
        .type("N")
        .check(within(1, 60000))
        .showDefault();
    command.flag("--quiet", options->quiet, "no journal of changes on standard error");
    command.action([options, &code] { code = serve(*options); });
}

}  // namespace headroom::app
