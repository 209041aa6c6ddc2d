// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/command_set.h"

#include "ui/kit/theme.h"

#include <QActionGroup>
#include <QCoreApplication>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>
#include <QWidget>

#include <algorithm>
#include <array>

namespace headroom::ui {

namespace {

#define T(text) QT_TRANSLATE_NOOP("Commands", text)

// clang-format off
constexpr auto kCommands = std::to_array<CommandInfo>({
    {"file.new", "File", T("New Facility…"), T("Size and lay out a facility from a target and a few wishes"), "new-facility", "Ctrl+N", "", false},
    {"file.newBlank", "File", T("New Blank Room"), T("Begin with an empty hall to draw in"), "hall", "Ctrl+Shift+N", "", false},
    {"file.open", "File", T("Open…"), T("Open a project (project.json) or a recording (.db)"), "open", "Ctrl+O", "", false},
    {"file.openFolder", "File", T("Open Scenario Folder…"), T("Open a folder that holds a project.json"), "open", "Ctrl+Shift+O", "", false},
    {"attach.open", "File", T("Attach…"), T("Show the run that another Headroom serves, and operate it where the token may"), "network", "Ctrl+Alt+A", "", false},
    {"attach.leave", "File", T("Detach"), T("Follow the served run no more; what was seen stays"), "disconnect", "", "", false},
    {"file.save", "File", T("Save"), T("Save the project to its file"), "save", "Ctrl+S", "", true},
    {"file.saveAs", "File", T("Save As…"), T("Save the project under another name"), "save-as", "Ctrl+Shift+S", "", false},
    {"file.import", "File", T("Import…"), T("Bring tables or NetBox racks into the project; shows first what would change"), "import", "Ctrl+Shift+I", "", true},
    {"twin.open", "File", T("Open Telemetry…"), T("Follow what the building recorded: measured values drive a run, and every other sensor stands beside it"), "sensors", "Ctrl+Alt+O", "", false},
    {"twin.close", "File", T("Close Telemetry"), T("Follow nothing any more; the project stays"), "close", "", "", false},
    {"file.exportReport", "File/Export", T("Report…"), T("Write design, drawings, results, schedules and sources as PDF or page"), "export", "", "", false},
    {"file.exportPlan", "File/Export", T("Plan…"), T("Write the plan at true scale as PDF, SVG or PNG"), "plan", "", "", false},
    {"file.exportScene", "File/Export", T("Scene…"), T("Write the floor in three dimensions as binary glTF"), "cube", "", "", false},
    {"file.exportSchedules", "File/Export", T("Schedules…"), T("Write racks, power, cooling, fabric and findings as a workbook"), "schedule", "", "", false},
    {"file.exportBill", "File/Export", T("Bill of Materials…"), T("Write all parts with counts and prices as a table"), "export", "", "", false},
    {"file.exportTables", "File/Export", T("Tables…"), T("Write each section of the project as a CSV table"), "tree", "", "", false},
    {"file.exportCharts", "File/Export", T("Chart Values…"), T("Write what the charts show as a CSV table"), "chart", "", "", true},
    {"file.saveCharts", "File/Export", T("Chart Picture…"), T("Save the charts as PNG, SVG or PDF"), "camera", "", "", false},
    {"file.revert", "File", T("Revert to Saved…"), T("Drop all changes and read the file again; asks first"), "restart", "", "", false},
    {"file.copies", "File", T("Earlier Copies…"), T("List the copies that were kept of this project, and open one"), "recent", "", "", false},
    {"file.saveImage", "File", T("Save Picture…"), T("Save the view as a PNG picture"), "camera", "Ctrl+E", "", true},
    {"file.close", "File", T("Close Project"), T("Close the project and show the welcome page"), "close", "Ctrl+W", "", true},
    {"file.quit", "File", T("Quit"), T("Leave Headroom"), "quit", "Ctrl+Q", "", false},

    {"edit.undo", "Edit", T("Undo"), T("Take back the last change of the project"), "undo", "Ctrl+Z", "", false},
    {"edit.redo", "Edit", T("Redo"), T("Do again what was taken back"), "redo", "Ctrl+Shift+Z; Ctrl+Y", "", false},
    {"edit.cut", "Edit", T("Cut"), T("Copy the selection and delete it"), "cut", "Ctrl+X", "", true},
    {"edit.copy", "Edit", T("Copy"), T("Copy what is selected, to put down copies of it"), "copy", "Ctrl+C", "", false},
    {"edit.paste", "Edit", T("Paste"), T("Put down copies at each click, until Esc"), "paste", "Ctrl+V", "", false},
    {"edit.duplicate", "Edit", T("Duplicate"), T("Copy the selection beside itself"), "duplicate", "Ctrl+D", "", false},
    {"edit.delete", "Edit", T("Delete"), T("Take the selection out of the project"), "delete", "Del", "", false},
    {"edit.selectAll", "Edit", T("Select All"), T("Select everything that stands in the plan"), "select-all", "Ctrl+A", "", true},
    {"edit.rotate", "Edit", T("Turn by 90°"), T("Turn the selection clockwise about its middle"), "rotate", "R", "", false},
    {"edit.replaceModel", "Edit", T("Replace Model…"), T("Put another model in the place of one, over the selection or everywhere"), "replace", "Ctrl+H", "", false},
    {"edit.check", "Edit", T("Check Design"), T("Hold the design against every rule"), "ok", "F7", "", true},
    {"edit.nextProblem", "Edit", T("Next Problem"), T("Go to the next finding and show its place"), "warning", "F8", "", false},
    {"edit.setBase", "Edit", T("Compare From Here"), T("Let the figures at the foot show changes against the design as it is now"), "chart", "", "", false},

    {"wire.power", "Edit/Connect", T("Connect Power…"), T("Choose the feeds of what is selected, with their load against their rating"), "power", "Ctrl+Alt+P", "", true},
    {"wire.coolant", "Edit/Connect", T("Connect Coolant…"), T("Choose the CDU group or the loop of what is selected"), "cooling", "Ctrl+Alt+C", "", false},
    {"wire.network", "Edit/Connect", T("Connect Network…"), T("Choose the fabric of the selected racks"), "fabric", "Ctrl+Alt+N", "", false},
    {"wire.disconnect", "Edit/Connect", T("Disconnect Line"), T("Take the line that is selected in the one-line diagram away; Delete does the same there"), "disconnect", "", "", false},
    {"wire.measure", "Edit/Connect", T("Measure Cable Routes"), T("Set the cable lengths of the selected power units, or of all, to those of their routes"), "trays", "", "", true},
    {"draw.select", "Draw", T("Select and Move"), T("Select by click or frame, move by drag"), "select", "V", "tool", false},
    {"draw.hall", "Draw", T("Hall"), T("Draw a hall from corner to corner"), "hall", "", "tool", true},
    {"draw.wall", "Draw", T("Wall"), T("Draw a wall along a line"), "wall", "", "tool", false},
    {"draw.column", "Draw", T("Column"), T("Stand a column, or draw one from corner to corner"), "column", "", "tool", false},
    {"draw.door", "Draw", T("Door"), T("Stand a double door, or draw one along a wall"), "door", "", "tool", false},
    {"draw.room", "Draw", T("Room"), T("Draw a part of the floor that has a purpose"), "room", "", "tool", false},
    {"draw.keepClear", "Draw", T("Keep Clear"), T("Draw a strip of floor on which nothing may stand"), "keep-clear", "", "tool", false},
    {"draw.ramp", "Draw", T("Ramp"), T("Draw a ramp"), "ramp", "", "tool", false},
    {"draw.tray", "Draw", T("Cable Tray"), T("Draw a cable tray along a line"), "trays", "", "tool", false},
    {"draw.measure", "Draw", T("Measure"), T("Tell the distance between two points"), "measure", "M", "tool", true},
    {"draw.snap", "Draw", T("Snap"), T("Align with tiles and neighbours while moving and drawing; Alt suspends it"), "snap", "Shift+S", "toggle", false},
    {"draw.importDrawing", "Draw", T("Import Drawing…"), T("Put a picture of a drawing under the plan"), "drawing", "", "", true},
    {"draw.scaleDrawing", "Draw", T("Scale Drawing"), T("Give the drawing its true scale by two points"), "scale", "", "tool", false},

    {"arrange.array", "Arrange", T("Array…"), T("Count, pitch, facing and numbers of the selected racks"), "array", "Ctrl+Shift+D", "", false},
    {"arrange.makeBlock", "Arrange", T("Make Block From Selection"), T("Make a group that can be used many times and is edited once"), "block", "Ctrl+G", "", true},
    {"arrange.placeBlock", "Arrange", T("Place Block"), T("Put down copies of a block that follow it"), "block-place", "Ctrl+Shift+G", "", false},
    {"arrange.left", "Arrange", T("Align Left"), T("Move the selection to its westmost edge"), "align-left", "", "", true},
    {"arrange.middleEast", "Arrange", T("Align Centres East"), T("Put the middles on one line that runs north"), "align-centre", "", "", false},
    {"arrange.right", "Arrange", T("Align Right"), T("Move the selection to its eastmost edge"), "align-right", "", "", false},
    {"arrange.top", "Arrange", T("Align Top"), T("Move the selection to its northmost edge"), "align-top", "", "", false},
    {"arrange.middleNorth", "Arrange", T("Align Centres North"), T("Put the middles on one line that runs east"), "align-middle", "", "", false},
    {"arrange.bottom", "Arrange", T("Align Bottom"), T("Move the selection to its southmost edge"), "align-bottom", "", "", false},
    {"arrange.spreadEast", "Arrange", T("Distribute East"), T("Put the middles at equal distances eastward"), "spread-east", "", "", true},
    {"arrange.spreadNorth", "Arrange", T("Distribute North"), T("Put the middles at equal distances northward"), "spread-north", "", "", false},
    {"arrange.gapsEast", "Arrange", T("Equal Gaps East"), T("Make the gaps eastward equal"), "gaps-east", "", "", false},
    {"arrange.gapsNorth", "Arrange", T("Equal Gaps North"), T("Make the gaps northward equal"), "gaps-north", "", "", false},

    {"run.play", "Simulation", T("Play"), T("Play or pause the simulation"), "play", "Space", "", false},
    {"run.step", "Simulation", T("Step"), T("Simulate one coupling step, then pause"), "step", ".", "", false},
    {"run.stepBack", "Simulation", T("Step Back"), T("Show the run as it was one step before"), "step-back", ",", "", false},
    {"run.until", "Simulation", T("Run Until…"), T("Play up to a time that you type, then pause"), "play", "Ctrl+Shift+Space", "", false},
    {"run.goto", "Simulation", T("Go to Time…"), T("Show the run at a time that you type"), "schedule", "Ctrl+T", "", false},
    {"run.save", "Simulation", T("Save Run…"), T("Save the run up to its newest step as a recording"), "save-as", "", "", true},
    {"run.branch", "Simulation", T("Branch from Here…"), T("Go on from this instant of a recorded run in another way"), "branch", "Ctrl+B", "", true},
    {"run.newest", "Simulation", T("Back to the Newest Instant"), T("Leave the past of the run, which goes on from where it was"), "newest", "Ctrl+End", "", false},
    {"compare.add", "Simulation/Compare", T("Compare…"), T("Put recordings or projects beside those that are compared"), "compare", "Ctrl+Alt+K", "", false},
    {"compare.addOpen", "Simulation/Compare", T("Compare What Is Open"), T("Put the open recording or project beside those that are compared"), "compare", "", "", false},
    {"compare.save", "Simulation/Compare", T("Save Comparison…"), T("Write the comparison as a page, table, JSON or text"), "export", "", "", true},
    {"run.slower", "Simulation", T("Slower"), T("Next lower speed"), "slower", "[", "", true},
    {"run.faster", "Simulation", T("Faster"), T("Next higher speed"), "faster", "]", "", false},
    {"run.restart", "Simulation", T("Start Again"), T("Simulate from second 0 again"), "restart", "Ctrl+R", "", true},
    {"pause.critical", "Simulation/Pause On", T("Critical Alarm"), T("Stop where power, cooling, computing or data begin to be lost"), "error", "", "toggle", true},
    {"pause.warning", "Simulation/Pause On", T("Warning"), T("Stop where a reserve or a limit is gone"), "warning", "", "toggle", false},
    {"pause.failure", "Simulation/Pause On", T("Failure or Trip"), T("Stop where a part fails or protects itself"), "faults", "", "toggle", false},
    {"pause.limit", "Simulation/Pause On", T("Limit or Throttling"), T("Stop where a limit is reached or clocks fall"), "warning", "", "toggle", false},
    {"pause.jobLost", "Simulation/Pause On", T("Lost Job"), T("Stop where a failure takes a job"), "job-kill", "", "toggle", false},
    {"pause.preempted", "Simulation/Pause On", T("Preemption"), T("Stop where a job makes room for another"), "job-preempt", "", "toggle", false},
    {"event.next", "Simulation", T("Next Event"), T("Go to the next event of the list: its row, its place, its causes"), "events", "F9", "", true},
    {"event.previous", "Simulation", T("Previous Event"), T("Go to the event before it"), "events", "Shift+F9", "", false},
    {"serve.open", "Simulation", T("Serve…"), T("Let browsers, scripts and Prometheus see the run of this window, and who may, operate it"), "network", "", "", true},
    {"alarm.acknowledge", "Simulation", T("Acknowledge"), T("Say that the alarm was seen; it stays until its cause is gone"), "ok", "Ctrl+K", "", true},
    {"alarm.acknowledgeAll", "Simulation", T("Acknowledge All"), T("Say that all active alarms were seen"), "ok", "Ctrl+Shift+K", "", false},

    {"job.submit", "Jobs", T("Submit Job…"), T("Submit a job to the queue"), "job-submit", "Ctrl+J", "", false},
    {"job.submitLike", "Jobs", T("Submit Like This…"), T("Submit a job with the figures of the selected one"), "job-like", "Ctrl+Shift+J", "", false},
    {"job.page", "Jobs", T("Job Page"), T("Show all about the selected job"), "job", "Ctrl+I", "", true},
    {"job.hold", "Jobs", T("Hold"), T("Pass the queued job over until it is released"), "pause", "", "", true},
    {"job.release", "Jobs", T("Release"), T("Let the held job queue again"), "job-release", "", "", false},
    {"job.preempt", "Jobs", T("Preempt"), T("Take the job's accelerators away; it queues again from its last checkpoint"), "job-preempt", "", "", false},
    {"job.kill", "Jobs", T("Kill…"), T("End the job for good; asks first and says what is lost"), "job-kill", "Ctrl+Del", "", false},

    {"view.fit", "View", T("Fit All"), T("Show the whole site"), "fit", "Home", "", false},
    {"view.fitSelection", "View", T("Fit Selection"), T("Show what is selected from near"), "fit-selection", "F", "", false},
    {"view.isometric", "View/Direction", T("Isometric"), T("Look from the south-west, above"), "view-iso", "1", "", false},
    {"view.top", "View/Direction", T("Top"), T("Look straight down, north up"), "view-top", "2", "", false},
    {"view.front", "View/Direction", T("Front"), T("Look from the south"), "view-front", "3", "", false},
    {"view.back", "View/Direction", T("Back"), T("Look from the north"), "view-back", "4", "", false},
    {"view.left", "View/Direction", T("Left"), T("Look from the west"), "view-left", "5", "", false},
    {"view.right", "View/Direction", T("Right"), T("Look from the east"), "view-right", "6", "", false},
    {"view.parallel", "View", T("Parallel Projection"), T("Without perspective: equal lengths look equal"), "perspective", "P", "toggle", false},
    {"view.labels", "View", T("Names"), T("Show the names of halls and machines"), "labels", "L", "toggle", false},
    {"view.aisles", "View", T("Aisles"), T("Show hot and cold aisles on the floor"), "aisles", "A", "toggle", false},
    {"view.trays", "View", T("Cable Trays"), T("Show the trays of the network's cables over the racks"), "trays", "T", "toggle", false},

    {"view.air", "View", T("Air Flow of the Hall"), T("Compute the air of a hall and draw it as a slice and streamlines"), "air", "W", "toggle", false},

    {"view.sensors", "View", T("Sensors"), T("Show the sensors of the telemetry where they are, coloured by how far they are off"), "sensors", "", "toggle", false},

    {"view.foldArrays", "View", T("Fold Arrays"), T("One-line and process diagram: draw each array of equal units as one symbol"), "fold", "", "", true},
    {"view.unfoldArrays", "View", T("Unfold Arrays"), T("One-line and process diagram: draw every unit"), "unfold", "", "", false},
    {"view.addChart", "View", T("Add Chart…"), T("Chart other quantities of the facility, its halls, CDU groups and loops"), "chart", "", "", true},
    {"time.clock", "View/Time", T("Wall Clock"), T("Tell every instant of the run by local standard time"), "recent", "", "time", false},
    {"time.since", "View/Time", T("Since the Start"), T("Tell every instant of the run by the time since it began"), "recent", "", "time", false},
    {"units.si", "View/Units", T("SI"), T("Show metres, litres a second, kilopascals and degrees Celsius"), "units", "", "units", false},
    {"units.us", "View/Units", T("US Customary"), T("Show feet, gallons a minute, psi, pounds and degrees Fahrenheit; power stays in kW"), "units", "", "units", false},
    {"units.mixed", "View/Units", T("Mixed"), T("Show feet, gallons a minute and degrees Fahrenheit; masses, volumes and pressures stay SI"), "units", "", "units", false},

    {"number.why", "View", T("Why This Number?"), T("Show from what a number follows: equation with the values of now, inputs with their sources, what changed it last; Ctrl and click does the same"), "causes", "Shift+F1", "", true},
    {"number.chart", "View", T("Chart This Number"), T("Draw the number of the current row over time; dragging the row to the charts does the same"), "chart", "", "", false},
    {"fault.why", "View", T("Why?"), T("Show what led to the newest trouble of the selection, or of all where nothing happened to it"), "causes", "Y", "", false},
    {"fault.blast", "View", T("What Would Fail With It"), T("Draw the racks that the selected part would take with it"), "blast", "B", "", false},
    {"fault.clearBlast", "View", T("Clear Blast Radius"), T("Colour the racks by their values again"), "close", "Shift+B", "", false},

    {"colour.power", "View/Colour Racks By", T("Power"), T("Colour racks by electrical power"), "power", "Alt+1", "colour", false},
    {"colour.coolant", "View/Colour Racks By", T("Coolant Supply"), T("Colour racks by the coolant that enters; air-cooled ones by their air"), "cooling", "Alt+2", "colour", false},
    {"colour.chip", "View/Colour Racks By", T("Chip Temperature"), T("Colour racks by their hottest chip"), "cooling", "Alt+3", "colour", false},
    {"colour.utilization", "View/Colour Racks By", T("Utilisation"), T("Colour racks by the share of accelerators at work"), "chart", "Alt+4", "colour", false},
    {"colour.clock", "View/Colour Racks By", T("Clock"), T("Colour racks by the clock that heat and power leave"), "recent", "Alt+5", "colour", false},
    {"colour.job", "View/Colour Racks By", T("Job"), T("Colour racks by the job that holds most of them"), "job", "Alt+6", "colour", false},
    {"colour.health", "View/Colour Racks By", T("Health"), T("Colour racks by the share in service"), "reliability", "Alt+7", "colour", false},
    {"colour.return", "View/Colour Racks By", T("Coolant Return"), T("Colour racks by the coolant that leaves; air-cooled ones by their air"), "cooling", "Alt+8", "colour", false},
    {"colour.inlet", "View/Colour Racks By", T("Inlet Air"), T("Colour racks by the air at their servers' inlets"), "cooling", "Alt+9", "colour", false},
    {"colour.flow", "View/Colour Racks By", T("Coolant Flow"), T("Colour racks by the coolant that passes through them"), "process", "Alt+0", "colour", false},
    {"colour.meanChip", "View/Colour Racks By", T("Mean Chip Temperature"), T("Colour racks by the mean of their chips"), "cooling", "", "colour", false},
    {"colour.busiest", "View/Colour Racks By", T("Busiest Accelerator"), T("Colour racks by the activity of the accelerator that does most"), "chart", "", "colour", false},
    {"colour.clockPower", "View/Colour Racks By", T("Power by Clock"), T("Colour racks by the share of active power that clocks and power limits leave"), "chart", "", "colour", false},
    {"colour.cost", "View/Colour Racks By", T("Cost"), T("Colour racks by what each costs a year, once the money view has worked it out"), "money", "", "colour", false},
    {"colour.fit", "View", T("Fit Colours to Values Now"), T("Spread the colours over what the racks do at this moment; they stay there until asked again"), "ramp", "Alt+Shift+0", "", true},
    {"colour.rated", "View", T("Colours by Rating"), T("Spread the colours from nothing to what the racks are rated for"), "ramp", "", "", false},
    {"map.viridis", "View/Colour Map", T("Viridis"), T("Violet to yellow, evenly spaced to the eye"), "colours", "", "map", false},
    {"map.cividis", "View/Colour Map", T("Cividis"), T("Blue to yellow, equal for most kinds of colour blindness"), "colours", "", "map", false},
    {"theme.system", "View/Theme", T("Like the System"), T("Light or dark, as the system is"), "theme", "", "theme", false},
    {"theme.light", "View/Theme", T("Light"), T("Dark text on light ground"), "theme", "", "theme", false},
    {"theme.dark", "View/Theme", T("Dark"), T("Light text on dark ground"), "theme", "", "theme", false},
    {"theme.contrast", "View/Theme", T("High Contrast"), T("White and yellow on black"), "theme", "", "theme", false},
    {"text.larger", "View/Text Size", T("Larger Text"), T("Every text a tenth larger, up to double"), "labels", "Ctrl++; Ctrl+=", "", false},
    {"text.smaller", "View/Text Size", T("Smaller Text"), T("Every text a tenth smaller, down to the usual size"), "labels", "Ctrl+-", "", false},
    {"text.usual", "View/Text Size", T("Usual Text"), T("Every text in its usual size"), "labels", "", "", false},

    {"workspace.explore", "Window/Workspace", T("Explore"), T("Look around: few panes, few tools"), "search", "Ctrl+Alt+8", "workspace", false},
    {"workspace.design", "Window/Workspace", T("Design"), T("Draw and change the facility, with problems and figures in sight"), "design", "Ctrl+Alt+9", "workspace", false},
    {"workspace.simulate", "Window/Workspace", T("Simulate"), T("Run the facility, with every pane that shows what happens"), "play", "Ctrl+Alt+0", "workspace", false},
    {"window.nextPane", "Window", T("Next Pane"), T("Move the keyboard to the next pane"), "layout", "F6", "", true},
    {"window.previousPane", "Window", T("Previous Pane"), T("Move the keyboard to the previous pane"), "layout", "Shift+F6", "", false},
    {"window.fullScreen", "Window", T("Full Screen"), T("Fill the whole screen, or leave it"), "fullscreen", "F11", "toggle", true},
    {"window.resetLayout", "Window", T("Reset Layout"), T("Put all panes back where they were at first"), "layout", "", "", false},

    {"help.context", "Help", T("Help on This"), T("Open the manual at the page about what has the keyboard"), "help", "F1", "", false},
    {"help.manual", "Help", T("Manual"), T("Open the manual at its first page"), "help", "", "", false},
    {"help.search", "Help", T("Search Manual…"), T("Find words in all pages of the manual"), "search", "Ctrl+F1", "", false},
    {"help.welcome", "Help", T("Welcome Page"), T("Show recent projects, scenarios and ways to begin; what is open stays"), "door", "", "", true},
    {"help.lessons", "Help", T("Lessons"), T("List the lessons: projects with steps that check themselves"), "help", "", "", false},
    {"help.tour", "Help", T("Tour"), T("Walk through the parts of the window, in five steps"), "about", "", "", false},
    {"help.palette", "Help", T("Find Command…"), T("Find a command, an object (@) or a help page (?) by a few letters"), "search", "Ctrl+Shift+P", "", false},
    {"help.shortcuts", "Help", T("Keyboard Shortcuts…"), T("List every command with its keys, and change them"), "keyboard", "Ctrl+/", "", false},
    {"help.about", "Help", T("About Headroom"), T("Version, licence and libraries"), "about", "", "", true},
});
// clang-format on

#undef T

const QString kKeyGroup = QStringLiteral("keys/");

QString translated(const char* text) {
    return QCoreApplication::translate("Commands", text);
}

/// A letter or a digit and nothing with it, as in a word.
bool isLetter(const QKeySequence& key) {
    const QString text = key.toString(QKeySequence::PortableText);
    return text.size() == 1 && text.front().isLetterOrNumber();
}

/// "View/Theme" as people read it.
QString pathText(const QString& path) {
    QStringList words;
    for (const QString& word : path.split('/', Qt::SkipEmptyParts)) {
        words << translated(word.toUtf8().constData());
    }
    return words.join(QStringLiteral(" › "));
}

}  // namespace

std::span<const CommandInfo> CommandSet::table() {
    return kCommands;
}

CommandSet::CommandSet(QWidget* window) : QObject(window), window_(window) {
    QHash<QString, QActionGroup*> groups;
    for (const CommandInfo& info : kCommands) {
        auto* action = new QAction(Theme::icon(info.icon), translated(info.text), this);
        action->setObjectName(info.id);
        QList<QKeySequence> keys;
        for (const QString& key : QString(info.keys).split("; ", Qt::SkipEmptyParts)) {
            keys << QKeySequence(key);
        }
        action->setShortcuts(keys);
        action->setStatusTip(translated(info.tip));
        defaults_[info.id] = keys;
        entries_ << Entry{info.id, pathText(info.menu), action};
        showKeys(action);
        const QString group = info.group;
        if (!group.isEmpty()) {
            action->setCheckable(true);
            if (group != "toggle") {
                if (!groups.contains(group)) {
                    groups[group] = new QActionGroup(this);
                }
                groups[group]->addAction(action);
            }
        }
        actions_[info.id] = action;
        place(info.id);
    }
}

QAction* CommandSet::action(const char* id) const {
    QAction* found = actions_.value(id);
    Q_ASSERT_X(found != nullptr, "CommandSet::action", id);
    return found;
}

void CommandSet::attach(QWidget* view, std::initializer_list<const char*> ids) {
    if (!views_.contains(view)) {
        views_ << view;
    }
    for (const char* id : ids) {
        places_[id] << view;
        place(id);
    }
}

/// Where the command's keys act.
void CommandSet::place(const QString& id) {
    QAction* action = actions_.value(id);
    const QList<QKeySequence> keys = action->shortcuts();
    const bool isBare = std::any_of(keys.begin(), keys.end(), isLetter);
    const QList<QWidget*> places = places_.value(id, isBare ? views_ : QList<QWidget*>());
    const bool isLocal = isBare || !places.isEmpty();
    action->setShortcutContext(isLocal ? Qt::WidgetWithChildrenShortcut : Qt::WindowShortcut);
    for (QWidget* view : views_) {
        view->removeAction(action);
    }
    window_->removeAction(action);
    for (QWidget* each : isLocal ? places : QList<QWidget*>{window_}) {
        each->addAction(action);
    }
}

/// The tip ends with the first of the keys.
void CommandSet::showKeys(QAction* action) {
    const QString tip = action->statusTip();
    action->setToolTip(action->shortcut().isEmpty()
                           ? tip
                           : QStringLiteral("%1 (%2)").arg(
                                 tip, action->shortcut().toString(QKeySequence::NativeText)));
}

void CommandSet::adopt(QAction* action, const QString& path) {
    const QString id = action->objectName();
    Q_ASSERT_X(!id.isEmpty() && !actions_.contains(id), "CommandSet::adopt", qPrintable(id));
    actions_[id] = action;
    defaults_[id] = action->shortcuts();
    entries_ << Entry{id, pathText(path), action};
    showKeys(action);
}

void CommandSet::setKeys(const QString& id, const QList<QKeySequence>& keys) {
    QAction* action = actions_.value(id);
    if (action == nullptr) {
        return;
    }
    action->setShortcuts(keys);
    showKeys(action);
    place(id);
    QSettings settings;
    if (keys == defaults_.value(id)) {
        settings.remove(kKeyGroup + id);
    } else {
        QStringList texts;
        for (const QKeySequence& key : keys) {
            texts << key.toString(QKeySequence::PortableText);
        }
        // An empty list reads back as nothing at all: one empty text says "no keys".
        settings.setValue(kKeyGroup + id, texts.isEmpty() ? QStringList{QString()} : texts);
    }
    emit keysChanged();
}

QString CommandSet::ownerOf(const QKeySequence& key) const {
    for (const Entry& entry : entries_) {
        if (!key.isEmpty() && entry.action->shortcuts().contains(key)) {
            return entry.id;
        }
    }
    return {};
}

void CommandSet::readKeys() {
    const QSettings settings;
    for (const Entry& entry : entries_) {
        const QVariant kept = settings.value(kKeyGroup + entry.id);
        if (!kept.isValid()) {
            continue;
        }
        QList<QKeySequence> keys;
        for (const QString& text : kept.toStringList()) {
            const QKeySequence key(text, QKeySequence::PortableText);
            // Settings of an older version may clash with a command that came since: the first wins.
            const QString owner = ownerOf(key);
            if (!key.isEmpty() && (owner.isEmpty() || owner == entry.id)) {
                keys << key;
            }
        }
        entry.action->setShortcuts(keys);
        showKeys(entry.action);
        place(entry.id);
    }
    emit keysChanged();
}

QMenu* CommandSet::makeMenu(QMenuBar* bar, const QString& path) {
    if (QMenu* known = menus_.value(path)) {
        return known;
    }
    const qsizetype slash = path.lastIndexOf('/');
    const QString title = translated(path.mid(slash + 1).toUtf8().constData());
    QMenu* made = slash < 0 ? bar->addMenu(title) : makeMenu(bar, path.left(slash))->addMenu(title);
    made->setToolTipsVisible(true);
    menus_[path] = made;
    return made;
}

void CommandSet::fillMenus(QMenuBar* bar) {
    for (const CommandInfo& info : kCommands) {
        QMenu* menu = makeMenu(bar, info.menu);
        if (info.separator) {
            menu->addSeparator();
        }
        menu->addAction(actions_[info.id]);
    }
}

}  // namespace headroom::ui
