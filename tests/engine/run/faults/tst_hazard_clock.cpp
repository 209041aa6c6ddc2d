// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/index.h"
#include "engine/run/faults/hazard_clock.h"
#include "engine/run/state/state_table.h"
#include "models/core/random.h"
#include "models/reliability/life.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace tst_hazard_clock {

using namespace headroom;
using namespace headroom::engine;

namespace {

constexpr double kHour = 3600.0;
constexpr int kServersPerRack = 4;
constexpr int kAccelerators = 8;

/// Racks of four servers of eight accelerators, all equal but for their rates.
Plant plantOf(int racks, double lemonShape = 1e9) {
    Plant p;
    p.seed = 42;
    p.failures.lemonShape = lemonShape;
    PlantPool pool;
    pool.accelerator = "h100-sxm";
    p.pools.push_back(pool);
    PlantBlock b;
    b.racks = racks;
    b.spec.rows = 1;
    b.rack.servers = kServersPerRack;
    b.server.accelerators = kAccelerators;
    b.server.nics = 2;
    b.accelerator.shutdownC = 95.0;
    p.blocks.push_back(b);
    p.racks = racks;
    p.servers = racks * kServersPerRack;
    p.accelerators = p.servers * kAccelerators;
    p.rackBlock.assign(at(racks), BlockIndex(0));
    double sum = 0.0;
    for (int s = 0; s < p.servers; ++s) {
        p.serverRack.emplace_back(s / kServersPerRack);
        p.serverFirstSlot.push_back(s * kAccelerators);
        sum += lemonShape < 1e6
                   ? models::randomGamma(p.seed, (1ULL << 40U) + static_cast<std::uint64_t>(s),
                                         lemonShape)
                   : 1.0;
        p.lemonCumulative.push_back(sum);
    }
    p.serverFirstSlot.push_back(p.accelerators);
    return p;
}

/// Of each accelerator or server of the plant.
PlantHazard hazardOf(const Plant& plant, models::FailureBasis basis, double perHour) {
    PlantHazard z;
    z.id = "test";
    z.mode.basis = basis;
    z.mode.ratePerS = perHour / kHour;
    z.mode.repairMedianS = z.mode.repairMeanS = kHour;
    z.perServer = basis == models::FailureBasis::Server ? 1
                  : basis == models::FailureBasis::Nic  ? 2
                                                        : 8;
    z.units = plant.servers * z.perServer;
    z.ratePerS = z.candidatesPerS = z.units * z.mode.ratePerS;
    return z;
}

struct Run {
    explicit Run(Plant p) : plant(std::move(p)), clock(plant, state, queue) {
        state.rackChipC.assign(at(plant.racks), 25.0);
        state.rackCoolantC.assign(at(plant.racks), 25.0F);
        state.rackInletC.assign(at(plant.racks), 25.0F);
        state.rackUtilization.assign(at(plant.racks), 1.0F);
        clock.begin();
    }

    /// Strikes until `untilS`, each to `f`.
    template <class F>
    void until(double untilS, F&& f) {
        while (queue.nextS() < untilS) {
            const QueuedEvent e = queue.pop();
            if (const auto strike = clock.strike(HazardIndex(e.a), e.b, e.c, e.timeS)) {
                f(*strike, e.timeS);
            }
        }
    }

    Plant plant;
    State state = stateAtRest(plant);
    EventQueue queue{state};
    HazardClock clock;
};

bool poisson(double count, double expected, double sigmas = 4.0) {
    return std::abs(count - expected) < sigmas * std::sqrt(expected);
}

}  // namespace

class TestHazardClock : public QObject {
    Q_OBJECT

  private slots:

