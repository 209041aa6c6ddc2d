// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/openfoam.h"
#include "tests/engine/air/floor.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <vector>

namespace tst_openfoam {

using namespace headroom::engine;
using headroom::tests::Floor;

namespace {

// Two rows of six racks with contained hot aisles, half of the panels open; boxes of 0.6 m.
AirStudy contained() {
    Floor f(2, 6, 9.6, 10.2, 4.2);
    f.handler(0, 3.9);
    f.handler(1, 3.9);
    f.spec.containment = headroom::models::Containment::HotAisle;
    f.spec.containmentLeakage = 0.5;
    AirStudy study;
    study.layout = f.layout;
    AirStudyHall hall;
    hall.id = "hall";
    hall.plan = f.plan();
    hall.load.flowM3PerS = f.flow;
    hall.load.heatW.assign(f.flow.size(), 12000.0);
    hall.load.supplyM3PerS = 14.0;
    hall.load.supplyC = 20.0;
    study.halls.push_back(hall);
    return study;
}

const FoamOptions kCoarse{0.6, 100, 1, {}};

// The same hall over a plenum of one layer of boxes.
AirStudy raised() {
    AirStudy study = contained();
    study.halls[0].plan.spec.airSupply = headroom::models::AirSupply::RaisedFloor;
    study.halls[0].plan.spec.plenumM = 0.6;
    study.halls[0].plan.spec.floorLeakage = 0.01;
    return study;
}

// Racks that hold as much heat as 100 m3 of air.
AirStudy withMass() {
    AirStudy study = contained();
    study.halls[0].rackJPerK.assign(12, 100.0 * study.halls[0].plan.air.jPerM3K);
    return study;
}

// All air handlers stop.
FoamLoss allFans() {
    FoamLoss lost;
    lost.loss.handlers = {0, 1};
    lost.forS = 20.0;
    lost.everyS = 10.0;
    return lost;
}

QString textOf(const QString& name) {
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// The entries of a list file behind its header: what is between the outer brackets, a line each.
QStringList entries(const QString& name) {
    const QString text = textOf(name);
    const QStringList lines =
        text.mid(text.indexOf(QRegularExpression("\n\\d+\n\\("))).split('\n', Qt::SkipEmptyParts);
    return lines.mid(2, lines.size() - 3);
}

void write(const QString& name, const QString& text) {
    QVERIFY(QDir().mkpath(QFileInfo(name).path()));
    QFile file(name);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.toUtf8());
}

}  // namespace

class TestOpenFoam : public QObject {
    Q_OBJECT

  private slots:

    void theMeshIsClosed_data() {
        QTest::addColumn<QString>("hall");
        for (const char* hall : {"contained", "over a plenum", "racks with mass"}) {
            QTest::newRow(hall) << QString(hall);
        }
    }

