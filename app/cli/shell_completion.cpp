// SPDX-License-Identifier: Apache-2.0
#include "app/cli/shell_completion.h"

namespace headroom::app {

namespace {

template <class Words, class Text>
std::string joinedBy(const Words& words, std::string_view between, const Text& text) {
    std::string all;
    for (const auto& word : words) {
        all += (all.empty() ? "" : std::string(between)) + text(word);
    }
    return all;
}

std::string joined(const std::vector<std::string>& words) {
    return joinedBy(words, " ", [](const std::string& word) { return word; });
}

/// "'text'" for the three shells: a quote inside ends the text, is alone and begins it again.
std::string shellQuoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return out + '\'';
}

/// `"study" | "study run" | …`: the paths of all commands.
std::string pathsPattern(const std::vector<CommandWords>& table) {
    std::string pattern;
    for (const CommandWords& words : table) {
        if (!words.path.empty()) {
            pattern += (pattern.empty() ? "\"" : " | \"") + words.path + '"';
        }
    }
    return pattern;
}

std::string functionName(std::string_view program) {
    std::string name = "_" + std::string(program);
    for (char& c : name) {
        c = c == '-' ? '_' : c;
    }
    return name;
}

/// An option after its command, as the scripts look for it: `run --out`.
std::string optionKey(const CommandWords& words, const OptionWord& option) {
    return words.path.empty() ? "--" + option.name : words.path + " --" + option.name;
}

std::string bash(std::string_view program, const std::vector<CommandWords>& table) {
    std::string words;    // path -> commands, options
    std::string choices;  // path and option -> values
    std::string valued;   // options that take any value: bash offers files
    for (const CommandWords& each : table) {
        for (const OptionWord& option : each.options) {
            const std::string key = optionKey(each, option);
            if (!option.choices.empty()) {
                choices +=
                    "        \"" + key + "\") values=\"" + joined(option.choices) + "\" ;;\n";
            } else if (option.takesValue) {
                valued += (valued.empty() ? "\"" : " | \"") + key + '"';
            }
        }
        words += "        \"" + each.path + "\") commands=\"" +
                 joinedBy(each.commands, " ", [](const CommandWord& c) { return c.name; }) +
                 "\" options=\"" +
                 joinedBy(each.options, " ", [](const OptionWord& o) { return "--" + o.name; }) +
                 "\" ;;\n";
    }
    const std::string function = functionName(program);
    std::string text =
        "# bash completion for " + std::string(program) + "; made of its command table\n" +
        function +
        "() {\n"
        "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
        "    local path= depth=0 word commands= options= values=\n"
        "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
        "        case \"${path:+$path }$word\" in\n"
        "            " +
        pathsPattern(table) +
        ") path=\"${path:+$path }$word\"; depth=$((depth + 1)) ;;\n"
        "        esac\n    done\n    COMPREPLY=()\n"
        "    case \"${path:+$path }$before\" in\n" +
        choices;
    if (!valued.empty()) {
        text += "        " + valued + ") return ;;\n";  // complete -o default offers files
    }
    text +=
        "    esac\n"
        "    if [[ -n $values ]]; then\n"
        "        COMPREPLY=($(compgen -W \"$values\" -- \"$current\"))\n"
        "        return\n"
        "    fi\n"
        "    case \"$path\" in\n" +
        words + "    esac\n";
    text +=
        "    if [[ $current == -* ]]; then\n"
        "        COMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n";
    text +=
        "    elif [[ -n $commands && $COMP_CWORD == $((depth + 1)) ]]; then\n"
        "        COMPREPLY=($(compgen -W \"$commands\" -- \"$current\"))\n"
        "    fi\n"
        "}\ncomplete -o default -F " +
        function + ' ' + std::string(program) + '\n';
    return text;
}

/// `'name:help'`, as _describe of zsh reads it: a colon in a name would end it, which no name has.
std::string described(std::string_view name, std::string_view help) {
    return shellQuoted(std::string(name) + ':' + std::string(help));
}

std::string zsh(std::string_view program, const std::vector<CommandWords>& table) {
    std::string words, values;
    for (const CommandWords& each : table) {
        for (const OptionWord& option : each.options) {
            if (option.takesValue) {
                values +=
                    "        \"" + optionKey(each, option) + "\") " +
                    (option.choices.empty() ? "_files" : "compadd -- " + joined(option.choices)) +
                    "; return ;;\n";
            }
        }
        words += "        \"" + each.path + "\")\n            commands=(" +
                 joinedBy(each.commands, " ",
                          [](const CommandWord& c) { return described(c.name, c.help); }) +
                 ")\n            options=(" +
                 joinedBy(each.options, " ",
                          [](const OptionWord& o) { return described("--" + o.name, o.help); }) +
                 ") ;;\n";
    }
    const std::string function = functionName(program);
    // `path` is the search path of zsh: the place among the commands is `at`.
    return "#compdef " + std::string(program) + "\n# zsh completion; made of the command table\n" +
           function +
           "() {\n"
           "    local at= word\n"
           "    local -i depth=0\n"
           "    local -a commands options\n"
           "    for word in \"${(@)words[2,CURRENT-1]}\"; do\n"
           "        case \"${at:+$at }$word\" in\n"
           "            " +
           pathsPattern(table) +
           ") at=\"${at:+$at }$word\"; depth+=1 ;;\n"
           "        esac\n    done\n"
           "    case \"${at:+$at }${words[CURRENT-1]}\" in\n" +
           values +
           "    esac\n"
           "    case \"$at\" in\n" +
           words +
           "    esac\n"
           "    if [[ ${words[CURRENT]} == -* ]]; then\n"
           "        _describe -o option options\n"
           "    elif (( ${#commands} && CURRENT == depth + 2 )); then\n"
           "        _describe command commands\n"
           "    else\n"
           "        _files\n"
           "    fi\n"
           "}\n"
           "if [[ ${funcstack[1]} == " +
           function + " ]]; then\n    " + function + " \"$@\"\nelse\n    compdef " + function +
           ' ' + std::string(program) + "\nfi\n";
}

std::string fish(std::string_view program, const std::vector<CommandWords>& table) {
    const std::string name(program);
    const std::string at = "_" + functionName(program) + "_at";
    std::string text =
        "# fish completion for " + name +
        "; made of its command table\n"
        "function " +
        at +
        " --description 'Whether the words typed so far lead to this command'\n"
        "    set -l at ''\n"
        "    for word in (commandline -opc)[2..-1]\n"
        "        set -l next (string trim -- \"$at $word\")\n"
        "        if contains -- $next " +
        joinedBy(table, " ", [](const CommandWords& words) { return shellQuoted(words.path); }) +
        "\n            set at $next\n"
        "        end\n"
        "    end\n"
        "    test \"$at\" = \"$argv[1]\"\n"
        "end\n";
    for (const CommandWords& each : table) {
        // `complete -n` runs its text as a command: the path is in double quotes inside single ones.
        std::string begin = "complete -c " + name;
        begin.append(" -n '").append(at).append(" \"").append(each.path).append("\"'");
        for (const CommandWord& command : each.commands) {
            text.append(begin)
                .append(" -f -a ")
                .append(command.name)
                .append(" -d ")
                .append(shellQuoted(command.help)) += '\n';
        }
        for (const OptionWord& option : each.options) {
            text += begin + " -l " + option.name;
            if (!option.choices.empty()) {
                text += " -x -a " + shellQuoted(joined(option.choices));
            } else if (option.takesValue) {
                text += " -r";
            }
            text += " -d " + shellQuoted(option.help) + '\n';
        }
    }
    return text;
}

}  // namespace

const std::vector<std::string>& completionShells() {
    static const std::vector<std::string> kShells{"bash", "zsh", "fish"};
    return kShells;
}

std::string shellCompletion(std::string_view program, const std::vector<CommandWords>& table,
                            std::string_view shell) {
    return shell == "zsh"    ? zsh(program, table)
           : shell == "fish" ? fish(program, table)
                             : bash(program, table);
}

}  // namespace headroom::app
