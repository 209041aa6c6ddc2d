// SPDX-License-Identifier: Apache-2.0
#include "models/economics/storage_plan.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <numeric>

namespace tst_storage_plan {

using namespace headroom::models;

class TestStoragePlan : public QObject {
    Q_OBJECT

    static double cost(const std::vector<double>& netW, const std::vector<double>& price,
                       const std::vector<double>& batteryW) {
        double sum = 0.0;
        for (std::size_t i = 0; i < netW.size(); ++i) {
            sum += std::max(0.0, netW[i] + batteryW[i]) * 3600.0 * price[i];
        }
        return sum;
    }

  private slots:

    // Cheap, dear, cheap, dear: 1 and 3 a joule. 1 MWh at 1 MW without loss: charged in the first and third
    // hour, discharged in the others. 2 x 3.6e9 x (3 - 1) saved.
    void shiftsWhatPays() {
        const std::vector<double> net(4, 2e6), price = {1.0, 3.0, 1.0, 3.0};
        const StoragePlan plan = planStorage({3.6e9, 1e6, 1.0}, {3600.0, net, price, 0.0});
        QCOMPARE(plan.batteryW, (std::vector<double>{1e6, -1e6, 1e6, -1e6}));
        const double saved =
            cost(net, price, std::vector<double>(4, 0.0)) - cost(net, price, plan.batteryW);
        QVERIFY(std::abs(saved - 2.0 * 3.6e9 * 2.0) < 1.0);
        QVERIFY(plan.storedJ.back() == 0.0);
    }

    // With 64 % of a round trip kept, 1 : 1.5 does not pay, 1 : 3 does; of 1 J bought 0.8 are stored and 0.64 come
    // back: both ways lose by the root.
    void losesByTheRoot() {
        const std::vector<double> net(2, 2e6), near = {1.0, 1.5}, far = {1.0, 3.0};
        const StorageRating battery{0.8 * 3.6e9, 1e6, 0.64};
        QCOMPARE(planStorage(battery, {3600.0, net, near, 0.0}).batteryW,
                 (std::vector<double>{0.0, 0.0}));
        const StoragePlan plan = planStorage(battery, {3600.0, net, far, 0.0});
        QVERIFY(std::abs(plan.batteryW[0] - 1e6) < 1e-3);
        QVERIFY(std::abs(plan.batteryW[1] + 0.64e6) < 1e-3);
    }

    // A surplus of the sun that the grid does not pay is kept for the evening.
    void keepsTheSun() {
        const std::vector<double> net = {-1e6, 1e6}, price = {2.0, 2.0};
        const StoragePlan plan = planStorage({3.6e9, 1e6, 1.0}, {3600.0, net, price, 0.0});
        QCOMPARE(plan.batteryW, (std::vector<double>{1e6, -1e6}));
        // Where the grid pays as much as it asks, nothing is gained by it: the battery rests.
        QCOMPARE(planStorage({3.6e9, 1e6, 1.0}, {3600.0, net, price, 2.0}).batteryW,
                 (std::vector<double>{0.0, 0.0}));
    }

    // Over a year of noise: never more than it holds, never less than nothing, energy in and out add up.
    void staysWithinItsLimits() {
        std::vector<double> net, price;
        unsigned random = 7;
        for (int i = 0; i < 2000; ++i) {
            random = random * 1664525U + 1013904223U;
            net.push_back(-1e6 + 4e6 * (random >> 8) / 16777216.0);
            random = random * 1664525U + 1013904223U;
            price.push_back(0.5 + (random >> 8) / 16777216.0);
        }
        const StorageRating battery{2.0 * 3.6e9, 0.7e6, 0.81};
        const StoragePlan plan = planStorage(battery, {3600.0, net, price, 0.1});
        double stored = 0.0;
        for (std::size_t i = 0; i < net.size(); ++i) {
            const double w = plan.batteryW[i];
            QVERIFY(std::abs(w) <= battery.powerW * (1.0 + 1e-9));
            stored += 3600.0 * (w > 0.0 ? 0.9 * w : w / 0.9);
            QVERIFY(std::abs(plan.storedJ[i] - stored) < 1.0);
            QVERIFY(stored > -1.0 && stored < battery.capacityJ + 1.0);
        }
        QVERIFY(cost(net, price, plan.batteryW) <
                cost(net, price, std::vector<double>(net.size(), 0.0)));
    }

    void noBattery() {
        const std::vector<double> net(3, 1e6), price(3, 1.0);
        QCOMPARE(planStorage({}, {3600.0, net, price, 0.0}).batteryW, std::vector<double>(3, 0.0));
    }
};

HEADROOM_TEST(TestStoragePlan)
}  // namespace tst_storage_plan

#include "tst_storage_plan.moc"