    // 400 servers x 1e-3/h x 10,000 h = 4,000 failures; each of 400 servers 10: the sum over
    // servers of (count - 10)^2 / 10 is chi-square of 399 degrees, deviation sqrt(798) = 28.
    void aPoissonProcessOverEqualUnits() {
        Plant plant = plantOf(100);
        plant.hazards.push_back(hazardOf(plant, models::FailureBasis::Server, 1e-3));
        Run run(plant);
        std::vector<double> counts(400, 0.0);
        double n = 0.0, last = 0.0, squares = 0.0;
        run.until(10000 * kHour, [&](const Strike& s, double t) {
            QCOMPARE(s.unit, s.server);
            counts[at(s.unit)] += 1.0;
            squares += (t - last) * (t - last);
            last = t;
            n += 1.0;
        });
        QVERIFY(poisson(n, 4000.0));
        double chi = 0.0;
        for (const double c : counts) {
            chi += (c - n / 400.0) * (c - n / 400.0) / (n / 400.0);
        }
        QVERIFY2(std::abs(chi - 399.0) < 4.0 * 28.3, qPrintable(QString::number(chi)));
        // Exponential gaps: their mean square is twice the square of their mean; error sqrt(20 /
        // n).
        const double mean = last / n;
        QVERIFY(std::abs(squares / n / (2.0 * mean * mean) - 1.0) < 4.0 * std::sqrt(5.0 / n));
    }

    // Slots are in their servers, adapters are numbered 2 to a server, and all of them are met.
    void unitsSitInServers() {
        Plant plant = plantOf(3);
        plant.hazards.push_back(hazardOf(plant, models::FailureBasis::Accelerator, 0.1));
        plant.hazards.push_back(hazardOf(plant, models::FailureBasis::Nic, 0.1));
        Run run(plant);
        std::map<int, int> found, nics;
        run.until(500 * kHour, [&](const Strike& s, double) {
            if (s.hazard == 0) {
                QCOMPARE(s.unit / kAccelerators, s.server);
                ++found[s.unit];
            } else {
                QCOMPARE(s.unit / 2, s.server);
                ++nics[s.unit];
            }
        });
        QCOMPARE(found.size(), std::size_t{96});
        QCOMPARE(nics.size(), std::size_t{24});
    }

    // InfiniteHBD: 584 faults of 400 servers in 348 days, 169 without one. 1.75e-4 per hour x 348
    // days = 1.46 each; with gamma rates of shape 0.88 p(0) = (0.88 / 2.34)^0.88 = 0.423. Over ten
    // seeds 4,000 servers: 1,691 of them without, four binomial errors 125; with equal rates it
    // would be 929.
    void lemons() {
        double none = 0.0, faults = 0.0, most = 0.0;
        for (std::uint64_t seed = 1; seed <= 10; ++seed) {
            Plant plant = plantOf(100, 0.88);
            plant.seed = seed;
            double sum = 0.0;
            for (int s = 0; s < plant.servers; ++s) {
                sum +=
                    models::randomGamma(seed, (1ULL << 40U) + static_cast<std::uint64_t>(s), 0.88);
                plant.lemonCumulative[at(s)] = sum;
            }
            plant.hazards.push_back(hazardOf(plant, models::FailureBasis::Server, 1.75e-4));
            Run run(plant);
            std::vector<int> counts(400, 0);
            run.until(348 * 24 * kHour, [&](const Strike& s, double) { ++counts[at(s.unit)]; });
            for (const int c : counts) {
                none += c == 0 ? 1.0 : 0.0;
                faults += c;
                most += c >= 5 ? c : 0.0;
            }
        }
        QVERIFY(poisson(faults, 5846.0));
        QVERIFY2(std::abs(none - 1691.0) < 125.0, qPrintable(QString::number(none)));
        // 36 % of the faults on servers with five and more, in the trace.
        QVERIFY2(std::abs(most / faults - 0.36) < 0.06, qPrintable(QString::number(most / faults)));
    }

