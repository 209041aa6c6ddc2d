// SPDX-License-Identifier: Apache-2.0
#include "engine/live/run.h"
#include "engine/plant/plant.h"
#include "engine/run/cooling/coolant.h"
#include "engine/run/simulator.h"
#include "engine/run/state/state.h"
#include "engine/run/step_guard.h"
#include "models/cooling/usual.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <atomic>
#include <cmath>

namespace tst_simulator {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

constexpr int kStepsPerHour = 240;  // at 15 s

double facility(const Simulator& s, FacilityQuantity q) {
    return s.state().shown[q];
}

void steps(Simulator& s, int n) {
    for (int i = 0; i < n; ++i) {
        s.step();
    }
}

}  // namespace

class TestSimulator : public QObject {
    Q_OBJECT

  private slots:

    // First law: what enters at the utility meter leaves to outdoor air or is stored in chips,
    // coolant, air and water. Every flow is one number used on both sides, so that only rounding is
    // left: 1e-9 of the step's energy, in every step, with failures thrown in.
    void energyBalancesInEveryStep() {
        Project project = scenario("tour-small-hall");
        set(project, "failures", "rate_factor", 50.0);
        auto s = simulator(project);
        for (int i = 0; i < 12 * kStepsPerHour; ++i) {
            s->step();
            const double imbalance = facility(*s, FacilityQuantity::EnergyImbalance);
            QVERIFY2(imbalance < 1e-9, qPrintable(QString("step %1: %2").arg(i).arg(imbalance)));
        }
        QVERIFY(s->summary().failures.size() > 1);
    }

    // A run starts settled: its plant runs before its first second. Jobs start up for five minutes, then the
    // load steps to its full height, which air and water follow: the hottest chip of the first quarter of an
    // hour is that of the fourth within 2 K (1.2 K). Chillers that had to start first made it 6 K.
    void startsSettled() {
        Project project = scenario("tour-small-hall");
        removeAll(project, "job_generator");
        set(project, "failures", "enabled", false);
        auto s = simulator(project);
        double first = -300.0, later = -300.0;
        for (int i = 0; i < kStepsPerHour; ++i) {
            s->step();
            double hottest = -300.0;
            for (const double c : s->state().rackHotC) {
                hottest = std::max(hottest, c);
            }
            double& mine = i < kStepsPerHour / 4 ? first : later;
            mine = i < kStepsPerHour / 4 || i >= 3 * kStepsPerHour / 4 ? std::max(mine, hottest)
                                                                       : mine;
        }
        QVERIFY2(first < later + 2.0, qPrintable(QString("%1 then %2").arg(first).arg(later)));
    }

    // Air of high ground: the same project in Johannesburg (82,156 Pa, 0.811 of the density) as in
    // Leesburg (99,900 Pa, 0.986). Servers hold the rise of their air, so that fans below full speed turn
    // 0.986 / 0.811 = 1.216 times as fast, and the volume of air goes with them; its heat capacity is that
    // of the pressure: flow x density stays. At 60 % of the heat for which fans turn fully they turn at 0.61 and
    // 0.74, between their least of 0.4 and full speed.
    void altitudeThinsTheAir() {
        const auto air = [](const char* climate) {
            Project project = scenario("tour-small-hall");
            removeAll(project, "job_generator");
            set(project, "failures", "enabled", false);
            set(project, "site", "climate", std::string{climate});
            auto s = simulator(project);
            steps(*s, kStepsPerHour);
            const Plant& p = s->plant();
            const PlantBlock& b = p.blocks[0];
            const double boardW = 0.6 * b.parts().fullFanHeatW;
            return std::pair{p.hallAir[0].air.jPerM3K, headroom::models::serverFanSpeed(
                                                           b.server, boardW, b.parts().fullFanHeatW,
                                                           b.parts().airDensityRatio)};
        };
        const auto [low, slow] = air("leesburg-va");
        const auto [high, fast] = air("johannesburg");
        QVERIFY(std::abs(high / low - 82156.0 / 99900.0) < 0.002);
        QVERIFY2(std::abs(fast / slow * high / low - 1.0) < 0.01,
                 qPrintable(QString::number(fast / slow)));
    }

