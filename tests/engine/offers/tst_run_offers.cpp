// SPDX-License-Identifier: Apache-2.0
#include "engine/offers/run_offers.h"
#include "engine/sheet/sheet_csv.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_run_offers {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

/// Training runs at offers of the catalogue and at an own place.
class TestRunOffers : public QObject {
    Q_OBJECT

    static WantedRun run(double tokens,
                         double deadlineS = std::numeric_limits<double>::infinity()) {
        return {"llama3-8b", catalogue().spec<models::LanguageModelSpec>("llama3-8b"), tokens,
                deadlineS, 64};
    }

    static RunOfferSpec at(std::initializer_list<const char*> offers, std::vector<WantedRun> runs) {
        RunOfferSpec spec;
        spec.runs = std::move(runs);
        for (const char* text : offers) {
            spec.places.push_back({*againstOf(text, catalogue()), std::nullopt});
        }
        return spec;
    }

  private slots:

    // Rent = price x accelerators x hours held x (1 + support); with support of 0 and no minimum the ratio of two ways to pay
    // for equal hours is that of their prices, and twice the tokens take twice the time.
    void rentFollowsPriceAndTokens() {
        const auto offers = runOffers(
            at({"lambda-h100", "lambda-h100:reserved"}, {run(1e11), run(2e11)}), catalogue());
        QCOMPARE(offers.size(), std::size_t{4});
        for (const RunOffer& offer : offers) {
            QVERIFY2(offer.fault.empty(), offer.fault.c_str());
        }
        PriceRates rates(catalogue(), *catalogue().entriesOf("price_book").front());
        const double demand =
            priceOf(*againstOf("lambda-h100", catalogue()), catalogue(), rates).usdPerHour;
        const double reserved =
            priceOf(*againstOf("lambda-h100:reserved", catalogue()), catalogue(), rates).usdPerHour;
        QVERIFY(std::abs(offers[1].usd / offers[0].usd - reserved / demand) < 1e-9);
        QVERIFY(
            std::abs((offers[2].lastS - offers[2].firstS) / (offers[0].lastS - offers[0].firstS) -
                     2.0) < 1e-9);
        QVERIFY(offers[0].usdLow < offers[0].usd && offers[0].usd < offers[0].usdHigh);
    }

    // Losses of spot servers lower the share of the time that trains, so the run ends later than on demand.
    void spotEndsLater() {
        const auto offers = runOffers(at({"aws-p5", "aws-p5:spot"}, {run(1e11)}), catalogue());
        QVERIFY(offers[1].goodput < offers[0].goodput);
        QVERIFY(offers[1].lastS - offers[1].firstS > offers[0].lastS - offers[0].firstS);
        QVERIFY(offers[1].interruptionsPerDay > offers[0].interruptionsPerDay);
    }

    // The chance to miss a deadline at the median is a half; a deadline before the start is missed for certain. One standard
    // deviation away a normal distribution leaves 15.87 %.
    void chance() {
        QVERIFY(std::abs(chanceBeyond(100.0, 100.0, 0.2) - 0.5) < 1e-12);
        QVERIFY(std::abs(chanceBeyond(100.0 * std::exp(0.2), 100.0, 0.2) - 0.158655) < 1e-5);
        QCOMPARE(chanceBeyond(-1.0, 100.0, 0.2), 1.0);
        QCOMPARE(chanceBeyond(99.0, 100.0, 0.0), 1.0);
        QCOMPARE(chanceBeyond(101.0, 100.0, 0.0), 0.0);
    }

    // Two runs of all accelerators of an own place: the one with the earlier deadline goes first, and the other waits for its
    // end. A place that takes a year to build starts a year later.
    void ownAcceleratorsServeByDeadline() {
        auto project = std::make_shared<const Project>(scenario("tour-small-hall"));
        OwnPlace own;
        own.name = "own";
        own.project = project;
        own.catalogue = std::shared_ptr<const Catalogue>(std::shared_ptr<void>(), &catalogue());
        own.accelerators = clusterOf(*project, {}, catalogue())->accelerators;
        own.usdPerHour = 2.0;
        own.leadS = 365.0 * 86400.0;
        WantedRun later = run(1e11), sooner = run(1e11, 400.0 * 86400.0);
        later.accelerators = sooner.accelerators = own.accelerators;
        RunOfferSpec spec;
        spec.runs = {later, sooner};
        spec.places = {{std::nullopt, own}};
        const auto offers = runOffers(spec, catalogue());
        QVERIFY2(offers[1].fault.empty(), offers[1].fault.c_str());
        QCOMPARE(offers[1].firstS, own.leadS);
        QCOMPARE(offers[0].firstS, offers[1].lastS);
        QVERIFY(std::isnan(offers[0].lateChance));
        QVERIFY(offers[1].lateChance >= 0.0 && offers[1].lateChance <= 1.0);
        const double hours = (offers[1].lastS - offers[1].firstS) / 3600.0;
        QVERIFY(std::abs(offers[1].usd / (2.0 * own.accelerators * hours) - 1.0) < 1e-9);
    }

    // At 36 % a year a price is (0.64)^t of today's. Mean of the first year: (0.64 - 1) / ln 0.64 = 0.8067; of the second
    // 0.64 of that. A fall of 0 leaves the price; an instant has the price of its day: 0.64^0.5 = 0.8.
    void rentsFall() {
        QVERIFY(std::abs(meanDecline(0.36, 0.0, 1.0) - 0.36 / -std::log(0.64)) < 1e-12);
        QVERIFY(std::abs(meanDecline(0.36, 1.0, 2.0) - 0.64 * 0.36 / -std::log(0.64)) < 1e-12);
        QCOMPARE(meanDecline(0.0, 0.5, 3.0), 1.0);
        QVERIFY(std::abs(meanDecline(0.36, 0.5, 0.5) - 0.8) < 1e-12);
        // Prices on demand fall; those of a term stay as signed.
        RunOfferSpec spec = at({"aws-p5", "aws-p5:reserved"}, {run(1e12)});
        const auto now = runOffers(spec, catalogue());
        spec.rentDecline = 0.36;
        const auto falling = runOffers(spec, catalogue());
        QVERIFY2(now[0].fault.empty() && now[1].fault.empty(), now[0].fault.c_str());
        QVERIFY(falling[0].usd < now[0].usd);
        QCOMPARE(falling[1].usd, now[1].usd);
    }

    // 405 billion parameters do not fit 8 accelerators of 80 GB: the row says so and has no cost.
    void aRunThatDoesNotFit() {
        WantedRun large{"llama3-405b", catalogue().spec<models::LanguageModelSpec>("llama3-405b"),
                        1e12, std::numeric_limits<double>::infinity(), 8};
        const auto offers = runOffers(at({"aws-p5"}, {large}), catalogue());
        QVERIFY(!offers[0].fault.empty());
        QVERIFY(std::isnan(offers[0].usd));
        const std::string csv = sheetCsv(runOffersSheet(offers));
        QVERIFY(csv.find(offers[0].fault) != std::string::npos);
    }
};

HEADROOM_TEST(TestRunOffers)

}  // namespace tst_run_offers

#include "tst_run_offers.moc"
