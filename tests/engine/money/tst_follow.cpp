// SPDX-License-Identifier: Apache-2.0
#include "engine/money/follow.h"
#include "tests/engine/money/fixture.h"

#include <cmath>

namespace tst_follow {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests::money;

class TestFollow : public QObject {
    Q_OBJECT

    Catalogue catalogue_;
    Project project_;
    CostBasis basis_;

  private slots:

    void initTestCase() {
        catalogue_ = shipped();
        project_ =
            with(scenario("distributed-redundant", catalogue_), "tariff", std::string("pge-b20"));
        CostSpec spec;
        spec.year = coarseYear();
        auto basis = costBasis(project_, catalogue_, spec);
        QVERIFY2(basis, basis ? "" : text(basis.error()).c_str());
        basis_ = std::move(*basis);
    }

    // The hours of the typical year are those of its sums.
    void hoursAreTheYear() {
        double tokens = 0.0;
        for (const double hour : hoursOfYear(basis_.year.hourlyTokens)) {
            tokens += hour;
        }
        QVERIFY(std::abs(tokens / basis_.year.sums[Sum::Tokens] - 1.0) < 1e-9);
    }

    // Under 60 % of the power in at most a fifth of the hours: fewer kilowatt-hours, less money, fewer tokens;
    // power goes faster than work, for the clock falls slower than the power (accelerator_power.h), so that the
    // share of tokens lost is below the two fifths of power that the chips lose in those hours, and money is
    // saved in dear hours: above their share of the energy.
    void limitInDearHours() {
        const FollowSpec follow{models::SupplyFollow::Price, 0.6, 0.2};
        const auto years = followedYears(project_, basis_, follow, coarseYear());
        QVERIFY2(years, years ? "" : text(years.error()).c_str());
        QCOMPARE(years->size(), std::size_t{2});  // without own supply
        const FollowedYear& plain = years->at(0);
        const FollowedYear& limit = years->at(1);
        QVERIFY(std::abs(plain.cost - basis_.energy.usd()) < 1.0);
        QVERIFY(limit.hours > 0.0 && limit.hours <= 0.2 * 8760.0);
        QVERIFY(limit.energyJ < plain.energyJ && limit.cost < plain.cost);
        QVERIFY(limit.carbonKg < plain.carbonKg && limit.tokens < plain.tokens);
        const double share = limit.hours / 8760.0;
        const double lost = 1.0 - limit.tokens / plain.tokens;
        const double energy = 1.0 - limit.energyJ / plain.energyJ;
        QVERIFY2(lost < 0.4 * share, std::to_string(lost / share).c_str());
        QVERIFY(energy > lost);
        QCOMPARE(followSheet(*years, basis_, follow).rows.size(), std::size_t{2});
    }

    // A limit of all of the power changes nothing.
    void limitOfAll() {
        const auto years =
            followedYears(project_, basis_, {models::SupplyFollow::Price, 1.0, 0.2}, coarseYear());
        QVERIFY(years.has_value());
        QVERIFY(std::abs(years->at(1).tokens / years->at(0).tokens - 1.0) < 1e-6);
        QVERIFY(std::abs(years->at(1).cost / years->at(0).cost - 1.0) < 1e-6);
    }

    // A flat price has no dear hours, and a chip does not run at a twentieth of its power.
    void refused() {
        CostBasis flat = basis_;
        flat.economics.tariff.clear();
        const auto prices = energyPrices(project_, catalogue_, flat.economics);
        QVERIFY(prices.has_value());
        flat.prices = *prices;
        for (const auto& [basis, limit] : {std::pair{&flat, 0.6}, std::pair{&basis_, 0.05}}) {
            const auto years = followedYears(
                project_, *basis, {models::SupplyFollow::Price, limit, 0.2}, coarseYear());
            QVERIFY(!years);
            QCOMPARE(QString::fromStdString(years.error().front().code), QString("MON-013"));
            QVERIFY(!years.error().front().remedy.empty());
        }
    }
};

HEADROOM_TEST(TestFollow)
}  // namespace tst_follow

#include "tst_follow.moc"
