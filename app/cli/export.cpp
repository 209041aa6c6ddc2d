// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/data_folder.h"
#include "app/cli/exit_code.h"
#include "app/cli/open.h"
#include "app/cli/option_checks.h"
#include "app/cli/recorded.h"
#include "app/cli/standard_output.h"
#include "engine/base/plain_text.h"
#include "engine/bill/schedules.h"
#include "engine/diagram/plan_dxf.h"
#include "engine/diagram/plan_svg.h"
#include "engine/document/order.h"
#include "engine/exchange/gltf.h"
#include "engine/exchange/object_table.h"
#include "engine/fabric/build_fabric.h"
#include "engine/files/file_kind.h"
#include "engine/guests/fmu_export.h"
#include "engine/sheet/workbook.h"
#include "engine/store/export_swf.h"
#include "engine/store/recording.h"
#include "engine/usd/recorded_figures.h"
#include "engine/usd/usd_stage.h"
#include "models/facility/project_info.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace headroom::app {

namespace {

struct ExportOptions {
    std::string source;
    std::string folder, swf;  ///< of a recording
    std::string tables, gltf, svg, plan, xlsx, bill, fmu;
    std::string usd;  ///< of either
    std::vector<std::string> fmuInputs, fmuOutputs;
    std::string hall, paper, date;
    std::string format = "text";
    int scale = 0;

    bool isProject() const { return !(tables + gltf + svg + plan + xlsx + bill + fmu).empty(); }

    bool isRecording() const { return !(folder + swf).empty(); }
};

/// The written files with a note on each, in order: a line each, or a JSON list at the end of the command.
class WrittenFiles {
  public:
    explicit WrittenFiles(bool asJson) : asJson_(asJson) {}

    void add(const std::string& file) {
        files_.push_back({{"file", file}, {"notes", nlohmann::ordered_json::array()}});
        if (!asJson_) {
            std::printf("%s\n", file.c_str());
        }
    }

    /// On the file that was added last.
    void note(const std::string& text) {
        files_.back()["notes"].push_back(text);
        if (!asJson_) {
            std::printf("  %s\n", text.c_str());
        }
    }

    int end(int code) const {
        if (asJson_ && code == kFine) {
            std::printf("%s\n", nlohmann::ordered_json{{"files", files_}}.dump(2).c_str());
        }
        return code;
    }

