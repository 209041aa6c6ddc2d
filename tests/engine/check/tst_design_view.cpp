// SPDX-License-Identifier: Apache-2.0
#include "engine/check/design_view.h"
#include "engine/check/rule_count.h"
#include "engine/document/edit.h"
#include "engine/figures/figures.h"
#include "engine/floor/layout.h"
#include "tests/engine/document/fixture.h"
#include "tests/support/test_program.h"

#include <QFile>

#include <cmath>
#include <string>
#include <utility>

namespace tst_design_view {

using namespace headroom::engine;

/// What an editor shows of a design after every edit.
class TestDesignView : public QObject {
    Q_OBJECT

  private slots:
    void figuresOfTheDesignPoint();
    void towersTakeWater();
    void figuresWaitUntilAllIsJoined_data();
    void figuresWaitUntilAllIsJoined();
    void fabricsAreKeptWhereNothingOfThemChanged();
    void whatIsAcceptedIsCountedApart();
    void whatHasNoPriceIsNoSaving();
    void findingsOfTheFullCheckStayUntilTheNext();
};

namespace {

DesignView viewOf(const Project& project, const DesignView* before = nullptr) {
    return viewDesign(project, fixture::catalogue(), CheckDepth::Quick, before);
}

}  // namespace

// A finding of a rule that a quick look leaves out stays, without its fix, while its object exists; one of an object that is gone does not,
// nor does one of a quick rule. A full look asks every rule again and keeps none.
void TestDesignView::findingsOfTheFullCheckStayUntilTheNext() {
    const Project project = fixture::mustRead(fixture::project());
    const auto waiting = rulesWaiting(CheckDepth::Quick, {});
    QVERIFY(waiting.size() > 2);
    QCOMPARE(rulesChecked(CheckDepth::Quick, {}).waiting(), waiting.size());
    QVERIFY(rulesWaiting(CheckDepth::Full, {}).empty());
    const std::string slow(waiting.front().id), id = project.objects.back().id;
    DesignView before;
    before.depth = CheckDepth::Full;
    for (const auto& [rule, subject] :
         {std::pair{slow, id}, {slow, std::string("gone")}, {std::string("aisle-width"), id}}) {
        Finding finding;
        finding.rule = rule;
        finding.subject = subject;
        finding.fix = {RemoveObject{id}};
        before.findings.push_back(finding);
    }
    const DesignView after = viewOf(project, &before);
    QCOMPARE(after.earlier.size(), std::size_t{1});
    QCOMPARE(after.earlier.front().rule, slow);
    QCOMPARE(after.earlier.front().subject, id);
    QVERIFY(after.earlier.front().fix.empty());
    // A second edit keeps it as well.
    QCOMPARE(viewOf(project, &after).earlier.size(), std::size_t{1});
    const DesignView full = viewDesign(project, fixture::catalogue(), CheckDepth::Full, &after);
    for (const Finding& kept : full.earlier) {
        QVERIFY(kept.rule != slow);
    }
}

// No part of the fixture has a price: what 40 racks cost is not known, rather than nothing. At 3,000
// USD for each of 32 chips of a rack it is 3.84 million.
void TestDesignView::whatHasNoPriceIsNoSaving() {
    const Project project = fixture::mustRead(fixture::project());
    QVERIFY(std::isnan(figure("equipment_usd").value(viewOf(project).headline)));
    auto files = fixture::catalogueFiles();
    for (auto& part : files["accelerator"]["parts"]) {
        part["figures"]["price_usd"] =
            fixture::figure(*headroom::models::findComponentType("accelerator"), "price_usd", 3000);
    }
    const auto priced = fixture::loadCatalogue(files);
    QVERIFY2(priced.has_value(), priced ? "" : text(priced.error()).c_str());
    const auto read = parseProject(fixture::project().dump(2), "project.json", *priced);
    QVERIFY(read.has_value());
    const DesignView view = viewDesign(*read, *priced, CheckDepth::Quick, nullptr);
    QCOMPARE(figure("equipment_usd").value(view.headline), 3.84e6);
}

// Server fans in air of 100 kPa, d = 100 / 101.325 of its density at sea level, turn at 0.784314 / d and take 1,000 W x
// 0.784314^3 / d^2 = 495.339 W: 40 racks of 4 x 8,495.339 W and 40,960 W of optics are 1,400,214.3 W of IT. Fans of handlers
// (80 kW x d) and of dry coolers (80 kW x d), CDUs and pumps take 240,539.3 W; all wiring without loss. PUE = 1,640,753.6 / 1,400,214.3 =
// 1.171788.
void TestDesignView::figuresOfTheDesignPoint() {
    const Sums h = viewOf(fixture::mustRead(fixture::project())).headline;
    QCOMPARE(h[Sum::Racks], 40.0);
    QCOMPARE(h[Sum::Accelerators], 1280.0);
    QVERIFY(std::abs(h[Sum::ItJ] - 1400214.3) < 20.0);
    QVERIFY(std::abs(h[Sum::FacilityJ] - 1640753.6) < 20.0);
    QVERIFY(std::abs(figure("pue").value(h) - 1.171788) < 2e-5);
}

// All heat as vapour is 3.6 MJ / 2.43 MJ/kg = 1.5 kg per kWh of IT, times 1.1 to 1.4 for other heat and chillers, times 5/4 for
// blow-down at 5 cycles: 2.0 to 2.6 L/kWh. Fans at full speed on a hot dry day also cool the air itself, by evaporation: at most
// as much again. Dry coolers take none.
void TestDesignView::towersTakeWater() {
    const auto catalogue = Catalogue::load(HEADROOM_SOURCE_DIR "/resources/catalog");
    QVERIFY(catalogue.has_value());
    QFile file(HEADROOM_SOURCE_DIR "/scenarios/cascading-cooling/project.json");
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto project = parseProject(file.readAll().toStdString(), "project.json", *catalogue);
    QVERIFY(project.has_value());
    const Sums wet = viewDesign(*project, *catalogue, CheckDepth::Quick, nullptr).headline;
    const double wue = 3.6e9 * figure("hottest_day_wue_l_per_kwh").value(wet);  // m3/J in L/kWh
    QVERIFY2(wue > 2.0 && wue < 5.2, qPrintable(QString::number(wue)));
    // Dry coolers of the fixture have no pads.
    QCOMPARE(viewOf(fixture::mustRead(fixture::project())).headline[Sum::WaterM3], 0.0);
}

void TestDesignView::figuresWaitUntilAllIsJoined_data() {
    QTest::addColumn<QString>("section");
    QTest::addColumn<QString>("key");
    QTest::newRow("racks without power") << "rack_blocks"
                                         << "feeds";
    QTest::newRow("racks without network") << "rack_blocks"
                                           << "fabric";
    QTest::newRow("air handlers without water") << "halls"
                                                << "air_loop";
    QTest::newRow("plant without power") << "cooling_loops"
                                         << "feeds";
}

// Racks draw what they draw; a facility power that leaves out what nobody joined yet would flatter.
void TestDesignView::figuresWaitUntilAllIsJoined() {
    QFETCH(QString, section);
    QFETCH(QString, key);
    fixture::Json json = fixture::project();
    json[section.toStdString()][0].erase(key.toStdString());
    const Sums h = viewOf(fixture::mustRead(json)).headline;
    QCOMPARE(h[Sum::Racks], 40.0);
    QVERIFY(h[Sum::ItJ] > 1.3e6);
    QVERIFY(std::isnan(h[Sum::FacilityJ]));
    QVERIFY(std::isnan(figure("pue").value(h)));
    QVERIFY(std::isnan(figure("energy_usd_per_year").value(h)));
    QVERIFY(h[Sum::OpenErrors] >= 1.0);
}

void TestDesignView::fabricsAreKeptWhereNothingOfThemChanged() {
    Project project = fixture::mustRead(fixture::project());
    const DesignView first = viewOf(project);
    QVERIFY(hasFabricsOf(first, project));
    const std::string loop = project.objectsOf("cooling_loop").front()->id;
    const std::string block = project.objectsOf("rack_block").front()->id;
    const auto& catalogue = fixture::catalogue();
    QVERIFY(applyAll(project, catalogue, {SetAttribute{loop, "supply_setpoint_c", 19.0}}));
    const DesignView second = viewOf(project, &first);
    QCOMPARE(second.fabrics.get(), first.fabrics.get());
    const auto racks = std::get<std::int64_t>(project.find(block)->value("racks_per_row"));
    QVERIFY(applyAll(project, catalogue, {SetAttribute{block, "racks_per_row", racks - 1}}));
    QVERIFY(!hasFabricsOf(second, project));
    const DesignView third = viewOf(project, &second);
    QVERIFY(third.fabrics.get() != first.fabrics.get());
    // What is reused is what would be built, and so is the floor.
    const DesignView anew = viewOf(project);
    QCOMPARE(third.findings, anew.findings);
    QCOMPARE(third.headline[Sum::ItJ], anew.headline[Sum::ItJ]);
    QCOMPARE(third.floor->racks.size(), anew.floor->racks.size());
    QCOMPARE(third.floor->equipment.size(), anew.floor->equipment.size());
}

void TestDesignView::whatIsAcceptedIsCountedApart() {
    fixture::Json json = fixture::project();
    json["rack_blocks"][0].erase("feeds");
    const Sums before = viewOf(fixture::mustRead(json)).headline;
    json["accepted_findings"] = {{{"id", "later"},
                                  {"rule", "unconnected"},
                                  {"subject", json["rack_blocks"][0]["id"]},
                                  {"reason", "The busways come with the next phase."}}};
    const Sums after = viewOf(fixture::mustRead(json)).headline;
    QCOMPARE(after[Sum::OpenErrors], before[Sum::OpenErrors] - 1.0);
    QCOMPARE(after[Sum::AcceptedFindings], before[Sum::AcceptedFindings] + 1.0);
    // Accepted is not joined.
    QVERIFY(std::isnan(figure("pue").value(after)));
}

HEADROOM_TEST(TestDesignView)
}  // namespace tst_design_view

#include "tst_design_view.moc"
