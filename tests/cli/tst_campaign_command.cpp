// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_campaign_command {

namespace {

QJsonObject json(const QStringList& arguments) {
    const CliResult r = runCli(QStringList{"campaign", fixtureProject(), "--days", "0.5", "--quiet",
                                           "--format", "json", "--coupling", "never"} +
                               arguments);
    return r.code == 0 ? QJsonDocument::fromJson(r.out.toUtf8()).object() : QJsonObject{};
}

}  // namespace

class TestCampaignCommand : public QObject {
    Q_OBJECT

  private slots:

    // The same figures on one thread and on two; wall time aside.
    void threadsDoNotMatter() {
        QJsonObject one = json({"--replications", "4", "--threads", "1"});
        QJsonObject two = json({"--replications", "4", "--threads", "2"});
        QCOMPARE(one["runs"].toArray().size(), 4);
        one.remove("wall_s");
        two.remove("wall_s");
        QVERIFY(one == two);
    }

    // An effective time is a share, and knows its interval.
    void figuresHaveIntervals() {
        const QJsonObject figures = json({"--replications", "3"})["figures"].toObject();
        const QJsonObject ettr = figures["effective_time_pct"].toObject();
        QVERIFY(ettr["mean"].toDouble() > 0.0 && ettr["mean"].toDouble() <= 100.0);
        QVERIFY(ettr["half_width_95"].toDouble() >= 0.0);
        QVERIFY(!ettr["why"].toString().isEmpty());
    }

    void curveToAFile() {
        const QTemporaryDir folder;
        const QString file = folder.filePath("curve.csv");
        const CliResult r =
            runCli({"campaign", fixtureProject(), "--days", "0.25", "--replications", "2",
                    "--quiet", "--coupling", "never", "--vary", "restart-time=60,600", "--format",
                    "csv", "--out", file});
        QCOMPARE(r.code, 0);
        const QByteArray bytes = readBytes(file);
        QVERIFY(bytes.startsWith("value,value_unit,figure,"));
        QVERIFY(bytes.contains("\n600,s,effective_time_pct,"));
    }

    void faultsAreNamed_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        QTest::newRow("figure") << QStringList{"--vary", "restart=1,2"} << 3 << "CMP-001";
        QTest::newRow("values") << QStringList{"--vary", "restart-time=1;2"} << 3 << "CMP-003";
        QTest::newRow("no values") << QStringList{"--vary", "restart-time"} << 2 << "FIGURE=VALUES";
        QTest::newRow("days") << QStringList{"--days", "-1"} << 2 << "--days";
        QTest::newRow("replications")
            << QStringList{"--replications", "0"} << 2 << "--replications";
        QTest::newRow("out") << QStringList{"--days", "0.1",   "--replications",
                                            "1",      "--out", "/nowhere/x.json"}
                             << 3 << "FIL-004";
    }

    void faultsAreNamed() {
        QFETCH(QStringList, arguments);
        QFETCH(int, code);
        QFETCH(QString, says);
        const CliResult r = runCli(QStringList{"campaign", fixtureProject()} + arguments);
        QVERIFY2(r.code == code, qPrintable(QString::number(r.code) + r.err));
        QVERIFY2(r.err.contains(says), qPrintable(r.err));
    }
};

HEADROOM_TEST(TestCampaignCommand)
}  // namespace tst_campaign_command

#include "tst_campaign_command.moc"
