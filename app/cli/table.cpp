// SPDX-License-Identifier: Apache-2.0
#include "app/cli/table.h"

#include "engine/base/number.h"
#include "engine/base/plain_text.h"
#include "engine/files/delimited.h"
#include "engine/sheet/sheet_text.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace headroom::app {

namespace {

bool& isWide() {
    static bool wide = false;
    return wide;
}

/// Characters of a line of the terminal behind standard output; 0: it is none.
std::size_t terminalWidth() {
    winsize size{};
    return isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace

std::string alignedTable(const Cells& rows) {
    if (rows.empty()) {
        return {};
    }
    std::vector<bool> toRight(rows.front().size(), rows.size() > 1);
    for (std::size_t r = 1; r < rows.size(); ++r) {
        for (std::size_t c = 0; c < toRight.size(); ++c) {
            toRight[c] = toRight[c] && (rows[r][c].empty() || engine::parseNumber(rows[r][c]).has_value());
        }
    }
    return engine::alignedText(rows, toRight);
}

std::string csvTable(const Cells& rows) {
    std::string text;
    for (const auto& row : rows) {
        for (std::size_t c = 0; c < row.size(); ++c) {
            text += (c == 0 ? "" : ",") + engine::delimitedCell(engine::plainText(row[c]), ',');
        }
        text += '\n';
    }
    return text;
}

void addWide(Subcommand command) {
    command.flag("--wide", isWide(), "print all columns of tables, however narrow the terminal");
}

std::string tableText(const engine::Sheet& sheet) {
    return engine::sheetText(sheet, isWide() ? 0 : terminalWidth(), isWide());
}

std::string titledTable(const engine::Sheet& sheet) {
    return engine::plainText(sheet.title) + (sheet.why.empty() ? "" : ". " + engine::plainText(sheet.why)) + '\n' +
           tableText(sheet);
}

}  // namespace headroom::app
