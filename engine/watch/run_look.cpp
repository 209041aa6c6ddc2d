// SPDX-License-Identifier: Apache-2.0
#include "engine/watch/run_look.h"

#include <chrono>
#include <future>
#include <memory>
#include <utility>

namespace headroom::engine {

namespace {

/// A step of the largest facility takes a second or two.
constexpr std::chrono::seconds kLongestAnswer{60};

Error noAnswer(const char* code, const char* message, const char* remedy) {
    return {code, message, remedy, {}, {}, 0};
}

/// Answers once, at the latest when nobody can answer any more.
class OneReply {
  public:
    explicit OneReply(TakeReply take) : take_(std::move(take)) {}

    ~OneReply() {
        try {
            give(tl::unexpected(runEnded()));
        } catch (...) {  // the taker has no memory left, and nobody to tell
        }
    }

    OneReply(const OneReply&) = delete;
    OneReply& operator=(const OneReply&) = delete;

    void give(Result<RunReply> reply) {
        if (const TakeReply take = std::exchange(take_, {})) {
            take(std::move(reply));
        }
    }

  private:
    TakeReply take_;
};

}  // namespace

void RunLook::ask(const AskedQuestion& question, TakeReply take) {
    look(lookThatAnswers(question, std::move(take)));
}

Error runEnded() {
    return noAnswer("ASK-005", "The run ended before it answered, or is not followed any more.",
                    "Ask the run that is open now.");
}

std::function<void(const Simulator*)> lookThatAnswers(const AskedQuestion& question,
                                                      TakeReply take) {
    return [question,
            reply = std::make_shared<OneReply>(std::move(take))](const Simulator* simulator) {
        if (simulator == nullptr) {
            reply->give(
                tl::unexpected(noAnswer("ASK-004", "The run has no exact state at this instant.",
                                        "Pause and ask again. A recording without kept states "
                                        "cannot answer: simulate its project.")));
        } else {
            reply->give(question.answer(*simulator));
        }
    };
}

Result<RunReply> replyOf(RunLook& run, const AskedQuestion& question) {
    const auto answer = std::make_shared<std::promise<Result<RunReply>>>();
    auto given = answer->get_future();
    run.ask(question, [answer](Result<RunReply> reply) { answer->set_value(std::move(reply)); });
    if (given.wait_for(kLongestAnswer) != std::future_status::ready) {
        return tl::unexpected(noAnswer("ASK-005", "The run did not answer within a minute.",
                                       "Look at the state of the run, then ask again."));
    }
    return given.get();
}

}  // namespace headroom::engine