    // Johannesburg lies 734 m above the 1,000 m to which transformers and UPSs are rated, and 209 m above the
    // 1,525 m of engines: 1 - 0.03 x 0.734 = 0.978, 1 - 0.06 x 0.734 = 0.956, 1 - 0.13 x 0.209 = 0.973 of the
    // rating. Boards and busways keep theirs.
    void altitudeDeratesEquipment() {
        const auto network = [](const char* climate) {
            Project project = scenario("tour-small-hall");
            set(project, "site", "climate", std::string{climate});
            return simulator(project)->plant().network;
        };
        const auto low = network("leesburg-va"), high = network("johannesburg");
        int derated = 0;
        for (std::size_t i = 0; i < low->units.size(); ++i) {
            const PowerUnit& u = low->units[i];
            if (!(u.ratedVa > 0.0) || u.kind == PowerKind::Utility) {
                continue;
            }
            const double wanted = u.kind == PowerKind::Transformer ? 0.9780
                                  : u.kind == PowerKind::Ups       ? 0.9560
                                  : u.kind == PowerKind::Genset    ? 0.9728
                                                                   : 1.0;
            derated += wanted < 1.0 ? 1 : 0;
            QVERIFY2(std::abs(high->units[i].ratedVa / u.ratedVa - wanted) < 0.001, u.name.c_str());
        }
        QVERIFY(derated >= 3);
    }

    // Stored heat counted from the temperatures themselves, not from the flows: over an hour the
    // change of sum C T equals energy in less heat rejected. Tolerance 1e-9 of the energy in.
    void storedHeatIsInTheTemperatures() {
        auto s = simulator(scenario("tour-small-hall"));
        const auto storedJ = [&] {
            const Plant& p = s->plant();
            const State& t = s->state();
            double sum = 0.0;
            for (const PlantBlock& b : p.blocks) {
                for (int r = b.firstRack; r < b.firstRack + b.racks; ++r) {
                    sum += b.acceleratorsPerRack * b.accelerator.heatCapacityJPerK *
                           t.rackChipC[static_cast<std::size_t>(r)];
                }
            }
            for (const double lossJ : t.power.lossHeatJ) {
                sum += lossJ;  // in windings and heat sinks
            }
            const CoolingNetwork& n = *p.cooling;
            for (std::size_t i = 0; i < n.nodes.size(); ++i) {
                const auto circuit = static_cast<std::size_t>(n.nodes[i].circuit);
                sum += (n.nodes[i].volumeM3 * p.circuitFluid[circuit].jPerM3K() +
                        headroom::models::kNodeJPerK) *
                       t.coolant.nodeC[i];
            }
            std::size_t zone = 0;
            for (std::size_t i = 0; i < p.halls.size(); ++i) {
                const auto& h = p.halls[i].spec;
                sum += headroom::models::kPlenumShare * p.hallAir[i].air.jPerM3K * h.widthM *
                       h.depthM * h.heightM * t.coolant.nodeC[n.nodes.size() + i];
                for (const double jPerK : p.hallAir[i].zoneJPerK) {
                    sum += jPerK * t.coolant.zoneC[zone++];
                }
            }
            for (const PlantRow& row : p.rows) {
                for (int r = row.firstRack; r < row.firstRack + row.racks; ++r) {
                    sum += p.blocks[static_cast<std::size_t>(row.block)].coolantJPerK *
                           t.coolant.rackC[static_cast<std::size_t>(r)];
                }
            }
            return sum;
        };
        Project quiet = scenario("tour-small-hall");
        removeAll(quiet, "job_generator");
        removeAll(quiet, "training_job");
        set(quiet, "failures", "enabled", false);
        s = simulator(quiet);
        s->step();  // settles before its clock runs: what that stores is not metered
        const double start = storedJ();
        const double inBeforeJ = s->summary().sums[Sum::FacilityJ];
        const double rejectedBeforeJ = s->state().totals.rejectedJ;
        for (int i = 0; i < kStepsPerHour; ++i) {
            s->step();
        }
        const double inJ = s->summary().sums[Sum::FacilityJ] - inBeforeJ;
        const double rejectedJ = s->state().totals.rejectedJ - rejectedBeforeJ;
        QVERIFY(std::abs(inJ - rejectedJ - (storedJ() - start)) < 1e-9 * inJ);
    }

