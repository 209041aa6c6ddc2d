// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/run/offsite/remote_sites.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>

namespace tst_remote_sites {

using namespace headroom::engine;
using namespace headroom::tests;

/// The hall of the burst scenario, full for ten hours, and jobs that may leave.
class TestRemoteSites : public QObject {
    Q_OBJECT

    static Object object(const char* type, const char* id) {
        Object o;
        o.type = headroom::models::findComponentType(type);
        o.id = id;
        o.values.resize(o.type->attributes.size());
        return o;
    }

    static void batch(Project& project, const char* id, std::int64_t accelerators, double runH,
                      double submitH, bool mayLeave) {
        project.objects.push_back(object("batch_job", id));
        set(project, id, "accelerator", std::string("h100-sxm"));
        set(project, id, "accelerators", accelerators);
        set(project, id, "run_h", runH);
        set(project, id, "submit_h", submitH);
        set(project, id, "profile", std::string("fixed"));
        set(project, id, "may_leave", mayLeave);
        if (mayLeave) {
            set(project, id, "data_set", std::string("corpus"));
        }
    }

    /// Nothing fails, no spare servers; one cloud at 100 Gbit/s.
    static Project full() {
        Project project = scenario("cloud-burst");
        removeAll(project, "job_generator");
        removeAll(project, "training_job");
        std::erase_if(project.objects, [](const Object& o) {
            return o.type->id == "remote_site" && o.id != "cloud";
        });
        set(project, "failures", "enabled", false);
        set(project, "failures", "spare_pct", 0.0);
        batch(project, "blocker", 1024, 10.0, 0.0, false);
        return project;
    }

    static void until(Simulator& s, double hours) {
        while (s.timeS() < hours * 3600.0) {
            s.step();
        }
    }

    static const Job& last(const Simulator& s) { return s.state().jobs.back(); }

  private slots:

    /// 64 accelerators for an hour, 4 TB of data. The broker looks after a minute. 4e12 / 1.25e10 =
    /// 320 s on the line and 60 km there and back (2 x 6e4 x 4.9e-9 = 0.6 ms); ten minutes to
    /// start; an hour of work without stalls of checkpoints next to those that every job has.
    void aJobThatWouldWaitGoesAndPays() {
        Project project = full();
        batch(project, "guest", 64, 1.0, 0.5, true);
        auto s = simulator(project);
        until(*s, 0.6);
        QCOMPARE(last(*s).place, 0);
        until(*s, 2.6);
        const Job& job = last(*s);
        QCOMPARE(job.state, JobState::Completed);
        const double stallS = job.stallS * 3600.0 / job.checkpointS;
        const double expected = 1800.0 + 60.0 + 320.0 + 600.0 + 3600.0 + stallS;
        QVERIFY2(std::abs(job.endS - expected) < 1.0,
                 qPrintable(QString("%1 instead of %2").arg(job.endS).arg(expected)));
        // 6.88 USD/h from the request for servers to the end; 200 GB home at 0.05.
        const RemoteTotals t = s->state().remote.totals;
        const double rent = 64 * 6.88 / 3600.0 * (600.0 + 3600.0 + stallS);
        QVERIFY2(std::abs(t.rentUsd - rent) < 0.2,
                 qPrintable(QString("%1 instead of %2").arg(t.rentUsd).arg(rent)));
        QVERIFY(std::abs(t.egressUsd - 10.0) < 1e-9);
        QCOMPARE(t.energyUsd, 0.0);
        QVERIFY(std::abs(t.facilityJ - t.itJ * 1.15) < 1e-6 * t.itJ);
        // 362.6 g/kWh of PJM
        QVERIFY(std::abs(t.carbonKg - t.facilityJ / 3.6e6 * 0.3626) < 1e-9 * t.carbonKg);
        // a full H100 server is 8 to 10 kW: 1.0 to 1.3 kW an accelerator
        const double eachW = t.itJ / t.heldS;
        QVERIFY2(eachW > 800.0 && eachW < 1300.0, qPrintable(QString::number(eachW)));
        // None of it is time of the facility's accelerators.
        QVERIFY(s->state().totals.allocatedS.value() <= 1024.0 * s->timeS() + 1e-6);
        QCOMPARE(s->state().allocatedNow, std::int64_t{1024});
    }

    void twoTransfersShareTheLine() {
        Project project = full();
        batch(project, "guest", 64, 1.0, 0.5, true);
        set(project, "guest", "copies", std::int64_t{2});
        auto s = simulator(project);
        // both leave at 1860 s, bring 4 TB each at half the rate: 640 s
        until(*s, (1860.0 + 600.0) / 3600.0);
        const auto phase = [&](std::size_t i) { return s->state().remote.jobs.at(i).phase; };
        QCOMPARE(phase(0), RemotePhase::Bringing);
        QCOMPARE(phase(1), RemotePhase::Bringing);
        until(*s, (1860.0 + 660.0) / 3600.0);
        QCOMPARE(phase(0), RemotePhase::Starting);
        QCOMPARE(phase(1), RemotePhase::Starting);
        QCOMPARE(s->state().remote.held.at(0), 128);
    }

