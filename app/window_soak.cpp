// SPDX-License-Identifier: Apache-2.0
#include "app/window_soak.h"

#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "engine/base/scale.h"
#include "engine/document/edit.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/main_window.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/loader.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <malloc.h>
#include <string>
#include <unistd.h>
#include <variant>
#include <vector>

namespace headroom::app {

namespace {

constexpr int kParts = 8, kWarmParts = 3;    // of the time
constexpr double kMostGrowth = 0.05;         // of resident memory after the warm-up
constexpr int kActEveryMs = 40;              // at least: time to draw what it did
constexpr double kActEveryS = 2.0 * kHourS;  // of simulated time
constexpr int kMostAhead = 2;                // acts that the run may be ahead of the script
constexpr int kRestarts = 12;
constexpr double kRestartedForS = 6.0 * 3600.0;
constexpr int kPatienceMs = 120000;

/// Memory of the process.
struct Holding {
    double timeS = 0.0;
    double residentMb = 0.0;
    double inUseMb = 0.0;  ///< by the allocator's own count; 0 where another one is linked
    int descriptors = 0, threads = 0;
};

int entriesOf(const char* folder) {
    std::error_code none;
    const auto entries = std::filesystem::directory_iterator(folder, none);
    return none ? 0 : static_cast<int>(std::distance(begin(entries), end(entries)));
}

Holding holding(double timeS) {
    malloc_trim(0);
    Holding h;
    h.timeS = timeS;
    long total = 0, resident = 0;  // pages
    std::ifstream("/proc/self/statm") >> total >> resident;
    h.residentMb =
        1e-6 * static_cast<double>(resident) * static_cast<double>(sysconf(_SC_PAGESIZE));
    const struct mallinfo2 info = mallinfo2();
    h.inUseMb = 1e-6 * static_cast<double>(info.uordblks + info.hblkhd);
    h.descriptors = entriesOf("/proc/self/fd") - 1;  // less the one that lists them
    h.threads = entriesOf("/proc/self/task");
    return h;
}

/// Lets the window live until `done`. False: it took too long.
bool until(const std::function<bool()>& done, int patienceMs = kPatienceMs) {
    QElapsedTimer clock;
    clock.start();
    while (!done()) {
        if (clock.elapsed() > patienceMs) {
            return false;
        }
        QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents, 5);
    }
    return true;
}

/// One thing after the other, round and round, as a person would who looks at everything.
class Script {
  public:
    Script(ui::Workspace& workspace, ui::MainWindow& window);

    /// The next act, where the last one has had its time.
    void go();

    int acts() const { return acts_; }

    /// How often everything was done.
    int rounds() const { return acts_ / static_cast<int>(script_.size()); }

  private:
    void add(const char* command);
    void select(ui::Selected::Kind kind, int turn);

