// SPDX-License-Identifier: Apache-2.0
#include "engine/resolve/design.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

namespace tst_design {

using namespace headroom::engine;

class TestDesign : public QObject {
    Q_OBJECT

  private slots:
    void airCooledHall();
    void liquidCooledHall();
    void lossesHeatTheHallThatTheyStandIn();
    void shelves();
    void missingPartsAreLeftOut();
    void emptyProject();
};

namespace {

void isNear(double actual, double expected) {
    QVERIFY2(qAbs(actual - expected) <= 1e-5 * qAbs(expected),
             qPrintable(QString::number(actual, 'g', 9) + " is not " +
                        QString::number(expected, 'g', 9)));
}

}  // namespace

void TestDesign::airCooledHall() {
    const Project project = fixture::mustRead(fixture::project());
    const Design design = designOf(project, fixture::catalogue());
    QCOMPARE(design.blocks.size(), std::size_t{1});
    const DesignBlock& b = design.blocks.front();
    // 8 x 700 W + 2400 W = 8000 W of boards. Fans run at full speed at the nameplate of 10,200 W in air of
    // sea level. The site has 100,000 Pa of 101,325: air of density r = 0.986923, so that the same heat
    // takes the speed 8000 / (10200 r) = 0.794706; P = 1000 W x 0.794706^3 r = 495.3392 W. Supplies without loss.
    isNear(b.serverOutputW, 8495.3392);
    isNear(b.serverW, 8495.3392);
    isNear(b.rackW, 33981.357);  // 4 servers, no shared equipment
    isNear(b.fanAirM3PerS, 4 * 0.794706 * 0.5);
    QCOMPARE(b.racks, std::int64_t{40});
    QCOMPARE(b.accelerators(), std::int64_t{1280});
    QCOMPARE(design.accelerators.at("gpu-700"), std::int64_t{1280});
    QCOMPARE(b.rackPitchM, 0.6);
    QCOMPARE(b.liquidW(), 0.0);

    // 1,280 adapters of 400 Gbit/s on 64 ports: 40 leaves of 32; 1,280 host links and as many
    // between the tiers, two modules of 8 W each. The switch states no power.
    const DesignFabric& f = design.fabrics.front();
    QCOMPARE(f.endpoints, std::int64_t{1280});
    QCOMPARE(f.radix, 64);
    QCOMPARE(f.built->counts.switchesByTier[0], std::int64_t{40});
    const DesignHall& h = design.halls.front();
    isNear(h.fabricW, 2 * 2560 * 8.0);
    isNear(h.itW(), 40 * 33981.357 + 40960);
    isNear(h.airW, h.itW());

    // 20 fans of 4 kW r = 78953.86 W, 3 x 10 kW, 2 x 26.3158 kW, 4 x 20 kW r are 240539.3 W, all on mech-a.
    const DesignPower& p = design.power;
    QVERIFY(p.wired);
    const auto output = [&](const char* id) {
        return p.flow.outVa[static_cast<std::size_t>(
            p.network.arrays[static_cast<std::size_t>(p.network.arrayOf(id))].firstUnit)];
    };
    isNear(output("ups-a").real(), 1400214.3);
    isNear(output("mech-a").real(), 240539.3);
    isNear(output("grid-a").real(), 1400214.3 + 240539.3);
    QVERIFY(qAbs(output("grid-a").imag()) < 1.0);  // every power factor is 1
    QCOMPARE(output("gens-a").real(), 0.0);        // at rest
    // The loop takes the air's heat, the fans' and the CDU pumps'.
    isNear(design.loops.front().heatW, 1400214.3 + 78953.86 + 30000);
    QCOMPARE(design.loops.front().chillerW, 0.0);
}

void TestDesign::liquidCooledHall() {
    fixture::Json json = fixture::project();
    json["rack_blocks"][0]["rack"] = "rack-liquid";
    json["rack_blocks"][0]["cdu_group"] = "cdus-a";
    const Project project = fixture::mustRead(json);
    const Design design = designOf(project, fixture::catalogue());
    const DesignBlock& b = design.blocks.front();
    isNear(b.rackW, 32000);  // no fans
    isNear(b.liquidW(), 25600);
    isNear(b.coolantM3PerS, 40 * 0.8 * 1.5 / 60.0 / 1000.0);
    isNear(design.cduGroups.front().heatW, 40 * 25600.0);
    isNear(design.halls.front().airW, 40 * 6400.0 + 40960);
    // All the heat of racks and optics reaches the loop, by one way or the other. Fans of the hall's air handlers
    // draw 80 kW x 100,000 / 101,325 = 78953.86 W in air of the site's density.
    isNear(design.loops.front().heatW, 40 * 32000.0 + 40960 + 78953.86 + 30000);
}

void TestDesign::lossesHeatTheHallThatTheyStandIn() {
    // PDUs lose 1 % of their rating of 1 MW each whatever they carry: 4 x 10 kW.
    auto files = fixture::catalogueFiles();
    files["pdu"]["parts"][0]["figures"]["loss_a"]["value"] = 0.01;
    const auto catalogue = fixture::loadCatalogue(files);
    QVERIFY2(catalogue.has_value(), fixture::whyNot(catalogue).c_str());
    fixture::Json json = fixture::project();
    const double airW = designOf(fixture::mustRead(json), *catalogue).halls.front().airW;
    json["power_units"][6]["hall"] = "hall-a";
    const double warmerW = designOf(fixture::mustRead(json), *catalogue).halls.front().airW;
    isNear(warmerW - airW, 40000);
}

void TestDesign::shelves() {
    // 33981.357 W of servers behind 8 rectifiers: (33981.357 + 8 x 17) / 0.96 = 35538.913 W.
    auto files = fixture::catalogueFiles();
    files["psu"]["parts"].push_back(fixture::part(
        "psu", "shelf",
        {{"rated_power_w", 5000}, {"standing_loss_w", 17}, {"slope_efficiency_pct", 96}}));
    auto& figures = files["rack"]["parts"][0]["figures"];
    const auto& type = *headroom::models::findComponentType("rack");
    figures["power_shelf"] = fixture::figure(type, "power_shelf", "shelf");
    figures["shelf_rectifiers"] = fixture::figure(type, "shelf_rectifiers", 8);
    const auto catalogue = fixture::loadCatalogue(files);
    QVERIFY2(catalogue.has_value(), fixture::whyNot(catalogue).c_str());
    const Project project = fixture::mustRead(fixture::project());
    isNear(designOf(project, *catalogue).blocks.front().rackW, 35538.913);
}

void TestDesign::missingPartsAreLeftOut() {
    // Only a project that was not read can be like this: with another catalogue than its own.
    fixture::Json json = fixture::project();
    const Project project = fixture::mustRead(json);
    auto files = fixture::catalogueFiles();
    files.erase("crah");
    files["rack"]["parts"][0]["id"] = "rack-renamed";
    const auto catalogue = fixture::loadCatalogue(files);
    QVERIFY2(catalogue.has_value(), fixture::whyNot(catalogue).c_str());
    const Design design = designOf(project, *catalogue);
    QVERIFY(design.blocks.empty());
    // The hall stands, without air handlers: in a window it may come before them.
    QCOMPARE(design.halls.size(), std::size_t{1});
    QVERIFY(design.halls.front().crah == nullptr);
    QVERIFY(design.power.wired);
    QCOMPARE(design.power.network.racks, 0);
}

void TestDesign::emptyProject() {
    const Design design = designOf(Project{}, fixture::catalogue());
    QVERIFY(design.blocks.empty());
    QVERIFY(design.hall("hall-a") == nullptr);
    QVERIFY(design.loop("loop-a") == nullptr);
}

HEADROOM_TEST(TestDesign)
}  // namespace tst_design

#include "tst_design.moc"
