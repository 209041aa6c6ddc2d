// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>

namespace tst_sensitivity_command {

/// `sensitivity`, as people and scripts use it; figures of one type of part alone, for time.
class TestSensitivityCommand : public QObject {
    Q_OBJECT

  private slots:

    // Carbon is utility energy times the intensity of the grid, which states no range: 10 % of it
    // are 10 % of carbon. That figure is derived, so carbon does not rest on assumptions.
    void jsonHasHeadlinesAndFigures() {
        const CliResult result = runCli({"sensitivity", fixtureProject(), "--type", "grid",
                                         "--until", "10min", "--format", "json"});
        QCOMPARE(result.code, 0);
        const QJsonObject json = QJsonDocument::fromJson(result.out.toUtf8()).object();
        QVERIFY(json["complete"].toBool());
        bool carbon = false;
        for (const QJsonValue& headline : json["headlines"].toArray()) {
            if (headline["key"].toString() == "carbon_kg") {
                carbon = true;
                QVERIFY(std::abs(headline["half_width_pct"].toDouble() - 10.0) < 1e-6);
                QVERIFY(!headline["rests_on_assumptions"].toBool());
                const double value = headline["value"].toDouble();
                QVERIFY(std::abs(headline["high"].toDouble() - 1.1 * value) < 1e-6 * value);
            }
        }
        QVERIFY(carbon);
        bool found = false;
        for (const QJsonValue& figure : json["figures"].toArray()) {
            if (figure["key"].toString() == "carbon_g_per_kwh") {
                found = true;
                QVERIFY(!figure["range_stated"].toBool());
                QVERIFY(std::abs(figure["moves"]["carbon_kg"]["high_pct"].toDouble() - 10.0) <
                        1e-6);
            }
        }
        QVERIFY(found);
    }

    // With a limit it is a check: servers have assumptions that move energy; prices and carbon of a
    // grid are read.
    void limitDecidesTheExitCode() {
        const QStringList common = {"sensitivity", fixtureProject(), "--until", "5min"};
        QCOMPARE(runCli(common + QStringList{"--type", "server", "--limit", "0"}).code, 1);
        QCOMPARE(runCli(common + QStringList{"--type", "server"}).code, 0);
        QCOMPARE(runCli(common + QStringList{"--type", "grid", "--limit", "1"}).code, 0);
    }

    void wrongTypeIsNamed() {
        const CliResult result = runCli({"sensitivity", fixtureProject(), "--type", "upz"});
        QCOMPARE(result.code, 2);
        QVERIFY2(result.err.contains("did you mean ups?"), qPrintable(result.err));
    }
};

HEADROOM_TEST(TestSensitivityCommand)
}  // namespace tst_sensitivity_command

#include "tst_sensitivity_command.moc"
