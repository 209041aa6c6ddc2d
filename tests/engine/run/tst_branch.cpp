// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "engine/run/simulator.h"
#include "tests/engine/run/job_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_branch {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr double kHourS = 3600.0;

Project busyHall() {
    Project project = scenario("tour-small-hall");
    set(project, "failures", "rate_factor", 30.0);
    return project;
}

double facility(const Simulator& s, FacilityQuantity q) {
    return s.state().shown[q];
}

/// A hall with one job over most of it, where only servers fail, and often.
Project serversFail() {
    Project project = emptyHall();
    addBatch(project, "job", 896, 1e6);
    set(project, "failures", "enabled", true);
    set(project, "failures", "rate_factor", 20.0);
    return project;
}

std::unique_ptr<Simulator> withCoupling(const Project& project, Coupling coupling,
                                        bool equipmentFails) {
    RunOptions options;
    options.stepS = 600.0;
    options.coupling = coupling;
    auto plant = compile(project, catalogue(), options);
    if (!plant) {
        qFatal("%s", text(plant.error()).c_str());
    }
    for (PlantHazard& h : plant->hazards) {
        if ((h.isEquipment || !h.orders.empty()) && !equipmentFails) {
            h.ratePerS = h.candidatesPerS = 1e-30;  // beyond the end of the run
        }
    }
    auto made = Simulator::create(std::make_shared<const Plant>(std::move(*plant)), options);
    if (!made) {
        qFatal("%s", text(made.error()).c_str());
    }
    return std::move(*made);
}

}  // namespace

class TestBranch : public QObject {
    Q_OBJECT

  private slots:

    // A branch left alone reaches the bytes of its original, failures and all; and neither hears of
    // the other.
    void branchGoesOnToTheSameBytes() {
        auto s = simulator(busyHall());
        headroom::tests::run(*s, 3.0 * kHourS);
        const std::uint64_t before = s->stateHash();
        auto b = s->branch();
        QCOMPARE(b->stateHash(), before);
        QVERIFY(&b->plant() == &s->plant());
        headroom::tests::run(*b, 6.0 * kHourS);
        QCOMPARE(s->stateHash(), before);
        headroom::tests::run(*s, 6.0 * kHourS);
        QCOMPARE(b->stateHash(), s->stateHash());
        QVERIFY(b->saveState() == s->saveState());
    }

    // What is ordered in a branch stays in it.
    void ordersStayInTheBranch() {
        auto s = simulator(busyHall());
        headroom::tests::run(*s, kHourS);
        auto b = s->branch();
        PlantOrder order;
        order.action = headroom::models::DrillAction::Fail;
        order.unit = "pdus";
        order.instance = 1;
        b->operate(order);
        headroom::tests::run(*b, 2.0 * kHourS);
        headroom::tests::run(*s, 2.0 * kHourS);
        QVERIFY(b->stateHash() != s->stateHash());
        auto again = simulator(busyHall());
        headroom::tests::run(*again, 2.0 * kHourS);
        QCOMPARE(again->stateHash(), s->stateHash());
    }

    // A plant with another seed is the plant that compiling with that seed gives, weather and unlucky
    // servers included.
    void seedOfASharedPlant() {
        RunOptions other;
        other.seed = 99;
        auto compiled = simulator(busyHall(), other);
        auto first = simulator(busyHall());
        auto shared = Simulator::create(first->sharedPlant(), other);
        QVERIFY(shared.has_value());
        headroom::tests::run(*compiled, 2.0 * kHourS);
        headroom::tests::run(**shared, 2.0 * kHourS);
        QCOMPARE((*shared)->stateHash(), compiled->stateHash());
    }

    // Without plant failures nothing of power and heat reaches the job of this hall (no chip comes
    // near its limit at 23 °C of air): the same failures at the same times, the same interruptions
    // and the same goodput to rounding, whether flows are computed or not.
    void sameJobsWithAndWithoutFlows() {
        const Project project = serversFail();
        auto always = withCoupling(project, Coupling::Always, false);
        auto asked = withCoupling(project, Coupling::Asked, false);
        auto never = withCoupling(project, Coupling::Never, false);
        for (Simulator* s : {always.get(), asked.get(), never.get()}) {
            headroom::tests::run(*s, 4.0 * 24.0 * kHourS);
        }
        const Job& a = job(*always, 0);
        QVERIFY2(a.restarts > 20, qPrintable(QString::number(a.restarts)));
        for (const Simulator* s : {asked.get(), never.get()}) {
            const Job& j = job(*s, 0);
            QCOMPARE(j.restarts, a.restarts);
            QCOMPARE(s->state().hazardStruck, always->state().hazardStruck);
            QCOMPARE(s->state().hazardInterrupted, always->state().hazardInterrupted);
            const double goodput = facility(*s, FacilityQuantity::Goodput);
            QVERIFY(std::abs(goodput - facility(*always, FacilityQuantity::Goodput)) < 1e-12);
            QCOMPARE(s->state().uncoupledS, s->timeS());
        }
    }