    void aThirdComesToDataThatIsThere() {
        Project project = full();
        batch(project, "guest", 64, 0.5, 0.5, true);
        batch(project, "later", 64, 0.5, 1.5, true);
        auto s = simulator(project);
        until(*s, 1.55);
        // looked at 60 s after 1.5 h; nothing to bring
        QCOMPARE(last(*s).place, 0);
        QCOMPARE(s->state().remote.jobs.back().phase, RemotePhase::Starting);
    }

    void aPatientBrokerKeepsWhatStartsSoon() {
        Project project = full();
        set(project, "blocker", "run_h", 40.0 / 60.0);
        batch(project, "guest", 64, 1.0, 0.5, true);
        auto s = simulator(project);
        until(*s, 0.7);  // starts here in 9 min, patience is 15
        QCOMPARE(last(*s).place, -1);
        until(*s, 1.0);
        QCOMPARE(last(*s).state, JobState::Running);
        QCOMPARE(s->state().remote.totals.sent, std::int64_t{0});
    }

    void withoutBrokerNothingLeaves() {
        Project project = full();
        batch(project, "guest", 64, 1.0, 0.5, true);
        removeAll(project, "broker");
        auto s = simulator(project);
        until(*s, 1.0);
        QCOMPARE(last(*s).state, JobState::Queued);
        QVERIFY(s->state().remote.jobs.empty());
    }

    void rentHasALimit() {
        Project project = full();
        batch(project, "guest", 64, 1.0, 0.5, true);
        set(project, "guest", "copies", std::int64_t{3});
        // 64 x 6.88 x 24 = 10,568 USD a day each: two fit into 22,000
        set(project, "broker", "spend_usd_per_day", 22000.0);
        auto s = simulator(project);
        until(*s, 0.6);
        QCOMPARE(s->state().remote.held.at(0), 128);
        QCOMPARE(last(*s).state, JobState::Queued);
    }

    void anEmptyPurseStays() {
        Project project = full();
        batch(project, "guest", 64, 1.0, 0.5, true);
        set(project, "guest", "budget_usd", 100.0);
        auto s = simulator(project);
        until(*s, 1.0);
        QCOMPARE(last(*s).state, JobState::Queued);
    }

    /// An 8B model with whole gradients on each accelerator needs about 91 GB: 80 GB elsewhere are
    /// no place for it. With gradients shared among the copies it fits, and goes.
    void aPlanThatDoesNotFitStays() {
        for (const bool shared : {false, true}) {
            Project project = scenario("cloud-burst");
            removeAll(project, "job_generator");
            std::erase_if(project.objects, [](const Object& o) { return o.id == "llama-70b"; });
            set(project, "failures", "enabled", false);
            set(project, "broker", "objective", std::string("time"));
            set(project, "ablations", "copies", std::int64_t{1});
            set(project, "ablations", "budget_usd", 1e6);
            set(project, "ablations", "sharding", std::string(shared ? "zero2" : "zero1"));
            batch(project, "blocker", 960, 10.0, 0.0, false);
            auto s = simulator(project);
            until(*s, 4.2);
            QCOMPARE(s->state().remote.totals.sent, std::int64_t{shared ? 1 : 0});
        }
    }

    /// Servers are taken back again and again: no more is kept than checkpoints hold, and all that
    /// was held is paid.
    void spotServersAreTakenBack() {
        Project project = full();
        batch(project, "guest", 64, 10.0, 0.5, true);
        set(project, "cloud", "purchase", std::string("spot"));
        set(project, "cloud", "offer", std::string("lambda-h100"));
        set(project, "broker", "objective", std::string("time"));
        auto s = simulator(project);
        // 8 servers, each lost 2.3 times a year, and a window of 12 h: 18.4 + 730 a year, one each 11.7 h for the job.
        until(*s, 40.0);
        const RemoteTotals& t = s->state().remote.totals;
        const Job& job = last(*s);
        // Whatever happened: nothing is left behind.
        QVERIFY(job.restarts >= t.lost);
        if (job.state == JobState::Completed) {
            QVERIFY(s->state().remote.away.empty());
            QCOMPARE(s->state().remote.held.at(0), 0);
        }
        QVERIFY(t.rentUsd > 0.0);
        QVERIFY(job.state != JobState::Failed);
    }

    void aKilledJobFreesWhatItHeld() {
        Project project = full();
        batch(project, "guest", 64, 10.0, 0.5, true);
        set(project, "broker", "objective", std::string("time"));
        auto s = simulator(project);
        until(*s, 1.0);
        QCOMPARE(s->state().remote.held.at(0), 64);
        JobOrder kill;
        kill.action = JobAction::Kill;
        kill.job = last(*s).id;
        s->order(kill);
        s->step();
        QCOMPARE(s->state().remote.held.at(0), 0);
        QCOMPARE(last(*s).state, JobState::Failed);
        QVERIFY(s->state().remote.away.empty());
    }

