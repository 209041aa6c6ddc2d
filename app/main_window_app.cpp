// SPDX-License-Identifier: Apache-2.0
// headroom: the window. See headroom --help.
#include "app/cli/command_table.h"
#include "app/cli/data_folder.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/option_checks.h"
#include "app/window_bench.h"
#include "app/window_end.h"
#include "app/window_soak.h"
#include "engine/base/log.h"
#include "engine/document/autosave.h"
#include "engine/experiment/run_until.h"
#include "engine/files/output_guard.h"
#include "engine/files/temporary_folder.h"
#include "engine/run/simulator.h"
#include "ui/kit/theme.h"
#include "ui/safety/left_copies.h"
#include "ui/safety/safety.h"
#include "ui/scene/offscreen_render.h"
#include "ui/scene/vtk_viewport.h"
#include "ui/shell/centre_views.h"
#include "ui/shell/dock_table.h"
#include "ui/shell/main_window.h"
#include "ui/shell/picture_file.h"
#include "ui/shell/window_bound.h"
#include "ui/units/language.h"
#include "ui/units/moment_text.h"
#include "ui/units/unit_system.h"
#include "ui/workspace/command_set.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/window_runs.h"

#include <CLI/CLI.hpp>
#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QPainter>
#include <QScreen>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

namespace {

namespace engine = headroom::engine;
namespace ui = headroom::ui;

struct Arguments {
    std::string record;
    std::string log;
    std::string project;
    std::string theme;
    int textPercent = 0;   // 0 means as kept
    std::string language;  // empty means as kept
    std::string workspace;
    bool welcome = false;
    bool noOpenGl = false;
    bool paused = false;
    bool bench = false;
    std::string soak;
    std::string screenshot;
    double after = 5.0;
    std::string size = "1440x900";
    std::string render;
    std::string quantity = "power";
    std::string simulate = "1h";
    std::string select;
    std::string trigger;
    bool manual = false;
    std::string manualDate;
    std::vector<std::string> show;
    bool only = false;
};

enum ExitCode { kFine = 0, kUsage = 2, kFile = 3, kSolver = 4 };

constexpr qint64 kMostPixels =
    67'108'864;  // of a window or picture: 8192 by 8192, a quarter of a gigabyte

constexpr const char* kQuantities[] = {"power",   "coolant", "return",      "inlet",
                                       "flow",    "chip",    "mean-chip",   "utilization",
                                       "busiest", "clock",   "clock-power", "health",
                                       "job"};  // in the order of RackQuantity
static_assert(std::size(kQuantities) == static_cast<std::size_t>(engine::RackQuantity::Count));

bool leftByACrash() {
    const std::filesystem::path folder = engine::usualCopyFolder();
    return !folder.empty() && !engine::CopyStore(folder).left().empty();
}

QSize sizeOf(const std::string& text) {
    int width = 0, height = 0;
    if (std::sscanf(text.c_str(), "%dx%d", &width, &height) != 2 || width < 64 || height < 64) {
        return {};
    }
    return {width, height};
}

int fail(int code, const std::string& text) {
    const bool ended = !text.empty() && text.back() == '\n';
    std::fprintf(stderr, "headroom: %s%s", text.c_str(), ended ? "" : "\n");
    return code;
}

engine::RackQuantity quantityOf(const std::string& name) {
    for (int i = 0; i < static_cast<int>(std::size(kQuantities)); ++i) {
        if (name == kQuantities[i]) {
            return static_cast<engine::RackQuantity>(i);
        }
    }
    return engine::RackQuantity::Power;
}

std::vector<std::string> paneNames() {
    std::vector<std::string> names;
    for (const QString& name : ui::MainWindow::paneNames()) {
        names.push_back(name.toStdString());
    }
    return names;
}

/// Draws the hall after simulating for a while; needs neither window nor display.
int render(const Arguments& a, const std::filesystem::path& data) {
    const auto seconds = headroom::app::parseDuration(a.simulate);
    if (!seconds) {
        return fail(kUsage, "--simulate: " + a.simulate + " is not a duration such as 30s or 1h");
    }
    const auto catalogue = engine::Catalogue::load(data / "resources/catalog");
    if (!catalogue) {
        return fail(kFile, engine::text(catalogue.error()));
    }
    const auto project = engine::loadProject(a.project, *catalogue);
    if (!project) {
        return fail(kFile, engine::text(project.error()));
    }
    const auto simulator = engine::Simulator::create(*project, *catalogue, {});
    if (!simulator) {
        return fail(kFile, engine::text(simulator.error()));
    }
    if (const auto end = engine::runUntil(**simulator, *seconds); !end) {
        return fail(kSolver, end.error().text());
    }
    const auto frame = (*simulator)->frame();
    ui::HallPicture picture;
    picture.size = sizeOf(a.size);
    picture.quantity = quantityOf(a.quantity);
    picture.theme = ui::Theme::instance().mode();
    picture.caption =
        QStringLiteral("%1\n%2").arg(QString::fromStdString((*simulator)->summary().project),
                                     QString::fromStdString(frame->clock));
    const auto image = ui::renderHall((*simulator)->layout(), *frame, picture);
    if (!image) {
        return fail(kSolver, image.error().text());
    }
    if (const auto done = ui::writePicture(*image, QString::fromStdString(a.render)); !done) {
        return fail(kFile, done.error().text());
    }
    return kFine;
}

void triggerCommand(const Arguments& a, ui::MainWindow& window, int& code) {
    const auto& all = window.commands()->entries();
    const auto found = std::find_if(all.begin(), all.end(), [&a](const auto& each) {
        return each.id == QString::fromStdString(a.trigger);
    });
    if (found == all.end()) {
        code = fail(kUsage, "--trigger " + a.trigger +
                                ": no such command; Help > Keyboard Shortcuts lists them");
        QCoreApplication::exit(code);
        return;
    }
    found->action->trigger();
}

/// The visible dialog of --trigger, or else the pane of the last --show. Null if there is neither.
QWidget* paneOrDialog(const Arguments& a, const ui::MainWindow& window) {
    for (QWidget* dialog : QApplication::topLevelWidgets()) {
        if (!a.trigger.empty() && dialog != &window && dialog->isVisible()) {
            return dialog;
        }
    }
    if (a.show.empty()) {
        return nullptr;
    }
    for (const ui::DockInfo& row : ui::dockTable()) {
        if (a.show.back() == row.pane) {
            return window.findChild<QDockWidget*>(row.name)->widget();
        }
    }
    return window.views()->byName(a.show.back());
}

/// The window with its dialogs.
QPixmap wholeWindow(ui::MainWindow& window) {
    QPixmap picture = window.grab();
    QPainter painter(&picture);
    for (QWidget* dialog : QApplication::topLevelWidgets()) {
        if (dialog != &window && dialog->isVisible()) {
            const QPoint at = window.mapFromGlobal(dialog->mapToGlobal(QPoint()));
            painter.drawPixmap(at, dialog->grab());
        }
    }
    return picture;
}

/// Selects the first rack, object or job of the name of --select, unless something is selected. Jobs come while the
/// simulation plays.
void chooseNamed(const Arguments& a, ui::Workspace& workspace) {
    if (a.select.empty() || !workspace.selection().current().isNone()) {
        return;
    }
    const auto& racks = workspace.layout().racks;
    const auto rack = std::find_if(racks.begin(), racks.end(),
                                   [&a](const auto& each) { return each.name() == a.select; });
    if (rack != racks.end()) {
        workspace.selection().select(
            {ui::Selected::Kind::Rack, static_cast<int>(rack - racks.begin()),
             workspace.layout().blocks[static_cast<std::size_t>(rack->block)], -1});
        return;
    }
    if (workspace.project().find(a.select) != nullptr) {
        workspace.selection().select({ui::Selected::Kind::Object, -1, a.select, -1});
        return;
    }
    const auto frame = workspace.frame();
    for (std::size_t j = 0; frame && j < frame->jobs.size(); ++j) {
        if (frame->jobs[j].name == a.select) {
            workspace.selection().select({ui::Selected::Kind::Job, -1, {}, frame->jobs[j].id});
            return;
        }
    }
}

/// Saves the picture and ends the program.
void takePicture(const Arguments& a, ui::Workspace& workspace, ui::MainWindow& window, int& code) {
    chooseNamed(a, workspace);
    QCoreApplication::processEvents();
    if (!a.select.empty() && workspace.selection().current().isNone()) {
        code = fail(kUsage, "--select " + a.select +
                                ": no rack, object or job of this name; R01-04 is one of a rack");
    }
    if (std::find(a.show.begin(), a.show.end(), "why") != a.show.end()) {
        window.showPane("why");  // there was nothing to explain when the project was opened
        QCoreApplication::processEvents();
    }
    QWidget* const part = a.only ? paneOrDialog(a, window) : nullptr;
    const QPixmap picture = part != nullptr ? part->grab() : wholeWindow(window);
    if (const auto done = ui::writePicture(picture.toImage(), QString::fromStdString(a.screenshot));
        !done) {
        code = fail(kFile, done.error().text());
    }
    QCoreApplication::exit(code);
}

void screenshotLater(const Arguments& a, ui::Workspace& workspace, ui::MainWindow& window,
                     int& code) {
    window.resize(sizeOf(a.size));
    QObject::connect(&workspace, &ui::Workspace::slowTick, &window,
                     [&a, &workspace] { chooseNamed(a, workspace); });
    QObject::connect(&workspace, &ui::Workspace::opened, &window, [&a, &window, &workspace] {
        chooseNamed(a, workspace);
        for (const std::string& pane : a.show) {
            window.showPane(QString::fromStdString(pane));
        }
    });
    auto begun = std::make_shared<bool>(false);
    const auto begin = [&a, &workspace, &window, &code, begun] {
        if (std::exchange(*begun, true)) {
            return;
        }
        if (!a.trigger.empty()) {
            // Half way: what it opens has time to fill. A dialog waits there for the picture.
            QTimer::singleShot(static_cast<int>(a.after * 500.0), &window,
                               [&a, &workspace, &window, &code] {
                                   chooseNamed(a, workspace);
                                   triggerCommand(a, window, code);
                               });
        }
        QTimer::singleShot(
            static_cast<int>(a.after * 1000.0), &window,
            [&a, &workspace, &window, &code] { takePicture(a, workspace, window, code); });
    };
    std::error_code ignored;
    if (a.welcome || !std::filesystem::exists(a.project, ignored)) {
        begin();
        return;
    }
    // From the opened project, so that a slow machine takes the same picture as a fast one.
    QObject::connect(&workspace, &ui::Workspace::opened, &window, begin);
    QObject::connect(&workspace, &ui::Workspace::failed, &window, begin);
}

}  // namespace

