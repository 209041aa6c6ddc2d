// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/air_shares.h"
#include "engine/air/field/coefficients.h"
#include "engine/plant/plant.h"
#include "engine/run/simulator.h"
#include "tests/engine/run/fixture.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace tst_air_shares {

using namespace headroom::engine;
using namespace headroom::tests;

/// Shares of hot air in a project, on the tour that ships.
class TestAirShares : public QObject {
    Q_OBJECT

    Project stated_, held_;
    std::vector<AirField> fields_;

    Plant plantOf(const Project& project, bool anyState = false) const {
        RunOptions options;
        options.anyAirState = anyState;
        auto plant = compile(project, catalogue(), options);
        if (!plant) {
            qFatal("%s", plant.error().front().text().c_str());
        }
        return std::move(*plant);
    }

    std::uint64_t hashOf(const Project& project) const {
        auto made = Simulator::create(project, catalogue(), {});
        if (!made) {
            qFatal("%s", made.error().front().text().c_str());
        }
        for (int i = 0; i < 20; ++i) {
            (*made)->step();
        }
        return (*made)->stateHash();
    }

  private slots:

    void initTestCase() {
        stated_ = scenario("tour-small-hall");
        AirLibrary library({});
        AirFieldOptions coarse;
        coarse.cellM = 0.6;
        auto held = withAirShares(stated_, catalogue(), library, coarse);
        QVERIFY(held.has_value());
        held_ = std::move(*held);
        const auto study = airStudy(stated_, catalogue());
        for (const AirStudyHall& hall : study->halls) {
            fields_.push_back(*knownAir(library, *study, hall, coarse.cellM));
        }
    }

    // The zones of the plant at rest have the inlets of the field and those of the top thirds. Shares are written to
    // 0.001 %: of a spread of some 20 K between hot and cold aisle that is 0.0002 K; where mass balance forces air the
    // shares of one rack move others by about as much, hence 0.01 K.
    void theZonesHaveTheFieldsInlets() {
        const auto study = airStudy(held_, catalogue());
        QVERIFY(study.has_value());
        for (std::size_t i = 0; i < fields_.size(); ++i) {
            const AirStudyHall& hall = study->halls[i];
            QVERIFY(hall.plan.inlets == InletSource::Field);
            const ZonesAtRest zones = zonesAtRest(hall.plan, hall.load);
            for (const RackAirResult& r : fields_[i].racks) {
                const auto rack = static_cast<std::size_t>(r.rack);
                QVERIFY(std::abs(zones.inletC[rack] - r.inletC) < 0.01);
                QVERIFY(std::abs(zones.topC[rack] - r.topInletC) < 0.01);
            }
        }
    }

    // The file keeps them: what is read again compiles to the same shares, and runs to the same state.
    void theFileKeepsThem() {
        const auto read = parseProject(projectText(held_), held_.file, catalogue());
        QVERIFY(read.has_value());
        QVERIFY(plantOf(*read).hallAir[0].rackFraction == plantOf(held_).hallAir[0].rackFraction);
        QCOMPARE(hashOf(*read), hashOf(held_));
    }

    // A run depends on its project alone: with a library of fields, with another and without one its state is the same.
    // Shares change it, and without them it is that of the hall as stated.
    void noRunDependsOnALibrary() {
        const QByteArray before = qgetenv("HEADROOM_AIR_FOLDER");
        QTemporaryDir folder;
        qputenv("HEADROOM_AIR_FOLDER", folder.path().toUtf8());
        AirLibrary library = AirLibrary::ofUser();
        const auto study = airStudy(stated_, catalogue());
        library.keep(airKey(*study, study->halls.front()), fields_.front());
        const std::uint64_t full = hashOf(stated_), fullHeld = hashOf(held_);
        qputenv("HEADROOM_AIR_FOLDER", "none");
        QCOMPARE(hashOf(stated_), full);
        QCOMPARE(hashOf(held_), fullHeld);
        qputenv("HEADROOM_AIR_FOLDER", before);
        QVERIFY(full != fullHeld);
        QCOMPARE(hashOf(withoutAirShares(held_)), full);
    }

    // Another state of the hall: its zones are as stated, and the air says so. Studies of small changes use the shares
    // all the same. A wrong number of shares is never used.
    void anotherStateIgnoresThem() {
        Project warmer = held_;
        const std::string hall = warmer.objectsOf("hall").front()->id;
        QVERIFY(applyAll(warmer, catalogue(), {SetAttribute{hall, "supply_air_c", 23.0}}));
        const Plant plant = plantOf(warmer);
        QVERIFY(plant.hallAir[0].inlets == InletSource::OutdatedField);
        QCOMPARE(plant.hallAir[0].rackFraction, plantOf(stated_).hallAir[0].rackFraction);
        QVERIFY(textOf(airOfRun(plant)).find("earlier state") != std::string::npos);
        QVERIFY(plantOf(warmer, true).hallAir[0].inlets == InletSource::Field);
        const Plant pruned = plantOf(withUsedAirShares(warmer, plant), true);
        QVERIFY(pruned.hallAir[0].inlets == InletSource::Stated);
        Project fewer = held_;
        QVERIFY(applyAll(fewer, catalogue(),
                         {SetAttribute{hall, "hot_air_pct", std::vector<double>{1.0, 2.0}}}));
        QVERIFY(plantOf(fewer, true).hallAir[0].inlets == InletSource::OutdatedField);
    }

    // Removal leaves nothing behind.
    void removal() {
        Project project = held_;
        for (const Object* hall : held_.objectsOf("hall")) {
            QVERIFY(applyAll(project, catalogue(), airRemoval(hall->id)));
        }
        QVERIFY(!holdsAirShares(project));
        QCOMPARE(projectText(project), projectText(stated_));
    }
};

HEADROOM_TEST(TestAirShares)
}  // namespace tst_air_shares

#include "tst_air_shares.moc"
