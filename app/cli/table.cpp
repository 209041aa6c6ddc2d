// SPDX-License-Identifier: Apache-2.0
#include "app/cli/table.h"

#include "engine/base/plain_text.h"
#include "engine/sheet/sheet_text.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace headroom::app {

namespace {

bool& isWide() {
    static bool wide = false;
    return wide;
}

/// Characters of a line of the terminal behind standard output; 0 if it is none.
std::size_t terminalWidth() {
    winsize size{};
    return isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col
                                                                                      : 0;
}

}  // namespace

void addWide(Subcommand command) {
    command.flag("--wide", isWide(), "print all columns of tables, however narrow the terminal");
}

std::string tableText(const engine::Sheet& sheet) {
    return engine::sheetText(sheet, isWide() ? 0 : terminalWidth(), isWide());
}

std::string titledTable(const engine::Sheet& sheet) {
    return engine::plainText(sheet.title) +
           (sheet.why.empty() ? "" : ". " + engine::plainText(sheet.why)) + '\n' + tableText(sheet);
}

}  // namespace headroom::app
