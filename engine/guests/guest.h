// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/edit.h"
#include "engine/guests/fmu.h"
#include "engine/guests/guest_answer.h"
#include "engine/guests/guest_file.h"
#include "engine/guests/guest_process.h"
#include "engine/guests/measure.h"
#include "engine/run/jobs/job_order.h"
#include "engine/run/simulator.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::engine {

/// Wishes of a guest at an instant.
struct GuestAdvice {
    std::vector<Edit> edits;
    std::vector<JobOrder> orders;
    std::string words;  ///< for the story
};

/// A plug-in or an FMU that takes part in a run: it sees channels and sets numbers of the design, or orders jobs, every so often.
class Guest {
  public:
    /// Everything that can be wrong with the join is found here. FMU errors; GST-020 … GST-025 of its process; GST-026: the run has no such
    /// channel, the project no such number or no other site, or the guest no such variable; GST-027: units that measure different things,
    /// or one that nobody states.
    static ResultAll<std::unique_ptr<Guest>> open(const GuestFile& file, const Simulator& simulator,
                                                  const Project& project);

    /// When it is to be asked next.
    bool isDue(double timeS) const { return timeS >= nextS_ - kInstantS; }

    /// Asks it. Nothing is wanted while one of its inputs is not a number, as before the first step. GST-022, 023, 025;
    /// GST-028: it
    /// answered in another form than was agreed.
    Result<GuestAdvice> ask(const Simulator& simulator, const Project& project);

    const std::string& name() const { return name_; }

    /// Whether the run continues once it has failed, and what is set then: its fallbacks.
    bool mayBeLost() const { return file_.goesOn; }

    GuestAdvice fallback(const Project& project) const;

  private:
    static constexpr double kInstantS = 1e-6;

    struct Input {
        std::size_t channel = 0;
        double toSi = 1.0;
        Measure ours, theirs;
    };

    struct Output {
        std::string objectId, key;
        const models::Attribute* attribute = nullptr;
        double least = 0.0, most = 0.0, resolution = 0.0, fallback = 0.0;
        Measure ours, theirs;
    };

    /// A variable as the guest describes it.
    struct Variable {
        std::string unit;
        std::optional<Measure> measure;
        const FmuVariable* fmu = nullptr;
    };

    explicit Guest(const GuestFile& file)
        : file_(file), name_(file.library.filename().string()), nextS_(0.0) {}

    ResultAll<void> begin(const Simulator& simulator, const Project& project);
    Result<void> describePlugin();
    Result<void> beginFmu(const std::vector<double>& inputs, double timeS,
                          std::vector<double>& outputs);
    Result<Variable> variable(const std::string& name, const char* causality) const;
    Result<Measure> measureOfVariable(const GuestFile::Join& join, const Variable& variable,
                                      std::string_view ours) const;
    Result<void> joinInput(const GuestFile::Join& join, const Simulator& simulator);
    Result<void> joinOutput(const GuestFile::Join& join, const Project& project);
    Result<std::vector<double>> answer(const std::vector<double>& inputs, double timeS);
    void want(const Output& output, double wanted, const Project& project,
              GuestAdvice& advice) const;
    Result<void> advise(const std::vector<double>& outputs, const Project& project,
                        GuestAdvice& advice) const;
    Result<void> orderJobs(const Simulator& simulator, GuestAdvice& advice);
    Result<void> sendJobs(const Simulator& simulator, GuestAdvice& advice);
    Error fault(const char* code, std::string message, std::string remedy) const;
    Error named(Error error) const;  ///< of guest_answer.h, with the guest's name and file

    GuestFile file_;
    std::string name_;
    std::optional<Fmu> fmu_;
    std::unique_ptr<GuestProcess> process_;
    std::vector<GuestVariable> inputNames_, outputNames_;  ///< of a plug-in, in its order
    bool controls_ = true, schedules_ = false, chooses_ = false, begun_ = false;
    std::vector<Input> inputs_;
    std::vector<Output> outputs_;
    double nextS_;
};

}  // namespace headroom::engine
