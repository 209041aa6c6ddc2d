// SPDX-License-Identifier: Apache-2.0
#include "engine/check/check.h"

#include "engine/check/air_check.h"
#include "engine/check/rule_count.h"
#include "engine/check/rules.h"
#include "engine/document/connections.h"
#include "engine/plant/plant.h"
#include "models/facility/accepted_finding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::engine {

namespace {

std::array<std::span<const Rule>, 19> allRules() {
    return {connectionRules(), nameRules(),       powerRules(),   supplyRules(),   standbyRules(),
            wiringRules(),     protectionRules(), voltageRules(), coolingRules(),  spaceRules(),
            yardRules(),       structureRules(),  networkRules(), workloadRules(), serviceRules(),
            schedulingRules(), swingRules(),      brokerRules(),  pathRules()};
}

constexpr std::string_view kCannotRun = "cannot-run";
constexpr RuleInfo kRunRule{kCannotRun, "The drawn design can be simulated"};

/// Rules on the compiled project, or why there is none.
void checkPlant(const Design& design, Findings& findings) {
    findings.begin(kCannotRun);
    if (!missingConnections(*design.project).empty() || !design.power.faults.empty()) {
        return;  // unconnected and power-wiring say why
    }
    RunOptions options;
    options.fabrics = design.fabricsBuilt;
    options.layout = design.floor;
    auto plant = compile(*design.project, *design.catalogue, options);
    if (!plant) {
        for (const Error& error : plant.error()) {
            findings.add(Severity::Error, "", "The design cannot run: " + error.message,
                         error.remedy, 0.0, 0.0, "");
        }
        return;
    }
    findings.begin(kHallAirRule.id);
    hallAirFindings(design, *plant, findings);
    for (const PlantRule& rule : plantRules()) {
        findings.begin(rule.id);
        rule.check(design, *plant, findings);
    }
}

}  // namespace

bool hidesOthers(std::string_view rule) {
    return rule == kCannotRun || rule == "unconnected" || rule == "power-wiring";
}

std::string_view severityName(Severity severity) {
    switch (severity) {
        case Severity::Note:
            return "note";
        case Severity::Warning:
            return "warning";
        case Severity::Error:
            return "error";
    }
    return "";
}

std::string findingText(const Finding& finding) {
    std::string text(severityName(finding.severity));
    text += ": ";
    if (!finding.subject.empty()) {
        text += finding.subject + ": ";
    }
    text += finding.message;
    if (!finding.hint.empty()) {
        text += " Hint: " + finding.hint;
    }
    if (!finding.accepted.empty()) {
        text += " Accepted: " + finding.accepted;
    }
    return text + " [" + finding.rule + "]";
}

PowerText powerText(double watts) {
    return std::fabs(watts) >= 1e7 ? PowerText{"MW", 1e6} : PowerText{"kW", 1e3};
}

PowerText vaText(double va) {
    return std::fabs(va) >= 1e7 ? PowerText{"MVA", 1e6} : PowerText{"kVA", 1e3};
}

std::string nameOf(const Design& design, const std::string& id, std::string_view type) {
    for (const Object& object : design.project->objects) {
        if (object.id == id) {
            const models::Attribute* row = object.type->find("name");
            const auto* name =
                row == nullptr ? nullptr : std::get_if<std::string>(&object.value("name"));
            return name == nullptr || name->empty() ? id : *name;
        }
    }
    for (const CatalogueEntry& part : design.catalogue->entries()) {
        if (part.id == id && !part.name.empty() && (type.empty() || part.type->id == type)) {
            return part.name;
        }
    }
    return id;
}

const Object* onlyOne(const Design& design, std::string_view type) {
    const auto all = design.project->objectsOf(type);
    return all.size() == 1 ? all.front() : nullptr;
}

std::vector<RuleInfo> checkRules() {
    std::vector<RuleInfo> result;
    for (const auto& group : allRules()) {
        for (const Rule& rule : group) {
            result.push_back({rule.id, rule.title});
        }
    }
    result.push_back(kRunRule);
    result.push_back(kHallAirRule);
    for (const PlantRule& rule : plantRules()) {
        result.push_back({rule.id, rule.title});
    }
    return result;
}

std::vector<RuleInfo> rulesWaiting(CheckDepth depth, const std::vector<Finding>& findings) {
    const auto has = [&](auto&& of) { return std::any_of(findings.begin(), findings.end(), of); };
    const bool isFull = depth == CheckDepth::Full;
    const bool cannotRun = has([](const Finding& f) { return f.rule == kCannotRun; });
    const bool isOpen = has([](const Finding& f) { return hidesOthers(f.rule); });
    std::vector<RuleInfo> waiting;
    for (const auto& group : allRules()) {
        for (const Rule& rule : group) {
            if (rule.depth == CheckDepth::Full && !isFull) {
                waiting.push_back({rule.id, rule.title});
            }
        }
    }
    if (!isFull || (isOpen && !cannotRun)) {
        waiting.push_back(kRunRule);
    }
    if (!isFull || isOpen) {
        waiting.push_back(kHallAirRule);
    }
    for (const PlantRule& rule : plantRules()) {
        if (!isFull || isOpen) {
            waiting.push_back({rule.id, rule.title});
        }
    }
    return waiting;
}

RuleCount rulesChecked(CheckDepth depth, const std::vector<Finding>& findings) {
    const std::size_t all = checkRules().size();
    return {all, all - rulesWaiting(depth, findings).size()};
}

std::string rulesCheckedText(CheckDepth depth, const std::vector<Finding>& findings) {
    const RuleCount count = rulesChecked(depth, findings);
    return count.waiting() == 0 ? fmt::format("all {} rules were checked", count.all)
                                : fmt::format("{} of {} rules were checked, {} wait for {}",
                                              count.checked, count.all, count.waiting(),
                                              depth == CheckDepth::Full ? "a design that can run"
                                                                        : "the full check");
}

std::vector<Finding> checkProject(const Project& project, const Catalogue& catalogue,
                                  CheckDepth depth) {
    DesignOptions options;
    options.study = depth == CheckDepth::Full;
    return checkDesign(designOf(project, catalogue, options), depth);
}

std::vector<Finding> checkDesign(const Design& design, CheckDepth depth) {
    Findings findings;
    for (const auto& group : allRules()) {
        for (const Rule& rule : group) {
            if (rule.depth == CheckDepth::Full && depth == CheckDepth::Quick) {
                continue;
            }
            findings.begin(rule.id);
            rule.check(design, findings);
        }
    }
    if (depth == CheckDepth::Full) {
        checkPlant(design, findings);
    }
    std::vector<Finding> all = findings.take();
    for (const Object* object : design.project->objectsOf("accepted_finding")) {
        const auto accepted = specOf<models::AcceptedFindingSpec>(*object);
        for (Finding& finding : all) {
            if (finding.rule == accepted.rule && finding.subject == accepted.subject) {
                finding.accepted = accepted.reason;
            }
        }
    }
    return all;
}

}  // namespace headroom::engine
