// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/watch/run_question.h"

#include <functional>

/// The part of a run that answers questions.
namespace headroom::engine {

using TakeReply = std::function<void(Result<RunReply>)>;

class RunLook {
  public:
    virtual ~RunLook() = default;

    /// Shows the simulator between two steps, at once while the run is paused, on a thread of the run: the run waits
    /// meanwhile. Null where the run has no exact state here. A run that ends first never calls it. Any thread may call.
    virtual void look(std::function<void(const Simulator*)> look) = 0;

    /// Answers by a look. `take` is called once in any case, on a thread of the run or on that of the caller: pass the reply
    /// on, the run waits meanwhile. Errors of the question. ASK-004: the run has no exact state at its instant. ASK-005: it
    /// ended before it answered.
    virtual void ask(const AskedQuestion& question, TakeReply take);
};

/// ASK-005.
Error runEnded();

/// Waits for the reply. ASK-005: none came in a minute: a step takes very long.
Result<RunReply> replyOf(RunLook& run, const AskedQuestion& question);

/// A look at the simulator that answers the question. Where the look is dropped before it is called, the taker gets
/// ASK-005. A null simulator gives ASK-004.
std::function<void(const Simulator*)> lookThatAnswers(const AskedQuestion& question,
                                                      TakeReply take);

}  // namespace headroom::engine