    // The meter is the sum of its parts: IT + all losses of the wiring + cooling. Batteries rest.
    void facilityPowerIsTheSumOfItsParts() {
        auto s = simulator(scenario("tour-small-hall"));
        steps(*s, 100);
        using Q = FacilityQuantity;
        const double sum = facility(*s, Q::ItPower) + facility(*s, Q::PduLoss) +
                           facility(*s, Q::UpsLoss) + facility(*s, Q::TransformerLoss) +
                           facility(*s, Q::CableLoss) + facility(*s, Q::MechanicalPower);
        QCOMPARE(facility(*s, Q::BatteryPower), 0.0);
        QVERIFY(std::abs(sum - facility(*s, Q::FacilityPower)) < 1e-9 * sum);
        const RunSummary r = s->summary();
        QVERIFY(
            std::abs(r.sums[Sum::EnergyUsd] / (r.sums[Sum::FacilityJ] * s->plant().energyUsdPerJ) -
                     1.0) < 1e-12);
        QVERIFY(
            std::abs(r.sums[Sum::CarbonKg] / (r.sums[Sum::FacilityJ] * s->plant().carbonKgPerJ) -
                     1.0) < 1e-12);
    }

    // Same project, same seed: the same bytes. Another seed: others.
    void sameSeedSameBytes() {
        Project project = scenario("tour-small-hall");
        set(project, "failures", "rate_factor", 20.0);
        auto a = simulator(project);
        auto b = simulator(project);
        RunOptions other;
        other.seed = 99;
        auto c = simulator(project, other);
        steps(*a, kStepsPerHour);
        steps(*b, kStepsPerHour);
        steps(*c, kStepsPerHour);
        QCOMPARE(a->stateHash(), b->stateHash());
        QVERIFY(a->saveState() == b->saveState());
        QVERIFY(a->stateHash() != c->stateHash());
    }

    // Looking does not disturb: frames, summaries and samples leave the state as it is.
    void lookingDoesNotDisturb() {
        Project project = scenario("tour-small-hall");
        auto a = simulator(project);
        auto b = simulator(project);
        std::vector<double> values(a->channels().size());
        for (int i = 0; i < 200; ++i) {
            a->step();
            b->step();
            static_cast<void>(a->frame());
            static_cast<void>(a->summary());
            a->sample(values);
        }
        QCOMPARE(a->stateHash(), b->stateHash());
    }

    // A snapshot is the whole state: a run resumed from it continues exactly as the first.
    void snapshotResumesExactly() {
        Project project = scenario("tour-small-hall");
        set(project, "failures", "rate_factor", 20.0);
        auto a = simulator(project);
        steps(*a, kStepsPerHour);
        const auto snapshot = a->saveState();
        auto b = simulator(project);
        QVERIFY(b->loadState(snapshot).has_value());
        steps(*a, kStepsPerHour);
        steps(*b, kStepsPerHour);
        QCOMPARE(a->stateHash(), b->stateHash());
    }

