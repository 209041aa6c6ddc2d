// SPDX-License-Identifier: Apache-2.0
#include "engine/money/cost.h"
#include "engine/money/own_supply.h"
#include "models/facility/site.h"
#include "tests/engine/money/fixture.h"

#include <QTest>

#include <cmath>
#include <numeric>

namespace tst_own_supply {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests::money;

class TestOwnSupply : public QObject {
    Q_OBJECT

    using Figures = std::vector<std::pair<const char*, models::Value>>;

    /// The project at that climate with such a supply.
    Project with(const Figures& figures, const char* climate = "phoenix-az") const {
        Project project = project_;
        for (Object& object : project.objects) {
            if (object.type == &models::SiteSpec::type()) {
                set(object, "climate", std::string(climate));
            }
        }
        Object supply{"own_supply", &models::OwnSupplySpec::type(),
                      std::vector<models::Value>(models::OwnSupplySpec::type().attributes.size())};
        for (const auto& [key, value] : figures) {
            set(supply, key, value);
        }
        project.objects.push_back(std::move(supply));
        return project;
    }

    Result<std::optional<SupplyYear>> yearOf(const Project& project,
                                             const std::vector<double>& load,
                                             double mostW = 2e6) const {
        return supplyYear(project, catalogue_, {load, mostW, price_, carbon_});
    }

    Catalogue catalogue_;
    Project project_;
    std::vector<double> flat_ = std::vector<double>(kHoursOfYear, 1e6);
    std::vector<double> price_, carbon_;

  private slots:

    void initTestCase() {
        catalogue_ = shipped();
        project_ = scenario("onprem-vs-cloud", catalogue_);
        // Dear from 16 to 20 h, dirty at night.
        for (std::size_t i = 0; i < kHoursOfYear; ++i) {
            const std::size_t hour = i % 24;
            price_.push_back(hour >= 16 && hour < 20 ? 3e-8 : 1e-8);
            carbon_.push_back(hour < 6 ? 2e-7 : 1e-7);
        }
    }

    void nothingStated() {
        const auto year = yearOf(project_, flat_);
        QVERIFY(year.has_value());
        QVERIFY(!year->has_value());
    }

    // bought + sun = load + battery + sold, in every hour; nothing is bought and sold at once.
    void balance() {
        const auto year = yearOf(with({{"solar_mw", 3.0},
                                       {"battery_mwh", 4.0},
                                       {"battery_mw", 1.0},
                                       {"deferred_pct", 10.0}}),
                                 flat_);
        QVERIFY2(year, year ? "" : year.error().text().c_str());
        const SupplyYear& y = **year;
        double moved = 0.0;
        for (std::size_t i = 0; i < kHoursOfYear; ++i) {
            QVERIFY(std::abs(y.importW[i] + y.solarW[i] - y.loadW[i] - y.batteryW[i] -
                             y.exportW[i]) < 1e-3);
            QVERIFY(y.importW[i] == 0.0 || y.exportW[i] == 0.0);
            QVERIFY(y.loadW[i] >= 0.9e6 - 1e-3 && y.loadW[i] <= 2e6 + 1e-3);
            moved += std::max(0.0, 1e6 - y.loadW[i]) * 3600.0;
        }
        // What was deferred left 4 dear hours, a tenth of each: 0.4 MWh a day, and was done the same day.
        QVERIFY(std::abs(y.deferredJ - 365.0 * 0.4 * 3.6e9) < 1.0);
        QVERIFY(std::abs(moved - y.deferredJ) < 1e3);
        QVERIFY(std::abs(std::accumulate(y.loadW.begin(), y.loadW.end(), 0.0) - 8760e6) < 1e3);
        QVERIFY(y.delayS > 0.0 && y.delayS < 24.0 * 3600.0);
    }

    // A field in Phoenix, tilted by 33 degrees: PVWatts gives 1,650 to 1,850 kWh a year for each kilowatt
    // of direct current there. One in London about half of that.
    void yields() {
        const auto phoenix = yearOf(with({{"solar_mw", 1.0}}), flat_);
        QVERIFY2(phoenix, phoenix ? "" : phoenix.error().text().c_str());
        const double kwh = (*phoenix)->solarJ() / 3.6e9;
        QVERIFY2(kwh > 1600.0 && kwh < 1900.0, std::to_string(kwh).c_str());
        const auto london = yearOf(with({{"solar_mw", 1.0}}, "london"), flat_);
        const double there = (*london)->solarJ() / 3.6e9;
        QVERIFY2(there > 650.0 && there < 1050.0, std::to_string(there).c_str());
    }

