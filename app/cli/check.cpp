// SPDX-License-Identifier: Apache-2.0
#include "engine/check/check.h"

#include "app/cli/commands.h"
#include "app/cli/exit_code.h"
#include "app/cli/open.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

namespace headroom::app {

namespace {

int check(const std::string& path) {
    const auto opened = openProject(path);
    if (!opened) {
        return fail(opened.error());
    }
    const auto findings = engine::checkProject(opened->project, opened->catalogue);
    int errors = 0;
    bool waits = false;
    for (const engine::Finding& finding : findings) {
        std::printf("%s\n", engine::findingText(finding).c_str());
        const bool counts = finding.severity == engine::Severity::Error && finding.accepted.empty();
        errors += counts ? 1 : 0;
        waits = waits || (counts && engine::hidesOthers(finding.rule));
    }
    std::printf("%zu finding%s, %d of them errors; %s\n", findings.size(),
                findings.size() == 1 ? "" : "s", errors,
                waits ? "rules that need a design that can run were not checked"
                      : fmt::format("all {} rules were checked", engine::checkRules().size()).c_str());
    return errors == 0 ? kFine : kFindings;
}

}  // namespace

void addCheck(Subcommand app, int& code) {
    auto project = std::make_shared<std::string>();
    Subcommand command = app.subcommand(
        "check", "Check a project against the design rules; exit 1 on findings that are errors");
    command.option("PROJECT", *project, "project file, or a folder with a project.json")
        .required()
        .type("");
    command.action([project, &code] { code = check(*project); });
}

}  // namespace headroom::app
