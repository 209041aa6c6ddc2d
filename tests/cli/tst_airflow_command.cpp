// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QFileInfo>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace tst_airflow_command {

/// headroom-cli airflow on the small hall of the fixture.
class TestAirflowCommand : public QObject {
    Q_OBJECT

    QHash<QString, QJsonObject> halls_;
    QTemporaryDir kept_;  ///< fields of this test alone

    /// The hall with these options, computed once.
    QJsonObject hall(const QStringList& more) {
        const QString key = more.join(' ');
        if (!halls_.contains(key)) {
            const CliResult r = runCli(
                QStringList{"airflow", fixtureProject(), "--format", "json", "--quiet"} + more);
            halls_[key] =
                QJsonDocument::fromJson(r.out.toUtf8())["halls"].toArray().first().toObject();
        }
        return halls_[key];
    }

  private slots:

    void initTestCase() { qputenv("HEADROOM_AIR_FOLDER", kept_.path().toUtf8()); }

    // The field closes its own balances, and its rows hold every rack that has a way for its air.
    void json() {
        const QJsonObject h = hall({"--cell", "0.7"});
        QVERIFY(h["mass_error"].toDouble(1.0) < 1e-6);
        QVERIFY(std::abs(h["heat_error"].toDouble(1.0)) < 0.1);
        QVERIFY(h["settled"].isBool());
        QVERIFY(h["hottest_inlet_c"].toDouble() >= h["supply_c"].toDouble());
        QVERIFY(std::abs(h["shi"].toDouble() + h["rhi"].toDouble() - 1.0) < 1e-12);
        int racks = 0;
        for (const QJsonValue& row : h["rows"].toArray()) {
            racks += row["racks"].toInt();
        }
        QVERIFY(racks > 0);
        QVERIFY(!h["hottest_racks"].toArray().isEmpty());
        // Every rack, with its inlet by height.
        QCOMPARE(h["inlets"].toArray().size(), racks);
        for (const QJsonValue& r : h["inlets"].toArray()) {
            QVERIFY(r["max_inlet_c"].toDouble() >= r["inlet_c"].toDouble() - 1e-9);
            QVERIFY(r["top_inlet_c"].isDouble());
        }
    }

    // One line a rack, and the header.
    void csv() {
        const CliResult r =
            runCli({"airflow", fixtureProject(), "--cell", "0.7", "--quiet", "--format", "csv"});
        QCOMPARE(r.code, 0);
        const int racks = static_cast<int>(hall({"--cell", "0.7"})["inlets"].toArray().size());
        QCOMPARE(r.out.trimmed().split('\n').size(), racks + 1);
        QVERIFY(r.out.startsWith("hall,rack,inlet_c,top_inlet_c,max_inlet_c"));
    }

    // A handler that is stopped takes its air away; a number that the hall does not have is an error.
    void off() {
        QVERIFY(hall({"--cell", "0.7", "--off", "1"})["supply_m3_per_s"].toDouble() <=
                hall({"--cell", "0.7"})["supply_m3_per_s"].toDouble());
        const CliResult r = runCli({"airflow", fixtureProject(), "--off", "99"});
        QCOMPARE(r.code, 3);
        QVERIFY(r.err.contains("AIR-006"));
    }

    void anyNumberOfThreads() {
        QCOMPARE(hall({"--cell", "0.7"}), hall({"--cell", "0.7", "--threads", "3", "--again"}));
    }

    // Less load, cooler air.
    void load() {
        QVERIFY(hall({"--cell", "0.7", "--load", "30"})["return_c"].toDouble() <
                hall({"--cell", "0.7"})["return_c"].toDouble());
    }

    void text() {
        const CliResult r = runCli({"airflow", fixtureProject(), "--cell", "0.7", "--quiet"});
        QCOMPARE(r.code, 0);
        QCOMPARE(r.err, QString());
        QVERIFY(r.out.contains("SHI "));
        QVERIFY(r.out.contains("hottest rack"));
        QVERIFY(r.out.contains("Settled: ") || r.out.contains("NOT SETTLED: "));
    }

