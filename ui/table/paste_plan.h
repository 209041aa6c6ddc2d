// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/edit.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace headroom::ui {

/// Where a block of cells is pasted: the rows and columns as shown.
struct PasteTarget {
    std::vector<std::string> ids;  ///< of the rows
    std::vector<int> columns;      ///< places in the attribute table; kIdColumn: the id
    int row = 0;
    int column = 0;

    static constexpr int kIdColumn = -1;
};

/// One cell that cannot be taken. Line and column count from 1, as in the spreadsheet.
struct PasteFault {
    int line = 0;
    int column = 0;
    QString cell;
    QString reason;
};

/// Effect of pasting. Nothing is done yet.
struct PastePlan {
    std::vector<engine::Edit> edits;
    std::vector<PasteFault> faults;
    int cells = 0;  ///< that would get another value
    int added = 0;  ///< objects
    bool hasHeader = false;
};

/// Cells of a spreadsheet as the clipboard carries them: lines, tabs, quotes around what holds
/// either.
std::vector<QStringList> clipboardCells(const QString& text);

/// Reads pasted cells. A first line that names attributes (key, label, label with unit) says which
/// columns they are for; with a column "id" the rows are found by id, and new ids are new objects.
/// Otherwise cells go from the target cell to the right and down. Every bad cell is listed.
PastePlan planPaste(const engine::Project& project, const engine::Catalogue& catalogue,
                    const models::ComponentType& type, const PasteTarget& target,
                    const QString& text);

}  // namespace headroom::ui
