// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>

namespace tst_airflow_command {

/// headroom-cli airflow on the small hall of the fixture.
class TestAirflowCommand : public QObject {
    Q_OBJECT

    static QJsonObject hall(const QStringList& more) {
        const CliResult r =
            runCli(QStringList{"airflow", fixtureProject(), "--format", "json", "--quiet"} + more);
        return QJsonDocument::fromJson(r.out.toUtf8())["halls"].toArray().first().toObject();
    }

  private slots:

    // The field closes its own balances, and its rows hold every rack that has a way for its air.
    void json() {
        const QJsonObject h = hall({"--cell", "0.4m"});
        QVERIFY(h["mass_error"].toDouble(1.0) < 1e-9);
        QVERIFY(std::abs(h["heat_error"].toDouble(1.0)) < 1e-8);
        QVERIFY(h["hottest_inlet_c"].toDouble() >= h["supply_c"].toDouble());
        QVERIFY(std::abs(h["shi"].toDouble() + h["rhi"].toDouble() - 1.0) < 1e-12);
        int racks = 0;
        for (const QJsonValue& row : h["rows"].toArray()) {
            racks += row["racks"].toInt();
        }
        QVERIFY(racks > 0);
        QVERIFY(!h["hottest_racks"].toArray().isEmpty());
    }

    void anyNumberOfThreads() {
        QCOMPARE(hall({"--cell", "0.5", "--threads", "1"}),
                 hall({"--cell", "0.5", "--threads", "3"}));
    }

    // Less load, cooler air.
    void load() {
        QVERIFY(hall({"--cell", "0.5", "--load", "30"})["return_c"].toDouble() <
                hall({"--cell", "0.5"})["return_c"].toDouble());
    }

    void text() {
        const CliResult r = runCli({"airflow", fixtureProject(), "--cell", "0.5", "--quiet"});
        QCOMPARE(r.code, 0);
        QCOMPARE(r.err, QString());
        QVERIFY(r.out.contains("SHI "));
        QVERIFY(r.out.contains("hottest rack"));
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
