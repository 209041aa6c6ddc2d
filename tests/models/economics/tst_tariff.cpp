// SPDX-License-Identifier: Apache-2.0
#include "models/core/calendar.h"
#include "models/economics/tariff.h"
#include "models/economics/tariff_check.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <vector>

namespace tst_tariff {

using namespace headroom::models;

constexpr double kPerKwh = 1.0 / 3.6e6;
constexpr std::uint16_t kSummer = 0b1111 << 5;  // June to September

EnergyRate rate(TariffDays days, double fromH, double toH, double usd,
                std::uint16_t months = TariffPeriod::kAllMonths) {
    return {{months, days, fromH, toH}, usd * kPerKwh};
}

class TestTariff : public QObject {
    Q_OBJECT

    static TariffBill bill(const Tariff& tariff, const char* from, double stepS,
                           const std::vector<double>& kw, double powerFactor = 1.0) {
        std::vector<double> powerW;
        for (const double one : kw) {
            powerW.push_back(1e3 * one);
        }
        return tariffBill(tariff, {calendarTimeS(from), stepS, powerW, powerFactor, {}});
    }

  private slots:

    // 2026-07-03 was a Friday: 23:00 is a weekday hour of July, an hour later it is Saturday.
    void times() {
        const TariffTime friday = tariffTime(calendarTimeS("2026-07-03T23:00"));
        QCOMPARE(friday.year, 2026);
        QCOMPARE(friday.month, 7);
        QCOMPARE(friday.hour, 23.0);
        QVERIFY(!friday.isWeekend);
        const TariffTime saturday = tariffTime(calendarTimeS("2026-07-04T00:00"));
        QVERIFY(saturday.isWeekend);
        QCOMPARE(saturday.hour, 0.0);
        QVERIFY(tariffTime(calendarTimeS("1969-12-28")).isWeekend);  // a Sunday, before the epoch
    }

    // Of a Friday and a Saturday hour at 14:00 with 10 kW: 10 x 0.3 and 10 x 0.1; the order of rows
    // decides, the last one catches what no other does.
    void orderMatters() {
        Tariff tariff;
        tariff.energy = {rate(TariffDays::Weekdays, 14, 20, 0.3, kSummer),
                         rate(TariffDays::All, 0, 24, 0.1)};
        QVERIFY(std::abs(bill(tariff, "2026-07-03T14:00", 3600, {10}).energyUsd - 3.0) < 1e-12);
        QVERIFY(std::abs(bill(tariff, "2026-07-04T14:00", 3600, {10}).energyUsd - 1.0) < 1e-12);
        QVERIFY(std::abs(bill(tariff, "2026-10-02T14:00", 3600, {10}).energyUsd - 1.0) < 1e-12);
        QVERIFY(std::abs(bill(tariff, "2026-07-03T20:00", 3600, {10}).energyUsd - 1.0) < 1e-12);
    }

    // 22 to 6 is over midnight.
    void overMidnight() {
        const TariffPeriod night{TariffPeriod::kAllMonths, TariffDays::All, 22.0, 6.0};
        QVERIFY(night.holds({2026, 1, false, 23.5}));
        QVERIFY(night.holds({2026, 1, false, 5.75}));
        QVERIFY(!night.holds({2026, 1, false, 6.0}));
    }

    // Two months are touched: 30 kW is the highest of June, 20 of July; at 10 USD/kW 500 USD, twice
    // the fee of 7. With a ratchet of 80 %, July is billed for 24 kW: 540 USD.
    void demandByMonth() {
        Tariff tariff;
        tariff.energy = {rate(TariffDays::All, 0, 24, 0.0)};
        tariff.demand = {{TariffPeriod{}, 10.0 / 1e3}};
        tariff.fixedUsdPerMonth = 7.0;
        const std::vector<double> kw = {30, 12, 20, 5};
        TariffBill b = bill(tariff, "2026-06-30T22:00", 3600, kw);
        QCOMPARE(b.months, 2);
        QVERIFY(std::abs(b.demandUsd - 500.0) < 1e-9);
        QVERIFY(std::abs(b.fixedUsd - 14.0) < 1e-12);
        QVERIFY(std::abs(b.highestW - 30e3) < 1e-9);
        tariff.ratchetShare = 0.8;
        b = bill(tariff, "2026-06-30T22:00", 3600, kw);
        QVERIFY(std::abs(b.demandUsd - 540.0) < 1e-9);
        tariff.ratchetMonths = 0;
        QVERIFY(std::abs(bill(tariff, "2026-06-30T22:00", 3600, kw).demandUsd - 500.0) < 1e-9);
    }

