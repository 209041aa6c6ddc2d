// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_table.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/data_folder.h"
#include "app/cli/exit_code.h"
#include "app/cli/table.h"
#include "engine/base/error.h"
#include "engine/manual/book.h"
#include "engine/manual/places.h"
#include "engine/sheet/sheet_csv.h"
#include "engine/sheet/sheet_json.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

/// `help [WORD…]`: the options of a command, a page of the manual, or the places of the manual that the words find.
namespace headroom::app {

namespace {

struct HelpOptions {
    std::vector<std::string> words;
    std::string format = "text";
};

constexpr std::size_t kMostPlaces = 12;

int printPlaces(const engine::manual::Book& book, const std::string& words,
                const std::string& format) {
    const engine::Sheet places =
        engine::manual::placesSheet(book.search(words, kMostPlaces), words);
    if (places.rows.empty()) {
        fail(engine::Error{"CLI-008",
                           "no page of the manual has the words \"" + words + '"',
                           "Use fewer or other words; headroom-cli help index lists the pages",
                           {},
                           {},
                           0});
        return kUsage;
    }
    if (format == "json") {
        std::printf("%s\n", engine::sheetJson(places).dump(2).c_str());
    } else if (format == "csv") {
        std::fputs(engine::sheetCsv(places).c_str(), stdout);
    } else {
        std::fputs(titledTable(places).c_str(), stdout);
        std::printf("\nheadroom-cli help PAGE prints a page, as headroom-cli help %s\n",
                    std::get<std::string>(places.rows.front().front()).c_str());
    }
    return kFine;
}

int help(const CLI::App& program, const HelpOptions& options) {
    if (const std::optional<std::string> ofCommand = commandHelp(program, options.words)) {
        std::fputs(ofCommand->c_str(), stdout);
        return kFine;
    }
    const std::filesystem::path folder = dataFolder() / "resources/help";
    const engine::manual::Book book(folder);
    if (book.pages().empty()) {
        return fail(engine::Error{"CLI-009",
                                  "the pages of the manual were not found",
                                  "Set HEADROOM_DATA to the folder that holds resources/",
                                  folder.string(),
                                  {},
                                  0});
    }
    std::string words;
    for (const std::string& word : options.words) {
        words += (words.empty() ? "" : " ") + word;
    }
    const engine::manual::Page* page = book.page(words);
    if (page == nullptr) {
        page = book.page(words + ".md");
    }
    if (page != nullptr) {
        std::fputs(engine::manual::pageText(*page).c_str(), stdout);
        return kFine;
    }
    return printPlaces(book, words, options.format);
}

}  // namespace

void addHelp(Subcommand app, int& code) {
    auto options = std::make_shared<HelpOptions>();
    Subcommand command = app.subcommand(
        "help", "Print the options of a command, a page of the manual, or where it has some words");
    command
        .option("WORD", options->words,
                "a command (\"study run\"), a page (\"replay-slurm-log\"), or words to search for "
                "(\"cost per token\"). "
                "Without it the list of commands")
        .type("");
    addFormat(command, options->format, {"text", "json", "csv"}, "of the places found: ");
    command.action([options, app, &code] { code = help(app.app(), *options); });
}

}  // namespace headroom::app
