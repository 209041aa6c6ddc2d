// SPDX-License-Identifier: Apache-2.0
#include "engine/bill/bill_of_materials.h"
#include "engine/check/headline.h"
#include "engine/money/capital.h"
#include "engine/resolve/design.h"
#include "models/economics/present_value.h"
#include "tests/engine/money/fixture.h"

#include <QtTest>

#include <cmath>
#include <string>

namespace tst_published_shares {

using namespace headroom;
using headroom::models::Loan;
using headroom::models::usdOf;

/// Hamilton, "Overall Data Center Costs" (2010): 46,000 servers of 1,450 USD over three years, a
/// facility of 72 million for 8 MW over ten years, of which 82 % is power distribution and cooling,
/// network of 12.6 million over four, money at 5 %, power at 0.07 USD/kWh, PUE 1.45, 80 % of the
/// critical load drawn. Published shares of the monthly cost: servers 57, networking 8, power
/// distribution and cooling 18, power 13, other infrastructure 4 %.
class TestPublishedShares : public QObject {
    Q_OBJECT

  private slots:

    void hamilton() {
        const double servers = Loan{46000.0 * 1450.0, 0.05, 36}.monthlyUsd();
        const double network = Loan{12.6e6, 0.05, 48}.monthlyUsd();
        const double facility = Loan{72e6, 0.05, 120}.monthlyUsd();
        const double power = 8000.0 * 0.8 * 1.45 * 730.0 * 0.07;
        const double all = servers + network + facility + power;
        const auto pct = [&](double part) { return 100.0 * part / all; };
        // As published, to the whole per cent.
        QVERIFY(std::abs(pct(servers) - 57.0) < 0.6);
        QVERIFY(std::abs(pct(network) - 8.0) < 0.6);
        QVERIFY(std::abs(pct(0.82 * facility) - 18.0) < 0.6);
        QVERIFY(std::abs(pct(power) - 13.0) < 0.6);
        QVERIFY(std::abs(pct(0.18 * facility) - 4.0) < 0.6);
    }

    // Building with its plant, without land and machines, over IT power: 9.3 (San Antonio) to 15.0 (Reno)
    // million USD/MW in the markets of Cushman & Wakefield 2025, 7.7 to 15.2 in the index of Turner &
    // Townsend. At 1 MW sets and boards come in whole pieces: left out here.
    void capitalOfBuildings_data() {
        QTest::addColumn<QString>("scenario");
        for (const char* name : {"distributed-redundant", "site-selection", "hyperscale-100k"}) {
            QTest::newRow(name) << name;
        }
    }

    void capitalOfBuildings() {
        QFETCH(QString, scenario);
        const engine::Catalogue catalogue = tests::money::shipped();
        const engine::Project project = tests::money::scenario(scenario.toStdString(), catalogue);
        engine::DesignOptions options;
        options.study = false;
        const engine::Design design = engine::designOf(project, catalogue, options);
        const engine::BillOfMaterials bill =
            engine::billOf(project, catalogue, design.network.get());
        engine::CapitalQuestion q;
        q.bill = &bill;
        q.catalogue = &catalogue;
        q.design = engine::headlineOf(design);
        engine::PriceRates rates(catalogue, *catalogue.find("price_book", "us-2025"));
        double usd = 0.0;
        for (const engine::CapitalLine& line : engine::capitalOf(q, rates).lines) {
            const bool isMachine = line.system == engine::CostSystem::Machines ||
                                   line.system == engine::CostSystem::Network ||
                                   line.system == engine::CostSystem::Storage;
            usd += isMachine || line.life == engine::LifeClass::Land ? 0.0 : usdOf(line.amount);
        }
        const double perMegawatt = usd / (q.design[engine::Sum::ItJ] / 1e6) / 1e6;
        QVERIFY2(perMegawatt > 9.3 && perMegawatt < 15.0, std::to_string(perMegawatt).c_str());
    }
};

HEADROOM_TEST(TestPublishedShares)
}  // namespace tst_published_shares

#include "tst_published_shares.moc"
