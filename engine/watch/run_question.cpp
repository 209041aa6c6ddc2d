// SPDX-License-Identifier: Apache-2.0
#include "engine/watch/run_question.h"

#include <utility>

namespace headroom::engine {

Result<AskedQuestion> AskedQuestion::make(const RunQuestion& question,
                                          QuestionArguments arguments) {
    auto spec =
        specOfArguments(*question.spec, question.name,
                        "`headroom-cli ask` lists the arguments of each question.", arguments);
    if (!spec) {
        return tl::unexpected(std::move(spec.error()));
    }
    return AskedQuestion(question, std::move(*spec), std::move(arguments));
}

AskedQuestion::AskedQuestion(const RunQuestion& question, std::shared_ptr<const void> spec,
                             QuestionArguments arguments)
    : question_(&question), spec_(std::move(spec)), arguments_(std::move(arguments)) {}

Result<RunReply> AskedQuestion::answer(const Simulator& simulator) const {
    return question_->answer(simulator, spec_.get());
}

}  // namespace headroom::engine
