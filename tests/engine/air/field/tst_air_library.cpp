// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/coefficients.h"
#include "engine/air/field/library.h"
#include "tests/engine/air/floor.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <chrono>
#include <cmath>

namespace tst_air_library {

using namespace headroom::engine;
using headroom::tests::Floor;

namespace {

// Two halls with the same two rows of six racks, 40 m apart. The second is called otherwise.
AirStudy twoHalls() {
    Floor f(2, 6, 9.6, 10.2, 4.2);
    f.handler(0, 3.9);
    f.handler(1, 3.9);
    AirStudy study;
    study.layout = f.layout;
    study.layout.blocks.push_back("other");
    study.layout.halls.push_back({{40.1, 7.3, 0.0, 9.6, 10.2, 4.2}, "other", "Other hall"});
    for (std::size_t i = 0; i < 12; ++i) {
        RackBox rack = f.layout.racks[i];
        rack.box.x += 40.1;
        rack.box.y += 7.3;
        rack.hall = 1;
        rack.block = 1;
        study.layout.racks.push_back(rack);
    }
    for (std::size_t i = 0; i < 2; ++i) {
        EquipmentBox e = f.layout.equipment[i];
        e.box.x += 40.1;
        e.box.y += 7.3;
        e.group = 1;
        study.layout.equipment.push_back(e);
    }
    const std::vector<double> flow(24, 1.0);
    for (int n = 0; n < 2; ++n) {
        AirStudyHall hall;
        hall.id = n == 0 ? "hall" : "other";
        hall.hall = n;
        hall.plan = hallAirPlan(study.layout, n, f.spec, flow);
        hall.load.flowM3PerS = flow;
        hall.load.heatW.assign(24, 12000.0);
        hall.load.supplyM3PerS = 14.0;
        hall.load.supplyC = 20.0;
        study.halls.push_back(hall);
    }
    return study;
}

AirFieldOptions coarse() {
    AirFieldOptions options;
    options.cellM = 0.6;
    return options;
}

}  // namespace

class TestAirLibrary : public QObject {
    Q_OBJECT

  private slots:

    // Halls that differ by place and name have one key, and the same field to the last bit. Racks have the numbers of
    // the layout: 12 to 23 in the second hall.
    void equalHallsShareAField() {
        const AirStudy study = twoHalls();
        QCOMPARE(airKey(study, study.halls[1]), airKey(study, study.halls[0]));
        const auto first = airFieldOf(study, study.halls[0], coarse()),
                   second = airFieldOf(study, study.halls[1], coarse());
        QVERIFY(first && second);
        QVERIFY(first->temperatureC == second->temperatureC);
        QCOMPARE(second->racks.size(), std::size_t{12});
        for (std::size_t i = 0; i < 12; ++i) {
            QCOMPARE(second->racks[i].rack, first->racks[i].rack + 12);
            QCOMPARE(second->racks[i].inletC, first->racks[i].inletC);
        }
        QCOMPARE(second->x0, 40.1);
    }

    // Whatever changes the inlets changes the key: heat of one rack, cells, leakage, a handler that is off, a box.
    void theKeyHasAllThatMatters() {
        const AirStudy study = twoHalls();
        const std::string key = airKey(study, study.halls[0]);
        AirStudyHall hall = study.halls[0];
        hall.load.heatW[3] += 1.0;
        QVERIFY(airKey(study, hall) != key);
        QVERIFY(airKey(study, study.halls[0], 0.61) != key);
        hall = study.halls[0];
        hall.plan.spec.containment = headroom::models::Containment::HotAisle;
        QVERIFY(airKey(study, hall) != key);
        hall = study.halls[0];
        hall.load.offHandlers = {1};
        QVERIFY(airKey(study, hall) != key);
        AirStudy moved = study;
        moved.layout.racks[2].box.y += 0.1;
        QVERIFY(airKey(moved, moved.halls[0]) != key);
    }