    void damagedSnapshotIsRefused() {
        auto a = simulator(scenario("tour-small-hall"));
        steps(*a, 10);
        auto bytes = a->saveState();
        const auto hash = a->stateHash();
        for (const std::size_t size : {std::size_t{0}, std::size_t{7}, bytes.size() - 1}) {
            const auto cut = a->loadState({bytes.data(), size});
            QVERIFY(!cut.has_value());
            QCOMPARE(cut.error().code, std::string{"SIM-010"});
        }
        bytes.push_back(std::byte{0});
        QVERIFY(!a->loadState(bytes).has_value());
        QCOMPARE(a->stateHash(), hash);
    }

    // Idle: every accelerator draws its idle power, so accelerator power = servers in service x 8 x
    // idle watts (leakage acts on active power only).
    void idlePowerIsTheCataloguesIdle() {
        Project project = scenario("tour-small-hall");
        removeAll(project, "job_generator");
        removeAll(project, "training_job");
        set(project, "failures", "enabled", false);
        auto s = simulator(project);
        steps(*s, 20);
        const double idle = s->plant().pools[0].spec.idleW * s->plant().accelerators;
        QVERIFY(std::abs(facility(*s, FacilityQuantity::AcceleratorPower) - idle) < 1e-6 * idle);
        QCOMPARE(facility(*s, FacilityQuantity::Utilization), 0.0);
    }

    // The loop closes: coolant too warm -> chips throttle -> the job slows -> less power. With the
    // coolant set to 60 C an H100 on a plate of 0.035 K/W settles near 60 + 5 + 0.035 x 650 = 88 C,
    // past its 87 C limit; throttled it must stay under the 92 C shutdown.
    void hotCoolantThrottlesChipsAndSlowsJobs() {
        Project project = scenario("tour-small-hall");
        removeAll(project, "job_generator");
        set(project, "failures", "enabled", false);
        auto cool = simulator(project);
        set(project, "cdus", "supply_setpoint_c", 60.0);
        auto hot = simulator(project);
        steps(*cool, 3 * kStepsPerHour);
        steps(*hot, 3 * kStepsPerHour);
        using Q = FacilityQuantity;
        QCOMPARE(facility(*cool, Q::ThrottledAccelerators), 0.0);
        QVERIFY(facility(*hot, Q::ThrottledAccelerators) > 0.0);
        QVERIFY(facility(*hot, Q::TokensPerS) < 0.999 * facility(*cool, Q::TokensPerS));
        // Clocks fall and rise again around the limit: over the last hour.
        double hottestC = 0.0;
        for (int i = 0; i < kStepsPerHour; ++i) {
            hot->step();
            hottestC = std::max(hottestC, facility(*hot, Q::HottestChip));
        }
        steps(*cool, kStepsPerHour);
        QVERIFY2(hottestC > 87.0 && hottestC < 92.0, qPrintable(QString::number(hottestC)));
    }

    // Interruptions: the hazards of the catalogue that end jobs sum to about 1.58e-4 per node-hour
    // (3.79 per 1,000 node-days in the published run). 3,072 servers over 4 days: 3,072 x 96 x
    // 1.58e-4 = 46.6 expected failures that end something; a Poisson count within 4 sigma (27).
    void failureCountFollowsTheRates() {
        Project project = scenario("meta-24k");
        auto s = simulator(project);
        double expected = 0.0;
        for (const PlantHazard& h : s->plant().hazards) {
            if (!h.isEquipment && (h.mode.effect == headroom::models::FailureEffect::ServerOut ||
                                   h.mode.effect == headroom::models::FailureEffect::JobRestart)) {
                expected += h.ratePerS * 96.0 * 3600.0;
            }
        }
        QVERIFY2(expected > 40.0 && expected < 55.0, qPrintable(QString::number(expected)));
        steps(*s, 96 * kStepsPerHour);
        std::int64_t count = 0;
        for (const auto& [id, n] : s->summary().failures) {
            for (const PlantHazard& h : s->plant().hazards) {
                if (h.id == id && !h.isEquipment &&
                    (h.mode.effect == headroom::models::FailureEffect::ServerOut ||
                     h.mode.effect == headroom::models::FailureEffect::JobRestart)) {
                    count += n;
                }
            }
        }
        QVERIFY2(std::abs(static_cast<double>(count) - expected) < 4.0 * std::sqrt(expected),
                 qPrintable(QString("%1 against %2").arg(count).arg(expected)));
    }

