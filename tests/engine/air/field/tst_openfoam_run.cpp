// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/foam_run.h"
#include "engine/air/field/openfoam.h"
#include "engine/validate/air_case.h"
#include "tests/engine/air/floor.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace tst_openfoam_run {

using namespace headroom::engine;
using headroom::tests::Floor;

namespace {

// Two rows of six racks of 8.3 kW in 7.0 x 6.5 x 3.5 m with tiles in the cold aisle and enough air; boxes of 0.25 m.
AirStudy smallHall() {
    Floor f(0, 0, 7.0, 6.5, 3.5);
    f.spec.supplyAirC = 24.0;
    f.spec.airSupply = headroom::models::AirSupply::RaisedFloor;
    for (int row = 0; row < 2; ++row) {
        for (int i = 0; i < 6; ++i) {
            f.add(0.0, 0.0, row, i, row == 0);
            f.layout.racks.back().box = {2.5 + 0.5 * i, row == 0 ? 1.25 : 4.0, 0.0, 0.5, 1.25, 2.0};
        }
    }
    f.flow.assign(12, 0.465);
    f.layout.equipment.push_back({{0.0, 2.5, 0.0, 1.0, 1.5, 2.0}, EquipmentKind::Crah, 0, "hall"});
    AirStudy study;
    study.layout = f.layout;
    AirStudyHall hall;
    hall.id = "hall";
    hall.plan = f.plan();
    hall.load.flowM3PerS = f.flow;
    hall.load.heatW.assign(f.flow.size(), 8300.0);
    hall.load.supplyM3PerS = 6.2;
    hall.load.supplyC = 24.0;
    study.halls.push_back(hall);
    return study;
}

// The same racks with contained hot aisles, 10 % of whose panels are open, and three fan-wall units: hall h3s of the shared
// validation.
AirStudy containedHall() {
    AirStudy study = smallHall();
    AirStudyHall& hall = study.halls[0];
    study.layout.equipment.clear();
    for (const double y : {0.5, 2.5, 4.5}) {
        study.layout.equipment.push_back(
            {{0.0, y, 0.0, 1.0, 1.5, 2.0}, EquipmentKind::Crah, 0, "hall"});
    }
    headroom::models::HallSpec spec = hall.plan.spec;
    spec.airSupply = headroom::models::AirSupply::FanWall;
    spec.containment = headroom::models::Containment::HotAisle;
    spec.containmentLeakage = 0.1;
    hall.plan = hallAirPlan(study.layout, 0, spec, hall.load.flowM3PerS);
    hall.load.supplyM3PerS = 5.64;
    return study;
}

}  // namespace

class TestOpenFoamRun : public QObject {
    Q_OBJECT

  private slots:

