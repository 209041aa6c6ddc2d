// SPDX-License-Identifier: Apache-2.0
#include "engine/check/design_view.h"

#include "engine/check/rule_count.h"
#include "engine/document/blocks.h"
#include "engine/document/order.h"
#include "engine/document/values.h"
#include "engine/resolve/design.h"

#include <algorithm>
#include <array>

namespace headroom::engine {

namespace {

/// Parts of a project that buildFabrics() reads; the catalogue does not change.
std::string fabricInputs(const Project& project) {
    constexpr std::array<std::string_view, 6> kTypes{"hall",          "fabric",   "rack_block",
                                                     "storage_group", "wan_link", "cxl_pool"};
    std::string text;
    for (const Object& object : project.objects) {
        if (std::find(kTypes.begin(), kTypes.end(), object.type->id) == kTypes.end()) {
            continue;
        }
        text += object.id;
        for (const models::Value& value : object.values) {
            text += '|' + valueToJson(value);
        }
        text += '\n';
    }
    return text;
}

}  // namespace

bool hasFabricsOf(const DesignView& view, const Project& whole) {
    return view.fabrics != nullptr && view.fabricInputs == fabricInputs(whole);
}

namespace {

/// Findings of `before`, and those that it kept, by rules that did not look at the design this time.
std::vector<Finding> stillWaiting(const DesignView& before, const DesignView& now,
                                  const Project& project) {
    const std::vector<RuleInfo> waiting = rulesWaiting(now.depth, now.findings);
    std::vector<Finding> kept;
    for (const std::vector<Finding>* list : {&before.findings, &before.earlier}) {
        for (const Finding& finding : *list) {
            const bool waits =
                std::any_of(waiting.begin(), waiting.end(),
                            [&](const RuleInfo& rule) { return rule.id == finding.rule; });
            if (waits && (finding.subject.empty() || project.find(finding.subject) != nullptr)) {
                kept.push_back(finding);
                kept.back().fix.clear();  // of the design before the edit
            }
        }
    }
    return kept;
}

}  // namespace

DesignView viewDesign(const Project& project, const Catalogue& catalogue, CheckDepth depth,
                      const DesignView* before) {
    DesignView view;
    view.depth = depth;
    DesignOptions options;
    options.built = std::make_shared<const Project>(asBuilt(project));
    view.fabricInputs = fabricInputs(*options.built);
    options.study = depth == CheckDepth::Full;
    if (before != nullptr && before->fabricInputs == view.fabricInputs) {
        options.fabrics = before->fabrics;
    }
    const Design design = designOf(project, catalogue, options);
    view.fabrics = design.fabricsBuilt;
    view.floor = design.floor;
    view.headline = headlineOf(design);
    view.findings = checkDesign(design, depth);
    for (Finding& finding : view.findings) {
        // A copy of a block is mended where it is drawn.
        if (blockCopyOf(project, finding.subject)) {
            finding.fix.clear();
        }
    }
    if (before != nullptr) {
        view.earlier = stillWaiting(*before, view, project);
    }
    for (const Finding& finding : view.findings) {
        double& count = !finding.accepted.empty()             ? view.headline[Sum::AcceptedFindings]
                        : finding.severity == Severity::Error ? view.headline[Sum::OpenErrors]
                        : finding.severity == Severity::Warning
                            ? view.headline[Sum::OpenWarnings]
                            : view.headline[Sum::AcceptedFindings];
        if (finding.severity != Severity::Note || !finding.accepted.empty()) {
            count += 1.0;
        }
    }
    return view;
}

}  // namespace headroom::engine
