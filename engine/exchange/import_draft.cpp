// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/import_draft.h"

#include "engine/base/plain_text.h"

#include <algorithm>

namespace headroom::engine {

std::string ImportFault::text() const {
    std::string place = file.empty() ? "text" : file;
    if (line > 0) {
        place += ':' + std::to_string(line);
    }
    place += ": ";
    if (column > 0) {
        place += "column " + std::to_string(column) +
                 (columnName.empty() ? "" : " (" + columnName + ")") + ": ";
    }
    return oneLine(place + '[' + code + "] " + (isWarning ? "Warning: " : "") + message +
                   (remedy.empty() ? "" : " Remedy: " + remedy));
}

int ImportDraft::count(ImportAction action) const {
    return static_cast<int>(std::count_if(
        rows.begin(), rows.end(), [&](const ImportRow& row) { return row.action == action; }));
}

int ImportDraft::errors() const {
    return static_cast<int>(std::count_if(faults.begin(), faults.end(),
                                          [](const ImportFault& f) { return !f.isWarning; }));
}

std::string ImportDraft::summary() const {
    return std::to_string(count(ImportAction::Add)) + " added, " +
           std::to_string(count(ImportAction::Change)) + " changed, " +
           std::to_string(count(ImportAction::Remove)) + " removed, " +
           std::to_string(count(ImportAction::Same)) + " the same, " + std::to_string(refusals()) +
           " refused";
}

const char* importActionName(ImportAction action) {
    switch (action) {
        case ImportAction::Add:
            return "added";
        case ImportAction::Change:
            return "changed";
        case ImportAction::Remove:
            return "removed";
        case ImportAction::Same:
            return "the same";
        case ImportAction::Refuse:
            return "refused";
    }
    return "";
}

}  // namespace headroom::engine
