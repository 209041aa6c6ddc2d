// SPDX-License-Identifier: Apache-2.0
#include "engine/money/options.h"
#include "tests/engine/money/fixture.h"

#include <QTest>

#include <cmath>

namespace tst_options {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests::money;

class TestOptions : public QObject {
    Q_OBJECT

    Catalogue catalogue_;
    Project project_;

  private slots:

    void initTestCase() {
        catalogue_ = shipped();
        project_ = scenario("cloud-burst", catalogue_);
    }

    void offers() {
        const auto spot = againstOf("lambda-h100:spot", catalogue_);
        QVERIFY(spot.has_value());
        QVERIFY(spot->purchase == models::Purchase::Spot);
        QVERIFY(againstOf("aws-p5", catalogue_)->purchase == models::Purchase::OnDemand);
        const auto committed = againstOf("aws-p5:committed", catalogue_);
        QVERIFY(committed && committed->committed);
        QVERIFY(committed->purchase == models::Purchase::OnDemand);
        QCOMPARE(QString::fromStdString(againstText(*committed)), QString("aws-p5:committed"));
        // No discount for commitments is known of that one.
        for (const char* wrong :
             {"aws-p6", "aws-p5:monthly", "aws-p5:owned", "lambda-h100:committed", ""}) {
            const auto none = againstOf(wrong, catalogue_);
            QVERIFY(!none);
            QCOMPARE(QString::fromStdString(none.error().code), QString("MON-009"));
            QVERIFY(!none.error().remedy.empty());
        }
    }

    // A discount of 45 % (30 to 60) on 6.88 USD (3.90 to 10.08): 3.784, from 1.56 to 7.056.
    void committed() {
        PriceRates rates(catalogue_, *catalogue_.find("price_book", "us-2025"));
        const OfferPrice price =
            priceOf(*againstOf("aws-p5:committed", catalogue_), catalogue_, rates);
        QVERIFY(std::abs(price.usdPerHour - 3.784) < 1e-9);
        QVERIFY(std::abs(price.low - 1.56) < 1e-9 && std::abs(price.high - 7.056) < 1e-9);
    }

    // 1,000,000 USD of servers, 10,000 of egress, 50 TB kept at 0.023 USD/GB-month: 13,800 a year. Support is
    // 4 % of all: 40,952. With a commitment servers are 550,000, support 22,952.
    void bill() {
        Sums s;
        s[Sum::AwayRentUsd] = 1e6;
        s[Sum::AwayEgressUsd] = 1e4;
        const CloudBill plain = cloudBill(*againstOf("aws-p5", catalogue_), catalogue_, s, 50e12);
        QVERIFY(std::abs(plain.storageUsd - 13800.0) < 1e-6);
        QVERIFY(std::abs(plain.supportUsd - 40952.0) < 1e-6);
        QVERIFY(std::abs(plain.usd() - 1064752.0) < 1e-6);
        const CloudBill promised =
            cloudBill(*againstOf("aws-p5:committed", catalogue_), catalogue_, s, 50e12);
        QVERIFY(std::abs(promised.rentUsd - 550e3) < 1e-6);
        QVERIFY(std::abs(promised.supportUsd - 22952.0) < 1e-6);
    }

    // What the variants say is what a project file may say: written and read again without fault.
    void variantsAreProjects() {
        const Against against = *againstOf("aws-p5", catalogue_);
        for (const Project& variant :
             {movedTo(project_, against, 1024), burstingTo(project_, against, 1024)}) {
            const auto again = parseProject(projectText(variant), variant.file, catalogue_);
            QVERIFY2(again, again ? "" : text(again.error()).c_str());
            QCOMPARE(again->objectsOf("remote_site").size(), std::size_t{1});
        }
    }