int main(int argc, char** argv) {
    Arguments a;
    CLI::App cli("Headroom: the window on a digital twin of an AI data centre.", "headroom");
    cli.set_version_flag("--version", std::string(HEADROOM_VERSION));
    cli.add_option("PROJECT", a.project,
                   "Project file, or folder with a project.json; default: the shipped tour");
    cli.add_option("--theme", a.theme, "system, light, dark or contrast")
        ->check(CLI::IsMember({"system", "light", "dark", "contrast"}));
    cli.add_option("--text-size", a.textPercent, "Size of all text in percent")
        ->check(headroom::app::within(ui::Theme::kUsualText, ui::Theme::kLargestText).rule());
    cli.add_option("--language", a.language, "Language of menus and panes: en, de or zh_CN")
        ->check(CLI::IsMember({"en", "de", "zh_CN"}));
    cli.add_option("--workspace", a.workspace, "explore, design, simulate, present or operate")
        ->check(CLI::IsMember({"explore", "design", "simulate", "present", "operate"}));
    cli.add_flag("--welcome", a.welcome, "Open no project");
    cli.add_flag("--no-opengl", a.noOpenGl, "Show the plan instead of the 3-D view");
    cli.add_flag("--paused", a.paused, "Do not play on opening");
    cli.add_option("--quantity", a.quantity, "Quantity that colours the racks")
        ->check(CLI::IsMember(
            std::vector<std::string>(std::begin(kQuantities), std::end(kQuantities))));
    cli.add_option("--record", a.record, "Record the run into this file, as headroom-cli run does")
        ->type_name("RUN.db");
    cli.add_option("--size", a.size, "Size of the window or picture, as 1440x900");
    cli.add_flag("--bench", a.bench, "Measure the window, print figures as JSON, quit");
    cli.add_option("--soak", a.soak,
                   "Play that long, as 56d, at full speed while a script uses every view; tell "
                   "whether memory, descriptors or threads grow, quit")
        ->type_name("DURATION");
    auto* shot = cli.add_option("--screenshot", a.screenshot, "Save a picture of the window, quit");
    cli.add_option("--select", a.select,
                   "Select the first rack, object or job of this name or id, as R01-04")
        ->needs(shot);
    cli.add_option("--trigger", a.trigger,
                   "Trigger a command, as help.palette, before the picture is taken")
        ->needs(shot);
    cli.add_option("--show", a.show, "Bring a pane to the front before the picture is taken")
        ->allow_extra_args(false)
        ->needs(shot)
        ->check(CLI::IsMember(paneNames()));
    cli.add_flag("--only", a.only,
                 "Save only the dialog of --trigger, or the pane of the last --show")
        ->needs(shot);
    cli.add_option("--after", a.after, "Seconds from the opened project to the picture")
        ->needs(shot)
        ->check(headroom::app::within(0.0, 3600.0).rule());
    auto* render_ = cli.add_option("--render", a.render,
                                   "Draw the hall of PROJECT into this PNG file without a window");
    cli.add_option("--simulate", a.simulate, "Simulated time before --render")->needs(render_);
    cli.add_option("--log", a.log,
                   "Write a log for reports of faults: all, or some of " +
                       engine::logCategoryNames() + ", with commas")
        ->type_name("CATEGORIES");
    cli.add_flag("--manual", a.manual, "Print the manual page (man 7 man), quit");
    cli.add_option("--manual-date", a.manualDate, "Date on the manual page, as 2026-11-23");
    headroom::app::refuseEmptyValues(cli);
    CLI11_PARSE(cli, argc, argv);
    if (a.manual) {
        std::fputs(headroom::app::manualPage(cli, cli, {HEADROOM_VERSION, a.manualDate}).c_str(),
                   stdout);
        return 0;
    }
    if (!a.log.empty()) {
        const auto file = engine::openUsualLog("headroom", a.log);
        if (!file) {
            return fail(kUsage, file.error().text());
        }
        std::fprintf(stderr, "Log: %s\n", file->c_str());
    }
    const QSize size = sizeOf(a.size);
    if (!size.isValid()) {
        return fail(kUsage, "--size: " + a.size + " is not WIDTHxHEIGHT");
    }
    if (qint64{size.width()} * size.height() > kMostPixels ||
        std::max(size.width(), size.height()) > ui::WindowBound::kLongestSide) {
        return fail(
            kUsage,
            "--size: " + a.size +
                " has more than 67,108,864 pixels, or a side of more than 16,384: choose less");
    }
    engine::OutputGuard guard;
    guard.reads(std::filesystem::is_directory(a.project)
                    ? std::filesystem::path(a.project) / "project.json"
                    : std::filesystem::path(a.project));
    guard.writes("--record", a.record, engine::FileKind::Recording);
    guard.writes("--screenshot", a.screenshot);
    guard.writes("--render", a.render);
    if (const auto fine = guard.check(); !fine) {
        return fail(kFile, fine.error().text());
    }
    // A file that grows beyond a limit of the shell is a full disk, no reason to end.
    std::signal(SIGXFSZ, SIG_IGN);
    const auto soak =
        a.soak.empty() ? std::optional<double>(0.0) : headroom::app::parseDuration(a.soak);
    if (!soak) {
        return fail(kUsage, "--soak: " + a.soak + " is not a duration such as 56d");
    }
    const bool unattended = a.bench || *soak > 0.0 || !a.screenshot.empty();
    if (!a.render.empty()) {
        // Text on the picture needs fonts, fonts need an application; no display is needed.
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    ui::VtkViewport::setDefaultFormat();
    QApplication application(argc, argv);
    if (!unattended) {
        new ui::WindowBound(&application);  // a picture has the size that was asked for
    }
    QApplication::setOrganizationName("Headroom");
    QApplication::setOrganizationDomain("headroom.org");
    // Pictures and measurements are of the program, not of who took them, and leave nothing behind.
    engine::TemporaryFolder::removeThoseOfTheDead();
    engine::TemporaryFolder ownSettings;
    if (unattended) {
        auto made = engine::TemporaryFolder::make("settings");
        if (!made) {
            return fail(kFile, made.error().text());
        }
        ownSettings = std::move(*made);
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope,
                           QString::fromStdString(ownSettings.path().string()));
    }
    QApplication::setApplicationName("Headroom");
    QApplication::setApplicationVersion(HEADROOM_VERSION);
    QApplication::setDesktopFileName("org.headroom.Headroom");
    ui::Theme::instance().choose(a.theme.empty() ? QSettings().value("window/theme").toString()
                                                 : QString::fromStdString(a.theme));
    ui::Theme::instance().setTextPercent(
        a.textPercent > 0 ? a.textPercent
                          : QSettings().value("window/textPercent", ui::Theme::kUsualText).toInt());
    const std::string language =
        a.language.empty() ? QSettings().value("window/language", "en").toString().toStdString()
                           : a.language;
    if (!ui::useLanguage(QString::fromStdString(language)) && !a.language.empty()) {
        return fail(kUsage, "--language " + a.language + ": this build has no such language");
    }
    ui::UnitSystem::instance().keepInSettings();
    ui::TimeNotation::instance().keepInSettings();

    const std::filesystem::path data = headroom::app::dataFolder();
    if (data.empty()) {
        return fail(kFile, "the folder with resources/catalog was not found; set HEADROOM_DATA");
    }
    if (a.project.empty() && a.render.empty() && !a.welcome && !unattended && leftByACrash()) {
        a.welcome = true;  // what was lost is offered there
    }
    if (a.project.empty()) {
        a.project = (data / "scenarios/tour-small-hall").string();
    }
    if (!a.render.empty()) {
        return render(a, data);
    }
    QString noOpenGl;
    if (a.noOpenGl) {
        noOpenGl = QApplication::translate("main", "it was switched off by --no-opengl");
    } else {
        ui::VtkViewport::isAvailable(&noOpenGl);
    }
    ui::Workspace workspace(data / "resources/catalog");
    workspace.files().recordNextInto(a.record);
    ui::MainWindow::Options options;
    options.noOpenGl = noOpenGl;
    options.scenarios = QString::fromStdString((data / "scenarios").string());
    options.help = QString::fromStdString((data / "resources/help").string());
    options.keepsLayout = !unattended;
    options.playsOnOpen = !a.paused;
    options.tour = !unattended;
    if (!unattended) {
        options.copies = engine::usualCopyFolder();
        options.locks = true;
        workspace.runs().keepIn((QStandardPaths::writableLocation(QStandardPaths::CacheLocation) +
                                 QStringLiteral("/runs"))
                                    .toStdString());
    }
    ui::MainWindow window(&workspace, options);
    if (!a.workspace.empty()) {
        window.commands()->action(("workspace." + a.workspace).c_str())->trigger();
    }
    window.commands()->action(("colour." + a.quantity).c_str())->trigger();
    int code = kFine;
    QObject::connect(&workspace, &ui::Workspace::failed, &window,
                     [&code](const QString&, const engine::Errors& errors) {
                         code = fail(kFile, engine::text(errors));
                     });
    if (cli.count("--size") > 0) {
        window.resize(sizeOf(a.size));
    }
    if (!a.screenshot.empty()) {
        screenshotLater(a, workspace, window, code);
    }
    window.show();
    if (a.bench) {
        return headroom::app::benchWindow(workspace, window, data / "scenarios");
    }
    if (*soak > 0.0) {
        return headroom::app::soakWindow(workspace, window, a.project, *soak);
    }
    const headroom::app::EndOnSignal end([&window, &code] {
        code = headroom::app::kCancelled;
        if (const auto kept = window.safety()->keepForNextStart(); !kept) {
            code = fail(kFile, kept.error().text());
        }
        QCoreApplication::exit(code);
    });
    if (a.welcome) {
        return QApplication::exec();
    }
    std::error_code ignored;
    if (std::filesystem::exists(a.project, ignored) || cli.count("PROJECT") > 0) {
        window.open(QString::fromStdString(a.project));
    }
    if (!window.safety()->left().empty()) {
        (new ui::LeftDialog(window.safety(), &window))->show();  // no welcome page is seen
    }
    return QApplication::exec();
}