    /// A broker with the objective "orders" sends nothing; an order does, at once and without its minute of collecting. What
    /// such an order is given by: the facility and the cloud, and a quote of the one job that waits at each.
    void ordersAloneSendJobs() {
        Project project = full();
        batch(project, "guest", 64, 1.0, 0.5, true);
        batch(project, "stays", 64, 1.0, 0.5, false);
        set(project, "broker", "objective", std::string("orders"));
        auto s = simulator(project);
        until(*s, 2.0);
        QVERIFY(s->state().remote.away.empty());
        const BrokerView view = s->brokerView();
        QCOMPARE(view.sites.size(), std::size_t{2});
        QCOMPARE(view.sites[0].accelerators, 1024);
        QCOMPARE(view.sites[0].free, 0);
        QCOMPARE(view.sites[1].id, std::string("cloud"));
        QCOMPARE(view.sites[1].free, 256);
        QVERIFY(std::abs(view.sites[1].usdPerS * 3600.0 - 6.88) < 1e-9);
        QCOMPARE(view.requests.size(), std::size_t{1});
        const BrokerView::Request& asked = view.requests.front();
        QCOMPARE(asked.quotes.size(), std::size_t{2});
        // 320 s of data and ten minutes of start there; here the blocker ends at 10 h, and later by what its
        // checkpoints stall it, some 3 %.
        QVERIFY(std::abs(asked.quotes[1].startsS - 920.0) < 0.1);
        QVERIFY2(asked.quotes[0].startsS > 8.0 * 3600.0 && asked.quotes[0].startsS < 8.5 * 3600.0,
                 qPrintable(QString::number(asked.quotes[0].startsS / 3600.0)));
        QCOMPARE(asked.quotes[1].fault, QuoteFault::None);
        const auto send = [&](std::int64_t job, const char* site) {
            JobOrder order;
            order.action = JobAction::Send;
            order.job = job;
            order.site = site;
            s->order(order);
            std::string text;
            for (const Event& e : s->takeEvents()) {
                text += e.text + ' ';
            }
            return text;
        };
        const std::int64_t stays = s->state().jobs.back().id == asked.job
                                       ? s->state().jobs[s->state().jobs.size() - 2].id
                                       : s->state().jobs.back().id;
        s->takeEvents();
        const auto isIn = [](const std::string& text, const char* part) {
            return text.find(part) != std::string::npos;
        };
        QVERIFY(
            isIn(send(asked.job, "moon"), "Cannot be sent to moon: the project has no such site"));
        QVERIFY(isIn(send(stays, "cloud"), "the job may not leave"));
        QVERIFY(s->state().remote.away.empty());
        QVERIFY(isIn(send(asked.job, "cloud"), "By order: ends in"));
        QCOMPARE(s->state().remote.held.at(0), 64);
        QVERIFY(isIn(send(asked.job, "cloud"), "Cannot be sent away: it is"));
        QVERIFY(s->brokerView().requests.empty());
        until(*s, 4.0);
        QCOMPARE(s->state().remote.totals.sent, std::int64_t{1});
        const auto done = std::find_if(s->state().jobs.begin(), s->state().jobs.end(),
                                       [&](const Job& job) { return job.id == asked.job; });
        QCOMPARE(done->state, JobState::Completed);
    }

    /// 256 there: four jobs of 64 fill it, the fifth waits on.
    void anOrderNeedsRoom() {
        Project project = full();
        batch(project, "guest", 64, 1.0, 0.5, true);
        set(project, "guest", "copies", std::int64_t{5});
        set(project, "broker", "objective", std::string("orders"));
        set(project, "broker", "spend_usd_per_day", 1e9);
        auto s = simulator(project);
        until(*s, 1.0);
        const BrokerView view = s->brokerView();
        QCOMPARE(view.requests.size(), std::size_t{5});
        for (const BrokerView::Request& request : view.requests) {
            JobOrder order;
            order.action = JobAction::Send;
            order.job = request.job;
            order.site = "cloud";
            s->order(order);
        }
        QCOMPARE(s->state().remote.held.at(0), 256);
        QCOMPARE(s->brokerView().requests.size(), std::size_t{1});
        const auto events = s->takeEvents();
        QVERIFY(std::any_of(events.begin(), events.end(), [](const Event& e) {
            return e.text == "Cannot be sent to cloud: all of its accelerators are held.";
        }));
    }

    void goesOnFromASnapshot() {
        Project project = full();
        batch(project, "guest", 64, 1.0, 0.5, true);
        set(project, "guest", "copies", std::int64_t{3});
        auto a = simulator(project);
        until(*a, 0.55);  // transfers are under way
        const auto bytes = a->saveState();
        auto b = simulator(project);
        QVERIFY(b->loadState(bytes).has_value());
        until(*a, 2.5);
        until(*b, 2.5);
        QCOMPARE(a->stateHash(), b->stateHash());
    }
};

HEADROOM_TEST(TestRemoteSites)
}  // namespace tst_remote_sites

#include "tst_remote_sites.moc"
