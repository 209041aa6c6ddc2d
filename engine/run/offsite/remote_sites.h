// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/words.h"
#include "engine/broker/quote.h"
#include "engine/plant/plant.h"
#include "engine/run/contract/subsystem.h"
#include "engine/run/jobs/jobs.h"
#include "engine/run/state/state.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace headroom::engine {

/// Jobs at other sites and in clouds: the broker's choice in a run, data on the lines, start-up,
/// spot losses, rent, egress, energy and carbon there. The life of a job stays with Jobs; a job
/// away has no slots here, sends nothing on the fabrics, and counts in none of the facility's
/// accelerator seconds.
///
/// The broker looks at all jobs that wait and may leave, within a minute after one of them came or
/// came back (Assumption: a broker collects requests), and each BrokerSpec::reviewS. It foresees
/// the queue as first in, first out with the run times that owners state; other orders make the
/// wait here an estimate. It never moves a job that runs.
///
/// Contention on the fabric of a place away is RemoteSiteSpec::networkWait; `cost` sets that of the project's own fabric.
/// Assumptions: transfers share their
/// line equally and start at once; a copy of data that came stays; results go back at the end, paid
/// but without delay.
class RemoteSites : public Subsystem, public OtherSites {
  public:
    RemoteSites(const RunContext& run, Jobs& jobs) : Subsystem(run, Owner::OffSite), jobs_(jobs) {}

    /// Nothing is away.
    void begin() override;
    void act(const QueuedEvent& event) override;

    /// Accelerators held there, and what they cost.
    void publish() override;

    bool any() const { return plant_.hasBroker; }

    int mostAccelerators(const Job& job) const override;
    bool dataIsHere(const Job& job) const override;
    std::string why(const Job& job) const override;
    void waits(double timeS) override;

    /// Looks at every job that waits and may leave; sends away those that are better off elsewhere.
    void review(double timeS);

    /// Its data has come: servers are asked for.
    void brought(JobIndex job, std::int32_t version, double timeS);

    /// By order: as far as the job runs there, within the limits of rent and budget, and with room for it now. That it would
    /// end late keeps nobody from sending it.
    std::string send(JobIndex job, const std::string& site, double timeS) override;

    /// Waiting jobs that may leave, with their quotes at every place.
    BrokerView view(double timeS) const;

    void runs(JobIndex job, double timeS) override;
    void leave(JobIndex job, double timeS, bool done) override;
    models::ChipPhases setRate(Job& job) const override;
    RemoteJob paidUpTo(const RemoteJob& remote, double timeS) const override;

    /// All that was paid and emitted up to now, without changing the state.
    RemoteTotals totals(double timeS) const;

  private:
    void reviewPool(PoolIndex pool, double timeS);
    /// Calls leaves(job, wait) for each waiting job that may leave; true: it left the line.
    void walkLine(PoolIndex pool, double timeS,
                  const std::function<bool(JobIndex, double)>& leaves) const;
    std::vector<Quote> quotesOf(const Job& job, double homeWaitS, double timeS) const;
    std::int32_t choose(const Job& job, double homeWaitS, double timeS, Words& why) const;
    BrokerTask task(const Job& job, int place, double timeS) const;
    double pueHere() const;
    BrokerPlace here(const Job& job, double waitS) const;
    BrokerPlace there(const Job& job, int place, double timeS) const;
    void send(JobIndex job, int place, double timeS, const Words& why);
    void shareLine(int place, double timeS);
    void ask(RemoteJob& remote, double timeS);
    void settle(RemoteJob& remote, double timeS);
    void settleReserved(double timeS);
    double runS(const Job& job, int place) const;
    double rentNowUsdPerS() const;
    RemoteJob& entry(JobIndex job);

    Jobs& jobs_;
    mutable std::vector<HeldUntil> held_;
};

}  // namespace headroom::engine
