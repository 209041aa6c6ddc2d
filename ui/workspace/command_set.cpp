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
    {"file.new", "File", T("New Facility…"), T("Size and lay out a facility from a target power or accelerator count"), "new-facility", "Ctrl+N", "", false},
    {"file.sameWork", "File", T("Same Work in Another Cooling…"), T("Size a variant of the open project with other racks or cooling for the same jobs and accelerators"), "cooling", "", "", false},
    {"file.newBlank", "File", T("New Blank Room"), T("Start with an empty hall"), "hall", "Ctrl+Shift+N", "", false},
    {"file.planner", "File", T("Planner…"), T("Compare training runs at offers and own facilities, or find checkpoints and spares. No project needs to be open"), "schedule", "Ctrl+Alt+Shift+P", "", false},
    {"file.open", "File", T("Open…"), T("Open a project (project.json) or a recording (.db)"), "open", "Ctrl+O", "", false},
    {"file.openFolder", "File", T("Open Scenario Folder…"), T("Open a folder that holds a project.json"), "open", "Ctrl+Shift+O", "", false},
    {"attach.open", "File", T("Attach…"), T("Show a run that another Headroom serves. Operate it if the token allows it"), "network", "Ctrl+Alt+A", "", false},
    {"attach.leave", "File", T("Detach"), T("Detach from the served run. Keep the steps that were received"), "disconnect", "", "", false},
    {"file.save", "File", T("Save"), T("Save the project to its file"), "save", "Ctrl+S", "", true},
    {"file.saveAs", "File", T("Save As…"), T("Save the project under another name"), "save-as", "Ctrl+Shift+S", "", false},
    {"file.import", "File", T("Import…"), T("Show how any file is understood (weather, telemetry, prices, jobs, racks, tables, drawings), then use it"), "import", "Ctrl+Shift+I", "", true},
    {"file.importTables", "File", T("Import Tables or Racks…"), T("Import tables, NetBox racks or device types. A preview lists the changes first"), "tree", "", "", false},
    {"twin.open", "File", T("Open Telemetry…"), T("Follow a building's telemetry: measured values drive the run, all other sensors are compared with the models"), "sensors", "Ctrl+Alt+O", "", false},
    {"twin.close", "File", T("Close Telemetry"), T("Close the telemetry. Keep the project open"), "close", "", "", false},
    {"file.exportReport", "File/Export", T("Report…"), T("Export design, drawings, results, schedules and sources as PDF or HTML"), "export", "", "", false},
    {"file.exportPlan", "File/Export", T("Plan…"), T("Export the plan to scale as PDF, SVG or PNG"), "plan", "", "", false},
    {"file.exportScene", "File/Export", T("Scene…"), T("Export the 3-D floor as binary glTF"), "cube", "", "", false},
    {"file.exportSchedules", "File/Export", T("Schedules…"), T("Export racks, power, cooling, fabric and findings as a workbook (XLSX)"), "schedule", "", "", false},
    {"file.exportBill", "File/Export", T("Bill of Materials…"), T("Export all parts with counts and prices as a table"), "export", "", "", false},
    {"file.exportTables", "File/Export", T("Tables…"), T("Export each section of the project as a CSV table"), "tree", "", "", false},
    {"file.exportCharts", "File/Export", T("Chart Values…"), T("Export the values of the charts as a CSV table"), "chart", "", "", true},
    {"file.saveCharts", "File/Export", T("Chart Picture…"), T("Save the charts as PNG, SVG or PDF"), "camera", "", "", false},
    {"file.revert", "File", T("Revert to Saved…"), T("Discard all changes and read the file again, after a question"), "restart", "", "", false},
    {"file.copies", "File", T("Earlier Copies…"), T("List the automatic copies of this project and open one"), "recent", "", "", false},
    {"file.saveImage", "File", T("Save Picture…"), T("Save the view as a PNG picture"), "camera", "Ctrl+E", "", true},
    {"file.close", "File", T("Close Project"), T("Close the project and show the welcome page"), "close", "Ctrl+W", "", true},
    {"file.quit", "File", T("Quit"), T("Close Headroom"), "quit", "Ctrl+Q", "", false},

    {"edit.undo", "Edit", T("Undo"), T("Undo the last change of the project"), "undo", "Ctrl+Z", "", false},
    {"edit.redo", "Edit", T("Redo"), T("Redo the change that was undone"), "redo", "Ctrl+Shift+Z; Ctrl+Y", "", false},
    {"edit.cut", "Edit", T("Cut"), T("Copy the selection, then delete it"), "cut", "Ctrl+X", "", true},
    {"edit.copy", "Edit", T("Copy"), T("Copy the selection"), "copy", "Ctrl+C", "", false},
    {"edit.paste", "Edit", T("Paste"), T("Place a copy at each click. Esc ends it"), "paste", "Ctrl+V", "", false},
    {"edit.duplicate", "Edit", T("Duplicate"), T("Place a copy next to the selection"), "duplicate", "Ctrl+D", "", false},
    {"edit.delete", "Edit", T("Delete"), T("Delete the selection from the project"), "delete", "Del", "", false},
    {"edit.selectAll", "Edit", T("Select All"), T("Select all objects of the plan"), "select-all", "Ctrl+A", "", true},
    {"edit.rotate", "Edit", T("Turn by 90°"), T("Rotate the selection clockwise about its centre"), "rotate", "R", "", false},
    {"edit.replaceModel", "Edit", T("Replace Model…"), T("Replace one model by another in the selection or in the whole project"), "replace", "Ctrl+H", "", false},
    {"edit.check", "Edit", T("Check Design"), T("Check the design against every rule"), "ok", "F7", "", true},
    {"edit.nextProblem", "Edit", T("Next Problem"), T("Go to the next finding and show its location"), "warning", "F8", "", false},
    {"edit.setBase", "Edit", T("Compare From Here"), T("Use the present design as the baseline for the figures below the plan"), "chart", "", "", false},

    {"wire.power", "Edit/Connect", T("Connect Power…"), T("Choose the feeds of the selection. The dialog shows load and rating of each feed"), "power", "Ctrl+Alt+P", "", true},
    {"wire.coolant", "Edit/Connect", T("Connect Coolant…"), T("Choose the CDU group or the cooling loop of the selection"), "cooling", "Ctrl+Alt+C", "", false},
    {"wire.network", "Edit/Connect", T("Connect Network…"), T("Choose the fabric of the selected racks"), "fabric", "Ctrl+Alt+N", "", false},
    {"wire.disconnect", "Edit/Connect", T("Disconnect Line"), T("Delete the selected line of the one-line diagram"), "disconnect", "", "", false},
    {"wire.measure", "Edit/Connect", T("Measure Cable Routes"), T("Set cable lengths of the selected power units, or of all, to the lengths of their routes"), "trays", "", "", true},
    {"draw.select", "Draw", T("Select and Move"), T("Select by click or frame. Move by drag"), "select", "V", "tool", false},
    {"draw.hall", "Draw", T("Hall"), T("Draw a hall from corner to corner"), "hall", "", "tool", true},
    {"draw.wall", "Draw", T("Wall"), T("Draw a wall along a line"), "wall", "", "tool", false},
    {"draw.column", "Draw", T("Column"), T("Place a column, or draw one from corner to corner"), "column", "", "tool", false},
    {"draw.door", "Draw", T("Door"), T("Place a double door, or draw one along a wall"), "door", "", "tool", false},
    {"draw.room", "Draw", T("Room"), T("Draw a room: an area of the floor with a purpose"), "room", "", "tool", false},
    {"draw.keepClear", "Draw", T("Keep Clear"), T("Draw an area that must stay free of equipment"), "keep-clear", "", "tool", false},
    {"draw.ramp", "Draw", T("Ramp"), T("Draw a ramp"), "ramp", "", "tool", false},
    {"draw.tray", "Draw", T("Cable Tray"), T("Draw a cable tray along a line"), "trays", "", "tool", false},
    {"draw.measure", "Draw", T("Measure"), T("Measure the distance between two points"), "measure", "M", "tool", true},
    {"draw.snap", "Draw", T("Snap"), T("Align with tiles and neighbours while you move and draw. Alt suspends it"), "snap", "Shift+S", "toggle", false},
    {"draw.importDrawing", "Draw", T("Import Drawing…"), T("Place a DXF drawing or a picture under the plan"), "drawing", "", "", true},
    {"draw.scaleDrawing", "Draw", T("Scale Drawing"), T("Set the scale of the drawing by two points of known distance"), "scale", "", "tool", false},

    {"arrange.array", "Arrange", T("Array…"), T("Edit count, pitch, orientation and numbering of the selected racks"), "array", "Ctrl+Shift+D", "", false},
    {"arrange.makeBlock", "Arrange", T("Make Block From Selection"), T("Make a block: a group that you place many times and edit once"), "block", "Ctrl+G", "", true},
    {"arrange.placeBlock", "Arrange", T("Place Block"), T("Place copies of a block. An edit of the block changes all copies"), "block-place", "Ctrl+Shift+G", "", false},
    {"arrange.left", "Arrange", T("Align Left"), T("Align the selection with its westernmost edge"), "align-left", "", "", true},
    {"arrange.middleEast", "Arrange", T("Align Centres East"), T("Align the centres on one north-south line"), "align-centre", "", "", false},
    {"arrange.right", "Arrange", T("Align Right"), T("Align the selection with its easternmost edge"), "align-right", "", "", false},
    {"arrange.top", "Arrange", T("Align Top"), T("Align the selection with its northernmost edge"), "align-top", "", "", false},
    {"arrange.middleNorth", "Arrange", T("Align Centres North"), T("Align the centres on one east-west line"), "align-middle", "", "", false},
    {"arrange.bottom", "Arrange", T("Align Bottom"), T("Align the selection with its southernmost edge"), "align-bottom", "", "", false},
    {"arrange.spreadEast", "Arrange", T("Distribute East"), T("Space the centres equally from west to east"), "spread-east", "", "", true},
    {"arrange.spreadNorth", "Arrange", T("Distribute North"), T("Space the centres equally from south to north"), "spread-north", "", "", false},
    {"arrange.gapsEast", "Arrange", T("Equal Gaps East"), T("Make the gaps from west to east equal"), "gaps-east", "", "", false},
    {"arrange.gapsNorth", "Arrange", T("Equal Gaps North"), T("Make the gaps from south to north equal"), "gaps-north", "", "", false},

    {"run.play", "Simulation", T("Play"), T("Play or pause the simulation"), "play", "Space", "", false},
    {"run.step", "Simulation", T("Step"), T("Simulate one coupling step, then pause"), "step", ".", "", false},
    {"run.stepBack", "Simulation", T("Step Back"), T("Show the run one step earlier"), "step-back", ",", "", false},
    {"run.until", "Simulation", T("Run Until…"), T("Play up to a typed time, then pause"), "play", "Ctrl+Shift+Space", "", false},
    {"run.goto", "Simulation", T("Go to Time…"), T("Show the run at a typed time"), "schedule", "Ctrl+T", "", false},
    {"run.save", "Simulation", T("Save Run…"), T("Save the run up to its newest step as a recording"), "save-as", "", "", true},
    {"run.branch", "Simulation", T("Branch from Here…"), T("Start a branch at this point of the recording"), "branch", "Ctrl+B", "", true},
    {"run.newest", "Simulation", T("Back to the Newest Instant"), T("Return to the newest step of the run"), "newest", "Ctrl+End", "", false},
    {"compare.add", "Simulation/Compare", T("Compare…"), T("Add recordings or projects to the comparison"), "compare", "Ctrl+Alt+K", "", false},
    {"compare.addOpen", "Simulation/Compare", T("Compare What Is Open"), T("Add the open runs, or the open recording or project, to the comparison"), "compare", "", "", false},
    {"compare.save", "Simulation/Compare", T("Save Comparison…"), T("Export the comparison as HTML, CSV, JSON or text"), "export", "", "", true},
    {"compare.executive", "Simulation/Compare", T("Save Executive Page…"), T("Export one page of headline figures with units, uncertainty and footnotes as PDF or HTML"), "export", "", "", false},
    {"run.slower", "Simulation", T("Slower"), T("Reduce the speed by one step"), "slower", "[", "", true},
    {"run.faster", "Simulation", T("Faster"), T("Increase the speed by one step"), "faster", "]", "", false},
    {"run.restart", "Simulation", T("Start Again"), T("Restart the simulation at its first second"), "restart", "Ctrl+R", "", true},
    {"pause.critical", "Simulation/Pause On", T("Critical Alarm"), T("Pause at the first loss of power, cooling, computing or data"), "error", "", "toggle", true},
    {"pause.warning", "Simulation/Pause On", T("Warning"), T("Pause when a reserve or a limit is exhausted"), "warning", "", "toggle", false},
    {"pause.failure", "Simulation/Pause On", T("Failure or Trip"), T("Pause when a part fails or trips"), "faults", "", "toggle", false},
    {"pause.limit", "Simulation/Pause On", T("Limit or Throttling"), T("Pause when a limit is reached or clocks fall"), "warning", "", "toggle", false},
    {"pause.jobLost", "Simulation/Pause On", T("Lost Job"), T("Pause when a failure ends a job"), "job-kill", "", "toggle", false},
    {"pause.preempted", "Simulation/Pause On", T("Preemption"), T("Pause when a job is preempted"), "job-preempt", "", "toggle", false},
    {"event.next", "Simulation", T("Next Event"), T("Go to the next event of the list and show its location and causes"), "events", "F9", "", true},
    {"event.previous", "Simulation", T("Previous Event"), T("Go to the previous event of the list"), "events", "Shift+F9", "", false},
    {"serve.open", "Simulation", T("Serve…"), T("Serve the run of this window to browsers, scripts and Prometheus. Clients with a token can operate it"), "network", "", "", true},
    {"alarm.acknowledge", "Simulation", T("Acknowledge"), T("Acknowledge the alarm. It stays until its cause is gone"), "ok", "Ctrl+K", "", true},
    {"alarm.acknowledgeAll", "Simulation", T("Acknowledge All"), T("Acknowledge all active alarms"), "ok", "Ctrl+Shift+K", "", false},

    {"job.submit", "Jobs", T("Submit Job…"), T("Submit a job to the queue"), "job-submit", "Ctrl+J", "", false},
    {"job.submitLike", "Jobs", T("Submit Like This…"), T("Submit a job with the settings of the selected one"), "job-like", "Ctrl+Shift+J", "", false},
    {"job.page", "Jobs", T("Job Page"), T("Show the page of the selected job"), "job", "Ctrl+I", "", true},
    {"job.hold", "Jobs", T("Hold"), T("Hold the queued job until you release it"), "pause", "", "", true},
    {"job.release", "Jobs", T("Release"), T("Return the held job to the queue"), "job-release", "", "", false},
    {"job.preempt", "Jobs", T("Preempt"), T("Preempt the job. It queues again from its last checkpoint"), "job-preempt", "", "", false},
    {"job.kill", "Jobs", T("Kill…"), T("Kill the job after a question that states the loss"), "job-kill", "Ctrl+Del", "", false},

    {"view.fit", "View", T("Fit All"), T("Show the whole site"), "fit", "Home", "", false},
    {"view.fitSelection", "View", T("Fit Selection"), T("Zoom to the selection"), "fit-selection", "F", "", false},
    {"view.isometric", "View/Direction", T("Isometric"), T("Look from the south-west, above"), "view-iso", "1", "", false},
    {"view.top", "View/Direction", T("Top"), T("Look straight down, north up"), "view-top", "2", "", false},
    {"view.front", "View/Direction", T("Front"), T("Look from the south"), "view-front", "3", "", false},
    {"view.back", "View/Direction", T("Back"), T("Look from the north"), "view-back", "4", "", false},
    {"view.left", "View/Direction", T("Left"), T("Look from the west"), "view-left", "5", "", false},
    {"view.right", "View/Direction", T("Right"), T("Look from the east"), "view-right", "6", "", false},
    {"camera.walk", "View/Camera", T("Walk"), T("Walk through the halls at eye height. Arrow keys walk and turn, a drag looks around, Esc ends"), "door", "N", "toggle", false},
    {"camera.turntable", "View/Camera", T("Turntable"), T("Turn the 3-D picture slowly about its middle until a click"), "rotate", "O", "toggle", false},
    {"view.parallel", "View", T("Parallel Projection"), T("Draw without perspective, so that equal lengths look equal"), "perspective", "P", "toggle", false},
    {"view.labels", "View", T("Names"), T("Show the names of halls and machines"), "labels", "L", "toggle", false},
    {"view.aisles", "View", T("Aisles"), T("Show hot and cold aisles on the floor"), "aisles", "A", "toggle", false},
    {"view.pipes", "View", T("Coolant Pipes"), T("Show the coolant pipes between plant, halls and racks"), "cooling", "", "toggle", false},
    {"view.power", "View", T("Feeders and Busways"), T("Show feeders, busways and boards, coloured by their loading"), "power", "", "toggle", false},
    {"view.trays", "View", T("Cable Trays"), T("Show the network's cable trays above the racks"), "trays", "T", "toggle", false},

    {"view.sunlight", "View", T("Light of the Hour"), T("Light the 3-D picture by place, date and time of the run, at night by the lamps of the halls. Off: by a light of no hour"), "theme", "", "toggle", false},
    {"view.air", "View", T("Air Flow of the Hall"), T("Compute the air flow of a hall and draw a slice and streamlines"), "air", "W", "toggle", false},

    {"focus.panel", "View/Focus", T("Section and Focus"), T("Cut the 3-D picture by a plane or a box, and choose what it shows"), "cut", "X", "toggle", false},
    {"focus.power", "View/Focus", T("Show Path of This Power"), T("Show the live way of the power from the grid to the selection and on to its loads. All else is grey"), "power", "G", "", true},
    {"focus.coolant", "View/Focus", T("Show Path of This Coolant"), T("Show the way of the coolant from heat rejection to the selection and back. All else is grey"), "cooling", "C", "", false},
    {"focus.job", "View/Focus", T("Show Racks of This Job"), T("Show the racks of the selected job, or of the job of the selected rack. All else is grey"), "job", "J", "", false},
    {"focus.only", "View/Focus", T("Show Only the Selection"), T("Show the selected object. All else is grey"), "fit-selection", "I", "", true},
    {"focus.without", "View/Focus", T("Hide the Selection"), T("Take the selected object out of the 3-D picture"), "remove", "H", "", false},
    {"focus.trouble", "View/Focus", T("Show Only What Is in Trouble"), T("Show parts that failed, tripped, lack power or are impaired. All else is grey"), "warning", "", "", false},
    {"focus.all", "View/Focus", T("Show Everything"), T("End the focus and the section of the 3-D picture"), "select-all", "Shift+X", "", true},

    {"view.sensors", "View", T("Sensors"), T("Show the sensors at their locations, coloured by their deviation from the model"), "sensors", "", "toggle", false},

    {"view.foldArrays", "View", T("Fold Arrays"), T("Draw each array of equal units as one symbol (one-line and process diagram)"), "fold", "", "", true},
    {"view.unfoldArrays", "View", T("Unfold Arrays"), T("Draw every unit (one-line and process diagram)"), "unfold", "", "", false},
    {"view.addChart", "View", T("Add Chart…"), T("Add charts of the facility, its halls, CDU groups and loops"), "chart", "", "", true},
    {"time.clock", "View/Time", T("Wall Clock"), T("Show times as local standard time of the site"), "recent", "", "time", false},
    {"time.since", "View/Time", T("Since the Start"), T("Show times as time since the start of the run"), "recent", "", "time", false},
    {"units.si", "View/Units", T("SI"), T("Show metres, litres per second, kilopascals and degrees Celsius"), "units", "", "units", false},
    {"units.us", "View/Units", T("US Customary"), T("Show feet, gallons per minute, psi, pounds and degrees Fahrenheit. Power stays in kW"), "units", "", "units", false},
    {"units.mixed", "View/Units", T("Mixed"), T("Show feet, gallons per minute and degrees Fahrenheit. Masses, volumes and pressures stay SI"), "units", "", "units", false},

    {"number.why", "View", T("Why This Number?"), T("Explain a number: equation with present values, inputs with sources, last change. Ctrl+click does the same"), "causes", "Shift+F1", "", true},
    {"number.chart", "View", T("Chart This Number"), T("Chart the number of the current row. Dragging the row to the charts does the same"), "chart", "", "", false},
    {"fault.why", "View", T("Why?"), T("Show the cause of the latest problem of the selection, or of the facility if it has none"), "causes", "Y", "", false},
    {"fault.blast", "View", T("What Would Fail With It"), T("Show the racks that fail if the selected part fails"), "blast", "B", "", false},
    {"fault.wave", "View", T("Play Blast Radius as a Wave"), T("Show the racks of the blast radius in the order in which the failure comes to them, step by step through wiring and piping"), "play", "Alt+B", "", false},
    {"fault.clearBlast", "View", T("Clear Blast Radius"), T("Remove the blast radius and colour racks by their values"), "close", "Shift+B", "", false},

    {"colour.power", "View/Colour Racks By", T("Power"), T("Colour racks by electrical power"), "power", "Alt+1", "colour", false},
    {"colour.coolant", "View/Colour Racks By", T("Coolant Supply"), T("Colour racks by their coolant supply temperature, or by air for air-cooled racks"), "cooling", "Alt+2", "colour", false},
    {"colour.chip", "View/Colour Racks By", T("Chip Temperature"), T("Colour racks by their hottest chip"), "cooling", "Alt+3", "colour", false},
    {"colour.utilization", "View/Colour Racks By", T("Utilisation"), T("Colour racks by the utilisation of their accelerators"), "chart", "Alt+4", "colour", false},
    {"colour.clock", "View/Colour Racks By", T("Clock"), T("Colour racks by their clock after thermal and power limits"), "recent", "Alt+5", "colour", false},
    {"colour.job", "View/Colour Racks By", T("Job"), T("Colour racks by the job that holds most of their accelerators"), "job", "Alt+6", "colour", false},
    {"colour.health", "View/Colour Racks By", T("Health"), T("Colour racks by the share of servers in service"), "reliability", "Alt+7", "colour", false},
    {"colour.return", "View/Colour Racks By", T("Coolant Return"), T("Colour racks by their coolant return temperature, or by air for air-cooled racks"), "cooling", "Alt+8", "colour", false},
    {"colour.inlet", "View/Colour Racks By", T("Inlet Air"), T("Colour racks by the air temperature at server inlets"), "cooling", "Alt+9", "colour", false},
    {"colour.flow", "View/Colour Racks By", T("Coolant Flow"), T("Colour racks by their coolant flow"), "process", "Alt+0", "colour", false},
    {"colour.meanChip", "View/Colour Racks By", T("Mean Chip Temperature"), T("Colour racks by the mean temperature of their chips"), "cooling", "", "colour", false},
    {"colour.busiest", "View/Colour Racks By", T("Busiest Accelerator"), T("Colour racks by the activity of their busiest accelerator"), "chart", "", "colour", false},
    {"colour.clockPower", "View/Colour Racks By", T("Power by Clock"), T("Colour racks by the share of active power after clocks and power limits"), "chart", "", "colour", false},
    {"colour.cost", "View/Colour Racks By", T("Cost"), T("Colour racks by their yearly cost, after the money view has computed it"), "money", "", "colour", false},
    {"colour.fit", "View", T("Fit Colours to Values Now"), T("Fit the colour scale to the present values. It stays fixed until the next fit"), "ramp", "Alt+Shift+0", "", true},
    {"colour.rated", "View", T("Colours by Rating"), T("Scale the colours from zero to the rating of the racks"), "ramp", "", "", false},
    {"map.viridis", "View/Colour Map", T("Viridis"), T("Use a perceptually uniform scale from violet to yellow"), "colours", "", "map", false},
    {"map.cividis", "View/Colour Map", T("Cividis"), T("Use a scale from blue to yellow that suits most kinds of colour blindness"), "colours", "", "map", false},
    {"theme.system", "View/Theme", T("Like the System"), T("Follow the system's light or dark theme"), "theme", "", "theme", false},
    {"theme.light", "View/Theme", T("Light"), T("Use dark text on a light background"), "theme", "", "theme", false},
    {"theme.dark", "View/Theme", T("Dark"), T("Use light text on a dark background"), "theme", "", "theme", false},
    {"theme.contrast", "View/Theme", T("High Contrast"), T("Use white and yellow text on black"), "theme", "", "theme", false},
    {"text.larger", "View/Text Size", T("Larger Text"), T("Enlarge all text by a tenth, up to double size"), "labels", "Ctrl++; Ctrl+=", "", false},
    {"text.smaller", "View/Text Size", T("Smaller Text"), T("Reduce all text by a tenth, down to the normal size"), "labels", "Ctrl+-", "", false},
    {"text.usual", "View/Text Size", T("Usual Text"), T("Return all text to its normal size"), "labels", "", "", false},

    {"language.en", "View/Language", T("English"), T("Use English from the next start"), "labels", "", "language", false},
    {"language.de", "View/Language", T("Deutsch"), T("Use German from the next start"), "labels", "", "language", false},
    {"language.zh", "View/Language", T("简体中文"), T("Use simplified Chinese from the next start"), "labels", "", "language", false},

    {"workspace.explore", "Window/Workspace", T("Explore"), T("Show few panes and tools, to look around"), "search", "Ctrl+Alt+8", "workspace", false},
    {"workspace.design", "Window/Workspace", T("Design"), T("Show the tools that edit the facility, with findings and figures"), "design", "Ctrl+Alt+9", "workspace", false},
    {"workspace.simulate", "Window/Workspace", T("Simulate"), T("Show what happens in a run, and fail and change things in it"), "play", "Ctrl+Alt+0", "workspace", false},
    {"workspace.present", "Window/Workspace", T("Present"), T("Compare runs, costs and studies, and present them"), "compare", "Ctrl+Alt+Shift+9", "workspace", false},
    {"workspace.operate", "Window/Workspace", T("Operate"), T("Watch alarms, power, cooling and telemetry of a facility"), "warning", "Ctrl+Alt+Shift+0", "workspace", false},
    {"window.nextPane", "Window", T("Next Pane"), T("Move the keyboard focus to the next pane"), "layout", "F6", "", true},
    {"window.previousPane", "Window", T("Previous Pane"), T("Move the keyboard focus to the previous pane"), "layout", "Shift+F6", "", false},
    {"window.viewOnly", "Window", T("View Only"), T("Hide or show all panes and bars, so that the view has the window"), "fullscreen", "Shift+F11", "toggle", true},
    {"window.fullScreen", "Window", T("Full Screen"), T("Enter or leave full-screen mode"), "fullscreen", "F11", "toggle", true},
    {"window.resetLayout", "Window", T("Reset Layout"), T("Return all panes to their original places"), "layout", "", "", false},

    {"help.context", "Help", T("Help on This"), T("Open the manual page of the focused pane"), "help", "F1", "", false},
    {"help.manual", "Help", T("Manual"), T("Open the manual at its first page"), "help", "", "", false},
    {"help.search", "Help", T("Search Manual…"), T("Search all pages of the manual"), "search", "Ctrl+F1", "", false},
    {"help.welcome", "Help", T("Welcome Page"), T("Show recent projects, scenarios and ways to start. The open project stays open"), "door", "", "", true},
    {"help.lessons", "Help", T("Lessons"), T("List the lessons: projects with steps that the program checks"), "help", "", "", false},
    {"help.tour", "Help", T("Tour"), T("Show the parts of the window in five steps"), "about", "", "", false},
    {"help.palette", "Help", T("Find Command…"), T("Find a command, an object (@) or a help page (?) by a few letters"), "search", "Ctrl+Shift+P", "", false},
    {"help.shortcuts", "Help", T("Keyboard Shortcuts…"), T("List every command with its keys. Keys can be changed"), "keyboard", "Ctrl+/", "", false},
    {"help.about", "Help", T("About Headroom"), T("Show version, licence and libraries"), "about", "", "", true},
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