    // The border of a step: a NaN in the wiring names the unit, one in a rack the rack, energy below
    // zero the quantity; PUE without IT power is not defined and passes.
    void guardNamesWhatCannotBe() {
        auto s = simulator(scenario("tour-small-hall"));
        steps(*s, 8);
        QVERIFY(s->fault().code.empty());
        QVERIFY(!faultOfStep(s->plant(), s->state()));
        State t = s->state();
        t.shown[FacilityQuantity::Pue] = std::nan("");
        QVERIFY(!faultOfStep(s->plant(), t));
        t.shown[FacilityQuantity::ItEnergy] = -1e9;
        auto fault = faultOfStep(s->plant(), t);
        QVERIFY(fault && fault->code == "SIM-045" && !fault->remedy.empty());
        QVERIFY(fault->message.find("IT energy") != std::string::npos);
        t = s->state();
        t.power.flow.lossW[2] = t.totals.transformerJ = std::nan("");
        fault = faultOfStep(s->plant(), t);
        QVERIFY(fault && fault->message.find(s->plant().network->units[2].id) != std::string::npos);
        t = s->state();
        t.shown.rackPowerW[3] = std::nanf("");
        fault = faultOfStep(s->plant(), t);
        QVERIFY(fault && fault->message.find(s->plant().rackNames[3]) != std::string::npos);
        // A gap of the flows is no fault.
        t = s->state();
        t.flowing = 0;
        t.wasUncoupled = 1;
        t.shown[FacilityQuantity::ItPower] = std::nan("");
        t.shown.rackPowerW[3] = std::nanf("");
        QVERIFY(!faultOfStep(s->plant(), t));
    }

    // A run ends there, with the error, one step later; the balance check is not blind to it.
    void runEndsAtAFault() {
        auto s = simulator(scenario("tour-small-hall"));
        steps(*s, 8);
        const double beforeS = s->timeS();
        const_cast<State&>(s->state()).rackChipC[0] = std::nan("");
        const std::atomic<bool> cancel{false};
        const auto end = run(*s, nullptr, 3600.0, {}, {}, cancel);
        QVERIFY(!end);
        QCOMPARE(end.error().code, std::string("SIM-045"));
        QVERIFY(end.error().message.find(s->plant().rackNames[0]) != std::string::npos);
        QCOMPARE(s->timeS(), beforeS + s->stepS());
        QVERIFY(!(s->state().totals.worstImbalance < 1.0));
    }

    // Accelerators are conserved: free slots + held slots + slots of servers away = all of them.
    void acceleratorsAreConserved() {
        Project project = scenario("tour-small-hall");
        set(project, "failures", "rate_factor", 100.0);
        auto s = simulator(project);
        for (int i = 0; i < 6 * kStepsPerHour; ++i) {
            s->step();
        }
        const State& t = s->state();
        int held = 0, free = 0, away = 0;
        for (std::size_t server = 0; server < t.serverDown.size(); ++server) {
            if (t.serverDown[server] != 0) {
                away += t.serverFree[server];
            }
        }
        for (const auto job : t.slotJob) {
            held += job >= 0 ? 1 : 0;
        }
        for (const PoolState& pool : t.pools) {
            free += pool.freeSlots;
        }
        QCOMPARE(held + free + away, s->plant().accelerators);
        QCOMPARE(static_cast<std::int64_t>(held), t.allocatedNow);
        QVERIFY(away > 0);
    }
};

HEADROOM_TEST(TestSimulator)
}  // namespace tst_simulator

#include "tst_simulator.moc"