    // Thinning: at 65 °C, 0.7 eV and a reference of 55 °C the rate is 2.080 times the stated one;
    // half of the load with exponent 2 is a quarter. Two racks, one hot and idle, one at reference.
    void stressThinsTheCandidates() {
        Plant plant = plantOf(2);
        plant.maintenance.stress = true;
        PlantHazard z = hazardOf(plant, models::FailureBasis::Server, 0.1);
        z.mode.activationEv = 0.7;
        z.mode.referenceC = 55.0;
        z.mode.loadExponent = 2.0;
        z.stressMost = 20.0;
        z.candidatesPerS *= z.stressMost;
        plant.hazards.push_back(z);
        Run run(plant);
        run.state.rackChipC = {65.0, 55.0};
        run.state.rackUtilization = {0.5F, 1.0F};
        double first = 0.0, second = 0.0;
        run.until(20000 * kHour,
                  [&](const Strike& s, double) { (s.server < 4 ? first : second) += 1.0; });
        QVERIFY(poisson(first, 4 * 0.1 * 20000 * 2.080 / 4.0));
        QVERIFY(poisson(second, 4 * 0.1 * 20000));
    }

    // All parts new, Weibull shape 3: within t each unit has failed with 1 - exp(-(t/s)^3), and a
    // part that is replaced at once begins again: after long the rate is one per mean life.
    void agesAndRenewal() {
        Plant plant = plantOf(500);  // 2,000 servers
        PlantHazard z = hazardOf(plant, models::FailureBasis::Server, 1e-3);
        z.mode.shape = 3.0;
        z.ageS = 0.0;
        plant.hazards.push_back(z);
        Run run(plant);
        const double scale = models::weibullScaleS(1e-3 / kHour, 3.0);
        const double early = 0.5 * scale;
        double within = 0.0, late = 0.0;
        run.until(20000 * kHour, [&](const Strike& s, double t) {
            within += t < early ? 1.0 : 0.0;
            late += t > 10000 * kHour ? 1.0 : 0.0;
            run.clock.renewed(HazardIndex(0), s.unit, t);
        });
        // (0.5)^3 = 0.125: 11.75 % of 2,000 = 235 (renewals within that time are rare: F*F < 1 %).
        QVERIFY2(std::abs(within - 2000.0 * 0.1175) < 4.0 * std::sqrt(235.0) + 3.0,
                 qPrintable(QString::number(within)));
        // 2,000 servers x 10,000 h / 1,000 h = 20,000; renewal counts vary less than Poisson's.
        QVERIFY2(std::abs(late - 20000.0) < 4.0 * std::sqrt(20000.0),
                 qPrintable(QString::number(late)));
    }

    // New hardware: three times the rate at first, falling within 2,190 h. Expected in the first
    // quarter: r (T + 2 T (1 - 1/e)); replaced parts are new again, which at 2 % of the units adds
    // less than the limit.
    void infantMortality() {
        Plant plant = plantOf(500);
        PlantHazard z = hazardOf(plant, models::FailureBasis::Accelerator, 9e-6);
        z.mode.earlyFactor = 3.0;
        z.mode.earlyS = 2190 * kHour;
        z.ageS = 0.0;
        plant.hazards.push_back(z);
        Run run(plant);
        double n = 0.0;
        run.until(2190 * kHour, [&](const Strike& s, double t) {
            n += 1.0;
            run.clock.renewed(HazardIndex(0), s.unit, t);
        });
        const double expected = 16000 * 9e-6 * 2190 * (1.0 + 2.0 * (1.0 - std::exp(-1.0)));
        QVERIFY2(poisson(n, expected), qPrintable(QString("%1 of %2").arg(n).arg(expected)));
    }

    // Parts of every age: the same hazard without a stated age fails at its mean rate from the
    // start.
    void mixedAgesFailAtTheMeanRate() {
        Plant plant = plantOf(100);
        PlantHazard z = hazardOf(plant, models::FailureBasis::Server, 1e-2);
        z.mode.shape = 3.0;
        plant.hazards.push_back(z);
        Run run(plant);
        double n = 0.0;
        run.until(1000 * kHour, [&](const Strike&, double) { n += 1.0; });
        QVERIFY(poisson(n, 4000.0));
    }