    // A field that was kept comes back with every number, in this process and from the disk. The zones then have its
    // inlets. A damaged or foreign file counts as absent.
    void keptFieldsComeBack() {
        const AirStudy study = twoHalls();
        const auto field = airFieldOf(study, study.halls[1], coarse());
        QVERIFY(field);
        QTemporaryDir folder;
        const std::filesystem::path place = folder.filePath("air").toStdString();
        AirLibrary library(place);
        QVERIFY(library.isEmpty());
        // Kept for the usual cells, so that a run finds it.
        AirField own = *field;
        for (RackAirResult& r : own.racks) {
            r.rack -= 12;
        }
        const std::string key = airKey(study, study.halls[1]);
        library.keep(key, own);
        for (const AirLibrary& each : {library, AirLibrary(place)}) {
            QVERIFY(!each.isEmpty());
            const auto known = knownAir(each, study, study.halls[1]);
            QVERIFY(known);
            QCOMPARE(known->racks.size(), field->racks.size());
            for (std::size_t i = 0; i < known->racks.size(); ++i) {
                QCOMPARE(known->racks[i].rack, field->racks[i].rack);
                QCOMPARE(known->racks[i].inletC, field->racks[i].inletC);
                QCOMPARE(known->racks[i].topInletC, field->racks[i].topInletC);
            }
            QCOMPARE(known->indices.rciHigh, field->indices.rciHigh);
            QCOMPARE(known->settled, field->settled);
            QVERIFY(known->temperatureC.empty());
            HallAirPlan plan = study.halls[1].plan;
            plan.rackFraction = rackFractions(*known, plan, study.halls[1].load);
            const std::vector<double> zones = zoneInletsC(plan, study.halls[1].load);
            for (const RackAirResult& r : field->racks) {
                QVERIFY(std::abs(zones[static_cast<std::size_t>(r.rack)] - r.inletC) < 1e-3);
            }
        }
        QFile file(folder.filePath("air/") + QString::fromStdString(key) + ".json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        file.close();
        for (const QByteArray& damaged :
             {whole.left(whole.size() / 2), QByteArray("{}"), QByteArray("[1]"), QByteArray(),
              QByteArray(whole).replace("\"rack\": 11", "\"rack\": 12"),
              QByteArray(whole).replace("\"inlet_c\"", "\"outlet\"")}) {
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(damaged);
            file.close();
            QVERIFY2(!knownAir(AirLibrary(place), study, study.halls[1]),
                     damaged.left(40).constData());
        }
    }

    // Without a folder a field is kept in memory: the second of two equal halls costs nothing.
    void memoryAlone() {
        const AirStudy study = twoHalls();
        AirLibrary library({});
        int steps = 0;
        AirFieldOptions options = coarse();
        options.progress = [&](double) { ++steps; };
        QVERIFY(airOf(library, study, study.halls[0], options));
        QVERIFY(steps > 0);
        steps = 0;
        QVERIFY(airOf(library, study, study.halls[1], options));
        QCOMPARE(steps, 0);
        // Fields of other cells are not those of the usual ones.
        QVERIFY(!knownAir(library, study, study.halls[1]));
    }

    // The field that was not used for the longest time goes first; what is not a field stays. Reading counts as use.
    void thePlaceIsBounded() {
        QTemporaryDir folder;
        const std::filesystem::path place = folder.path().toStdString();
        AirLibrary library(place);
        const auto fileOf = [&](char digit) { return place / (std::string(32, digit) + ".json"); };
        const auto now = std::filesystem::file_time_type::clock::now();
        for (const char digit : {'a', 'b', 'c'}) {
            library.keep(std::string(32, digit), AirField{});
            std::filesystem::last_write_time(fileOf(digit), now - std::chrono::hours('d' - digit));
        }
        std::filesystem::copy_file(fileOf('a'), place / "notes.json");
        QCOMPARE(library.prune(), 0);
        QVERIFY(AirLibrary(place).find(std::string(32, 'a')));
        QCOMPARE(library.prune(2 * std::filesystem::file_size(fileOf('a'))), 1);
        QVERIFY(std::filesystem::exists(fileOf('a')));
        QVERIFY(!std::filesystem::exists(fileOf('b')));
        QVERIFY(std::filesystem::exists(fileOf('c')));
        QVERIFY(std::filesystem::exists(place / "notes.json"));
    }
};

HEADROOM_TEST(TestAirLibrary)
}  // namespace tst_air_library

#include "tst_air_library.moc"
