// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/grid_hours.h"
#include "engine/grid/hour_limit.h"
#include "engine/grid/year_hours.h"
#include "models/core/unit.h"
#include "tests/engine/money/fixture.h"

#include <algorithm>
#include <cmath>

namespace tst_hours {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests::money;

class TestHours : public QObject {
    Q_OBJECT

  private slots:

    // An hour begins with its first moment; the year follows on itself: hour 8,760 is hour 0, and so is a
    // year before it.
    void hoursOfMoments() {
        const double hourS = models::unit::hour.toSi;
        QCOMPARE(hourAt(0.0), std::size_t{0});
        QCOMPARE(hourAt(hourS - 0.001), std::size_t{0});
        QCOMPARE(hourAt(hourS), std::size_t{1});
        QCOMPARE(hourAt(8760.0 * hourS), std::size_t{0});
        QCOMPARE(hourAt(-hourS), std::size_t{8759});
    }

    // February's second hour, of months by hours: 31 days of January, then hour 1.
    void monthsByHours() {
        std::vector<double> months(12 * kHoursOfDay, 1.0);
        months[1 * kHoursOfDay + 1] = 7.0;
        const std::vector<double> all = hoursOfYear(months);
        QCOMPARE(all.size(), kHoursOfYear);
        QCOMPARE(all[31 * 24 + 1], 7.0);
        QCOMPARE(std::count(all.begin(), all.end(), 7.0), 28);
    }

    // The tariff of solar-and-storage: APS E-32 TOU L has its dearer hours on weekdays in the afternoon, so that
    // 17 h of Wednesday July 1st is dearer than 3 h of that day; its grid's intensity has a shape as well, whose
    // mean over the year is that of the grid within the rounding of its table.
    void hoursOfAProject() {
        const Catalogue catalogue = shipped();
        const auto hours = gridHours(scenario("solar-and-storage", catalogue), catalogue);
        QVERIFY2(hours, hours ? "" : hours.error().text().c_str());
        QCOMPARE(QString::fromStdString(hours->priceSource), QString("tariff/aps-e32-tou-l"));
        QVERIFY(hours->priceYear >= 2024);
        const double july1S = 181.0 * 24.0 * 3600.0;
        QVERIFY(hours->usdPerJAt(july1S + 17.0 * 3600.0) > hours->usdPerJAt(july1S + 3.0 * 3600.0));
        QVERIFY(*std::max_element(hours->kgPerJ.begin(), hours->kgPerJ.end()) >
                *std::min_element(hours->kgPerJ.begin(), hours->kgPerJ.end()));
    }

    // Four prices, a quarter of the hours each. At most a quarter: the dearest alone. At most half less one
    // hour: still the dearest alone, for the second ones are all alike and would be too many. The limit that
    // holds in the first quarter of the year ends there, and begins anew with the next year.
    void limitedHours() {
        std::vector<double> prices;
        for (std::size_t i = 0; i < kHoursOfYear; ++i) {
            prices.push_back(
                4.0 - std::floor(4.0 * static_cast<double>(i) / static_cast<double>(kHoursOfYear)));
        }
        for (const double share : {0.25, 0.5 - 1.0 / 8760.0}) {
            const auto limit = hourLimit({models::SupplyFollow::Price, 0.7, share}, prices, "test");
            QVERIFY(limit.has_value());
            QCOMPARE(std::count(limit->hours.begin(), limit->hours.end(), true), 2190);
            QCOMPARE(limit->threshold, 3.0);
            QVERIFY(limit->holdsAt(0.0) && !limit->holdsAt(2190.0 * 3600.0));
            QCOMPARE(limit->changesS(10.0), 2190.0 * 3600.0);
            QCOMPARE(limit->changesS(2190.0 * 3600.0), 8760.0 * 3600.0);
        }
    }

    void refused() {
        const std::vector<double> flat(kHoursOfYear, 1.0);
        std::vector<double> one = flat;
        one[5] = 2.0;
        using Spec = FollowSpec;
        const auto codeOf = [](const Result<HourLimit>& limit) {
            return limit ? QString() : QString::fromStdString(limit.error().code);
        };
        QCOMPARE(codeOf(hourLimit(Spec{}, one, "test")), QString());
        QCOMPARE(codeOf(hourLimit(Spec{}, flat, "test")), QString("MON-013"));
        QCOMPARE(codeOf(hourLimit(Spec{models::SupplyFollow::Price, 0.05, 0.1}, one, "test")),
                 QString("MON-013"));
        QCOMPARE(codeOf(hourLimit(Spec{models::SupplyFollow::Price, 0.7, 0.0}, one, "test")),
                 QString("MON-013"));
        QCOMPARE(codeOf(hourLimit(Spec{models::SupplyFollow::Price, 0.7, 1.5}, one, "test")),
                 QString("MON-013"));
    }
};

HEADROOM_TEST(TestHours)
}  // namespace tst_hours

#include "tst_hours.moc"
