// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"
#include "engine/document/spec_arguments.h"
#include "engine/watch/run_answer.h"
#include "models/core/attribute.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// Questions about a run at an instant. Each is one row: a name, a Spec with an attribute table, and one function over
/// the simulator. Every kind of run answers every question (RunLook): live, recorded, followed, attached.
namespace headroom::engine {

struct JobDetail;
class Simulator;
struct SwingPlant;

/// A table, the page of a job, or what a waveform is rendered from.
using RunReply =
    std::variant<RunAnswer, std::shared_ptr<const JobDetail>, std::shared_ptr<const SwingPlant>>;

struct RunQuestion {
    std::string_view name;   ///< "step-timeline", in commands and addresses
    std::string_view title;  ///< "Step timeline"
    std::string_view about;  ///< one sentence
    const models::ComponentType* spec = nullptr;
    /// `spec` of that type. Errors that the question documents.
    Result<RunReply> (*answer)(const Simulator& simulator, const void* spec) = nullptr;
};

using QuestionArguments = SpecArguments;

/// A question with its arguments. Copies share the spec, which never changes.
class AskedQuestion {
  public:
    /// ASK-002: no argument of that name. ASK-003: a value of another kind or outside its range, or a required one is
    /// missing.
    static Result<AskedQuestion> make(const RunQuestion& question, QuestionArguments arguments);

    /// `spec`: of the type of the question, in range.
    AskedQuestion(const RunQuestion& question, std::shared_ptr<const void> spec,
                  QuestionArguments arguments);

    const RunQuestion& question() const { return *question_; }

    const void* spec() const { return spec_.get(); }

    const QuestionArguments& arguments() const { return arguments_; }

    /// On the thread that may read the simulator.
    Result<RunReply> answer(const Simulator& simulator) const;

  private:
    const RunQuestion* question_;
    std::shared_ptr<const void> spec_;
    QuestionArguments arguments_;
};

}  // namespace headroom::engine
