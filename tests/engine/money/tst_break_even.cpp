// SPDX-License-Identifier: Apache-2.0
#include "engine/money/study.h"
#include "tests/engine/money/fixture.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_break_even {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests::money;

/// A lab with trainings and fine-tuning, against every offer of the catalogue; and its own variants.
class TestBreakEven : public QObject {
    Q_OBJECT

    Catalogue catalogue_;
    Project project_;
    std::shared_ptr<const CostStudy> study_;

    std::shared_ptr<const CostStudy> priced(const Project& project) const {
        CostQuestion question;
        question.against = offersOf(catalogue_);
        const auto study = repricedStudy(*study_, project, question);
        return study ? *study : nullptr;
    }

  private slots:

    void initTestCase() {
        catalogue_ = shipped();
        project_ = scenario("onprem-vs-cloud", catalogue_);
        CostQuestion question;
        question.spec.year = coarseYear();
        question.against = offersOf(catalogue_);
        const auto study = costStudy(project_, catalogue_, question);
        QVERIFY2(study, study ? "" : text(study.error()).c_str());
        study_ = *study;
    }

    // One law, regardless of the horizon, the rate, the premises, leases and phases: at the break-even the own hour costs the
    // rent; always busy it is the output "accelerator hour, owned", at the own use "used".
    void curveOutputsAndBreakEvenAgree() {
        for (const Project& project :
             {project_, with(project_, "discount_rate_pct", 12.0),
              with(project_, "years", std::int64_t{9}),
              with(project_, "premises", std::string("colocation")),
              with(project_, "leased_pct", 60.0),
              with(project_, "phases_pct", std::vector<double>{40.0, 60.0})}) {
            const auto study = priced(project);
            QVERIFY(study != nullptr);
            QCOMPARE(study->breakEvens.size(), offersOf(catalogue_).size());
            for (const BreakEven& even : study->breakEvens) {
                const models::OwnOrRent& q = even.question;
                const auto near = [](double a, double b) { return std::abs(a / b - 1.0) < 1e-9; };
                QVERIFY(near(models::ownUsdPerHour(q, even.utilisation), q.rentUsdPerHour));
                QVERIFY(near(models::ownUsdPerHour(q, 1.0),
                             study->cost.output("accelerator_hour")->each));
                QVERIFY(near(models::ownUsdPerHour(q, q.utilisation),
                             study->cost.output("used_hour")->each));
                QVERIFY(near(even.utilisation * q.rentUsdPerHour,
                             study->cost.output("accelerator_hour")->each));
                QVERIFY(even.utilisationLow <= even.utilisation &&
                        even.utilisation <= even.utilisationHigh);
            }
        }
    }

    // Work on spot servers takes more hours than those of the price, by a range; both its causes are among what matters.
    // A job of 512 on 64 servers that are lost 2.3 times a year each and together after 3 h: 147 + 2,920 a year, once in
    // 2.86 h.
    void spotHasARange() {
        for (const BreakEven& even : study_->breakEvens) {
            const bool isSpot = even.against.purchase == models::Purchase::Spot;
            QCOMPARE(even.hoursPaid > 1.0, isSpot);
            QCOMPARE(even.spot.empty(), !isSpot);
            if (isSpot) {
                QVERIFY(even.rentLow < even.question.rentUsdPerHour &&
                        even.question.rentUsdPerHour < even.rentHigh);
                for (const char* key :
                     {"spot_losses_per_year", "spot_window_h", "spot_usd_per_h"}) {
                    const bool matters = std::any_of(
                        even.effects.begin(), even.effects.end(), [&](const RateEffect& e) {
                            return e.rate.id.ends_with(key) && e.high != e.low && e.rate.hasRange;
                        });
                    QVERIFY2(matters, key);
                }
            }
        }
        PriceRates rates(catalogue_, *catalogue_.find("price_book", "us-2025"));
        const models::SpotCapacity aws = spotTermsOf("aws-p5", catalogue_, rates);
        const double year = 8760.0 * 3600.0;
        QVERIFY(std::abs(aws.lossesPerS(512) * year - (64.0 * 2.3 + 2920.0)) < 1e-6);
        const WorkedGang gang{512, 1200.0, 0.0, 1.0};
        // Daly: t f / (e^(f u) (e^(f t) - 1)) with f of above, u = 10 min, t = 20 min.
        const double f = aws.lossesPerS(512);
        const double kept = 1200.0 * f / (std::exp(600.0 * f) * std::expm1(1200.0 * f));
        QVERIFY(std::abs(keptOnSpot(gang, aws) - kept) < 1e-12);
        QVERIFY(std::abs(spotStretch({gang}, aws) - 1.0 / kept) < 1e-12);
    }

    // 100,000 accelerators are 12,500 servers: at 2.3 losses a year of each the gang lives 18 min, less than a start
    // of 10 min and an interval of 30: it is said that it cannot hold. 16 accelerators can.
    void aGangThatCannotHoldIsSaid() {
        PriceRates rates(catalogue_, *catalogue_.find("price_book", "us-2025"));
        const std::string large =
            spotText({{100000, 1800.0, 1.0, 1.0}}, "aws-p5", catalogue_, rates);
        QVERIFY2(large.find("cannot hold spot servers") != std::string::npos, large.c_str());
        const std::string small = spotText({{16, 600.0, 1.0, 1.0}}, "aws-p5", catalogue_, rates);
        QVERIFY2(small.find("cannot hold") == std::string::npos, small.c_str());
    }

    // Compared first with offers of the accelerators that it has, none of which is an assumption.
    void usualOffersMatch() {
        const auto offers = usualOffers(project_, catalogue_);
        QCOMPARE(offers.size(), std::size_t{2});
        for (const Against& offer : offers) {
            QCOMPARE(QString::fromStdString(acceleratorOf(offer, catalogue_)), QString("h100-sxm"));
            QVERIFY(offer.offer != "nordic-h100");
        }
        for (const BreakEven& even : study_->breakEvens) {
            QCOMPARE(even.sameAccelerator, even.accelerator == "h100-sxm");
        }
    }

    // One name, one number: a million tokens trained in the own building is the same among outputs and among places,
    // and over all training runs.
    void aMillionTokensIsOneNumber() {
        const double each = study_->cost.output("million_tokens_trained")->each;
        PlaceCost own;
        own.perYear = study_->cost.perYear;
        own.tokens = study_->basis.year.sums[Sum::Tokens];
        own.trainingShare = study_->basis.year.trainingShare();
        QVERIFY(std::abs(own.perMillionTokens() / each - 1.0) < 1e-12);
        QVERIFY(own.trainingShare > 0.1 && own.trainingShare < 1.0);
    }
};

HEADROOM_TEST(TestBreakEven)
}  // namespace tst_break_even

#include "tst_break_even.moc"