  private:
    bool asJson_;
    nlohmann::ordered_json files_ = nlohmann::ordered_json::array();
};

/// Writes a text, lists the file. False, with the code set, where that fails.
bool write(const std::string& file, const std::string& text, WrittenFiles& written, int& code) {
    if (const auto done = writeTextOutput(file, text); !done) {
        code = fail(done.error());
        return false;
    }
    written.add(file);
    return true;
}

std::string titleOf(const engine::Project& project) {
    const auto infos = project.objectsOf(models::ProjectInfo::type().id);
    const auto info =
        infos.empty() ? models::ProjectInfo{} : engine::specOf<models::ProjectInfo>(*infos.front());
    return info.name.empty() ? engine::plainText(project.file.stem().string()) : info.name;
}

engine::Layout layoutOf(const engine::Project& project, const engine::Catalogue& catalogue) {
    const engine::Project whole = engine::asBuilt(project);
    const auto built = engine::buildFabrics(whole, catalogue);
    return engine::layoutOf(whole, catalogue, built.network.get());
}

/// The facility of a recording with its figures over time.
int exportStage(const ExportOptions& options, WrittenFiles& written) {
    const auto replay = openReplay(options.source);
    if (!replay) {
        return fail(replay.error());
    }
    const engine::Recording& recording = (*replay)->recording();
    const auto project = (*replay)->parse(recording.info().projectText);
    if (!project) {
        return fail(project.error());
    }
    const engine::Layout layout = layoutOf(*project, (*replay)->catalogue());
    const auto recorded = engine::recordedFigures(recording, layout);
    if (!recorded) {
        return fail(recorded.error());
    }
    int code = kFine;
    if (!write(options.usd, engine::usdaOf(layout, titleOf(*project), recorded->figures), written,
               code)) {
        return code;
    }
    if (recorded->instants < recorded->recordedInstants) {
        written.note(fmt::format("{} of {} instants of each figure", recorded->instants,
                                 recorded->recordedInstants));
    }
    if (recorded->racksWithout > 0) {
        written.note(
            fmt::format("{} of {} racks without figures: the recording has no rack of that name",
                        recorded->racksWithout, layout.racks.size()));
    }
    return code;
}

int exportRecording(const ExportOptions& options, WrittenFiles& written) {
    const auto recording = engine::Recording::open(options.source);
    if (!recording) {
        return fail(recording.error());
    }
    engine::OutputGuard guard;
    guard.reads(options.source);
    if (!options.folder.empty()) {
        guard.writesInto("--out", options.folder);
    }
    addTextOutput(guard, "--swf", options.swf);
    addTextOutput(guard, "--usd", options.usd);
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    if (!options.folder.empty()) {
        const auto files = engine::exportCsv(**recording, options.folder);
        if (!files) {
            return fail(files.error());
        }
        for (const auto& file : *files) {
            written.add(file);
        }
    }
    if (!options.swf.empty()) {
        const auto text = engine::swfText(**recording);
        if (!text) {
            return fail(text.error());
        }
        if (int code = kFine; !write(options.swf, *text, written, code)) {
            return code;
        }
    }
    return options.usd.empty() ? kFine : exportStage(options, written);
}

bool isHallOf(const engine::Layout& layout, const std::string& id) {
    return id.empty() || std::any_of(layout.halls.begin(), layout.halls.end(),
                                     [&](const engine::HallBox& hall) { return hall.id == id; });
}

bool writePlan(const ExportOptions& options, const engine::Layout& layout, const std::string& title,
               WrittenFiles& written, int& code) {
    engine::PlanSheet sheet;
    sheet.title = title;
    sheet.subtitle = "Site plan";
    sheet.hall = options.hall;
    sheet.scale = options.scale;
    sheet.paper = options.paper;
    sheet.date = options.date;
    for (const engine::HallBox& hall : layout.halls) {
        if (hall.id == options.hall) {
            sheet.subtitle = "Plan of " + hall.name;
        }
    }
    engine::PlanSheetInfo info;
    const std::string svg = engine::planSvg(layout, sheet, &info);
    if (!write(options.svg, svg, written, code)) {
        return false;
    }
    written.note(fmt::format("1:{} on {}{}", info.scale, info.paper,
                             info.fits ? "" : ", larger than the paper: parts are cut off"));
    return true;
}

engine::OutputGuard guardExport(const ExportOptions& options, const engine::Project& project) {
    engine::OutputGuard guard = guardOf(project);
    if (!options.tables.empty()) {
        guard.writesInto("--tables", options.tables);
        for (const models::ComponentType* type : engine::objectTableTypes(project)) {
            guard.writes("--tables", engine::objectTableFile(options.tables, *type));
        }
    }
    addTextOutput(guard, "--svg", options.svg);
    addTextOutput(guard, "--plan", options.plan);
    guard.writes("--gltf", options.gltf);
    addTextOutput(guard, "--usd", options.usd);
    guard.writes("--xlsx", options.xlsx);
    addTextOutput(guard, "--bom", options.bill);
    guard.writes("--fmu", options.fmu);
    return guard;
}

int exportFmu(const ExportOptions& options, const Opened& opened, WrittenFiles& written) {
    std::error_code ignored;
    const auto here = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
    engine::FmuExport wish;
    wish.library = here.parent_path() / "lib" / "headroom" / "headroom_fmu.so";
    if (!std::filesystem::exists(
            wish.library, ignored)) {  // without /proc, as in a bare chroot: where packages put it
        wish.library = "/usr/lib/headroom/headroom_fmu.so";
    }
    wish.shippedParts = dataFolder() / "resources" / "catalog";
    wish.inputs = options.fmuInputs;
    wish.outputs = options.fmuOutputs;
    if (const auto done = engine::writeFmu(options.fmu, opened.project, opened.catalogue, wish);
        !done) {
        return fail(done.error());
    }
    written.add(options.fmu);
    return kFine;
}

int exportProject(const ExportOptions& options, WrittenFiles& written) {
    const auto opened = openProject(options.source);
    if (!opened) {
        return fail(opened.error());
    }
    if (const auto fine = guardExport(options, opened->project).check(); !fine) {
        return fail(fine.error());
    }
    int code = kFine;
    const std::string title = titleOf(opened->project);
    if (!options.tables.empty()) {
        const auto files = engine::writeObjectTables(opened->project, options.tables);
        if (!files) {
            return fail(files.error());
        }
        for (const auto& file : *files) {
            written.add(file);
        }
    }
    if (!(options.gltf + options.usd + options.svg + options.plan).empty()) {
        const engine::Layout layout = layoutOf(opened->project, opened->catalogue);
        if (!isHallOf(layout, options.hall)) {
            return failUsage("export", "the project has no hall \"" + options.hall + "\"");
        }
        if (!options.plan.empty() &&
            !write(options.plan, engine::planDxf(layout, options.hall), written, code)) {
            return code;
        }
        if (!options.gltf.empty() &&
            !write(options.gltf, engine::glbOf(layout, title), written, code)) {
            return code;
        }
        if (!options.usd.empty() &&
            !write(options.usd, engine::usdaOf(layout, title), written, code)) {
            return code;
        }
        if (!options.svg.empty() && !writePlan(options, layout, title, written, code)) {
            return code;
        }
    }
    if (!options.fmu.empty()) {
        if (const int failed = exportFmu(options, *opened, written); failed != kFine) {
            return failed;
        }
    }
    if (!options.xlsx.empty()) {
        const auto sheets = engine::schedulesOf(opened->project, opened->catalogue);
        if (const auto done = engine::writeWorkbook(options.xlsx, sheets, title); !done) {
            return fail(done.error());
        }
        written.add(options.xlsx);
    }
    if (!options.bill.empty()) {
        const auto bill = engine::billOf(opened->project, opened->catalogue);
        if (!write(options.bill, engine::billCsv(bill), written, code)) {
            return code;
        }
        written.note(
            fmt::format("{:.0f} USD for {} lines with a price; {} without, {} included in others",
                        bill.pricedUsd, bill.priced, bill.unpriced, bill.included));
    }
    return code;
}

int exportAny(const ExportOptions& options) {
    if (options.isProject() && options.isRecording()) {
        return failUsage("export",
                         "--out and --swf are of recordings, the other options of projects");
    }
    if (!options.isProject() && !options.isRecording() && options.usd.empty()) {
        return failUsage(
            "export",
            "of a recording, --out, --swf or --usd is required; of a project, name what to write");
    }
    const bool isRecording =
        options.isRecording() ||
        (!options.isProject() && engine::fileKind(options.source) == engine::FileKind::Recording);
    WrittenFiles written(options.format == "json");
    return written.end(isRecording ? exportRecording(options, written)
                                   : exportProject(options, written));
}

}  // namespace

