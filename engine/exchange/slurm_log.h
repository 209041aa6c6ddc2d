// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/exchange/gathered_jobs.h"
#include "engine/exchange/slurm_gres.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace headroom::engine {

/// A job as the accounting of Slurm tells it. Times since 1970.
struct SlurmJob {
    std::string id,
        heterogeneous;  ///< the number of the whole job if this is a component of one; else empty
    std::string name, tenant;
    std::optional<double> submitS, startS, endS;
    double requestedS = 0.0, priority = 0.0;
    SlurmGres gres;
};

/// Whether Slurm gives a job of that state an end that is only expected: it waits, runs or is suspended.
bool isUnendedState(std::string_view state);

/// Makes jobs of a trace from it. Components of a heterogeneous job that run on one kind of accelerators are one gang.
class SlurmLog {
  public:
    explicit SlurmLog(const std::filesystem::path& path, LogReading reading = {})
        : log_(path, std::move(reading)) {}

    void add(const SlurmJob& job, std::string_view place);
    ResultAll<JobTrace> finish();

    GatheredJobs& log() { return log_; }

  private:
    struct Gang {
        TraceJob job;
        double startS = 0.0, endS = 0.0, accelerators = 0.0;
        std::string place;
    };

    void keep(const Gang& gang);

    GatheredJobs log_;
    std::map<std::string, Gang> gangs_;
    long mixed_ = 0, components_ = 0, slices_ = 0;
};

}  // namespace headroom::engine