    // 100 kWh at 0.8: 75 kvarh; 0.9 would have 48.432: 26.568 kvarh at 0.02 are 0.531 USD. At 0.95
    // nothing, not something back.
    void reactive() {
        Tariff tariff;
        tariff.energy = {rate(TariffDays::All, 0, 24, 0.0)};
        tariff.reactive = ReactiveRate{0.9, 0.02 * kPerKwh};
        const double expected = (75.0 - 100.0 * std::tan(std::acos(0.9))) * 0.02;
        const double got = bill(tariff, "2026-01-01", 3600, {100}, 0.8).reactiveUsd;
        QVERIFY(std::abs(got - expected) < 1e-9);
        QCOMPARE(bill(tariff, "2026-01-01", 3600, {100}, 0.95).reactiveUsd, 0.0);
    }

    void hourlyPrices() {
        Tariff tariff;
        const std::vector<double> powerW = {1e3, 2e3};
        // Prices of markets may be negative: 1 kWh x 0.1 - 2 kWh x 0.02.
        const std::vector<double> prices = {0.1 * kPerKwh, -0.02 * kPerKwh};
        const TariffBill b = tariffBill(tariff, {0.0, 3600.0, powerW, 1.0, prices});
        QVERIFY(std::abs(b.energyUsd - 0.06) < 1e-12);
        QVERIFY(!b.unpriced);
    }

    // 10 kW over 24 h across the end of January: 120 kWh in each month, of which 100 kWh cost 0.10 and 20 kWh 0.05 USD.
    void tiersOfAMonth() {
        Tariff tariff;
        tariff.energy.push_back(rate(TariffDays::All, 0.0, 24.0, 0.10));
        tariff.energy[0].above.push_back({100.0 * 3.6e6, 0.05 * kPerKwh});
        const TariffBill b =
            bill(tariff, "2026-01-31T12:00:00", 3600.0, std::vector<double>(24, 10.0));
        QVERIFY(std::abs(b.energyUsd - 22.0) < 1e-9);
    }

    // 8 kW at a power factor of 0.8 are 10 kVA, 100 USD. A least demand of 20 kVA is 200 USD, a ratchet of half of 60 kVA
    // before 300 USD. A least sum of 500 USD adds what is missing to the fee.
    void apparentLeastAndRatchet() {
        Tariff tariff;
        tariff.energy.push_back(rate(TariffDays::All, 0.0, 24.0, 0.0));
        tariff.demand.push_back({TariffPeriod{}, 10.0 / 1e3, {}, {}});
        tariff.isDemandInVa = true;
        const std::vector<double> kw(24, 8.0);
        QVERIFY(std::abs(bill(tariff, "2026-01-10", 3600.0, kw, 0.8).demandUsd - 100.0) < 1e-9);
        tariff.leastW = 20e3;
        QVERIFY(std::abs(bill(tariff, "2026-01-10", 3600.0, kw, 0.8).demandUsd - 200.0) < 1e-9);
        tariff.ratchetShare = 0.5;
        tariff.previousW = 60e3;
        QVERIFY(std::abs(bill(tariff, "2026-01-10", 3600.0, kw, 0.8).demandUsd - 300.0) < 1e-9);
        tariff.leastUsdPerMonth = 500.0;
        const TariffBill least = bill(tariff, "2026-01-10", 3600.0, kw, 0.8);
        QVERIFY(std::abs(least.fixedUsd - 200.0) < 1e-9 && std::abs(least.usd() - 500.0) < 1e-9);
    }

    void gapsAndHiddenRates() {
        std::vector<EnergyRate> rates = {rate(TariffDays::Weekdays, 8, 20, 0.2),
                                         rate(TariffDays::All, 20, 8, 0.1)};
        const auto gap = tariffGap(rates);  // weekends from 8 to 20
        QVERIFY(gap.has_value());
        QCOMPARE(gap->month, 1);
        QVERIFY(gap->isWeekend);
        QCOMPARE(gap->hour, 8.0);
        QVERIFY(!hiddenRate(rates));
        rates.push_back(rate(TariffDays::Weekends, 0, 24, 0.05));
        QVERIFY(!tariffGap(rates));
        QVERIFY(!hiddenRate(rates));
        rates.push_back(rate(TariffDays::All, 12, 13, 0.5, kSummer));
        QCOMPARE(hiddenRate(rates).value(), std::size_t{3});
        // A gap in the middle of a load is told by its interval.
        Tariff tariff;
        tariff.energy = {rates[0]};
        QCOMPARE(bill(tariff, "2026-07-03T18:00", 3600, {1, 1, 1}).unpriced.value(),
                 std::size_t{2});
    }
};

HEADROOM_TEST(TestTariff)
}  // namespace tst_tariff

#include "tst_tariff.moc"
