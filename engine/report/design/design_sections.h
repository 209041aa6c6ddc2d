// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/check/check.h"
#include "engine/document/catalogue.h"
#include "engine/document/project.h"
#include "engine/report/report_tree.h"
#include "engine/resolve/design.h"
#include "engine/sheet/sheet.h"

#include <string>
#include <string_view>
#include <vector>

/// The sections of a report that tell of a design, before anything runs; without blocks where they have nothing to show.
namespace headroom::engine::report {

/// The project's description, and its figures at the design point with their intervals: those of
/// `compare` and of the window's headline (kInDesign), to the digit.
Section facilitySection(const Project& project, const Design& design,
                        const std::vector<Finding>& findings);

/// Plans at true scale: the site, and each hall where there are several (at most kMostHalls).
Section plansSection(const Design& design, const std::string& title, const std::string& date);

inline constexpr std::size_t kMostHalls = 6;

/// One-line, process and fabric diagrams. A design that does not compile has no process diagram,
/// and a line says why.
std::vector<Section> diagramSections(const Project& project, const Catalogue& catalogue,
                                     const Design& design);

/// Schedules and bill of materials: the sheets of `export --xlsx` but the findings.
Section schedulesSection(const std::vector<Sheet>& sheets);

/// Findings of the design rules that are open, and those that somebody answers for with the reason.
Section findingsSection(const std::vector<Finding>& findings, const Project& project);

/// The parts of the catalogue that the project uses, with how many of their figures are verified,
/// derived, assumed…; each figure that rests on nobody's word; every source with what it is for.
Section sourcesSection(const Project& project, const Catalogue& catalogue);

/// Parts that a project names, and those that these name, each once, in the order of the catalogue.
std::vector<const CatalogueEntry*> partsUsed(const Project& project, const Catalogue& catalogue);

}  // namespace headroom::engine::report
