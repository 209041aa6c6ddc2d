// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_table.h"

#include "app/cli/examples.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <functional>
#include <vector>

namespace headroom::app {

namespace {

/// Signs that roff would interpret: backslashes, hyphens that are to be copied, a dot or a quote at the beginning of a
/// line.
std::string roff(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n')) {
            out += "\\&";
            out += c;
        } else {
            out += c;
        }
    }
    return out;
}

/// Long lists of choices may end a line after any comma.
std::string breakable(const std::string& text) {
    std::string out;
    for (const char c : text) {
        out += c;
        if (c == ',') {
            out += "\\:";
        }
    }
    return out;
}

std::vector<const CLI::App*> commandsOf(const CLI::App& app) {
    std::vector<const CLI::App*> shown;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (!command->get_name().empty() && !command->get_group().empty()) {
            shown.push_back(command);
        }
    }
    return shown;
}

std::vector<const CLI::Option*> optionsOf(const CLI::App& app, bool positional) {
    return app.get_options([&](const CLI::Option* option) {
        return !option->get_group().empty() && option->get_positional() == positional;
    });
}

bool takesValue(const CLI::Option& option) {
    return option.get_type_size() != 0;
}

// "FORMAT:{text,json}" -> {text, json}; without a list: none.
std::vector<std::string> choicesOf(const CLI::Option& option) {
    const std::string type = option.get_type_name();
    const auto open = type.find('{');
    const auto shut = type.find('}', open == std::string::npos ? 0 : open);
    std::vector<std::string> choices;
    if (open == std::string::npos || shut == std::string::npos) {
        return choices;
    }
    std::string word;
    for (std::size_t i = open + 1; i <= shut; ++i) {
        if (i == shut || type[i] == ',') {
            choices.push_back(word);
            word.clear();
        } else {
            word += type[i];
        }
    }
    return choices;
}

void tell(std::string& page, const CLI::Option& option, bool positional) {
    page += ".TP\n";
    std::string head =
        "\\fB" + roff(positional ? option.get_name(true) : option.get_name(false, true)) + "\\fR";
    if (!positional && takesValue(option)) {
        head += " \\fI" + breakable(roff(option.get_type_name())) + "\\fR";
    }
    if (!option.get_default_str().empty()) {
        head += " (default: " + roff(option.get_default_str()) + ")";
    }
    page += head + '\n' + roff(option.get_description()) + '\n';
}

void tellExamples(std::string& page, const std::string& path) {
    const std::vector<Example> examples = examplesOf(path);
    page += examples.empty() ? "" : ".SH EXAMPLES\n";
    for (const Example& example : examples) {
        page += ".TP\n" + roff(std::string(example.purpose)) + "\n.nf\n" +
                roff(std::string(example.call)) + "\n.fi\n";
    }
}

void everyCommand(const CLI::App& app, const std::string& path,
                  const std::function<void(const CLI::App&, const std::string&)>& visit) {
    visit(app, path);
    for (const CLI::App* command : commandsOf(app)) {
        everyCommand(*command,
                     path.empty() ? command->get_name() : path + ' ' + command->get_name(), visit);
    }
}

std::string manualName(const CLI::App& program, const CLI::App& command) {
    std::string name = command.get_name();
    for (const CLI::App* up = command.get_parent(); up != nullptr; up = up->get_parent()) {
        name.insert(0, up->get_name() + '-');
    }
    return &program == &command ? program.get_name() : name;
}

}  // namespace

std::string manualPage(const CLI::App& program, const CLI::App& command, const ManualFacts& facts) {
    const std::string name = manualName(program, command);
    std::string call;
    for (const CLI::App* up = &command; up != nullptr; up = up->get_parent()) {
        call.insert(0, call.empty() ? up->get_name() : up->get_name() + ' ');
    }
    const auto positionals = optionsOf(command, true);
    const auto options = optionsOf(command, false);
    const auto commands = commandsOf(command);

    std::string page = ".TH \"" + roff(name) + "\" 1 \"" + facts.date + "\" \"Headroom " +
                       facts.version + "\" \"User Commands\"\n";
    page += ".SH NAME\n" + roff(name) + " \\- " + roff(command.get_description()) + '\n';
    page += ".SH SYNOPSIS\n.B " + roff(call) + "\n[\\fIOPTION\\fR]...";
    for (const CLI::Option* option : positionals) {
        const std::string word = "\\fI" + roff(option->get_name(true)) + "\\fR";
        page += option->get_required() ? ' ' + word : " [" + word + ']';
    }
    page += commands.empty() ? "\n" : " \\fICOMMAND\\fR [\\fIARGUMENT\\fR]...\n";
    if (!positionals.empty()) {
        page += ".SH ARGUMENTS\n";
        for (const CLI::Option* option : positionals) {
            tell(page, *option, true);
        }
    }
    page += ".SH OPTIONS\n";
    for (const CLI::Option* option : options) {
        tell(page, *option, false);
    }
    if (!commands.empty()) {
        page += ".SH COMMANDS\n";
        for (const CLI::App* one : commands) {
            page += ".TP\n\\fB" + roff(one->get_name()) + "\\fR\n" + roff(one->get_description()) +
                    "\nSee \\fB" + roff(manualName(program, *one)) + "\\fR(1).\n";
        }
    }
    const std::size_t root = program.get_name().size();
    tellExamples(page, call.size() > root ? call.substr(root + 1) : std::string());
    if (!program.get_footer().empty()) {
        page += ".SH EXIT STATUS\n" + roff(program.get_footer()) + '\n';
    }
    page += ".SH SEE ALSO\n";
    page += &program == &command
                ? "The manual in /usr/share/headroom/resources/help, and Help in the window.\n"
                : "\\fB" + roff(program.get_name()) + "\\fR(1)\n";
    return page;
}

std::vector<ManualPage> manualPages(const CLI::App& program, const ManualFacts& facts) {
    std::vector<ManualPage> pages;
    everyCommand(program, "", [&](const CLI::App& command, const std::string&) {
        pages.push_back({manualName(program, command), manualPage(program, command, facts)});
    });
    return pages;
}

std::optional<std::string> commandHelp(const CLI::App& program,
                                       const std::vector<std::string>& path) {
    const CLI::App* command = &program;
    std::string call;
    for (const std::string& name : path) {
        const auto commands = commandsOf(*command);
        const auto found = std::find_if(commands.begin(), commands.end(), [&](const CLI::App* one) {
            return one->get_name() == name;
        });
        if (found == commands.end()) {
            return std::nullopt;
        }
        call += (call.empty() ? "" : " ") + command->get_name();
        command = *found;
    }
    // CLI11 would print the help of the command that is being parsed, this one's, in place of the program's.
    return path.empty() ? program.get_formatter()->make_help(&program, program.get_name(),
                                                             CLI::AppFormatMode::Normal)
                        : command->help(call);
}

std::vector<CommandWords> commandWords(const CLI::App& program) {
    std::vector<CommandWords> table;
    everyCommand(program, "", [&](const CLI::App& app, const std::string& path) {
        CommandWords& words = table.emplace_back(CommandWords{path, {}, {}});
        for (const CLI::App* command : commandsOf(app)) {
            words.commands.push_back({command->get_name(), command->get_description()});
        }
        for (const CLI::Option* option : optionsOf(app, false)) {
            for (const std::string& name : option->get_lnames()) {
                words.options.push_back(
                    {name, option->get_description(), choicesOf(*option), takesValue(*option)});
            }
        }
    });
    return table;
}

}  // namespace headroom::app
