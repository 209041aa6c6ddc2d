// SPDX-License-Identifier: Apache-2.0
#include "engine/run/services/services.h"
#include "tests/engine/run/job_fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_services {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// A chat of Llama 3 70B on four accelerators a replica; one serves about 16 requests/s.
void addService(Project& project, double rateScale, std::int64_t replicas, const char* scaling) {
    add(project, "inference_service", "chat",
        {{"model", std::string{"llama3-70b"}},
         {"accelerator", std::string{"h100-sxm"}},
         {"stack", std::string{"tensorrt-llm-2025"}},
         {"requests", std::string{"conversation-day"}},
         {"rate_scale", rateScale},
         {"tensor_parallel", std::int64_t{4}},
         {"weight_bits", 8.0},
         {"cache_bits", 8.0},
         {"replicas", replicas},
         {"minimum_replicas", std::int64_t{2}},
         {"maximum_replicas", std::int64_t{64}},
         {"scaling", std::string{scaling}},
         {"scaling_target", 0.7},
         {"scale_down_window_s", 300.0},
         {"priority", std::int64_t{10}}});
}

double facility(const Simulator& s, FacilityQuantity quantity) {
    return s.state().shown[quantity];
}

std::unique_ptr<Simulator> create(const Project& project) {
    auto made = Simulator::create(project, catalogue(), {});
    if (!made) {
        qFatal("%s", text(made.error()).c_str());
    }
    return std::move(*made);
}

}  // namespace

class TestServices : public QObject {
    Q_OBJECT

  private slots:
    void requestsAreConserved();
    void powerFollowsTheLoad();
    void growsWithTheDayAndShrinks();
    void takesAcceleratorsFromBatch();
    void snapshotsRunOnToTheSameBytes();
    void whatDoesNotFitIsAnError();
};

void TestServices::requestsAreConserved() {
    Project project = emptyHall();
    addService(project, 20.0, 4, "none");  // about 100 requests/s for four replicas: too many
    const auto s = create(project);
    run(*s, 4.0 * 3600.0);
    const ServiceState& state = s->state().services.at(0);
    QCOMPARE(state.serving, 4);
    QVERIFY(state.arrived > 0.0 && state.backlog > 0.0);
    // What arrived was answered or waits.
    QVERIFY(std::fabs(state.arrived - state.answered - state.backlog) < 1e-6 * state.arrived);
    // Overloaded: it answers what it can, late.
    QVERIFY(std::fabs(state.servedPerS - 4.0 * state.capacityPerS) < 1e-6 * state.servedPerS);
    QVERIFY(facility(*s, FacilityQuantity::SloAttainment) < 0.1);
    QCOMPARE(facility(*s, FacilityQuantity::Replicas), 4.0);
    QCOMPARE(facility(*s, FacilityQuantity::ServiceAccelerators), 16.0);
    // The summary says the same of the whole run, and that hardly any answer came in time.
    const RunSummary r = s->summary();
    QCOMPARE(r.services.size(), std::size_t{1});
    const ServiceFigures& chat = r.services.front();
    QCOMPARE(chat.id, std::string{"chat"});
    QCOMPARE(chat.arrived, state.arrived);
    QCOMPARE(chat.answered + chat.backlog, state.answered + state.backlog);
    QCOMPARE(chat.tokens, state.answered * s->plant().services[0].output.mean);
    QCOMPARE(chat.attainment(), state.met / state.answered);
    QCOMPARE(chat.ttftP99S, state.ttftP99S + state.waitS);
    QVERIFY(chat.attainment() < 0.1);
}

void TestServices::powerFollowsTheLoad() {
    const auto powerAt = [](double rateScale) {
        Project project = emptyHall();
        addService(project, rateScale, 64, "none");
        const auto s = create(project);
        run(*s, 3600.0);
        return facility(*s, FacilityQuantity::AcceleratorPower);
    };
    const double idle = powerAt(1e-6);
    const double little = powerAt(20.0);
    const double much = powerAt(100.0);
    QVERIFY2(idle < little && little < much,
             qPrintable(QStringLiteral("%1 %2 %3").arg(idle).arg(little).arg(much)));
}

void TestServices::growsWithTheDayAndShrinks() {
    Project project = emptyHall();
    set(project, "project", "start", std::string{"2026-07-15T00:00:00"});
    addService(project, 40.0, 8, "utilization");
    const auto s = create(project);
    double most = 0.0, night = 0.0;
    for (int hour = 1; hour <= 26; ++hour) {
        run(*s, 3600.0 * hour);
        const double replicas = facility(*s, FacilityQuantity::Replicas);
        most = std::max(most, replicas);
        night = hour == 26 ? replicas : night;
    }
    QVERIFY2(most > 1.5 * night && night >= 2.0,
             qPrintable(QStringLiteral("%1 %2").arg(most).arg(night)));
    // It scales in time: nearly all requests meet their limits.
    QVERIFY2(facility(*s, FacilityQuantity::SloAttainment) > 0.9,
             std::to_string(facility(*s, FacilityQuantity::SloAttainment)).c_str());
}

void TestServices::takesAcceleratorsFromBatch() {
    Project project = emptyHall();
    add(project, "scheduling", "scheduling",
        {{"policy", std::string{"priority"}}, {"preemption", true}});
    for (int i = 0; i < 16; ++i) {
        addBatch(project, "batch-" + std::to_string(i), 64, 1000.0);  // all 1,024
    }
    addService(project, 20.0, 16, "none");
    set(project, "chat", "start_h", 0.25);
    const auto s = create(project);
    run(*s, 600.0);
    QCOMPARE(facility(*s, FacilityQuantity::BatchAccelerators), 1024.0);
    run(*s, 3600.0);
    QCOMPARE(facility(*s, FacilityQuantity::ServiceAccelerators), 64.0);
    QCOMPARE(facility(*s, FacilityQuantity::BatchAccelerators), 960.0);
}

void TestServices::snapshotsRunOnToTheSameBytes() {
    Project project = emptyHall();
    addService(project, 40.0, 8, "utilization");
    const auto a = create(project);
    run(*a, 1800.0);
    const std::vector<std::byte> snapshot = a->saveState();
    run(*a, 3600.0);
    const auto b = create(project);
    QVERIFY(b->loadState(snapshot).has_value());
    run(*b, 3600.0);
    QCOMPARE(a->stateHash(), b->stateHash());
}

void TestServices::whatDoesNotFitIsAnError() {
    Project project = emptyHall();
    addService(project, 1.0, 1, "none");
    set(project, "chat", "tensor_parallel", std::int64_t{1});
    set(project, "chat", "weight_bits", 16.0);
    const auto made = Simulator::create(project, catalogue(), {});
    QVERIFY(!made.has_value());
    QCOMPARE(made.error().front().code, std::string("SIM-040"));
}

HEADROOM_TEST(TestServices)
}  // namespace tst_services

#include "tst_services.moc"
