// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/planning_world.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "engine/document/values.h"
#include "engine/planning/list/planning_questions.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// The planning questions of engine/planning/list, each a command. Options are the attributes of the question.
namespace headroom::app {

namespace {

struct PlanningOptions {
    const engine::PlanningQuestion* question = nullptr;
    std::string file;
    std::deque<std::vector<std::string>> lists;  ///< by attribute; a word has at most one entry
    int threads = 0;
    std::string format = "text";
};

/// Questions that end sooner show no progress.
constexpr double kQuietPlanningS = 1.0;

/// "restart_min" as an option: "--restart-min".
std::string planningOption(const models::Attribute& attribute) {
    std::string name = "--" + std::string(attribute.key);
    std::replace(name.begin(), name.end(), '_', '-');
    return name;
}

/// "[min] [10]": unit, and the value where nothing is stated.
std::string planningHelp(const models::Attribute& attribute, const void* usual) {
    std::string help(attribute.doc);
    for (const std::string_view choice : attribute.choices) {
        help += (choice == attribute.choices.front() ? " {" : ",") + std::string(choice);
    }
    help += attribute.choices.empty() ? "" : "}";
    if (!attribute.unit.symbol.empty()) {
        help += " [" + std::string(attribute.unit.symbol) + "]";
    }
    const models::Value value = attribute.get(attribute, usual);
    if (std::holds_alternative<double>(value)) {
        help += " [" + engine::numberText(std::get<double>(value)) + "]";
    } else if (std::holds_alternative<std::int64_t>(value)) {
        help += " [" + std::to_string(std::get<std::int64_t>(value)) + "]";
    } else if (std::holds_alternative<std::string>(value)) {
        help += " [" + std::get<std::string>(value) + "]";
    }
    return help;
}

const char* planningType(const models::Attribute& attribute) {
    return attribute.kind == models::ValueKind::Number ||
                   attribute.kind == models::ValueKind::Integer
               ? "N"
               : "TEXT";
}

/// Arguments of the file, over which those of the command line lie.
engine::Result<engine::SpecArguments> planningArguments(const PlanningOptions& options) {
    engine::SpecArguments arguments;
    if (!options.file.empty()) {
        auto read = engine::planningFile(*options.question, options.file);
        if (!read) {
            return tl::unexpected(std::move(read.error()));
        }
        arguments = std::move(*read);
    }
    const auto attributes = options.question->spec->attributes;
    for (std::size_t i = 0; i < attributes.size(); ++i) {
        const std::vector<std::string>& values = options.lists[i];
        if (values.empty()) {
            continue;
        }
        const bool isList = attributes[i].kind == models::ValueKind::ReferenceList;
        arguments.emplace_back(attributes[i].key,
                               isList ? nlohmann::json(values).dump() : values.back());
    }
    return arguments;
}

void printAnswer(const engine::PlanningAnswer& answer, const std::string& format) {
    if (format == "json" && answer.sheets.size() > 1) {
        printSheets(named(answer.sheets), format, {{"notes", answer.notes}});
        return;
    }
    if (answer.sheets.size() == 1) {
        printSheet(answer.sheets.front(), format);
    } else {
        printSheets(named(answer.sheets), format);
    }
    for (const std::string& note : answer.notes) {
        std::fprintf(format == "text" ? stdout : stderr, "%s\n", note.c_str());
    }
}

int answerTo(const PlanningOptions& options) {
    const auto arguments = planningArguments(options);
    if (!arguments) {
        return arguments.error().code.starts_with("ASK") && options.file.empty()
                   ? failUsage(options.question->name.data(), arguments.error().message)
                   : fail(arguments.error());
    }
    auto world = planningWorld(options.threads);
    if (!world) {
        return fail(world.error());
    }
    Progress bar(std::string(options.question->name), true, kQuietPlanningS);
    world->progress = [&](double share, const std::string& what) { bar.update(share, what); };
    world->cancel = &catchInterrupts();
    const auto answer = engine::answerPlanning(*options.question, *arguments, *world);
    bar.finish();
    if (!answer) {
        const engine::Error& first = answer.error().front();
        const bool isUsage = first.file.empty() &&
                             (first.code.starts_with("ASK-") || first.code.starts_with("PLN-"));
        return isUsage
                   ? failUsage(options.question->name.data(), first.message + " " + first.remedy)
                   : fail(answer.error());
    }
    if (world->isCancelled()) {
        return kCancelled;
    }
    printAnswer(*answer, options.format);
    return answer->isMet ? kFine : kFindings;
}

void addQuestionCommand(Subcommand app, const engine::PlanningQuestion& question, int& code) {
    auto options = std::make_shared<PlanningOptions>();
    options->question = &question;
    Subcommand command =
        app.subcommand(std::string(question.name).c_str(), std::string(question.about).c_str());
    command
        .option("FILE", options->file,
                "arguments as JSON: an object with the names of the options, _ for -. Options "
                "replace those of the file")
        .type("");
    const std::shared_ptr<void> usual(question.spec->create(), question.spec->destroy);
    for (const models::Attribute& attribute : question.spec->attributes) {
        command
            .option(planningOption(attribute), options->lists.emplace_back(),
                    planningHelp(attribute, usual.get()))
            .type(planningType(attribute))
            .onePerName();
    }
    addThreads(command, options->threads, "of simulated days; 0 takes all cores");
    addFormat(command, options->format, {"text", "json", "csv"});
    addWide(command);
    command.action([options, &code] { code = answerTo(*options); });
}

}  // namespace

void addPlanning(Subcommand app, int& code) {
    for (const engine::PlanningQuestion* question : engine::planningQuestions()) {
        if (!question->hasOwnCommand) {
            addQuestionCommand(app, *question, code);
        }
    }
}

}  // namespace headroom::app
