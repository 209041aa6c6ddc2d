// SPDX-License-Identifier: Apache-2.0
#include "engine/grid/energy_prices.h"
#include "tests/engine/money/fixture.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace tst_energy_prices {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests::money;

class TestEnergyPrices : public QObject {
    Q_OBJECT

    /// The catalogue with another text of energy for one tariff.
    Catalogue with(const std::string& tariff, const std::string& energy) const {
        FigureChange change;
        const auto& entries = catalogue_.entries();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            if (entries[i].type->id == "tariff" && entries[i].id == tariff) {
                change.entry = i;
                change.attribute =
                    static_cast<std::size_t>(entries[i].type->find("energy_usd_per_kwh") -
                                             entries[i].type->attributes.data());
            }
        }
        change.value = energy;
        return catalogue_.changed(std::span(&change, 1));
    }

    static models::EconomicsSpec under(const std::string& tariff) {
        models::EconomicsSpec e;
        e.tariff = tariff;
        return e;
    }

    Catalogue catalogue_;
    Project project_;
    QTemporaryDir dir_;

  private slots:

    void initTestCase() {
        catalogue_ = shipped();
        project_ = scenario("cloud-burst", catalogue_);
    }

    // Every tariff that ships has a price for each hour of the year, and no row in vain.
    void shippedTariffs() {
        const auto tariffs = catalogue_.entriesOf("tariff");
        QVERIFY(tariffs.size() >= 7);
        for (const CatalogueEntry* entry : tariffs) {
            const auto prices = energyPrices(project_, catalogue_, under(entry->id));
            QVERIFY2(prices, prices ? "" : prices.error().text().c_str());
            QCOMPARE(QString::fromStdString(prices->source),
                     QString::fromStdString("tariff/" + entry->id));
            QVERIFY(prices->priceYear >= 2024);
        }
    }

    // 1 MW all year on FPL GSLD-1: 8,760 MWh at 55.02, 12 months of 1,000 kW at 15.65 and of 88.67.
    void aFlatYear() {
        TypicalYear year;
        for (auto& day : year.meteredW) {
            day.fill(1e6);
        }
        const auto prices = energyPrices(project_, catalogue_, under("fpl-gsld-1"));
        QVERIFY(prices.has_value());
        const models::TariffBill bill = energyBill(*prices, year.hourlyW(), year.powerFactor);
        QVERIFY(std::abs(bill.energyUsd - 8760.0 * 55.02) < 1e-3);
        QVERIFY(std::abs(bill.demandUsd - 12.0 * 15650.0) < 1e-3);
        QVERIFY(std::abs(bill.fixedUsd - 12.0 * 88.67) < 1e-9);
    }

    // Without a tariff the price of the grid holds: that of the catalogue.
    void theGrid() {
        const auto prices = energyPrices(project_, catalogue_, {});
        QVERIFY(prices.has_value());
        QCOMPARE(QString::fromStdString(prices->source), QString("grid/us-pjm"));
        QCOMPARE(prices->tariff.energy.size(), std::size_t{1});
    }

    void refused_data() {
        QTest::addColumn<QString>("energy");
        QTest::addColumn<QString>("code");
        QTest::newRow("a word") << "summer 0.1; 0.2"
                                << "MON-001";
        QTest::newRow("no price") << "jun-sep 16-21; 0.2"
                                  << "MON-001";
        QTest::newRow("a negative price") << "-0.1"
                                          << "MON-001";
        QTest::newRow("two prices") << "0.1 0.2"
                                    << "MON-001";
        QTest::newRow("hour 25") << "16-25 0.1; 0.2"
                                 << "MON-001";
        QTest::newRow("a gap") << "weekdays 0.1; weekends 8-24 0.1"
                               << "MON-002";
        QTest::newRow("nothing") << " ; "
                                 << "MON-002";
        QTest::newRow("an overlap") << "0.2; jun-sep weekdays 16-21 0.1"
                                    << "MON-003";
    }

    void refused() {
        QFETCH(QString, energy);
        QFETCH(QString, code);
        const auto prices =
            energyPrices(project_, with("fpl-gsld-1", energy.toStdString()), under("fpl-gsld-1"));
        QVERIFY(!prices);
        QCOMPARE(QString::fromStdString(prices.error().code), code);
        QVERIFY(prices.error().message.find("fpl-gsld-1") != std::string::npos);
    }

    void hourlyPrices() {
        Project moved = project_;
        moved.file = dir_.filePath("project.json").toStdString();
        models::EconomicsSpec e;
        e.priceFile = "prices.csv";
        const auto write = [&](int hours, const char* last) {
            QFile file(dir_.filePath("prices.csv"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("time,usd_per_kwh\n");
            for (int i = 0; i < hours; ++i) {
                file.write(i + 1 == hours ? QByteArray("x,") + last + "\n"
                                          : QByteArray("x,0.03\n"));
            }
        };
        write(8760, "-0.01");  // a market may pay for what it gives
        auto prices = energyPrices(moved, catalogue_, e);
        QVERIFY2(prices, prices ? "" : prices.error().text().c_str());
        QCOMPARE(prices->hourlyUsdPerJ.size(), std::size_t{8760});
        QVERIFY(prices->hourlyUsdPerJ.back() < 0.0);
        write(8759, "0.03");
        prices = energyPrices(moved, catalogue_, e);
        QCOMPARE(QString::fromStdString(prices.error().code), QString("MON-006"));
        write(8760, "much");  // filled from the hours around it, and said
        prices = energyPrices(moved, catalogue_, e);
        QVERIFY2(prices, prices ? "" : prices.error().text().c_str());
        QVERIFY(
            prices->notes.at(prices->notes.size() - 2).find("1 of 8760 rows skipped. Line 8761") ==
            0);
    }
};

HEADROOM_TEST(TestEnergyPrices)
}  // namespace tst_energy_prices

#include "tst_energy_prices.moc"
