// SPDX-License-Identifier: Apache-2.0
#include "engine/api/served_design.h"

#include "engine/document/setting.h"

#include <fmt/format.h>

#include <utility>

namespace headroom::engine {

Errors staleBy(const DesignNow& now, std::optional<std::int64_t> ifRevision) {
    if (!ifRevision || *ifRevision == now.revision) {
        return {};
    }
    return {Error{"WEB-023",
                  fmt::format("the design is at revision {}, not {}", now.revision, *ifRevision),
                  "read the project again, and state its revision",
                  {},
                  {},
                  0}};
}

ResultAll<std::vector<Edit>> editsOfSettings(const Project& project,
                                             const std::vector<std::string>& settings) {
    Errors faults;
    std::vector<Edit> edits;
    for (const std::string& text : settings) {
        if (auto setting = settingOf(project, text)) {
            edits.emplace_back(std::move(*setting));
        } else {
            faults.push_back(setting.error());
        }
    }
    if (!faults.empty()) {
        return tl::unexpected(std::move(faults));
    }
    return edits;
}

ResultAll<DesignReplacement> replacementOf(const Project& project, const std::string& text,
                                           const Catalogue& catalogue) {
    const auto wanted = parseProject(text, project.file, catalogue);
    if (!wanted) {
        return tl::unexpected(wanted.error());
    }
    DesignReplacement replacement;
    replacement.edits = editsBetween(project, *wanted, catalogue);
    if (!replacement.edits.empty()) {
        replacement.words = wordsOf(replacement.edits, project);
    }
    return replacement;
}

Errors nothingToUndo(bool isRedo) {
    return {Error{"WEB-024",
                  isRedo ? "there is nothing to do again" : "there is nothing to take back",
                  "look at what there is (GET /api/v1/design)",
                  {},
                  {},
                  0}};
}

}  // namespace headroom::engine