    // A constant agreement of the whole load: matched in every hour, and all of it carbon-free. Half of it:
    // half. One of 2 MW for 12 h of the day yields as much in a year, and half by the clock.
    void shares() {
        const auto whole =
            yearOf(with({{"agreement_mw", 1.0}, {"agreement_usd_per_kwh", 0.05}}), flat_);
        QVERIFY(std::abs((*whole)->hourlyShare() - 1.0) < 1e-9);
        const auto half =
            yearOf(with({{"agreement_mw", 0.5}, {"agreement_usd_per_kwh", 0.05}}), flat_);
        QVERIFY(std::abs((*half)->hourlyShare() - 0.5) < 1e-9);
        QVERIFY(std::abs((*half)->matchedJ() - 0.5e6 * 3600.0 * 8760.0) < 1.0);
        // Energy of the grid through a battery is not carbon-free.
        const auto battery = yearOf(with({{"battery_mwh", 4.0}, {"battery_mw", 1.0}}), flat_);
        QVERIFY((*battery)->throughBatteryJ() > 365.0 * 3.0 * 3.6e9);
        QVERIFY2((*battery)->hourlyShare() < 1e-9,
                 std::to_string((*battery)->hourlyShare()).c_str());
    }

    // By price the battery empties from 16 to 20 h, by carbon before 6 h.
    void follows() {
        for (const bool byPrice : {true, false}) {
            const auto year = yearOf(with({{"battery_mwh", 4.0},
                                           {"battery_mw", 1.0},
                                           {"follow", std::string(byPrice ? "price" : "carbon")}}),
                                     flat_);
            double dear = 0.0, dirty = 0.0;
            for (std::size_t i = 0; i < kHoursOfYear; ++i) {
                const double out = std::max(0.0, -(*year)->batteryW[i]) * 3600.0;
                dear += i % 24 >= 16 && i % 24 < 20 ? out : 0.0;
                dirty += i % 24 < 6 ? out : 0.0;
            }
            QVERIFY((byPrice ? dear : dirty) > 0.99 * (*year)->throughBatteryJ());
        }
    }

    void refused_data() {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("code");
        QTest::newRow("battery without power") << "battery"
                                               << "MON-012";
        QTest::newRow("agreement without price") << "agreement"
                                                 << "MON-012";
        QTest::newRow("no sun") << "sun"
                                << "MON-011";
        QTest::newRow("no such file") << "file"
                                      << "FIL-001";
    }

    void refused() {
        QFETCH(QString, what);
        QFETCH(QString, code);
        const Project project = what == "battery"     ? with({{"battery_mwh", 4.0}})
                                : what == "agreement" ? with({{"agreement_mw", 1.0}})
                                : what == "sun"
                                    ? with({{"solar_mw", 1.0}}, "singapore")
                                    : with({{"agreement_mw", 1.0},
                                            {"agreement_usd_per_kwh", 0.05},
                                            {"agreement_file", std::string("none.csv")}});
        const auto year = yearOf(project, flat_);
        QVERIFY(!year);
        QCOMPARE(QString::fromStdString(year.error().code), code);
        QVERIFY(!year.error().remedy.empty());
    }

    // In the cost: field and battery are bought, less is bought from the grid, less is emitted, and lines
    // still sum to the whole.
    void inTheCost() {
        CostSpec spec;
        spec.year = coarseYear();
        const auto plain = costBasis(with({}), catalogue_, spec);
        QVERIFY2(plain, plain ? "" : text(plain.error()).c_str());
        const Project project =
            with({{"solar_mw", 2.0}, {"battery_mwh", 2.0}, {"battery_mw", 0.5}});
        const auto made = repriced(*plain, project, spec);
        QVERIFY2(made, made ? "" : text(made.error()).c_str());
        QVERIFY(made->carbonKg < plain->carbonKg);
        QVERIFY(made->energy.energyUsd < plain->energy.energyUsd);
        PriceRates rates(catalogue_, *made->book);
        const Cost cost = costOf(*made, rates);
        // 2,000 kW x 1,606 + 2,000 kWh x 253 + 500 kW x 498.
        models::Cents supply = 0, lines = 0;
        for (const CapitalLine& line : cost.capital.lines) {
            lines += line.amount;
            supply += line.system == CostSystem::Supply ? line.amount : 0;
        }
        QCOMPARE(supply, models::centsOf(2000.0 * 1606.0 + 2000.0 * 253.0 + 500.0 * 498.0));
        QCOMPARE(lines, cost.capital.total);
    }
};

HEADROOM_TEST(TestOwnSupply)
}  // namespace tst_own_supply

#include "tst_own_supply.moc"