    // The mesh is one that OpenFOAM accepts. Each cell has six faces, each internal face belongs to two: 6 cells = faces +
    // internal faces. Owners ascend among internal faces, and each is below its neighbour. Volume by the divergence theorem,
    // sum of x n_x A over the faces of a cell: 0.6^3 m3; 0.6^2 x 0.04 / 12 m3 in the twelve layers of each tile; 100 m3
    // of stores, one for each rack.
    void theMeshIsClosed() {
        QFETCH(const QString, hall);
        QTemporaryDir place;
        const bool hasMass = hall == "racks with mass", hasFloor = hall == "over a plenum";
        const AirStudy study = hasMass ? withMass() : hasFloor ? raised() : contained();
        FoamOptions options = kCoarse;
        if (hasMass) {
            options.loss = allFans();
        }
        const auto made =
            writeFoamCase(study, study.halls[0], options, place.filePath("case").toStdString());
        if (!made) {
            QFAIL(made.error().text().c_str());
        }
        QCOMPARE(made->racks, 12);
        const QString mesh = place.filePath("case/constant/polyMesh/");
        const QStringList points = entries(mesh + "points"), faces = entries(mesh + "faces"),
                          owner = entries(mesh + "owner"), neighbour = entries(mesh + "neighbour");
        QCOMPARE(faces.size(), owner.size());
        const int cells = static_cast<int>(faces.size() + neighbour.size()) / 6;
        QCOMPARE(6 * cells, static_cast<int>(faces.size() + neighbour.size()));
        QVERIFY(hasFloor ? cells > made->cells + 360 : cells == made->cells + (hasMass ? 12 : 0));
        std::vector<std::array<double, 3>> point;
        for (const QString& line : points) {
            const QStringList xyz = line.mid(1, line.size() - 2).split(' ');
            point.push_back({xyz[0].toDouble(), xyz[1].toDouble(), xyz[2].toDouble()});
        }
        std::vector<double> volume(static_cast<std::size_t>(cells), 0.0);
        int last = 0;
        for (int f = 0; f < faces.size(); ++f) {
            const QStringList v = faces[f].mid(2, faces[f].size() - 3).split(' ');
            QCOMPARE(v.size(), 4);
            std::array<std::array<double, 3>, 4> p;
            for (std::size_t n = 0; n < 4; ++n) {
                p[n] = point.at(static_cast<std::size_t>(v[static_cast<int>(n)].toInt()));
            }
            // x n_x A: of the diagonals' cross product half.
            const double area = 0.5 * ((p[2][1] - p[0][1]) * (p[3][2] - p[1][2]) -
                                       (p[2][2] - p[0][2]) * (p[3][1] - p[1][1]));
            const auto own = static_cast<std::size_t>(owner[f].toInt());
            volume.at(own) += p[0][0] * area;
            if (f < neighbour.size()) {
                const auto other = static_cast<std::size_t>(neighbour[f].toInt());
                QVERIFY(own < other && owner[f].toInt() >= last);
                last = owner[f].toInt();
                volume.at(other) -= p[0][0] * area;
            }
        }
        for (std::size_t c = 0; c < volume.size(); ++c) {
            const double expected = static_cast<int>(c) < made->cells ? 0.216
                                    : hasFloor                        ? 0.0012
                                                                      : 100.0;
            QVERIFY2(std::abs(volume[c] / expected - 1.0) < 1e-4,
                     qPrintable(QString("cell %1: %2").arg(c).arg(volume[c])));
        }
    }

    // A tile of 25 % open loses 1 / (2 (0.6 x 0.25)^2) = 22.2 times the speed squared, and the program halves its coefficients: the
    // sum of those of twelve layers of 0.04 / 12 m is 2 x 22.2 / (0.04 / 12) = 13,333 1/m. Layers n and 11 - n are alike, and the
    // next one inward has twice as much. The rest of the floor is tighter.
    void tilesResist() {
        QTemporaryDir place;
        const AirStudy study = raised();
        QVERIFY(
            writeFoamCase(study, study.halls[0], kCoarse, place.filePath("case").toStdString()));
        const QString options = textOf(place.filePath("case/constant/fvOptions"));
        const auto losses = [&](const QString& name) {
            std::vector<double> found;
            for (int layer = 0; layer < 12; ++layer) {
                const QRegularExpression zone(
                    QString("cellZone %1_%2;.*?f \\(0 0 ([0-9.e+]+)\\)").arg(name).arg(layer),
                    QRegularExpression::DotMatchesEverythingOption);
                found.push_back(zone.match(options).captured(1).toDouble());
            }
            return found;
        };
        const std::vector<double> tight = losses("tiles0"), tiles = losses("tiles1");
        double sum = 0.0;
        for (std::size_t n = 0; n < 12; ++n) {
            sum += tiles[n];
            QVERIFY(tight[n] > tiles[n]);
            QCOMPARE(tiles[n], tiles[11 - n]);
            QVERIFY(n == 0 || n > 5 || std::abs(tiles[n] / tiles[n - 1] - 2.0) < 1e-4);
        }
        QVERIFY2(std::abs(sum / 13333.3 - 1.0) < 1e-4, qPrintable(QString::number(sum)));
        QVERIFY(textOf(place.filePath("case/constant/polyMesh/cellZones")).contains("tiles1_11"));
        QVERIFY(!textOf(place.filePath("case/constant/polyMesh/boundary")).contains("cyclic"));
    }