    // A day at the cloud: nothing runs at home, all that works is paid at the price of the offer.
    void nothingStaysAtHome() {
        const Against against = *againstOf("aws-p5", catalogue_);
        const TypicalYearSpec spec = coarseYear();
        const auto year = typicalYear(movedTo(project_, against, 1024), catalogue_, spec);
        QVERIFY2(year, year ? "" : text(year.error()).c_str());
        const Sums& s = year->sums;
        QCOMPARE(s[Sum::AllocatedS], 0.0);
        QVERIFY(s[Sum::AwayS] > 1e9);
        QVERIFY(s[Sum::Tokens] > 1e12);
        // 6.88 USD/h for each accelerator hour held; start-up is billed too, and a minimum.
        const double perHour = s[Sum::AwayRentUsd] / (s[Sum::AwayS] / 3600.0);
        QVERIFY2(perHour > 6.87 && perHour < 7.3, std::to_string(perHour).c_str());
    }

    // Own, colocation, the cloud and both: parts are of the same project, and what is rented alone
    // is all of a cloud's cost. Reserved servers are no bursting: three places.
    void places() {
        CostSpec spec;
        spec.year = coarseYear();
        const auto basis = costBasis(project_, catalogue_, spec);
        QVERIFY(basis.has_value());
        PriceRates rates(catalogue_, *basis->book);
        const Cost cost = costOf(*basis, rates);
        const CostSpread spread = costSpread(*basis, cost, rates);
        const auto found = placeCosts(
            project_, *basis, cost, spread, rates,
            {*againstOf("aws-p5", catalogue_), *againstOf("aws-p5:reserved", catalogue_)},
            spec.year);
        QVERIFY(found.has_value());
        QCOMPARE(found->size(), std::size_t{5});
        const PlaceCost& own = found->at(0);
        const PlaceCost& cloud = found->at(2);
        const PlaceCost& both = found->at(3);
        QVERIFY(own.kind == PlaceKind::Own && both.kind == PlaceKind::Hybrid);
        QVERIFY(std::abs(own.perYear - cost.annualised) < 0.01);
        QVERIFY(own.rentPerYear > 0.0);  // the project rents as it is
        QCOMPARE(cloud.perYear, cloud.rentPerYear);
        QVERIFY(cloud.supportPerYear > 0.0 && cloud.supportPerYear < 0.05 * cloud.perYear);
        QVERIFY(own.goodput > 0.0 && own.goodput <= 1.0);
        for (const PlaceCost& place : *found) {
            QVERIFY(!place.access.empty() && !place.effort.empty());
        }
        QVERIFY(both.perYear > own.perYear - own.rentPerYear);
        // Reserved is what jobs hold at once at most, and not the building: a year of that many at the price of an hour,
        // whatever is used of it; data and support come on top.
        // The project's own jobs leave for elsewhere too, and hold more than the building has: no more than that is
        // reserved, as no more is asked of other ways to pay.
        QVERIFY(basis->year.peakHeld > basis->design[Sum::Accelerators]);
        const double peak = basis->design[Sum::Accelerators];
        const auto* offer = catalogue_.spec<models::CloudOfferSpec>("aws-p5");
        const double rentUsd = offer->reservedUsdPerS * 365.0 * 86400.0 * peak;
        const PlaceCost& reserved = found->at(4);
        QVERIFY2(std::abs(reserved.rentPerYear - reserved.egressPerYear - reserved.storagePerYear -
                          reserved.supportPerYear - rentUsd) < 1e-3 * rentUsd,
                 std::to_string(reserved.rentPerYear / rentUsd).c_str());
        // Break-even: below full use against the dearest offer of H100, bracketed by its range.
        const BreakEven& even = cloud.breakEven.value();
        QVERIFY(even.utilisation > 0.1 && even.utilisation < 1.0);
        QVERIFY(even.utilisationLow < even.utilisation);
        QVERIFY(even.utilisationHigh > even.utilisation);
        QVERIFY(!(even.monthLow > even.month) && !(even.month > even.monthHigh));
        // At that use an own hour costs the rent, which is what break-even means.
        const double there = models::ownUsdPerHour(even.question, even.utilisation);
        QVERIFY(std::abs(there - even.question.rentUsdPerHour) < 1e-9 * there);
        QVERIFY(!own.breakEven && !both.breakEven);
        QVERIFY(cloud.firstWorkS < own.firstWorkS);
        QCOMPARE(placesSheet(*found, *basis).rows.size(), std::size_t{5});
    }
};

HEADROOM_TEST(TestOptions)
}  // namespace tst_options

#include "tst_options.moc"
