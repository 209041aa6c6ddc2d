// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/edit.h"

#include <string>
#include <vector>

namespace headroom::engine {

/// Effect of an import on one line of a file, or one object.
enum class ImportAction { Add, Change, Remove, Same, Refuse };

struct ImportRow {
    std::string file;
    int line = 0;  ///< 0 means of no line, as objects that a table no longer has
    std::string id;
    ImportAction action = ImportAction::Same;
    std::string words;  ///< what changes: "width_m 40 -> 50"
};

/// Fault of one cell, one row (column 0) or a whole text (line 0).
struct ImportFault {
    std::string file;
    int line = 0;
    int column = 0;          ///< from 1
    std::string columnName;  ///< as the file has it
    std::string code;        ///< "TAB-013"; listed in resources/help/errors.md
    Words message;
    Words remedy;
    bool isWarning = false;  ///< the row is taken in all the same

    /// "FILE:LINE: column NAME: [CODE] message. Remedy: …" with the parts that are known.
    std::string text() const;
};

/// A dry run: nothing has changed yet. `edits` are those of the rows without faults; a row that
/// needs a refused one is refused as well, so that they can be applied as one step.
struct ImportDraft {
    std::vector<ImportRow> rows;
    std::vector<ImportFault> faults;
    std::vector<Edit> edits;

    int count(ImportAction action) const;

    int refusals() const { return count(ImportAction::Refuse); }

    /// Faults that are not warnings.
    int errors() const;

    /// "3 added, 1 changed, 0 removed, 40 the same, 2 refused".
    std::string summary() const;
};

/// "added", "changed", "removed", "the same", "refused".
const char* importActionName(ImportAction action);

}  // namespace headroom::engine