    // The second stage of a hall that loses all handlers: nothing is blown, the returns are closed, and the air of a rack
    // passes its store. After a loss of water the supply is what leaves.
    void theSecondStage() {
        QTemporaryDir place;
        const AirStudy study = withMass();
        FoamOptions options = kCoarse;
        options.loss = allFans();
        const QString folder = place.filePath("case");
        QVERIFY(writeFoamCase(study, study.halls[0], options, folder.toStdString()));
        const QString changes = textOf(folder + "/loss/system/changeDictionaryDict");
        const QString supply = changes.mid(changes.indexOf("supply"), 300);
        QVERIFY2(supply.contains("(0 0 0)") || supply.contains("(0 -0 0)") ||
                     supply.contains("(-0 0 0)"),
                 qPrintable(supply));
        QVERIFY(changes.contains("return { type fixedValue; value uniform (0 0 0); }"));
        QVERIFY(textOf(folder + "/loss/system/controlDict").contains("endTime 20;"));
        const QString start = textOf(folder + "/0/T");
        QVERIFY(start.contains("outletPatch r3_store_out"));
        QVERIFY(start.contains("outletPatch r3_in"));
        const QString run = textOf(folder + "/Allrun");
        QVERIFY(run.indexOf("buoyantBoussinesqSimpleFoam") <
                run.indexOf("buoyantBoussinesqPimpleFoam"));
        options.loss->loss = {true, {}, 14.0};
        QVERIFY(
            writeFoamCase(study, study.halls[0], options, place.filePath("water").toStdString()));
        QVERIFY(textOf(place.filePath("water/loss/system/changeDictionaryDict"))
                    .contains("supply { type outletMappedUniformInlet; outletPatch return;"));
        AirStudy ducts = study;
        ducts.halls[0].plan.spec.containment = headroom::models::Containment::Chimney;
        const auto mixed =
            writeFoamCase(ducts, ducts.halls[0], options, place.filePath("ducts").toStdString());
        QVERIFY(!mixed);
        QCOMPARE(mixed.error().code, std::string("AIR-015"));
    }

    // A record of 300 K for 5 s, then 310 K: 26.85 C + 5 K over the first 10 s, 36.85 C over the next.
    void aCourseComesBack() {
        QTemporaryDir place;
        const AirStudy study = contained();
        FoamOptions options = kCoarse;
        options.loss = allFans();
        const QString folder = place.filePath("case");
        QVERIFY(writeFoamCase(study, study.halls[0], options, folder.toStdString()));
        write(folder + "/100/T", "internalField uniform 295.15;\nboundaryField { }\n");
        write(folder + "/100/U", "internalField uniform (0 0 0.5);\nboundaryField { }\n");
        const auto read = [&](const FoamLoss& lost) {
            return readFoamLoss(study, study.halls[0], lost, folder.toStdString());
        };
        QCOMPARE(read(allFans()).error().code, std::string("AIR-009"));  // it was not run
        QString record = "# Time areaAverage(T)\n";
        for (int n = 1; n <= 20; ++n) {
            record += QString("%1\t%2\n").arg(n).arg(n <= 5 ? 300.0 : 310.0);
        }
        for (int r = 0; r < 12; ++r) {
            write(folder + QString("/loss/postProcessing/r%1_in/0/surfaceFieldValue.dat").arg(r),
                  record);
        }
        const auto course = read(allFans());
        if (!course) {
            QFAIL(course.error().text().c_str());
        }
        QCOMPARE(course->inletC.size(), std::size_t{12});
        for (const auto& rack : course->inletC) {
            QCOMPARE(rack.size(), std::size_t{3});
            QVERIFY(std::abs(rack[0] - 22.0) < 1e-4);
            QVERIFY(std::abs(rack[1] - 31.85) < 1e-9);
            QVERIFY(std::abs(rack[2] - 36.85) < 1e-9);
        }
        FoamLoss other = allFans();
        other.loss.water = true;
        QCOMPARE(read(other).error().code, std::string("AIR-008"));
        other = allFans();
        other.forS = 60.0;
        QCOMPARE(read(other).error().code, std::string("AIR-009"));
        write(folder + "/loss/postProcessing/r4_in/0/surfaceFieldValue.dat", "1 300\n1 nan\n");
        QCOMPARE(read(allFans()).error().code, std::string("AIR-009"));
    }