    // A log as the solver writes it: the iteration that is done, and the largest of its initial residuals.
    void progressOfALog() {
        QTemporaryDir place;
        QVERIFY(QDir(place.path()).mkdir("system"));
        const auto write = [&](const QString& name, const QByteArray& text) {
            QFile file(place.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
        };
        write("system/controlDict", "stopAt endTime;\nendTime 40;\n");
        write("log.solver",
              "\nTime = 6\n\nDILUPBiCGStab:  Solving for Ux, Initial residual = 0.25, Final "
              "residual = 1e-3\n"
              "GAMG:  Solving for p_rgh, Initial residual = 0.5, Final residual = 0.01, No "
              "Iterations 2\n"
              "\nTime = 7\n\nDILUPBiCGStab:  Solving for Ux, Initial residual = 0.125, Fi");
        const FoamProgress now = foamProgress(place.path().toStdString());
        QCOMPARE(now.iteration, 7);
        QCOMPARE(now.iterations, 40);
        QCOMPARE(now.residual, 0.5);
    }

    // A case is exported, computed by OpenFOAM and read back. The mean of its inlets is that of the own field within 1 K
    // over OpenFOAM's own uncertainty of 0.5 K (shared validation, hall h1b). Return by balance:
    // 24 + 12 x 8300 / (rho cp 6.2).
    void exportRunImport() {
        if (!hasOpenFoam()) {
            QSKIP("OpenFOAM is not installed here");
        }
        QTemporaryDir place;
        const std::filesystem::path folder = place.filePath("case").toStdString();
        const AirStudy study = smallHall();
        QVERIFY(writeFoamCase(study, study.halls[0], {0.25, 300, 1}, folder));
        int calls = 0;
        const auto ran = runFoamCase(
            folder, [&](const FoamProgress&) { ++calls; }, nullptr);
        QVERIFY2(ran, ran ? "" : ran.error().text().c_str());
        QVERIFY(calls > 0);
        QCOMPARE(foamProgress(folder).iteration, 300);
        const auto foam = readFoamCase(study, study.halls[0], folder);
        QVERIFY2(foam, foam ? "" : foam.error().text().c_str());
        AirFieldOptions options;
        options.cellM = 0.25;
        const auto own = airFieldOf(study, study.halls[0], options);
        QVERIFY(own);
        QCOMPARE(foam->racks.size(), own->racks.size());
        double off = 0.0;
        for (std::size_t r = 0; r < own->racks.size(); ++r) {
            off += (own->racks[r].inletC - foam->racks[r].inletC) /
                   static_cast<double>(own->racks.size());
        }
        QVERIFY2(std::abs(off) < 1.5, qPrintable(QString("%1 K").arg(off)));
        QVERIFY(std::abs(foam->returnC - own->returnC) < 0.01);
    }

    void states_data() {
        QTest::addColumn<QString>("state");
        for (const char* state : {"handler off", "one rack twice", "doors open", "gaps"}) {
            QTest::newRow(state) << QString(state);
        }
    }

    // States of a contained hall in both programs. Limits are those of h3s: 1 K (mean) and 2 K (one rack) over OpenFOAM's own
    // uncertainty of 1.0 and 1.5 K.
    void states() {
        if (!hasOpenFoam()) {
            QSKIP("OpenFOAM is not installed here");
        }
        QFETCH(const QString, state);
        AirStudy study = containedHall();
        HallAirLoad& load = study.halls[0].load;
        if (state == "handler off") {
            load.offHandlers = {2};
            load.supplyM3PerS = 4.8;
        } else if (state == "one rack twice") {
            load.heatW[2] *= 2.0;
            load.flowM3PerS[2] *= 2.0;
        } else if (state == "doors open") {
            load.doorsOpen = true;
        } else {
            load.gapShare = 0.2;
        }
        QTemporaryDir place;
        const std::filesystem::path folder = place.filePath("case").toStdString();
        QVERIFY(writeFoamCase(study, study.halls[0], {0.25, 600, 1}, folder));
        const auto ran = runFoamCase(folder, {}, nullptr);
        QVERIFY2(ran, ran ? "" : ran.error().text().c_str());
        const auto foam = readFoamCase(study, study.halls[0], folder);
        QVERIFY2(foam, foam ? "" : foam.error().text().c_str());
        AirFieldOptions options;
        options.cellM = 0.25;
        const auto own = airFieldOf(study, study.halls[0], options);
        QVERIFY(own);
        QCOMPARE(foam->racks.size(), own->racks.size());
        double sumK = 0.0, worstK = 0.0;
        for (std::size_t r = 0; r < own->racks.size(); ++r) {
            const double off = own->racks[r].inletC - foam->racks[r].inletC;
            sumK += off;
            worstK = std::max(worstK, std::abs(off));
        }
        const double meanK = sumK / static_cast<double>(own->racks.size());
        qInfo("%s: mean %.2f K, worst rack %.2f K", qPrintable(state), meanK, worstK);
        QVERIFY2(std::abs(meanK) < 2.0, qPrintable(QString("%1 K").arg(meanK)));
        QVERIFY2(worstK < 3.5, qPrintable(QString("%1 K").arg(worstK)));
    }

    void lossesOfTheValidation_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("limitK");
        QTest::newRow("all fans") << "h1_all_fans" << 1.5;
        QTest::newRow("water") << "h1b_water" << 0.5;
    }

