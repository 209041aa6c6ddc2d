// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_table.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <functional>
#include <vector>

namespace headroom::app {

namespace {

/// What roff would take for its own: backslashes, hyphens that are to be copied, a dot or a quote
/// at the beginning of a line.
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
    std::string head = "\\fB" + roff(positional ? option.get_name(true) : option.get_name(false, true)) +
                       "\\fR";
    if (!positional && takesValue(option)) {
        head += " \\fI" + breakable(roff(option.get_type_name())) + "\\fR";
    }
    if (!option.get_default_str().empty()) {
        head += " (default: " + roff(option.get_default_str()) + ")";
    }
    page += head + '\n' + roff(option.get_description()) + '\n';
}

void everyCommand(const CLI::App& app, const std::string& path,
                  const std::function<void(const CLI::App&, const std::string&)>& visit) {
    visit(app, path);
    for (const CLI::App* command : commandsOf(app)) {
        everyCommand(*command, path.empty() ? command->get_name() : path + ' ' + command->get_name(),
                     visit);
    }
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

std::string manualName(const CLI::App& program, const CLI::App& command) {
    std::string name = command.get_name();
    for (const CLI::App* up = command.get_parent(); up != nullptr; up = up->get_parent()) {
        name = up->get_name() + '-' + name;
    }
    return &program == &command ? program.get_name() : name;
}

}  // namespace

std::string manualPage(const CLI::App& program, const CLI::App& command, const ManualFacts& facts) {
    const std::string name = manualName(program, command);
    std::string call;
    for (const CLI::App* up = &command; up != nullptr; up = up->get_parent()) {
        call = up->get_name() + (call.empty() ? "" : ' ' + call);
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
    if (!program.get_footer().empty()) {
        page += ".SH EXIT STATUS\n" + roff(program.get_footer()) + '\n';
    }
    page += ".SH SEE ALSO\n";
    page += &program == &command ? "The manual in /usr/share/headroom/resources/help, and Help in the window.\n"
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

std::optional<std::string> commandHelp(const CLI::App& program, const std::vector<std::string>& path) {
    const CLI::App* command = &program;
    std::string call;
    for (const std::string& name : path) {
        const auto commands = commandsOf(*command);
        const auto found = std::find_if(commands.begin(), commands.end(), [&](const CLI::App* one) { return one->get_name() == name; });
        if (found == commands.end()) {
            return std::nullopt;
        }
        call += (call.empty() ? "" : " ") + command->get_name();
        command = *found;
    }
    // CLI11 would print the help of the command that is being parsed, this one's, in place of the program's.
    return path.empty() ? program.get_formatter()->make_help(&program, program.get_name(), CLI::AppFormatMode::Normal)
                        : command->help(call);
}

std::string bashCompletion(const CLI::App& program) {
    std::string words;    // path -> commands, options
    std::string choices;  // path and option -> values
    std::string valued;   // options whose value is no choice: a file is offered
    everyCommand(program, "", [&](const CLI::App& app, const std::string& path) {
        std::vector<std::string> commands;
        for (const CLI::App* command : commandsOf(app)) {
            commands.push_back(command->get_name());
        }
        std::vector<std::string> options;
        for (const CLI::Option* option : optionsOf(app, false)) {
            for (const std::string& name : option->get_lnames()) {
                options.push_back("--" + name);
                const auto values = choicesOf(*option);
                const std::string key = path.empty() ? "--" + name : path + " --" + name;
                if (!values.empty()) {
                    choices += "        \"" + key + "\") values=\"" + joined(values) + "\" ;;\n";
                } else if (takesValue(*option)) {
                    valued += (valued.empty() ? "\"" : " | \"") + key + '"';
                }
            }
        }
        words += "        \"" + path + "\") commands=\"" + joined(commands) + "\" options=\"" +
                 joined(options) + "\" ;;\n";
    });
    std::string name = program.get_name();
    std::string function = "_" + name;
    for (char& c : function) {
        c = c == '-' ? '_' : c;
    }
    std::string text = "# bash completion for " + name + "; made of its command table\n" + function +
                       "() {\n"
                       "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
                       "    local path= depth=0 word commands= options= values=\n"
                       "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
                       "        case \"${path:+$path }$word\" in\n";
    std::vector<std::string> paths;
    everyCommand(program, "", [&](const CLI::App&, const std::string& path) {
        if (!path.empty()) {
            paths.push_back('"' + path + '"');
        }
    });
    if (!paths.empty()) {
        text += "            ";
        for (std::size_t i = 0; i < paths.size(); ++i) {
            text += (i == 0 ? "" : " | ") + paths[i];
        }
        text += ") path=\"${path:+$path }$word\"; depth=$((depth + 1)) ;;\n";
    }
    text += "        esac\n    done\n    COMPREPLY=()\n"
            "    case \"${path:+$path }$before\" in\n" +
            choices;
    if (!valued.empty()) {
        text += "        " + valued + ") return ;;\n";  // complete -o default offers files
    }
    text += "    esac\n"
            "    if [[ -n $values ]]; then\n"
            "        COMPREPLY=($(compgen -W \"$values\" -- \"$current\"))\n"
            "        return\n"
            "    fi\n"
            "    case \"$path\" in\n" +
            words +
            "    esac\n"
            "    if [[ $current == -* ]]; then\n"
            "        COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n"
            "    elif [[ -n $commands && $COMP_CWORD == $((depth + 1)) ]]; then\n"
            "        COMPREPLY=($(compgen -W \"$commands\" -- \"$current\"))\n"
            "    fi\n"
            "}\ncomplete -o default -F " +
            function + ' ' + name + '\n';
    return text;
}

}  // namespace headroom::app