    // 10 % of the failures are shocks that take each other accelerator of the server with 50 %:
    // units fail at the stated rate still; a shock takes 1 + 3.5 units.
    void commonCause() {
        Plant plant = plantOf(25);  // 800 accelerators
        PlantHazard z = hazardOf(plant, models::FailureBasis::Accelerator, 1e-3);
        z.mode.commonShare = 0.1;
        z.mode.commonReach = 0.5;
        plant.hazards.push_back(z);
        Run run(plant);
        double units = 0.0, shocks = 0.0, taken = 0.0;
        run.until(20000 * kHour, [&](const Strike& s, double) {
            units += 1.0 + static_cast<double>(s.others.size());
            shocks += s.others.empty() ? 0.0 : 1.0;
            taken += static_cast<double>(s.others.size());
            for (const int other : s.others) {
                QVERIFY(other != s.unit);
                QCOMPARE(other / kAccelerators, s.server);
            }
        });
        // Alone 14,400; shocks 1,600 / 4.5 = 356 of 4.5 units with variance 1.75 + 4.5^2: deviation
        // of all sqrt(14,400 + 356 x 22) = 149.
        QVERIFY2(std::abs(units - 16000.0) < 4.0 * 149.0, qPrintable(QString::number(units)));
        QVERIFY2(poisson(shocks, 1600.0 / 4.5), qPrintable(QString::number(shocks)));
        QVERIFY(std::abs(taken / shocks - 3.5) < 4.0 * std::sqrt(1.75 / shocks) + 0.03);
    }

    // Half of the failures announce themselves 100 h before: they come after exactly that; all
    // together they keep the rate, in the first 100 hours too.
    void precursors() {
        Plant plant = plantOf(100);
        PlantHazard z = hazardOf(plant, models::FailureBasis::Server, 1e-2);
        z.mode.precursorShare = 0.5;
        z.mode.precursorLeadS = 100 * kHour;
        plant.hazards.push_back(z);
        Run run(plant);
        std::map<std::int64_t, std::pair<double, int>> signs;
        double failures = 0.0, first = 0.0, known = 0.0;
        run.until(1000 * kHour, [&](const Strike& s, double t) {
            if (s.announced) {
                QCOMPARE(s.atS, t + 100 * kHour);
                signs[s.n] = {s.atS, s.unit};
                return;
            }
            failures += 1.0;
            first += t < 100 * kHour ? 1.0 : 0.0;
            if (s.known) {
                known += 1.0;
                QCOMPARE(t, signs.at(s.n).first);
                QCOMPARE(s.unit, signs.at(s.n).second);
            }
        });
        QVERIFY(poisson(failures, 4000.0));
        QVERIFY2(poisson(first, 400.0), qPrintable(QString::number(first)));
        QVERIFY(poisson(known, 1800.0));
    }

    // 90 % are healed by a reset of half an hour, without a part.
    void resets() {
        Plant plant = plantOf(100);
        PlantHazard z = hazardOf(plant, models::FailureBasis::Server, 1e-2);
        z.mode.resetShare = 0.9;
        z.mode.resetS = 1800.0;
        z.mode.spare = models::SparePart::ServerPart;
        plant.hazards.push_back(z);
        plant.maintenance.workShare = 0.5;
        Run run(plant);
        double all = 0.0, reset = 0.0;
        run.until(1000 * kHour, [&](const Strike& s, double) {
            all += 1.0;
            reset += s.byReset ? 1.0 : 0.0;
            QCOMPARE(s.repairS, 1800.0);  // half of the hour of the others is as long
            QCOMPARE(s.spare, s.byReset ? -1 : 1);
        });
        QVERIFY(std::abs(reset / all - 0.9) < 4.0 * std::sqrt(0.09 / all));
    }

