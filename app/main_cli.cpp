// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/examples.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_checks.h"
#include "app/cli/safe_output.h"
#include "app/cli/short_of_memory.h"
#include "engine/base/log.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace {

using namespace headroom;

/// "; did you mean run?", or nothing.
std::string nearText(const std::string& word, const std::vector<std::string>& known) {
    const std::string near = engine::nearest(word, known);
    return near.empty() ? std::string() : "; did you mean " + near + "?";
}

std::vector<std::string> commandNames(const CLI::App& app) {
    std::vector<std::string> known;
    for (const CLI::App* command : app.get_subcommands({})) {
        known.push_back(command->get_name());
    }
    return known;
}

/// Long names of the options, those of its groups included.
std::vector<std::string> optionNames(const CLI::App& app) {
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            known.push_back("--" + name);
        }
    }
    for (const CLI::App* group : app.get_subcommands({})) {
        if (group->get_name().empty()) {
            const std::vector<std::string> more = optionNames(*group);
            known.insert(known.end(), more.begin(), more.end());
        }
    }
    return known;
}

// CLI11 would only say that an argument was not expected.
int checkCommandName(const CLI::App& app, const std::string& word) {
    if (word.starts_with('-')) {
        return app::kFine;
    }
    const std::vector<std::string> known = commandNames(app);
    if (std::find(known.begin(), known.end(), word) != known.end()) {
        return app::kFine;
    }
    std::fprintf(stderr, "\"%s\" is not a command%s\nRun headroom-cli --help for the list.\n",
                 word.c_str(), nearText(word, known).c_str());
    return app::kUsage;
}

/// Names the first word that a command does not know. CLI11 reports the word without the words that the command
/// knows, or only that a subcommand is missing. Empty if it knows every word.
std::string unknownWord(const CLI::App& command) {
    for (std::string word : command.remaining()) {
        if (word.size() > 1 && word.starts_with('-')) {
            word = word.substr(0, word.find('='));
            const std::string near = nearText(word, optionNames(command));
            return near.empty()
                       ? std::string()
                       : '"' + word + "\" is not an option of " + command.get_name() + near;
        }
        const std::vector<std::string> known = commandNames(command);
        if (command.get_require_subcommand_min() > 0 && command.get_subcommands().empty()) {
            std::string list;
            for (const std::string& name : known) {
                list += (list.empty() ? "" : ", ") + name;
            }
            return '"' + word + "\" is not a subcommand of " + command.get_name() +
                   nearText(word, known) + " Subcommands: " + list;
        }
    }
    return {};
}

int explainUsage(const CLI::App& app, const char* fault) {
    const CLI::App* command = &app;
    std::string path;
    while (!command->get_subcommands().empty() &&
           !command->get_subcommands().front()->get_name().empty()) {
        command = command->get_subcommands().front();
        path += " " + command->get_name();
    }
    const std::string word = path.empty() ? std::string() : unknownWord(*command);
    std::fprintf(stderr, "%s\nRun headroom-cli%s --help for more.\n",
                 word.empty() ? fault : word.c_str(), path.c_str());
    return app::kUsage;
}

int failToPrint() {
    std::fprintf(
        stderr,
        "[CLI-002] standard output could not be written. Remedy: check the disk behind it\n");
    return app::kFile;
}

/// Opens the log. Returns the fault of the categories or of the file, or an empty text.
std::string beginLog(std::string& categories) {
    const auto file = engine::openUsualLog("headroom-cli", categories);
    if (!file) {
        return file.error().text();
    }
    std::fprintf(stderr, "Log: %s\n", file->c_str());
    return {};
}

int parse(int argc, char** argv) {
    int code = app::kFine;
    CLI::App app("Headroom: a digital twin of AI data centres, without a window", "headroom-cli");
    app.set_version_flag("-V,--version", "headroom-cli " HEADROOM_VERSION);
    app.require_subcommand(1);
    std::string log;
    app.add_option("--log", log,
                   "write a log for reports of faults: all, or some of " +
                       engine::logCategoryNames() +
                       ", with commas; its file is named on standard error")
        ->type_name("CATEGORIES")
        ->transform(CLI::Validator(beginLog, ""));
    app.get_formatter()->column_width(28);
    const app::Subcommand program(app);
    app::addRun(program, code);
    app::addNew(program, code);
    app::addPower(program, code);
    app::addFabric(program, code);
    app::addEstimate(program, code);
    app::addWaveform(program, code);
    app::addAsk(program, code);
    app::addDoctor(program, code);
    app::addAirflow(program, code);
    app::addCheck(program, code);
    app::addCatalog(program, code);
    app::addSchema(program, code);
    app::addExport(program, code);
    app::addImport(program, code);
    app::addReport(program, code);
    app::addValidate(program, code);
    app::addSchedule(program, code);
    app::addCampaign(program, code);
    app::addSweep(program, code);
    app::addStudy(program, code);
    app::addTwin(program, code);
    app::addCalibrate(program, code);
    app::addCommission(program, code);
    app::addSensitivity(program, code);
    app::addWhy(program, code);
    app::addCompare(program, code);
    app::addCost(program, code);
    app::addPlanning(program, code);
    app::addReplay(program, code);
    app::addBranch(program, code);
    app::addServe(program, code);
    app::addHelp(program, code);
    app::addManual(program, code);
    app::addBench(program, code);
    app::refuseEmptyValues(app);
    app::addExamples(app);
    app.footer(
        "Exit codes: 0 fine, 1 findings or failed limits, 2 usage, 3 file, 4 solver, 130 "
        "cancelled");

    if (argc > 1) {
        code = checkCommandName(app, argv[1]);
        if (code != app::kFine) {
            return code;
        }
    }
    for (const std::string_view argument : std::vector<std::string_view>(argv, argv + argc)) {
        // CLI11 would take the next word for the value of "--out=".
        if (argument.starts_with("--") && argument.ends_with('=')) {
            std::fprintf(stderr, "%.*s %s\n", static_cast<int>(argument.size()), argument.data(),
                         app::kEmptyValue);
            return app::kUsage;
        }
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) {  // --help, --version
        app.exit(asked);
        std::cout.flush();
        return std::cout ? app::kFine : failToPrint();
    } catch (const CLI::ParseError& fault) {
        return explainUsage(app, fault.what());
    } catch (const app::UsageFault& fault) {
        return explainUsage(app, fault.what());
    }
    return code;
}

void unforeseen(const std::exception& fault) {
    std::fprintf(stderr,
                 "[CLI-003] Headroom failed: %s. Remedy: please report it with the "
                 "command line and the project\n",
                 fault.what());
}

}  // namespace

int main(int argc, char** argv) {
    app::endOnSignals();
    app::prepareForShortage();
    int code = app::kSolver;
    try {
        app::makeOutputSafe();
        code = parse(argc, argv);
    } catch (const std::bad_alloc&) {
        code = app::failShortOfMemory();
    } catch (const std::system_error& fault) {
        // A thread that the system does not give, for its memory or their number.
        if (fault.code() == std::errc::resource_unavailable_try_again ||
            fault.code() == std::errc::not_enough_memory) {
            code = app::failShortOfMemory();
        } else {
            unforeseen(fault);
        }
    } catch (const std::exception& fault) {
        unforeseen(fault);
    }
    if (!app::finishOutput()) {
        const int failed = failToPrint();
        return code == app::kFine ? failed : code;
    }
    return code;
}
