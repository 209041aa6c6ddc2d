// SPDX-License-Identifier: Apache-2.0
#include "engine/watch/run_questions.h"

#include "engine/document/json_text.h"
#include "engine/watch/step_timeline.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace headroom::engine {

std::span<const RunQuestion* const> runQuestions() {
    static const std::array kQuestions = {&stepTimelineQuestion()};
    return kQuestions;
}

Result<AskedQuestion> askedQuestion(std::string_view name, QuestionArguments arguments) {
    std::vector<std::string> names;
    for (const RunQuestion* question : runQuestions()) {
        if (question->name == name) {
            return AskedQuestion::make(*question, std::move(arguments));
        }
        names.emplace_back(question->name);
    }
    return tl::unexpected(
        Error{"ASK-001",
              "There is no question \"" + std::string(name) + "\".",
              didYouMean(std::string(name), names, "`headroom-cli ask` lists the questions."),
              {},
              {},
              0});
}

}  // namespace headroom::engine