    ui::Workspace& workspace_;
    ui::MainWindow& window_;
    std::vector<std::function<void()>> script_;
    QElapsedTimer since_;
    int acts_ = 0, turn_ = 0;
};

Script::Script(ui::Workspace& workspace, ui::MainWindow& window)
    : workspace_(workspace), window_(window) {
    using Kind = ui::Selected::Kind;
    constexpr std::array kKinds{Kind::Rack,   Kind::Job,  Kind::Equipment,
                                Kind::Object, Kind::None, Kind::Facility};
    constexpr std::array kLooks{
        "theme.dark",       "colour.chip",       "units.us",           "view.isometric",
        "text.larger",      "colour.job",        "view.top",           "map.cividis",
        "workspace.design", "theme.contrast",    "colour.inlet",       "view.labels",
        "units.mixed",      "workspace.explore", "view.fit",           "map.viridis",
        "view.front",       "theme.light",       "workspace.simulate", "colour.health",
        "text.usual",       "units.si",          "view.aisles",        "view.fitSelection",
        "colour.power",     "view.isometric",    "view.back",          "view.left",
        "view.foldArrays",  "view.unfoldArrays", "view.trays",         "colour.clock",
        "edit.check",       "view.parallel",     "fault.clearBlast",   "view.parallel",
        "view.labels",      "view.aisles",       "view.trays",         "window.resetLayout"};
    std::size_t look = 0;
    int kind = 0;
    const auto lookAround = [&] {
        script_.push_back([this, what = kKinds[static_cast<std::size_t>(kind) % kKinds.size()],
                           round = kind] { select(what, turn_ + round); });
        ++kind;
        add(kLooks[look++ % kLooks.size()]);
    };
    for (const QString& pane : ui::MainWindow::paneNames()) {
        script_.push_back([this, pane] { window_.showPane(pane); });
        lookAround();
    }
    // Every view once more among the panes of the workspace that simulates, and at its own pace.
    for (const ui::ViewInfo& view : ui::viewTable()) {
        add("workspace.simulate");
        add(view.command);
        lookAround();
    }
    script_.push_back([this] { workspace_.control().setSpeed(kHourS); });
    script_.push_back([this] { workspace_.control().step(); });
    script_.push_back([this] {
        workspace_.control().setSpeed(0.0);  // as fast as possible
        ++turn_;
    });
    since_.start();
}

void Script::add(const char* command) {
    script_.push_back([this, command] {
        QAction* action = window_.commands()->action(command);
        if (action->isEnabled()) {
            action->trigger();
        }
    });
}

void Script::select(ui::Selected::Kind kind, int turn) {
    using Kind = ui::Selected::Kind;
    const engine::Layout& plan = workspace_.layout();
    const auto pick = [turn](std::size_t of) {
        return static_cast<std::size_t>(turn) * 7 % std::max<std::size_t>(1, of);
    };
    ui::Selected what{kind, -1, {}, -1};
    if (kind == Kind::Rack && !plan.racks.empty()) {
        what.index = static_cast<int>(pick(plan.racks.size()));
        const auto block = plan.racks[static_cast<std::size_t>(what.index)].block;
        what.objectId = plan.blocks[static_cast<std::size_t>(block)];
    } else if (kind == Kind::Equipment && !plan.equipment.empty()) {
        what.index = static_cast<int>(pick(plan.equipment.size()));
        what.objectId = plan.equipment[static_cast<std::size_t>(what.index)].id;
    } else if (const auto& objects = workspace_.project().objects;
               kind == Kind::Object && !objects.empty()) {
        what.objectId = objects[pick(objects.size())].id;
    } else if (const auto frame = workspace_.frame();
               kind == Kind::Job && frame && !frame->jobs.empty()) {
        what.job = frame->jobs[pick(frame->jobs.size())].id;
    } else if (kind != Kind::Facility) {
        what = {};
    }
    workspace_.selection().select(what);
}

void Script::go() {
    if (since_.elapsed() >= kActEveryMs) {
        script_[static_cast<std::size_t>(acts_) % script_.size()]();
        ++acts_;
        since_.restart();
    }
}

double simulatedS(const ui::Workspace& workspace) {
    const auto frame = workspace.frame();
    return frame ? frame->timeS : 0.0;
}

/// Nothing is under way but the drawing of what is there.
bool rest(ui::Workspace& workspace) {
    workspace.control().pause();
    const bool rested = until([&] {
        return !workspace.status().playing && !workspace.loader().isBusy() &&
               !workspace.design().isBusy();
    });
    QElapsedTimer clock;
    clock.start();
    return until([&] { return clock.elapsed() > 2 * kActEveryMs; }) && rested;
}

bool fail(const char* what) {
    std::fprintf(stderr, "headroom: the soak stopped: %s\n", what);
    return false;
}

/// Plays to `toS` at full speed while the script continues, an act for every kActEveryS; who is ahead
/// waits for the other. False: the run is stopped.
bool playTo(ui::Workspace& workspace, Script& script, double toS) {
    const double fromS = simulatedS(workspace);
    const int before = script.acts();
    const auto due = [&](double timeS) { return static_cast<int>((timeS - fromS) / kActEveryS); };
    QElapsedTimer still;
    still.start();
    double lastS = fromS;
    const auto isOver = [&] {
        const double nowS = simulatedS(workspace);
        const int done = script.acts() - before;
        if (done < due(nowS)) {
            script.go();
        }
        const bool ahead = nowS >= toS || done + kMostAhead < due(nowS);
        if (workspace.status().playing == ahead) {
            ahead ? workspace.control().pause() : workspace.control().play();
        }
        if (nowS != lastS || ahead) {
            lastS = nowS;
            still.restart();
        }
        return (nowS >= toS && done >= due(nowS)) || still.elapsed() > kPatienceMs;
    };
    while (!until(isOver)) {
    }
    return simulatedS(workspace) >= toS;
}

/// Counts at the end of each day.
bool live(ui::Workspace& workspace, Script& script, double toS, std::vector<Holding>& days) {
    while (simulatedS(workspace) < toS) {
        const double dayEndS = (std::floor(simulatedS(workspace) / kDayS + 1e-9) + 1.0) * kDayS;
        if (!playTo(workspace, script, std::min(toS, dayEndS))) {
            const std::string why = workspace.status().failure;
            return fail(why.empty() ? "the simulation does not move" : why.c_str());
        }
        if (!rest(workspace)) {
            return fail("the window does not come to rest");
        }
        days.push_back(holding(simulatedS(workspace)));
    }
    return true;
}

/// Starts again, plays for some hours, edits and takes it back.
bool startAgain(ui::Workspace& workspace, Script& script, std::vector<Holding>& runs) {
    const auto halls = workspace.project().objectsOf("hall");
    for (int i = 0; i < kRestarts; ++i) {
        bool opened = false;
        const auto link =
            QObject::connect(&workspace, &ui::Workspace::opened, [&] { opened = true; });
        workspace.files().restart();
        const bool came = until([&] { return opened; });
        QObject::disconnect(link);
        if (!came) {
            return fail("the project did not start again");
        }
        workspace.control().play();
        if (!playTo(workspace, script, kRestartedForS)) {
            return fail("the simulation does not move after the restart");
        }
        if (!halls.empty()) {
            const std::string id = workspace.project().objectsOf("hall").front()->id;
            workspace.editor().setLock({});  // in any workspace
            workspace.editor().apply(
                {engine::SetAttribute{id, "name", "Soak " + std::to_string(i)}},
                QStringLiteral("Rename Hall"));
            if (!rest(workspace)) {
                return fail("an edit does not come to rest");
            }
            workspace.editor().undo();
        }
        if (!rest(workspace)) {
            return fail("the window does not come to rest after starting again");
        }
        runs.push_back(holding(simulatedS(workspace)));
    }
    return true;
}

struct Part {
    double residentMb = 0.0, inUseMb = 0.0;  ///< means
    int descriptors = 0, threads = 0;        ///< least
};

Part partOf(const std::vector<Holding>& all, std::size_t from, std::size_t to) {
    Part part;
    for (std::size_t i = from; i < to; ++i) {
        const auto share = 1.0 / static_cast<double>(to - from);
        part.residentMb += all[i].residentMb * share;
        part.inUseMb += all[i].inUseMb * share;
        part.descriptors =
            i == from ? all[i].descriptors : std::min(part.descriptors, all[i].descriptors);
        part.threads = i == from ? all[i].threads : std::min(part.threads, all[i].threads);
    }
    return part;
}

void print(const std::string& name, const Part& part, double againstMb) {
    std::printf("%-22s %9.1f %9.1f %+8.1f %% %11d %8d\n", name.c_str(), part.residentMb,
                part.inUseMb, 100.0 * (part.residentMb / againstMb - 1.0), part.descriptors,
                part.threads);
    std::fflush(stdout);
}

/// Growth from one part to a later one; empty if there is none.
std::string grown(const Part& before, const Part& after) {
    std::string what;
    if (after.residentMb > before.residentMb * (1.0 + kMostGrowth)) {
        what += " resident memory";
    }
    if (after.descriptors > before.descriptors) {
        what += " descriptors";
    }
    if (after.threads > before.threads) {
        what += " threads";
    }
    return what;
}

}  // namespace

