// SPDX-License-Identifier: Apache-2.0
#include "engine/money/sites.h"
#include "models/economics/price_book.h"
#include "models/economics/site_option.h"
#include "models/facility/site.h"
#include "tests/engine/money/fixture.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace tst_sites {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests::money;

class TestSites : public QObject {
    Q_OBJECT

    Catalogue catalogue_;
    Project project_;

  private slots:

    void initTestCase() {
        catalogue_ = shipped();
        project_ = scenario("onprem-vs-cloud", catalogue_);
    }

    void worksAreRatesOfTheBook() {
        for (const std::string_view key : models::worksRates()) {
            QVERIFY(models::PriceBookSpec::type().find(key) != nullptr);
        }
    }

    // A project there is one that a file may say, with climate and grid of the place.
    void there() {
        const Project moved = atSite(project_, *catalogue_.find("site_option", "phoenix"));
        const auto again = parseProject(projectText(moved), moved.file, catalogue_);
        QVERIFY2(again, again ? "" : text(again.error()).c_str());
        const auto site = specOf<models::SiteSpec>(*again->objectsOf("site").front());
        QCOMPARE(QString::fromStdString(site.climate), QString("phoenix-az"));
        QCOMPARE(QString::fromStdString(site.grid), QString("us-arizona"));
    }

    // Virginia against Phoenix and Singapore: grids of 362.6, 575 and 497 g/kWh order the carbon;
    // the tropics need the most energy for the same work, and the dearest.
    void ranks() {
        CostSpec spec;
        spec.year = coarseYear();
        const auto sites =
            siteCosts(project_, catalogue_, spec, {"northern-virginia", "phoenix", "singapore"});
        QVERIFY2(sites, sites ? "" : text(sites.error()).c_str());
        QCOMPARE(sites->size(), std::size_t{3});
        const auto of = [&](const char* id) {
            return *std::find_if(sites->begin(), sites->end(),
                                 [&](const SiteCost& s) { return s.id == id; });
        };
        const SiteCost virginia = of("northern-virginia"), phoenix = of("phoenix"),
                       singapore = of("singapore");
        for (const SiteCost& s : *sites) {
            QVERIFY2(s.fault.empty(), s.fault.c_str());
            QVERIFY(s.pue > 1.05 && s.pue < 1.5);
        }
        QVERIFY(virginia.carbonKg < singapore.carbonKg && singapore.carbonKg < phoenix.carbonKg);
        QVERIFY(singapore.pue > virginia.pue);
        QVERIFY(singapore.energyPerYear > 1.8 * virginia.energyPerYear);
        QVERIFY(sites->front().npv <= sites->back().npv);
        QVERIFY(virginia.isPareto);
        // The dearest of the three has power a year before the others: nothing beats it in all.
        QVERIFY(singapore.leadS < virginia.leadS && singapore.leadS < phoenix.leadS);
        QVERIFY(singapore.isPareto);
        QCOMPARE(singapore.waterStress, 5.0);
        // 15,550 km from Virginia: 2 x 1.5 x 4.9 us/km, 229 ms; at home none.
        QVERIFY(std::abs(singapore.roundTripS - 0.229) < 0.004);
        QCOMPARE(virginia.roundTripS, 0.0);
        // In the desert dry coolers give less: one more.
        QCOMPARE(phoenix.plant, std::vector<std::string>{"warm: dry coolers 2 -> 3"});
        QVERIFY(virginia.plant.empty());
        QCOMPARE(sitesSheet(*sites, "USD").rows.size(), std::size_t{3});
    }

    void refused() {
        const auto sites = siteCosts(project_, catalogue_, {}, {"phenix"});
        QVERIFY(!sites);
        QCOMPARE(QString::fromStdString(sites.error().front().code), QString("MON-010"));
        QVERIFY(sites.error().front().remedy.find("phoenix") != std::string::npos);
    }
};

HEADROOM_TEST(TestSites)
}  // namespace tst_sites

#include "tst_sites.moc"