    // What is not computed is not there: NaN in the frame's quantities and the summary, never 0.
    void whatIsNotComputedIsAbsent() {
        auto s = withCoupling(serversFail(), Coupling::Never, true);
        headroom::tests::run(*s, 24.0 * kHourS);
        using Q = FacilityQuantity;
        for (const Q q : {Q::ItPower, Q::Pue, Q::HottestChip, Q::ItEnergy, Q::Cost, Q::Carbon}) {
            QVERIFY(std::isnan(facility(*s, q)));
        }
        const RunSummary r = s->summary();
        QVERIFY(std::isnan(r.sums[Sum::ItJ]) && std::isnan(r.value("pue")) &&
                std::isnan(r.sums[Sum::HottestChipC]));
        QVERIFY(std::isnan(s->rackField(RackQuantity::Power)[0]));
        QVERIFY(r.value("goodput") > 0.0 && r.value("goodput") < 1.0);
        QVERIFY(facility(*s, Q::BusyAccelerators) >= 0.0);
    }

    // A drill on the plant wakes power and heat an hour before, and what it does to jobs is what it
    // does when they are always computed: a dead utility without generators ends the job on both.
    void aDrillIsFelt() {
        Project project = emptyHall();
        addBatch(project, "job", 896, 1e6);
        headroom::tests::add(project, "drill", "dark",
                             {{"at_min", 30.0 * 60.0},
                              {"unit", std::string{"main"}},
                              {"action", std::string{"fail"}},
                              {"duration_min", 60.0}});
        auto always = withCoupling(project, Coupling::Always, false);
        auto asked = withCoupling(project, Coupling::Asked, false);
        auto never = withCoupling(project, Coupling::Never, false);
        for (Simulator* s : {always.get(), asked.get(), never.get()}) {
            headroom::tests::run(*s, 48.0 * kHourS);
        }
        QCOMPARE(job(*always, 0).restarts, 1);
        QCOMPARE(job(*asked, 0).restarts, 1);
        QCOMPARE(job(*never, 0).restarts, 0);
        // Back within a sub-step of the same time: batteries are full and halls are in balance when
        // it begins. An hour of 48 is 2 %; the goodput of the two agrees to a twentieth of that.
        QVERIFY(std::abs(facility(*asked, FacilityQuantity::Goodput) -
                         facility(*always, FacilityQuantity::Goodput)) < 1e-3);
        QVERIFY(asked->state().uncoupledS > 24.0 * kHourS);
        QVERIFY(asked->state().uncoupledS < 46.0 * kHourS);
    }

    // Once flows are computed again every figure is a number, also the coolant of a rack that has
    // none if the guard of a step looks at all of them.
    void afterARestAllIsKnown() {
        Project project = emptyHall();
        headroom::tests::add(project, "drill", "dark",
                             {{"at_min", 30.0 * 60.0},
                              {"unit", std::string{"main"}},
                              {"action", std::string{"fail"}},
                              {"duration_min", 60.0}});
        auto asked = withCoupling(project, Coupling::Asked, false);
        headroom::tests::run(*asked, 28.0 * kHourS);
        QVERIFY(std::isnan(asked->state().shown.rackFlowM3PerS[0]));
        headroom::tests::run(*asked, 29.5 * kHourS);
        QCOMPARE(asked->state().shown.rackFlowM3PerS[0], 0.0F);
        QVERIFY2(asked->fault().code.empty(), asked->fault().text().c_str());
    }

    // A snapshot taken while flows rest continues to the same bytes.
    void snapshotWhileFlowsRest() {
        const Project project = serversFail();
        auto a = withCoupling(project, Coupling::Asked, true);
        headroom::tests::run(*a, 24.0 * kHourS);
        auto b = withCoupling(project, Coupling::Asked, true);
        QVERIFY(b->loadState(a->saveState()).has_value());
        headroom::tests::run(*a, 72.0 * kHourS);
        headroom::tests::run(*b, 72.0 * kHourS);
        QCOMPARE(a->stateHash(), b->stateHash());
    }
};

HEADROOM_TEST(TestBranch)
}  // namespace tst_branch

#include "tst_branch.moc"
