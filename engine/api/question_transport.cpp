// SPDX-License-Identifier: Apache-2.0
#include "engine/api/question_transport.h"

#include "engine/api/attached_run_private.h"
#include "engine/api/run_pages.h"
#include "engine/watch/page_questions.h"

#include <memory>
#include <utility>

namespace headroom::engine {

std::string targetOfQuestion(const AskedQuestion& question) {
    if (smoothingOfSwings(question) != nullptr) {
        return "/api/v1/swings";
    }
    if (isJobPage(question)) {
        return "/api/v1/jobs/" + question.arguments().front().second;
    }
    std::string target = "/api/v1/questions/" + std::string(question.question().name);
    char mark = '?';
    for (const auto& [key, value] : question.arguments()) {
        target += mark + escapedForQuery(key) + '=' + escapedForQuery(value);
        mark = '&';
    }
    return target;
}

Result<RunReply> replyFrom(const AskedQuestion& question, const nlohmann::json& answer) {
    if (const auto* smoothing = smoothingOfSwings(question)) {
        if (auto swings = readSwings(answer, *smoothing)) {
            return RunReply(std::make_shared<const SwingPlant>(std::move(*swings)));
        }
    } else if (isJobPage(question)) {
        if (auto page = readJobDetail(answer)) {
            return RunReply(std::move(page));
        }
    } else if (auto read = runAnswerFrom(answer)) {
        return RunReply(std::move(*read));
    }
    return tl::unexpected(
        Error{"WEB-043",
              "the server answers the question in another form than this version reads",
              "attach with the same version",
              {},
              {},
              0});
}

}  // namespace headroom::engine