    // A rack that rests warms nothing and draws what its fans move at least; others keep their heat. A case of OpenFOAM is
    // written and not yet run. A name that no rack has, and a load that is no number, are errors.
    void rackLoadAndCase() {
        const QString rack = hall({"--cell", "0.7"})["inlets"].toArray().first()["rack"].toString();
        const QString folder = kept_.filePath("case");
        const CliResult made = runCli({"airflow", fixtureProject(), "--hall",
                                       hall({"--cell", "0.7"})["hall"].toString(), "--cell", "0.7",
                                       "--rack-load", rack + "=0", "--export-openfoam", folder});
        QCOMPARE(made.code, 0);
        QVERIFY2(made.out.contains("racks"), qPrintable(made.out));
        QVERIFY(QFileInfo::exists(folder + "/constant/polyMesh/owner"));
        const CliResult early = runCli(
            {"airflow", fixtureProject(), "--rack-load", rack + "=0", "--import-openfoam", folder});
        QVERIFY(early.code != 0);
        QVERIFY2(early.err.contains("AIR-009"), qPrintable(early.err));
        const CliResult other = runCli({"airflow", fixtureProject(), "--import-openfoam", folder});
        QVERIFY2(other.err.contains("AIR-008"), qPrintable(other.err));
        QVERIFY(runCli({"airflow", fixtureProject(), "--rack-load", "attic=50"})
                    .err.contains("AIR-010"));
        QCOMPARE(runCli({"airflow", fixtureProject(), "--rack-load", rack + "=much"}).code, 2);
    }

    // States of the hall: a fifth of the servers' air through gaps makes the mean inlet warmer, by a quarter of the servers' rise
    // of some 12 K. Doors that no hall has are an error, and no state is written.
    void states() {
        const auto meanC = [&](const QStringList& more) {
            double sum = 0.0;
            const QJsonArray racks = hall(more)["inlets"].toArray();
            for (const QJsonValue& rack : racks) {
                sum += rack["inlet_c"].toDouble();
            }
            return sum / static_cast<double>(racks.size());
        };
        QVERIFY(meanC({"--cell", "0.7", "--gaps", "20"}) > meanC({"--cell", "0.7"}) + 1.0);
        const CliResult doors = runCli({"airflow", fixtureProject(), "--open-doors"});
        QCOMPARE(doors.code, 3);
        QVERIFY(doors.err.contains("AIR-013"));
        const CliResult written = runCli({"airflow", fixtureProject(), "--gaps", "5", "--write"});
        QCOMPARE(written.code, 2);
        QVERIFY(written.err.contains("--gaps"));
    }

    // The course after a loss: 30 s in steps of 10 s are instants at 0, 10, 20 and 30 s, each with every rack. Without fans
    // inlets grow warmer. CSV has the same rows as the racks of JSON, and a header.
    void loss() {
        const QStringList course{"--cell", "0.7", "--lose",  "fans",
                                 "--for",  "30s", "--every", "10s"};
        const QJsonObject h = hall(course);
        const QJsonArray instants = h["instants"].toArray();
        const qsizetype racks = hall({"--cell", "0.7"})["inlets"].toArray().size();
        QCOMPARE(instants.size(), 4);
        QCOMPARE(h["racks"].toArray().size(), 4 * racks);
        QCOMPARE(instants.first()["time_s"].toDouble(-1.0), 0.0);
        QVERIFY(std::abs(instants.last()["time_s"].toDouble() - 30.0) < 0.5);
        QVERIFY(instants.last()["mean_inlet_c"].toDouble() >
                instants.first()["mean_inlet_c"].toDouble() + 1.0);
        const CliResult r =
            runCli(QStringList{"airflow", fixtureProject(), "--quiet", "--format", "csv"} + course);
        QCOMPARE(r.code, 0);
        QVERIFY(r.out.startsWith("hall,time_s,rack,inlet_c,top_inlet_c"));
        QCOMPARE(r.out.trimmed().split('\n').size(), 4 * racks + 1);
    }

    void faults() {
        const CliResult hallless = runCli({"airflow", fixtureProject(), "--hall", "attic"});
        QCOMPARE(hallless.code, 3);
        QVERIFY(hallless.err.contains("AIR-004"));
        QCOMPARE(runCli({"airflow", fixtureProject(), "--cell", "9m"}).code, 2);
        QCOMPARE(runCli({"airflow", fixtureProject(), "--load", "0"}).code, 2);
    }
};

HEADROOM_TEST(TestAirflowCommand)
}  // namespace tst_airflow_command

#include "tst_airflow_command.moc"
