// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/option_checks.h"
#include "engine/document/project.h"
#include "engine/files/output_file.h"
#include "engine/files/output_guard.h"
#include "engine/guests/guest_file.h"
#include "engine/lessons/lesson_schema.h"
#include "engine/storyboard/storyboard_schema.h"
#include "engine/study/study.h"
#include "engine/telemetry/live/source_list.h"
#include "engine/telemetry/telemetry_map.h"

#include <cstdio>
#include <filesystem>
#include <memory>

namespace headroom::app {

namespace {

struct SchemaOptions {
    std::string kind = "project";
    std::string folder;
};

struct Published {
    const char *kind, *file;
    std::string (*text)();
};

constexpr Published kPublished[] = {
    {"project", "project.schema.json", engine::projectSchemaText},
    {"catalog", "catalogue.schema.json", engine::catalogueSchemaText},
    {"guest", "guest.schema.json", engine::guestSchemaText},
    {"lesson", "lesson.schema.json", engine::lessonSchemaText},
    {"storyboard", "storyboard.schema.json", engine::storyboardSchemaText},
    {"study", "study.schema.json", engine::studySchemaText},
    {"telemetry", "telemetry.schema.json", engine::telemetrySchemaText},
    {"sources", "sources.schema.json", engine::sourcesSchemaText}};

int schema(const SchemaOptions& options) {
    if (options.folder.empty()) {
        for (const Published& each : kPublished) {
            if (options.kind == each.kind) {
                std::fputs(each.text().c_str(), stdout);
            }
        }
        return kFine;
    }
    const std::filesystem::path folder = options.folder;
    engine::OutputGuard guard;
    for (const Published& each : kPublished) {
        guard.writes("--write", folder / each.file);
    }
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    for (const Published& each : kPublished) {
        if (const auto written = engine::writeFile(folder / each.file, each.text()); !written) {
            return fail(written.error());
        }
        std::printf("%s\n", (folder / each.file).c_str());
    }
    return kFine;
}

}  // namespace

void addSchema(Subcommand app, int& code) {
    auto options = std::make_shared<SchemaOptions>();
    Subcommand command =
        app.subcommand("schema",
                       "Print the JSON Schema (draft 7) of project files, catalogue files, guests "
                       "of a run, lessons, storyboards, studies, "
                       "maps of telemetry or lists of sources");
    command
        .option(
            "KIND", options->kind,
            "project (default), catalog, guest, lesson, storyboard, study, telemetry or sources")
        .check(oneOf({"project", "catalog", "guest", "lesson", "storyboard", "study", "telemetry",
                      "sources"}));
    command.option("--write", options->folder, "write all schemas into this folder instead")
        .type("DIR");
    command.action([options, &code] { code = schema(*options); });
}

}  // namespace headroom::app