int soakWindow(ui::Workspace& workspace, ui::MainWindow& window,
               const std::filesystem::path& project, double wantedS) {
    constexpr int kGrew = 1;
    if (wantedS < kParts * kDayS) {
        std::fprintf(stderr, "headroom: --soak needs %d days or more: it counts once a day\n",
                     kParts);
        return 2;
    }
    workspace.files().setGuard({});  // nobody is there to answer
    bool opened = false, failed = false;
    QObject::connect(&workspace, &ui::Workspace::opened, &window, [&] { opened = true; });
    QObject::connect(&workspace, &ui::Workspace::failed, &window, [&] { failed = true; });
    workspace.files().open(project);
    if (!until([&] { return opened || failed; }) || workspace.source() == nullptr) {
        return kFile;  // failed() has said why
    }
    QElapsedTimer clock;
    clock.start();
    window.commands()->action("workspace.simulate")->trigger();
    workspace.control().setSpeed(0.0);
    Script script(workspace, window);
    std::printf("%-22s %9s %9s %10s %11s %8s\n", "simulated", "RSS/MB", "in use/MB", "growth",
                "descriptors", "threads");
    std::vector<Holding> days, runs;
    std::vector<Part> parts;
    std::size_t warm = 0;  // the last of the parts that warm up
    for (int p = 0; p < kParts; ++p) {
        const std::size_t from = days.size();
        if (!live(workspace, script, wantedS * (p + 1) / kParts, days)) {
            return kSolver;
        }
        if (days.size() == from) {
            continue;  // played in one go, while the window drew
        }
        parts.push_back(partOf(days, from, days.size()));
        warm = p < kWarmParts ? parts.size() - 1 : warm;
        print("to " + durationText(days.back().timeS), parts.back(), parts[warm].residentMb);
    }
    if (!startAgain(workspace, script, runs)) {
        return kSolver;
    }
    const Part firstRuns = partOf(runs, 0, kRestarts / 2);
    const Part lastRuns = partOf(runs, kRestarts / 2, kRestarts);
    print("started again, first 6", firstRuns, firstRuns.residentMb);
    print("started again, last 6", lastRuns, firstRuns.residentMb);
    std::printf("%d acts, %d rounds of the script, %.0f s\n", script.acts(), script.rounds(),
                1e-3 * static_cast<double>(clock.elapsed()));
    std::string what;
    for (std::size_t p = warm + 1; p < parts.size() && what.empty(); ++p) {
        what = grown(parts[warm], parts[p]);
    }
    what = what.empty() ? grown(firstRuns, lastRuns) : what;
    std::printf("%s%s\n",
                what.empty() ? "held: nothing grew after the warm-up" : "GREW:", what.c_str());
    return what.empty() ? 0 : kGrew;
}

}  // namespace headroom::app
