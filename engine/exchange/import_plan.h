// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/import_draft.h"

#include <map>
#include <string>
#include <vector>

namespace headroom::engine {

/// An object as a file wants it to be, and where the file says so.
struct WantedObject {
    Object object;
    std::string file;
    int line = 0;
    std::vector<int> columns;  ///< by attribute: column of its cell from 1, 0: none; may be empty
    std::vector<std::string> columnNames;  ///< as the file has them; may be empty
    bool isRefused = false;                ///< a fault is reported already
    std::string words;  ///< what it is, for its row; empty if the label of its type
};

/// Makes the edits that turn the project into what is wanted, in an order that applyAll() accepts,
/// however the objects name each other, and the rows of the draft. Refused are objects that
/// name what there is not (017), or what is refused itself; ids that are taken (016); removals of
/// objects that are still named (020). `removed`: ids, and the file that does not have them.
void planEdits(std::vector<WantedObject>& wanted, const std::map<std::string, std::string>& removed,
               const Project& project, const Catalogue& catalogue, const std::string& codePrefix,
               ImportDraft& draft);

}  // namespace headroom::engine
