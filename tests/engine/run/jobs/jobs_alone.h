// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/run/jobs/dispatch.h"
#include "engine/run/jobs/job_orders.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/state/state_table.h"
#include "engine/run/workload/allocation.h"
#include "tests/engine/run/job_fixture.h"

#include <string>
#include <utility>
#include <vector>

/// Jobs without the rest of a run.
namespace headroom::tests {

/// A network that slows nobody, with storage that takes no time.
class IdealFabric : public engine::JobFabric {
  public:
    void jobStarted(JobIndex /*job*/) override {}

    void jobStopped(JobIndex /*job*/) override {}

    void jobChanged(JobIndex /*job*/) override {}

    void renumbered(const std::vector<std::int32_t>& /*now*/) override {}

    void powerChanged(double /*timeS*/, std::int64_t /*cause*/) override {}

    double lineBytesPerS(const engine::Job& /*job*/) const override { return 1e9; }

    double filesPerS() const override { return 0.0; }

    double checkpointWriteS(const engine::Job& /*job*/) const override { return 0.0; }

    double restartReadS(JobIndex /*job*/) const override { return 0.0; }

    double transportTimeoutS(JobIndex /*job*/) const override { return 0.0; }

    std::string bottleneckName(const engine::Job& /*job*/) const override { return {}; }
};

/// No other site.
class NoSites : public engine::OtherSites {
  public:
    int mostAccelerators(const engine::Job& /*job*/) const override { return 0; }

    bool dataIsHere(const engine::Job& /*job*/) const override { return true; }

    void waits(double /*timeS*/) override {}

    std::string send(JobIndex /*job*/, const std::string& site, double /*timeS*/) override {
        return "the project has no site '" + site + "'";
    }

    void runs(JobIndex /*job*/, double /*timeS*/) override {}

    void leave(JobIndex /*job*/, double /*timeS*/, bool /*done*/) override {}

    models::ChipPhases setRate(engine::Job& /*job*/) const override { return {}; }

    engine::RemoteJob paidUpTo(const engine::RemoteJob& remote, double /*timeS*/) const override {
        return remote;
    }

    std::string why(const engine::Job& /*job*/) const override { return {}; }
};

/// The jobs of a project with a queue of events, a log and causes of their own. Nothing happens but what a test asks for.
struct JobsAlone {
    explicit JobsAlone(const engine::Project& project)
        : plant(compiled(project)), state(engine::stateAtRest(plant)) {
        engine::beginAllocation(plant, state);
        engine::beginDispatch(plant, state);
        jobs.join(fabric, remote, {});
        for (RackIndex rack(0); rack < plant.racks; ++rack) {
            jobs.load().noteRack(rack);
        }
        jobs.refreshRacks();
        jobs.begin();
    }

    /// A person submits a job of an hour. Returns its index.
    JobIndex submit(int accelerators, double timeS) {
        engine::JobOrder order;
        order.action = engine::JobAction::Submit;
        order.accelerator = "h100-sxm";
        order.accelerators = accelerators;
        order.runS = 3600.0;
        order.profile = "fixed";
        orders.operate(order, timeS);
        return JobIndex(static_cast<int>(state.jobs.size()) - 1);
    }

    engine::Job& job(JobIndex index) { return state.jobs[static_cast<std::size_t>(index)]; }

    engine::Plant plant;
    engine::State state;
    engine::EventLog log;
    engine::EventQueue queue{state};
    engine::Causes causes{plant, state, log};
    engine::Workers workers;
    engine::JobLog history;
    IdealFabric fabric;
    NoSites remote;
    engine::RunContext context{plant, state, queue, causes, log, workers};
    engine::Jobs jobs{context, history};
    engine::JobOrders orders{context, jobs, fabric, remote};
};

}  // namespace headroom::tests
