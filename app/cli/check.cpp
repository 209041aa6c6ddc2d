// SPDX-License-Identifier: Apache-2.0
#include "engine/check/check.h"

#include "app/cli/air_choice.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/safe_output.h"
#include "engine/air/field/air_shares.h"
#include "engine/check/rule_count.h"
#include "engine/plant/plant.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::app {

namespace {

using Json = nlohmann::ordered_json;

/// For air fields.
constexpr int kThreads = 2;

struct CheckOptions {
    std::string project;
    std::string format = "text";
    bool strict = false;
    AirChoice air;
};

/// Findings that nobody accepted, by severity.
struct OpenFindings {
    std::size_t errors = 0, warnings = 0, notes = 0, accepted = 0;
};

OpenFindings openOf(const std::vector<engine::Finding>& findings) {
    OpenFindings open;
    for (const engine::Finding& f : findings) {
        std::size_t& count = !f.accepted.empty()                       ? open.accepted
                             : f.severity == engine::Severity::Error   ? open.errors
                             : f.severity == engine::Severity::Warning ? open.warnings
                                                                       : open.notes;
        ++count;
    }
    return open;
}

std::string json(const std::vector<engine::Finding>& findings, const OpenFindings& open,
                 const engine::AirOfRun& air, bool passed) {
    const engine::RuleCount rules = engine::rulesChecked(engine::CheckDepth::Full, findings);
    Json list = Json::array();
    for (const engine::Finding& f : findings) {
        list.push_back({{"rule", f.rule},
                        {"severity", engine::severityName(f.severity)},
                        {"subject", f.subject},
                        {"message", f.message},
                        {"hint", f.hint},
                        {"measured", f.measured},
                        {"allowed", f.allowed},
                        {"unit", f.unit},
                        {"accepted", f.accepted},
                        {"has_fix", !f.fix.empty()}});
    }
    const Json whole = {{"passed", passed},
                        {"errors", open.errors},
                        {"warnings", open.warnings},
                        {"notes", open.notes},
                        {"accepted", open.accepted},
                        {"rules", rules.all},
                        {"rules_checked", rules.checked},
                        {"air", engine::airJson(air)},
                        {"findings", std::move(list)}};
    return whole.dump(2) + "\n";
}

/// The severity in its colour.
void printFinding(const engine::Finding& finding) {
    const std::string text = engine::findingText(finding);
    const std::string_view severity = engine::severityName(finding.severity);
    printInTone(stdout,
                finding.severity == engine::Severity::Error     ? Tone::Fault
                : finding.severity == engine::Severity::Warning ? Tone::Warning
                                                                : Tone::Note,
                severity);
    std::printf("%s\n", text.substr(severity.size()).c_str());
}

int check(const CheckOptions& options) {
    const auto opened = openProject(options.project);
    if (!opened) {
        return fail(opened.error());
    }
    const auto project = withAirOf(options.air, opened->project, opened->catalogue, kThreads,
                                   options.format != "text");
    if (!project) {
        return catchInterrupts() ? kCancelled : fail(project.error());
    }
    const std::vector<engine::Finding> findings = engine::checkProject(*project, opened->catalogue);
    const auto plant = engine::compile(*project, opened->catalogue, {});
    // A design that cannot run has no air; the findings say why.
    const engine::AirOfRun air = plant ? engine::airOfRun(*plant) : engine::AirOfRun{};
    const OpenFindings open = openOf(findings);
    const bool passed = open.errors == 0 && (!options.strict || open.warnings == 0);
    if (options.format == "json") {
        std::fputs(json(findings, open, air, passed).c_str(), stdout);
        return passed ? kFine : kFindings;
    }
    for (const engine::Finding& finding : findings) {
        printFinding(finding);
    }
    std::string airText = engine::textOf(air);
    std::replace(airText.begin(), airText.end(), '\n', ' ');
    if (!airText.empty()) {
        airText.pop_back();
    }
    std::printf("%zu finding%s, %zu of them errors, %zu warnings; %s. %s\n", findings.size(),
                findings.size() == 1 ? "" : "s", open.errors, open.warnings,
                engine::rulesCheckedText(engine::CheckDepth::Full, findings).c_str(),
                airText.c_str());
    return passed ? kFine : kFindings;
}

}  // namespace

void addCheck(Subcommand app, int& code) {
    auto options = std::make_shared<CheckOptions>();
    Subcommand command = app.subcommand(
        "check", "Check a project against the design rules; exit 1 on findings that are errors");
    command.option("PROJECT", options->project, "project file, or a folder with a project.json")
        .required()
        .type("");
    addFormat(command, options->format, {"text", "json"});
    addAirChoice(command, options->air);
    command.flag("--strict", options->strict, "exit 1 on warnings, too");
    command.action([options, &code] { code = check(*options); });
}

}  // namespace headroom::app
