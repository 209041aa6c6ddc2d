// SPDX-License-Identifier: Apache-2.0
#include "app/window_bench.h"

#include "app/window_play_bench.h"
#include "engine/document/edit.h"
#include "engine/document/project.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/main_window.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/design_watch.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QAction>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QImage>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace headroom::app {

namespace {

constexpr int kLongestMs = 120000;
constexpr int kEdits = 5;
constexpr int kFrames = 10;
constexpr double kUsualSpeed = 600.0;              // the window's own: ten minutes a second
constexpr std::int64_t kRows = 125, kPerRow = 40;  // 5,000 racks

double median(std::vector<double> values) {
    if (values.empty()) {
        return 0.0;
    }
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Since this process was started, by the kernel's clock ticks; resolution 10 ms.
double sinceStartS() {
    std::ifstream file("/proc/self/stat");
    std::string text((std::istreambuf_iterator<char>(file)), {});
    // Field 22, counted from the state that follows the name in brackets as the third.
    std::istringstream fields(text.substr(text.rfind(')') + 2));
    std::string field;
    for (int i = 3; i <= 22 && fields >> field; ++i) {
    }
    timespec now{};
    clock_gettime(CLOCK_BOOTTIME, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) -
           std::stod(field) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

/// Runs the event loop until `done`, at most two minutes. Returns milliseconds.
double msUntil(const std::function<bool()>& done) {
    QElapsedTimer clock;
    clock.start();
    while (!done() && clock.elapsed() < kLongestMs) {
        QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
    }
    return static_cast<double>(clock.nsecsElapsed()) * 1e-6;
}

bool open(ui::Workspace& workspace, const std::filesystem::path& path, double& ms) {
    bool opened = false;
    const auto link = QObject::connect(&workspace, &ui::Workspace::opened, [&] { opened = true; });
    workspace.files().open(path);
    ms = msUntil([&] { return opened; });
    QObject::disconnect(link);
    return opened;
}

double frameMs(ui::MainWindow& window) {
    std::vector<double> times;
    for (int i = 0; i < kFrames; ++i) {
        QElapsedTimer clock;
        clock.start();
        const QImage image = window.views()->picture();
        times.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    }
    return median(times);
}

/// The 3-D view from one side after the other, so that every picture is drawn anew.
double turningMs(ui::MainWindow& window) {
    std::vector<double> times;
    for (int i = 0; i < kFrames; ++i) {
        const char* side = i % 2 == 0 ? "view.isometric" : "view.top";
        QElapsedTimer clock;
        clock.start();
        window.commands()->action(side)->trigger();
        const QImage image = window.views()->picture();
        times.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
    }
    return median(times);
}

struct EditTimes {
    double drawnMs = 0.0, figuresMs = 0.0, runMs = 0.0;
};

/// One rack more in every row of the first rack block, and one less, in turn.
EditTimes editTimes(ui::Workspace& workspace) {
    std::vector<double> drawn, figures, run;
    const auto blocks = workspace.project().objectsOf("rack_block");
    const std::string id = blocks.front()->id;
    const auto before = std::get<std::int64_t>(blocks.front()->value("racks_per_row"));
    msUntil([&] { return workspace.design().view() != nullptr && !workspace.design().isBusy(); });
    for (int i = 0; i < kEdits; ++i) {
        bool told = false, runs = false;
        double figuresMs = 0.0;
        QElapsedTimer clock;
        const auto a = QObject::connect(&workspace.design(), &ui::DesignWatch::changed, [&] {
            figuresMs = told ? figuresMs : static_cast<double>(clock.nsecsElapsed()) * 1e-6;
            told = true;
        });
        const auto b =
            QObject::connect(&workspace, &ui::Workspace::simulationChanged, [&] { runs = true; });
        workspace.editor().setLock({});  // in any workspace
        clock.start();
        workspace.editor().apply(
            {engine::SetAttribute{id, "racks_per_row", before - (i % 2 == 0 ? 1 : 0)}},
            QStringLiteral("Set Racks"));
        drawn.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
        msUntil([&] { return told && runs; });
        run.push_back(static_cast<double>(clock.nsecsElapsed()) * 1e-6);
        figures.push_back(figuresMs);
        QObject::disconnect(a);
        QObject::disconnect(b);
        msUntil([&] { return !workspace.design().isBusy(); });
    }
    return {median(drawn), median(figures), median(run)};
}

/// The tour with 125 rows of 40 racks: 5,000 of them, and power for none; drawn and checked alike.
bool writeLarge(const std::filesystem::path& from, const std::filesystem::path& to,
                const engine::Catalogue& catalogue) {
    auto project = engine::loadProject(from, catalogue);
    if (!project) {
        return false;
    }
    const std::vector<engine::Edit> edits{engine::SetAttribute{"hall", "width_m", 60.0},
                                          engine::SetAttribute{"hall", "depth_m", 400.0},
                                          engine::SetAttribute{"air", "rows", kRows},
                                          engine::SetAttribute{"air", "racks_per_row", kPerRow},
                                          engine::SetAttribute{"fabric", "tiers", std::int64_t{3}},
                                          engine::SetAttribute{"liquid", "x_m", 40.0},
                                          engine::SetAttribute{"cdus", "x_m", 50.0}};
    return engine::applyAll(*project, catalogue, edits).has_value() &&
           engine::saveProject(*project, to).has_value();
}

void print(const char* key, double value) {
    std::printf("  \"%s\": %.4g,\n", key, value);
}

}  // namespace

int benchWindow(ui::Workspace& workspace, ui::MainWindow& window,
                const std::filesystem::path& scenarios) {
    QCoreApplication::processEvents();
    const double coldS = sinceStartS();
    workspace.control().setPlayOnOpen(false);
    workspace.files().setGuard({});  // nobody is there to answer
    QTemporaryDir folder;
    const auto large = std::filesystem::path(folder.path().toStdString()) / "large.json";
    double openMs = 0.0;
    if (!workspace.files().shipped() ||
        !writeLarge(scenarios / "tour-small-hall", large, *workspace.catalogue()) ||
        !open(workspace, large, openMs)) {
        std::fprintf(stderr, "headroom: the project of 5,000 racks was not opened\n");
        return 3;
    }
    const double racks = static_cast<double>(workspace.layout().racks.size());
    window.showPane("plan");
    QElapsedTimer clock;
    clock.start();
    static_cast<void>(window.views()->picture());
    const double drawMs = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
    const double planMs = frameMs(window);
    double sceneMs = std::nan("");
    if (window.views()->byName("scene") != nullptr) {
        window.showPane("scene");
        QCoreApplication::processEvents();
        sceneMs = turningMs(window);
        window.showPane("plan");
    }
    const EditTimes many = editTimes(workspace);
    double hyperMs = 0.0;
    EditTimes hyper;
    double aloneHPerS = 0.0;
    PlayTimes usual, fastest;
    if (open(workspace, scenarios / "hyperscale-100k", hyperMs)) {
        hyper = editTimes(workspace);
        aloneHPerS = hoursPerSAlone(workspace);
        if (window.views()->byName("scene") != nullptr) {
            window.showPane("scene");
        }
        window.showPane("charts");
        usual = playTimes(workspace, window, kUsualSpeed);
        fastest = playTimes(workspace, window, 0.0);
    }
    std::printf("{\n");
    print("cold_start_s", coldS);
    print("racks", racks);
    print("open_ms", openMs);
    print("first_drawing_ms", drawMs);
    print("frame_ms", planMs);
    if (std::isfinite(sceneMs)) {
        print("frame_3d_ms", sceneMs);
    }
    print("edit_to_drawing_ms", many.drawnMs);
    print("edit_to_figures_ms", many.figuresMs);
    print("edit_to_run_ms", many.runMs);
    print("hyperscale_open_ms", hyperMs);
    print("hyperscale_edit_to_drawing_ms", hyper.drawnMs);
    print("hyperscale_edit_to_figures_ms", hyper.figuresMs);
    print("hyperscale_edit_to_run_ms", hyper.runMs);
    print("playing_answer_ms", usual.answerMs);
    print("playing_answer_longest_ms", usual.longestAnswerMs);
    print("playing_work_longest_ms", usual.longestWorkMs);
    print("playing_menu_work_longest_ms", usual.menuWorkMs);
    print("playing_menu_ms", usual.menuMs);
    print("playing_menu_longest_ms", usual.longestMenuMs);
    print("playing_orbit_work_longest_ms", usual.orbitWorkMs);
    print("playing_orbit_ms", usual.orbitMs);
    print("playing_orbit_longest_ms", usual.longestOrbitMs);
    print("fastest_answer_ms", fastest.answerMs);
    print("fastest_answer_longest_ms", fastest.longestAnswerMs);
    print("fastest_work_longest_ms", fastest.longestWorkMs);
    print("fastest_menu_work_longest_ms", fastest.menuWorkMs);
    print("fastest_menu_ms", fastest.menuMs);
    print("fastest_menu_longest_ms", fastest.longestMenuMs);
    print("fastest_orbit_work_longest_ms", fastest.orbitWorkMs);
    print("fastest_orbit_ms", fastest.orbitMs);
    print("fastest_orbit_longest_ms", fastest.longestOrbitMs);
    print("fastest_h_per_s", fastest.hoursPerS);
    print("unwatched_h_per_s", aloneHPerS);
    print("fastest_share", aloneHPerS > 0.0 ? fastest.hoursPerS / aloneHPerS : 0.0);
    std::printf(
        "  \"goal_menu_ms\": 100,\n  \"goal_orbit_ms\": 100,\n  \"goal_fastest_share\": 0.8,\n");
    std::printf("  \"goal_edit_to_figures_ms\": 100\n}\n");
    return 0;
}

}  // namespace headroom::app
