// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/urdb.h"
#include "models/economics/tariff_spec.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <string>

namespace tst_urdb {

using namespace headroom;
using namespace headroom::engine;

namespace {

/// 12 months by 24 hours: period 1 from 16 to 21 h in June to September, else period 0.
std::string schedule(bool hasPeak) {
    std::string text = "[";
    for (int month = 1; month <= 12; ++month) {
        text += month == 1 ? "[" : ",[";
        for (int hour = 0; hour < 24; ++hour) {
            text += hour == 0 ? "" : ",";
            text += hasPeak && month >= 6 && month <= 9 && hour >= 16 && hour < 21 ? "1" : "0";
        }
        text += "]";
    }
    return text + "]";
}

}  // namespace

class TestUrdb : public QObject {
    Q_OBJECT

  private slots:

    // Two periods, tiers of the first, weekends without the peak, demand in kVA, a ratchet of 80 %.
    void wholeTariff() {
        const std::string text =
            "{\"utility\": \"Test Power\", \"name\": \"LGS\", \"startdate\": 1704067200, "
            "\"energyratestructure\": "
            "[[{\"rate\": 0.08, \"adj\": 0.01, \"max\": 100000}, {\"rate\": 0.06, \"adj\": 0.01}], "
            "[{\"rate\": 0.15}]], "
            "\"energyweekdayschedule\": " +
            schedule(true) + ", \"energyweekendschedule\": " + schedule(false) +
            ", \"flatdemandstructure\": [[{\"rate\": 12.5}]], \"flatdemandmonths\": "
            "[0,0,0,0,0,0,0,0,0,0,0,0], "
            "\"demandunits\": \"kVA\", \"demandratchetpercentage\": "
            "[0.8,0.8,0.8,0.8,0.8,0.8,0.8,0.8,0.8,0.8,0.8,0.8], "
            "\"fixedchargefirstmeter\": 10, \"fixedchargeunits\": \"$/day\"}";
        const auto tariff = readUrdb(text, "rate.json");
        QVERIFY2(tariff.has_value(), tariff ? "" : tariff.error().text().c_str());
        QCOMPARE(tariff->id, std::string("test-power-lgs"));
        QCOMPARE(tariff->priceYear, 2024);
        QVERIFY(tariff->isDemandInVa);
        QVERIFY(std::abs(tariff->ratchetPct - 80.0) < 1e-9);
        QVERIFY(std::abs(tariff->fixedUsdPerMonth - 3650.0 / 12.0) < 1e-9);
        const models::RateRows energy = models::readRates(tariff->energy);
        QVERIFY2(energy.fault.empty(), energy.fault.c_str());
        QCOMPARE(energy.rows.size(), std::size_t{2});
        QCOMPARE(energy.rows[0].price, 0.09);
        QCOMPARE(energy.rows[0].above.size(), std::size_t{1});
        QCOMPARE(energy.rows[0].above[0].from, 100000.0);
        QVERIFY(std::abs(energy.rows[0].above[0].usd - 0.07) < 1e-12);
        const models::EnergyRate peak{
            energy.rows[1].when, energy.rows[1].price, {}, energy.rows[1].also};
        QVERIFY(peak.holds({2026, 7, false, 17.0}) && !peak.holds({2026, 7, true, 17.0}) &&
                !peak.holds({2026, 5, false, 17.0}));
        QCOMPARE(models::readRates(tariff->demand).rows.at(0).price, 12.5);
    }

    void refused() {
        QCOMPARE(readUrdb("[]", "a").error().code, std::string("URD-001"));
        QCOMPARE(readUrdb("{\"name\": \"x\"}", "a").error().code, std::string("URD-002"));
    }
};

HEADROOM_TEST(TestUrdb)
}  // namespace tst_urdb

#include "tst_urdb.moc"