    // OpenFOAM repeats the beginning of the cases over time that are in tests/validation/cases/air, or all of it with
    // HEADROOM_WHOLE_CASES. The limit is the sway of the steady state from which they start: plumes of open halls sway by 1 K.
    void lossesOfTheValidation() {
        if (!hasOpenFoam()) {
            QSKIP("OpenFOAM is not installed here");
        }
        QFETCH(const QString, name);
        QFETCH(const double, limitK);
        CaseFile file;
        file.path = std::string(HEADROOM_SOURCE_DIR "/tests/validation/cases/air/") +
                    name.toStdString() + ".json";
        const auto read = readAirCase(file);
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QVERIFY(read->loss);
        const auto count = qEnvironmentVariableIsSet("HEADROOM_WHOLE_CASES")
                               ? read->loss->inletC.size()
                               : std::min<std::size_t>(2, read->loss->inletC.size());
        AirStudy study;
        study.layout = read->layout;
        AirStudyHall hall;
        hall.id = "hall";
        hall.plan = hallAirPlan(study.layout, 0, read->spec, read->load.flowM3PerS);
        hall.plan.air.jPerM3K = read->jPerM3K;
        hall.load = read->load;
        hall.rackJPerK = read->loss->rackJPerK;
        study.halls.push_back(hall);
        FoamOptions options{0.25, 1200, 1, {}};
        options.loss = {read->loss->loss, read->loss->everyS * static_cast<double>(count),
                        read->loss->everyS};
        QTemporaryDir place;
        place.setAutoRemove(!qEnvironmentVariableIsSet("HEADROOM_WHOLE_CASES"));
        const std::filesystem::path folder = place.filePath("case").toStdString();
        const auto made = writeFoamCase(study, study.halls[0], options, folder);
        QVERIFY2(made, made ? "" : made.error().text().c_str());
        const auto ran = runFoamCase(folder, {}, nullptr);
        QVERIFY2(ran, ran ? "" : ran.error().text().c_str());
        const auto foam = readFoamLoss(study, study.halls[0], *options.loss, folder);
        QVERIFY2(foam, foam ? "" : foam.error().text().c_str());
        for (std::size_t n = 0; n <= count; ++n) {
            std::vector<double> inlets;
            QString text;
            for (const auto& rack : foam->inletC) {
                inlets.push_back(rack[n]);
                text += QString(" %1").arg(rack[n], 0, 'f', 2);
            }
            qInfo("%zu:%s", n, qPrintable(text));
            const double expectedC = read->meanC(n == 0 ? read->inletC : read->loss->inletC[n - 1]),
                         foundC = read->meanC(inlets);
            QVERIFY2(std::abs(foundC - expectedC) < limitK,
                     qPrintable(QString("%1 for %2").arg(foundC).arg(expectedC)));
        }
    }

    // A cancelled run ends at once, with its solver.
    void cancel() {
        if (!hasOpenFoam()) {
            QSKIP("OpenFOAM is not installed here");
        }
        QTemporaryDir place;
        const std::filesystem::path folder = place.filePath("case").toStdString();
        const AirStudy study = smallHall();
        QVERIFY(writeFoamCase(study, study.halls[0], {0.25, 100'000, 1}, folder));
        std::atomic<bool> stop = false;
        const auto ran = runFoamCase(
            folder, [&](const FoamProgress& now) { stop = now.iteration > 2; }, &stop);
        QVERIFY(!ran);
        QCOMPARE(ran.error().code, std::string("AIR-002"));
        const int reached = foamProgress(folder).iteration;
        QTest::qWait(500);
        QCOMPARE(foamProgress(folder).iteration, reached);
    }
};

HEADROOM_TEST(TestOpenFoamRun)
}  // namespace tst_openfoam_run

#include "tst_openfoam_run.moc"
