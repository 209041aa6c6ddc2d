// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/common_options.h"
#include "app/cli/duration.h"
#include "app/cli/exit_code.h"
#include "app/cli/interrupt.h"
#include "app/cli/open.h"
#include "app/cli/progress.h"
#include "app/cli/recorded.h"
#include "app/cli/table.h"
#include "engine/files/file_kind.h"
#include "engine/live/run.h"
#include "engine/replay/replay.h"
#include "engine/sheet/sheet_csv.h"
#include "engine/watch/page_questions.h"
#include "engine/watch/run_questions.h"

#include <cstdio>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>

/// `ask QUESTION RUN`: the questions of engine/watch/run_questions.h. Options are the attributes of the question.
namespace headroom::app {

namespace {

struct AskOptions {
    const engine::RunQuestion* question = nullptr;
    std::string run;
    std::string at;
    std::deque<std::string> values;  ///< by attribute of the question; empty if it is not stated
    std::string format = "text";
    bool quiet = false;
};

constexpr const char* kUsualTime = "2h";

/// "job" as an option: "--job"; "top_count" is "--top-count".
std::string optionOf(const models::Attribute& attribute) {
    std::string name = "--" + std::string(attribute.key);
    for (char& c : name) {
        c = c == '_' ? '-' : c;
    }
    return name;
}

int print(const AskOptions& options, const engine::AskedQuestion& question,
          const engine::Simulator& simulator) {
    const auto answer = engine::answerIn(question.answer(simulator));
    if (!answer) {
        return fail(answer.error());
    }
    if (options.format == "json") {
        std::printf("%s\n", engine::runAnswerJson(*answer).c_str());
    } else if (options.format == "csv") {
        std::printf("%s", engine::sheetCsv(answer->sheet).c_str());
    } else {
        std::printf("%s", titledTable(answer->sheet).c_str());
    }
    return kFine;
}

int askRecording(const AskOptions& options, const engine::AskedQuestion& question) {
    const auto opened = openReplay(options.run);
    if (!opened) {
        return fail(opened.error());
    }
    const auto atS =
        options.at.empty() ? std::optional((*opened)->lastS()) : recordedTime(options.at);
    if (!atS) {
        return failUsage("ask", durationFault("--at", options.at));
    }
    const auto moment = (*opened)->at(*atS, &catchInterrupts());
    return moment ? print(options, question, *moment->simulator) : fail(moment.error());
}

int askProject(const AskOptions& options, const engine::AskedQuestion& question) {
    const std::string at = options.at.empty() ? kUsualTime : options.at;
    const auto atS = parseDuration(at);
    if (!atS) {
        return failUsage("ask", durationFault("--at", at));
    }
    const auto opened = openProject(options.run);
    if (!opened) {
        return fail(opened.error());
    }
    auto simulator = engine::Simulator::create(opened->project, opened->catalogue, {});
    if (!simulator) {
        return fail(simulator.error());
    }
    Progress progress((*simulator)->summary().project, !options.quiet);
    const auto show = [&](double timeS) {
        progress.update(timeS / *atS, durationText(timeS) + " of " + durationText(*atS));
    };
    const auto end = engine::run(**simulator, nullptr, *atS, {}, show, catchInterrupts());
    progress.finish();
    if (!end) {
        fail(end.error());
        return kSolver;
    }
    return *end == engine::RunEnd::Cancelled ? kCancelled : print(options, question, **simulator);
}

int ask(const AskOptions& options) {
    engine::QuestionArguments arguments;
    const auto attributes = options.question->spec->attributes;
    for (std::size_t i = 0; i < attributes.size(); ++i) {
        if (!options.values[i].empty()) {
            arguments.emplace_back(attributes[i].key, options.values[i]);
        }
    }
    const auto question = engine::AskedQuestion::make(*options.question, std::move(arguments));
    if (!question) {
        return failUsage("ask", question.error().message + " " + question.error().remedy);
    }
    return engine::fileKind(options.run) == engine::FileKind::Recording
               ? askRecording(options, *question)
               : askProject(options, *question);
}

void addQuestion(Subcommand parent, const engine::RunQuestion& question, int& code) {
    auto options = std::make_shared<AskOptions>();
    options->question = &question;
    Subcommand command =
        parent.subcommand(std::string(question.name).c_str(), std::string(question.about).c_str());
    command
        .option("RUN", options->run, "project file or folder, which is simulated, or a recording")
        .required()
        .type("");
    for (const models::Attribute& attribute : question.spec->attributes) {
        std::string help(attribute.doc);
        if (!attribute.unit.symbol.empty()) {
            help += " [" + std::string(attribute.unit.symbol) + "]";
        }
        command.option(optionOf(attribute), options->values.emplace_back(), help)
            .type(attribute.kind == models::ValueKind::Number ||
                          attribute.kind == models::ValueKind::Integer
                      ? "N"
                      : "TEXT");
    }
    command
        .option("--at", options->at,
                "instant of the run: 90s, 15min, 2h. Without it 2h, or the end of a recording")
        .type("TIME");
    addFormat(command, options->format, {"text", "json", "csv"});
    addWide(command);
    addQuiet(command, options->quiet);
    command.action([options, &code] { code = ask(*options); });
}

}  // namespace

void addAsk(Subcommand app, int& code) {
    Subcommand command = app.subcommand("ask", "Answer a question about a run at an instant");
    command.needsSubcommand();
    for (const engine::RunQuestion* question : engine::runQuestions()) {
        addQuestion(command, *question, code);
    }
}

}  // namespace headroom::app
