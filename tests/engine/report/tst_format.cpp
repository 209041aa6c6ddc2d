// SPDX-License-Identifier: Apache-2.0
#include "engine/report/format.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

namespace tst_format {

using namespace headroom::engine::report;

class TestFormat : public QObject {
    Q_OBJECT

  private slots:
    void numbers_data();
    void numbers();
    void quantities_data();
    void quantities();
    void durations_data();
    void durations();
    void escapes();
    void base64OfRfc4648();
};

void TestFormat::numbers_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << "0";
    QTest::newRow("ratio") << 1.08349 << "1.083";
    QTest::newRow("four digits") << 12.3456 << "12.35";
    QTest::newRow("count") << 3500.0 << "3500";
    QTest::newRow("thousands apart") << 102400.0 << "102\u202f400";
    QTest::newRow("below ten") << 9.99949 << "9.999";
    QTest::newRow("rounds to ten") << 9.9996 << "10.00";
    QTest::newRow("below one") << 0.0123456 << "0.01235";
    QTest::newRow("rounds to one") << 0.99996 << "1.000";
    QTest::newRow("negative") << -1234567.0 << "\u22121\u202f234\u202f567";
    QTest::newRow("small negative") << -0.5 << "\u22120.5000";
    QTest::newRow("large") << 1.5239e12 << "1.524×10¹²";
    QTest::newRow("tiny") << 1.3e-13 << "1.300×10⁻¹³";
    QTest::newRow("mantissa rounds up") << 9.99996e8 << "1.000×10⁹";
    QTest::newRow("not a number") << std::nan("") << "–";
    QTest::newRow("infinite") << static_cast<double>(INFINITY) << "–";
}

void TestFormat::numbers() {
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(shownNumber(value)), text);
}

void TestFormat::quantities_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("unit");
    QTest::addColumn<QString>("text");
    QTest::newRow("kW to MW") << 132400.0 << "kW"
                              << "132.4\u00a0MW";
    QTest::newRow("kW to W") << 0.5 << "kW"
                             << "500.0\u00a0W";
    QTest::newRow("step shows as step") << 999.99 << "kW"
                                        << "1.000\u00a0MW";
    QTest::newRow("kWh to GWh") << 2.88e6 << "kWh"
                                << "2.880\u00a0GWh";
    QTest::newRow("tokens") << 5.53e11 << "tokens"
                            << "553.0\u00a0Gtokens";
    QTest::newRow("money") << 221300.0 << "USD"
                           << "221.3\u00a0kUSD";
    QTest::newRow("zero") << 0.0 << "kW"
                          << "0.000\u00a0kW";
    QTest::newRow("degrees take none") << 24.1 << "°C"
                                       << "24.10\u00a0°C";
    QTest::newRow("percent takes none") << 80.3 << "%"
                                        << "80.30\u00a0%";
    QTest::newRow("no unit") << 1.094 << ""
                             << "1.094";
    QTest::newRow("not a number") << std::nan("") << "kW"
                                  << "–";
}

void TestFormat::quantities() {
    QFETCH(double, value);
    QFETCH(QString, unit);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(quantityText(value, unit.toStdString())), text);
}

void TestFormat::durations_data() {
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << 0.0 << "0 s";
    QTest::newRow("part of a second") << 6.2 << "6.200 s";
    QTest::newRow("seconds") << 45.0 << "45 s";
    QTest::newRow("minutes") << 90.0 << "1 min 30 s";
    QTest::newRow("a day") << 86400.0 << "24 h";
    QTest::newRow("a day and a half") << 129600.0 << "36 h";
    QTest::newRow("a week") << 604800.0 << "7 d";
    QTest::newRow("two places") << 2.0 * 86400.0 + 3600.0 + 60.0 << "2 d 1 h";
    QTest::newRow("negative") << -1.0 << "–";
}

void TestFormat::durations() {
    QFETCH(double, seconds);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(durationText(seconds)).replace(QChar(0xa0), ' '), text);
}

void TestFormat::escapes() {
    QCOMPARE(escaped("<a href=\"x\">Tom & 'Jerry'</a>"),
             std::string("&lt;a href=&quot;x&quot;&gt;Tom &amp; &#39;Jerry&#39;&lt;/a&gt;"));
}

void TestFormat::base64OfRfc4648() {
    // The test vectors of RFC 4648, section 10.
    const std::vector<std::pair<std::string, std::string>> vectors{{"", ""},
                                                                   {"f", "Zg=="},
                                                                   {"fo", "Zm8="},
                                                                   {"foo", "Zm9v"},
                                                                   {"foob", "Zm9vYg=="},
                                                                   {"fooba", "Zm9vYmE="},
                                                                   {"foobar", "Zm9vYmFy"}};
    for (const auto& [plain, coded] : vectors) {
        QCOMPARE(base64(std::as_bytes(std::span(plain))), coded);
    }
}

HEADROOM_TEST(TestFormat)
}  // namespace tst_format

#include "tst_format.moc"
