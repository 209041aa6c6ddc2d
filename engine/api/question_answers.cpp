// SPDX-License-Identifier: Apache-2.0
#include "engine/api/answers.h"
#include "engine/base/json.h"
#include "engine/watch/page_questions.h"
#include "engine/watch/run_questions.h"

#include <nlohmann/json.hpp>

#include <utility>

/// Questions about the run, by the list that all faces read.
namespace headroom::engine {

HttpResponse answerQuestions(const Asked& /*asked*/) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const RunQuestion* question : runQuestions()) {
        nlohmann::ordered_json arguments = nlohmann::ordered_json::array();
        for (const models::Attribute& attribute : question->spec->attributes) {
            nlohmann::ordered_json one = {{"key", attribute.key},
                                          {"label", attribute.label},
                                          {"unit", attribute.unit.symbol},
                                          {"required", attribute.required},
                                          {"doc", attribute.doc}};
            arguments.push_back(std::move(one));
        }
        nlohmann::ordered_json one = {{"name", question->name},
                                      {"title", question->title},
                                      {"about", question->about},
                                      {"arguments", std::move(arguments)}};
        list.push_back(std::move(one));
    }
    nlohmann::ordered_json body = {{"questions", std::move(list)}};
    return jsonAnswer(jsonText(body));
}

HttpResponse answerQuestion(const Asked& asked) {
    const auto question = askedQuestion(asked.part, asked.request.query);
    if (!question) {
        return problemOf({question.error()});
    }
    const auto answer = answerIn(replyOf(*asked.twin.look(), *question));
    return answer ? jsonAnswer(runAnswerJson(*answer)) : problemOf({answer.error()});
}

}  // namespace headroom::engine
