// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/twin.h"
#include "engine/document/catalogue.h"
#include "engine/document/edit.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// How a request becomes edits of a served design, whether a server or a window holds it.
namespace headroom::engine {

/// WEB-023 if the design has another revision than the client read. Empty if it has not, or the client states none.
Errors staleBy(const DesignNow& now, std::optional<std::int64_t> ifRevision);

/// All of the settings (settingOf()) as edits, or all of their faults.
ResultAll<std::vector<Edit>> editsOfSettings(const Project& project,
                                             const std::vector<std::string>& settings);

/// The edits that turn a design into the one of a text, with their words. No edits: the designs are equal. Errors of
/// parseProject().
struct DesignReplacement {
    std::vector<Edit> edits;
    std::string words;
};

ResultAll<DesignReplacement> replacementOf(const Project& project, const std::string& text,
                                           const Catalogue& catalogue);

/// WEB-024.
Errors nothingToUndo(bool isRedo);

}  // namespace headroom::engine
