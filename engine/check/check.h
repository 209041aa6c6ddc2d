// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/words.h"
#include "engine/document/catalogue.h"
#include "engine/document/edit.h"
#include "engine/document/project.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Design rules: what an engineer would object to although every value is allowed. Findings are not
/// errors of a file, and a project with findings can be run.
namespace headroom::engine {

struct Design;

enum class Severity { Note, Warning, Error };

std::string_view severityName(Severity severity);

/// One objection to a design.
struct Finding {
    std::string rule;  ///< id of the rule, stable: "unit-capacity"
    Severity severity = Severity::Warning;
    std::string subject;    ///< id of the project object concerned
    Words message;          ///< one sentence with its quantities
    Words hint;             ///< what would help
    double measured = 0.0;  ///< what the design has or needs, in `unit`
    double allowed = 0.0;   ///< what it is held against, in `unit`
    std::string unit;       ///< empty for counts
    std::vector<Edit> fix;  ///< what mends it without doubt; empty where a person must decide
    std::string accepted;   ///< the reason for which somebody accepted it; empty if nobody did

    bool operator==(const Finding&) const = default;
};

/// "error: power-a: … Hint: … [unit-capacity]"
std::string findingText(const Finding& finding);

/// A rule, as documentation lists it.
struct RuleInfo {
    std::string_view id;
    std::string_view title;
};

/// How thorough: Quick leaves out the rules that need a compiled plant or a study of failures, and
/// is meant for after every edit.
enum class CheckDepth { Quick, Full };

/// Whether a finding of this rule keeps others from being checked: the design cannot run.
bool hidesOthers(std::string_view rule);

/// Every rule, in the order in which findings come.
std::vector<RuleInfo> checkRules();

/// All findings, in the order of the rules and then of the objects (document/order.h), those that were accepted
/// (models/facility/accepted_finding.h) with the reason. Loads are those at full activity of every
/// accelerator (design.h). The project must have been read without fault.
std::vector<Finding> checkProject(const Project& project, const Catalogue& catalogue,
                                  CheckDepth depth = CheckDepth::Full);

/// Check of a given design. Inlets of racks are those of the air fields that the project holds
/// (air/field/air_shares.h), else those of the zones as stated.
std::vector<Finding> checkDesign(const Design& design, CheckDepth depth);

}  // namespace headroom::engine