    // What enters leaves: supply 14 m3/s, racks 12 m3/s in and out, by velocities times faces of 0.36 m2. The heat of a rack
    // is 12 kW / 1211.4 J/(m3 K) = 9.906 K m3/s.
    void flowsAndHeat() {
        QTemporaryDir place;
        const AirStudy study = contained();
        QVERIFY(
            writeFoamCase(study, study.halls[0], kCoarse, place.filePath("case").toStdString()));
        const QString u = textOf(place.filePath("case/0/U"));
        const auto flow = [&](const QString& patch) {
            const qsizetype from = u.indexOf("    " + patch + "\n");
            const QString block = u.mid(from, u.indexOf('}', from) - from);
            double sum = 0.0;
            auto each = QRegularExpression("\\(([-+.e\\d]+) ([-+.e\\d]+) ([-+.e\\d]+)\\)")
                            .globalMatch(block);
            while (each.hasNext()) {
                const auto m = each.next();
                sum += std::abs(m.captured(1).toDouble()) + std::abs(m.captured(2).toDouble()) +
                       std::abs(m.captured(3).toDouble());
            }
            return sum * 0.36;
        };
        QVERIFY2(std::abs(flow("supply") - 14.0) < 1e-6,
                 qPrintable(QString::number(flow("supply"))));
        QVERIFY(std::abs(flow("r3_in") - 1.0) < 1e-6);
        QVERIFY(std::abs(flow("r11_out") - 1.0) < 1e-6);
        const QString heat = textOf(place.filePath("case/constant/fvOptions"));
        const auto m =
            QRegularExpression("r7_heat\\s*\\{[^}]*injectionRateSuSp \\{ T \\(([\\d.]+) 0\\)")
                .match(heat);
        QVERIFY(m.hasMatch());
        QVERIFY(std::abs(m.captured(1).toDouble() - 12000.0 / study.halls[0].plan.air.jPerM3K) <
                1e-6);
        QVERIFY(textOf(place.filePath("case/Allrun")).startsWith("#!/bin/sh"));
        // Nobody's files are overwritten.
        const auto again =
            writeFoamCase(study, study.halls[0], kCoarse, place.filePath("case").toStdString());
        QVERIFY(!again);
        QCOMPARE(again.error().code, std::string("AIR-007"));
    }

    // A result comes back rack by rack. Everywhere 295.15 K but in cell 0: each inlet is 22.0 C, the share of hot air is
    // 2 K of the 2 K + 9.906 K at the outlet.
    void aResultComesBack() {
        QTemporaryDir place;
        const AirStudy study = contained();
        const QString folder = place.filePath("case");
        const auto made = writeFoamCase(study, study.halls[0], kCoarse, folder.toStdString());
        QVERIFY(made);
        const auto read = [&](const AirStudyHall& hall) {
            return readFoamCase(study, hall, folder.toStdString());
        };
        QCOMPARE(read(study.halls[0]).error().code, std::string("AIR-009"));  // it was not run
        QString list =
            QStringLiteral("internalField nonuniform List<scalar> %1\n(\n300.5\n").arg(made->cells);
        for (int c = 1; c < made->cells; ++c) {
            list += "295.15\n";
        }
        write(folder + "/100/T", list + ")\n;\nboundaryField { }\n");
        write(folder + "/100/U", "internalField uniform (0 0 0.5);\nboundaryField { }\n");
        write(folder + "/50/T", "internalField uniform 400;\n");
        const auto field = read(study.halls[0]);
        if (!field) {
            QFAIL(field.error().text().c_str());
        }
        QCOMPARE(field->racks.size(), std::size_t{12});
        const double rise = 12000.0 / study.halls[0].plan.air.jPerM3K;
        for (const RackAirResult& r : field->racks) {
            QVERIFY2(std::abs(r.inletC - 22.0) < 1e-4, qPrintable(QString::number(r.inletC)));
            QVERIFY(std::abs(r.hotFraction - 2.0 / (2.0 + rise)) < 1e-4);
        }
        QCOMPARE(field->cellM, 0.6);
        // Another state of the hall, a list that is cut, a word in it.
        AirStudyHall other = study.halls[0];
        other.load.heatW[0] = 5.0;
        QCOMPARE(read(other).error().code, std::string("AIR-008"));
        for (const QString& bad :
             {list.left(list.size() / 2) + ")\n;\nboundaryField { }\n",
              QString(list).replace("300.5", "nan"), QString("nothing"), QString()}) {
            write(folder + "/100/T", bad);
            const auto failed = read(study.halls[0]);
            QVERIFY(!failed);
            QCOMPARE(failed.error().code, std::string("AIR-009"));
        }
    }
};

HEADROOM_TEST(TestOpenFoam)
}  // namespace tst_openfoam

#include "tst_openfoam.moc"