    // Servers of another accelerator do not fail in that way, and the others keep their rate.
    void onlyForSomeAccelerators() {
        Plant plant = plantOf(100);
        plant.pools.push_back(plant.pools[0]);
        plant.pools[1].accelerator = "a100-80gb-sxm";
        plant.blocks.push_back(plant.blocks[0]);
        plant.blocks[0].racks = 50;
        plant.blocks[1].firstRack = RackIndex(50);
        plant.blocks[1].racks = 50;
        plant.blocks[1].pool = PoolIndex(1);
        for (std::size_t r = 50; r < 100; ++r) {
            plant.rackBlock[r] = BlockIndex(1);
        }
        PlantHazard z = hazardOf(plant, models::FailureBasis::Server, 1e-2);
        z.mode.onlyFor = {"a100-80gb-sxm"};
        plant.hazards.push_back(z);
        Run run(plant);
        double n = 0.0;
        run.until(1000 * kHour, [&](const Strike& s, double) {
            n += 1.0;
            QVERIFY(s.server >= 200);
        });
        QVERIFY(poisson(n, 2000.0));
    }

    // An exchanged lemon is an ordinary server; the tree of rates stays the sum of the rates.
    void exchangedServers() {
        Plant plant = plantOf(25, 0.5);
        plant.hazards.push_back(hazardOf(plant, models::FailureBasis::Server, 1e-2));
        Run run(plant);
        auto& rates = run.state.faults.serverRate;
        const auto worst =
            static_cast<int>(std::max_element(rates.begin(), rates.end()) - rates.begin());
        const double before = rates[at(worst)];
        run.clock.serverReplaced(ServerIndex(worst));
        QVERIFY(rates[at(worst)] != before);
        double total = 0.0, tree = 0.0;
        for (const double r : rates) {
            total += r;
        }
        const auto& sums = run.state.faults.hazards.serverTree;
        for (std::size_t k = sums.size() - 1; k > 0; k -= k & (~k + 1)) {
            tree += sums[k];
        }
        QVERIFY(std::abs(tree - total) < 1e-9);
        std::vector<double> counts(100, 0.0);
        double n = 0.0;
        run.until(20000 * kHour, [&](const Strike& s, double) {
            counts[at(s.unit)] += 1.0;
            n += 1.0;
        });
        QVERIFY(poisson(counts[at(worst)], n * rates[at(worst)] / total));
        QVERIFY(poisson(n, 0.01 * total * 20000));
    }

    // Same seed, same failures; another hazard before it, and other events between, change
    // none.
    void hazardsDoNotDisturbEachOther() {
        const auto times = [](bool crowded) {
            Plant plant = plantOf(10);
            plant.hazards.push_back(hazardOf(plant, models::FailureBasis::Server, 1e-2));
            if (crowded) {
                plant.hazards.push_back(hazardOf(plant, models::FailureBasis::Accelerator, 1e-2));
            }
            Run run(plant);
            std::vector<std::pair<double, int>> found;
            run.until(1000 * kHour, [&](const Strike& s, double t) {
                if (s.hazard == 0) {
                    found.emplace_back(t, s.unit);
                }
            });
            return found;
        };
        QVERIFY(times(false).size() > 300);
        QVERIFY(times(false) == times(true));
    }

    // Failures switched off, and a plant without servers.
    void nothingToBreak() {
        Plant plant = plantOf(2);
        plant.failures.enabled = false;
        plant.hazards.push_back(hazardOf(plant, models::FailureBasis::Server, 1.0));
        Run run(plant);
        QVERIFY(run.state.queue.empty());
        Run empty(Plant{});
        QVERIFY(empty.state.queue.empty());
    }
};

HEADROOM_TEST(TestHazardClock)
}  // namespace tst_hazard_clock

#include "tst_hazard_clock.moc"
