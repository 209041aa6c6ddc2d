// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "engine/document/project.h"
#include "engine/files/output_file.h"
#include "engine/files/output_guard.h"
#include "engine/study/study.h"

#include <cstdio>
#include <filesystem>
#include <memory>

namespace headroom::app {

namespace {

struct SchemaOptions {
    std::string kind = "project";
    std::string folder;
};

int schema(const SchemaOptions& options) {
    if (options.folder.empty()) {
        const std::string text = options.kind == "project" ? engine::projectSchemaText()
                                 : options.kind == "study" ? engine::studySchemaText()
                                                           : engine::catalogueSchemaText();
        std::fputs(text.c_str(), stdout);
        return kFine;
    }
    const std::filesystem::path folder = options.folder;
    const std::pair<const char*, std::string> files[] = {
        {"project.schema.json", engine::projectSchemaText()},
        {"catalogue.schema.json", engine::catalogueSchemaText()},
        {"study.schema.json", engine::studySchemaText()}};
    engine::OutputGuard guard;
    for (const auto& [name, text] : files) {
        guard.writes("--write", folder / name);
    }
    if (const auto fine = guard.check(); !fine) {
        return fail(fine.error());
    }
    for (const auto& [name, text] : files) {
        if (const auto written = engine::writeFile(folder / name, text); !written) {
            return fail(written.error());
        }
        std::printf("%s\n", (folder / name).c_str());
    }
    return kFine;
}

}  // namespace

void addSchema(CLI::App& app, int& code) {
    auto options = std::make_shared<SchemaOptions>();
    CLI::App* command = app.add_subcommand(
        "schema", "Print the JSON Schema (draft 7) of project, catalogue or study files");
    command->add_option("KIND", options->kind, "project (default), catalog or study")
        ->check(CLI::IsMember({"project", "catalog", "study"}));
    command->add_option("--write", options->folder, "write all schemas into this folder instead")
        ->type_name("DIR");
    command->callback([options, &code] { code = schema(*options); });
}

}  // namespace headroom::app