void addExport(Subcommand app, int& code) {
    auto options = std::make_shared<ExportOptions>();
    Subcommand command = app.subcommand(
        "export", "Write a recording as CSV files, or a project as tables, drawings and schedules");
    command
        .option("SOURCE", options->source,
                "recording of a run (.db), finished or not; or a project")
        .required()
        .type("");
    command
        .option("--out", options->folder,
                "of a recording: folder for the files; made where it is missing")
        .type("DIR");
    command
        .option("--swf", options->swf,
                "of a recording: its jobs as a trace in Standard Workload Format 2.2")
        .type("FILE");
    command.option("--tables", options->tables, "folder for a CSV table of each section")
        .type("DIR");
    command.option("--svg", options->svg, "plan at true scale").type("FILE");
    command
        .option("--plan", options->plan,
                "plan as DXF R2000 for CAD programs: metres, layers by kind, blocks for racks and "
                "machines")
        .type("FILE");
    command.option("--hall", options->hall, "the only hall on the plan").type("ID");
    command.option("--scale", options->scale, "1:N of the plan; the largest that fits if left out")
        .type("N")
        .check(within(1, 1000000));
    command.option("--paper", options->paper, "paper of the plan, landscape")
        .type("A4..A0")
        .check(oneOf({"A0", "A1", "A2", "A3", "A4"}));
    command.option("--date", options->date, "date in the title block").type("TEXT");
    command.option("--gltf", options->gltf, "scene as binary glTF 2.0 (.glb)").type("FILE");
    command
        .option(
            "--usd", options->usd,
            "scene as OpenUSD (.usda) with ids and ratings; of a recording with its figures over "
            "time")
        .type("FILE");
    command.option("--xlsx", options->xlsx, "schedules as a workbook").type("FILE");
    command.option("--bom", options->bill, "bill of materials as CSV").type("FILE");
    Option fmu =
        command
            .option("--fmu", options->fmu,
                    "a co-simulation FMU 3.0 that runs the project inside, for other tools")
            .type("FILE");
    command
        .option("--fmu-input", options->fmuInputs,
                "a number of the design that the tool sets; without it the supply set-points of "
                "loops and CDU groups")
        .type("OBJECT.KEY")
        .needs(fmu);
    command
        .option(
            "--fmu-output", options->fmuOutputs,
            "a channel that the tool sees; without it those of the facility, loops and CDU groups")
        .type("CHANNEL")
        .needs(fmu);
    addFormat(command, options->format, {"text", "json"}, "of the list of written files: ");
    command.action([options, &code] { code = exportAny(*options); });
}

}  // namespace headroom::app
