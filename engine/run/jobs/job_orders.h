// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/contract/run_context.h"
#include "engine/run/jobs/job_order.h"
#include "engine/run/jobs/job_ports.h"

#include <string>

namespace headroom::engine {

class Jobs;

/// Orders of people on jobs: submit, end, preempt, hold, release, send to another site.
class JobOrders {
  public:
    JobOrders(const RunContext& run, Jobs& jobs, JobFabric& fabric, OtherSites& remote);

    /// Carries an order out now. An order that does not fit is an event of kind Note with the reason.
    void operate(const JobOrder& order, double timeS);

    /// Why a job cannot be submitted; empty if it can.
    std::string submitFault(const JobOrder& order) const;

  private:
    Job submitted(const JobOrder& order, std::string& fault) const;
    void submit(const JobOrder& order, double timeS);

    const Plant& plant_;
    State& s_;
    EventLog log_;
    Jobs& jobs_;
    JobFabric& fabric_;
    OtherSites& remote_;
};

}  // namespace headroom::engine
