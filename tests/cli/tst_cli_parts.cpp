// SPDX-License-Identifier: Apache-2.0
#include "app/cli/duration.h"
#include "tests/support/test_program.h"

#include <QTest>

namespace tst_cli_parts {

using namespace headroom;

/// The pieces of the command line that need no process.
class TestCliParts : public QObject {
    Q_OBJECT

  private slots:
    void durations_data();
    void durations();
    void durationTexts();
};

void TestCliParts::durations_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("seconds");  // negative: refused
    QTest::newRow("seconds") << "90s" << 90.0;
    QTest::newRow("bare") << "90" << 90.0;
    QTest::newRow("minutes") << "15min" << 900.0;
    QTest::newRow("short minutes") << "15m" << 900.0;
    QTest::newRow("hours") << "24h" << 86400.0;
    QTest::newRow("fraction") << "1.5h" << 5400.0;
    QTest::newRow("days") << "7d" << 604800.0;
    QTest::newRow("empty") << "" << -1.0;
    QTest::newRow("no number") << "h" << -1.0;
    QTest::newRow("unknown unit") << "3y" << -1.0;
    QTest::newRow("space") << "3 h" << -1.0;
    QTest::newRow("rest") << "3h5" << -1.0;
    QTest::newRow("zero") << "0h" << -1.0;
    QTest::newRow("negative") << "-3h" << -1.0;
    QTest::newRow("infinite") << "inf" << -1.0;
    QTest::newRow("not a number") << "nan" << -1.0;
    QTest::newRow("too long for a double") << "1e308d" << -1.0;
}

void TestCliParts::durations() {
    QFETCH(QString, text);
    QFETCH(double, seconds);
    const auto parsed = app::parseDuration(text.toStdString());
    QCOMPARE(parsed.has_value(), seconds > 0.0);
    QCOMPARE(parsed.value_or(-1.0), seconds);
}

void TestCliParts::durationTexts() {
    QCOMPARE(app::durationText(0.4), std::string("0 s"));
    QCOMPARE(app::durationText(59.6), std::string("1 min"));
    QCOMPARE(app::durationText(3 * 3600.0 + 5 * 60.0), std::string("3 h 5 min"));
    QCOMPARE(app::durationText(7.5 * 86400.0), std::string("7 d 12 h"));
    QCOMPARE(app::durationText(-1.0), std::string("0 s"));
}

HEADROOM_TEST(TestCliParts)
}  // namespace tst_cli_parts

#include "tst_cli_parts.moc"
