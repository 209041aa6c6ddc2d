// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/live_source.h"
#include "engine/telemetry/live/modbus_place.h"
#include "engine/telemetry/live/snmp_place.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <array>
#include <cmath>
#include <vector>

namespace tst_addresses {

using namespace headroom::engine;

/// How sources and registers are named.
class TestAddresses : public QObject {
    Q_OBJECT

  private slots:

    void addresses() {
        const auto http = parseAddress("http://prometheus.local:9090/api/v1/query?query=up");
        QVERIFY(http && http->host == "prometheus.local" && http->port == 9090 &&
                http->path == "/api/v1/query?query=up");
        const auto mqtt = parseAddress("mqtt://broker/hall/#");
        QVERIFY(mqtt && mqtt->port == 1883 && mqtt->path == "/hall/#");
        const auto secure = parseAddress("mqtts://broker/hall/#"),
                   page = parseAddress("https://bmc/redfish/v1");
        QVERIFY(secure && secure->port == 8883 && page && page->port == 443);
        const auto six = parseAddress("modbus://[::1]:1502/7");
        QVERIFY(six && six->host == "::1" && six->port == 1502 && six->path == "/7");
        QVERIFY(isAddress("http://x") && !isAddress("day.csv"));
    }

    void badAddresses_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"ftp://x", "httpss://x", "http://", "http://:80/", "http://x:0",
                                 "http://x:65536", "http://x:8o", "http://a b/", "http://x/a b",
                                 "http://x/a\r\nHost: y", "http://user@x/"}) {
            QTest::newRow(text) << text;
        }
    }

    // A line break in an address would be a second line of the question.
    void badAddresses() {
        QFETCH(QString, text);
        const auto address = parseAddress(text.toStdString());
        QVERIFY(!address.has_value());
        QCOMPARE(address.error().code, std::string("TEL-060"));
    }

    // 0x4049 0x0FDB is pi in single precision, high word first; -100 in 16 bits is 0xFF9C; 0x0001 0x0000 are 65,536.
    void registers() {
        const std::array<std::uint16_t, 2> pi = {0x4049, 0x0FDB}, turned = {0x0FDB, 0x4049},
                                           one = {1, 0};
        const std::array<std::uint16_t, 1> cold = {0xFF9C};
        QVERIFY(qAbs(modbusValue(*modbusPlace("holding/100/f32"), pi) - 3.14159265) < 1e-6);
        QVERIFY(qAbs(modbusValue(*modbusPlace("holding/100/f32/low-first"), turned) - 3.14159265) <
                1e-6);
        QCOMPARE(modbusValue(*modbusPlace("input/12/s16*0.1"), cold), -10.0);
        QCOMPARE(modbusValue(*modbusPlace("input/12/u16"), cold), 65436.0);
        QCOMPARE(modbusValue(*modbusPlace("input/0/u32"), one), 65536.0);
        QCOMPARE(modbusValue(*modbusPlace("input/0/s32*-2"), one), -131072.0);
        QVERIFY(modbusPlace("input/0/u16")->isInput && !modbusPlace("holding/0/u16")->isInput);
    }

    // 0x0102030405060708 is 72,623,859,790,382,856; 1.5 in double precision is 0x3FF8000000000000; the digits of BCD are
    // those of its hexadecimal form, and 0xA is none.
    void wideRegisters() {
        const auto value = [](const char* place, std::initializer_list<std::uint16_t> registers) {
            return modbusValue(*modbusPlace(place), std::vector<std::uint16_t>(registers));
        };
        const double whole = 72'623'859'790'382'856.0;
        QCOMPARE(value("holding/0/u64", {0x0102, 0x0304, 0x0506, 0x0708}), whole);
        QCOMPARE(value("holding/0/u64/low-first", {0x0708, 0x0506, 0x0304, 0x0102}), whole);
        QCOMPARE(value("holding/0/u64/badc", {0x0201, 0x0403, 0x0605, 0x0807}), whole);
        QCOMPARE(value("holding/0/u64/dcba", {0x0807, 0x0605, 0x0403, 0x0201}), whole);
        QCOMPARE(value("holding/0/u64/low-first/swapped", {0x0807, 0x0605, 0x0403, 0x0201}), whole);
        QCOMPARE(value("holding/0/s64", {0xFFFF, 0xFFFF, 0xFFFF, 0xFFFE}), -2.0);
        QCOMPARE(value("holding/0/f64", {0x3FF8, 0, 0, 0}), 1.5);
        QCOMPARE(value("input/0/u32/cdab", {0x0000, 0x0001}), 65536.0);
        QCOMPARE(value("input/0/u16/swapped", {0x0100}), 1.0);
        QCOMPARE(value("input/0/bcd16*0.1", {0x1234}), 123.4);
        QCOMPARE(value("input/0/bcd32", {0x0012, 0x3456}), 123456.0);
        QVERIFY(std::isnan(value("input/0/bcd16", {0x12A4})));
        QCOMPARE(modbusPlace("input/40083/s16*10^40084")->powerAddress, 40084);
        QCOMPARE(modbusPlace("input/0/f64")->registers(), 4);
    }

    // Tenths of amperes become amperes; a leading dot is usual; an instance may have several numbers. Names and numbers agree.
    void objects() {
        QVERIFY(snmpPlace(".1.3.6.1.2.1.33.1.4.4.1.4.1")->oid ==
                (std::vector<std::uint32_t>{1, 3, 6, 1, 2, 1, 33, 1, 4, 4, 1, 4, 1}));
        QCOMPARE(snmpPlace("upsOutputCurrent.3")->oid,
                 snmpPlace("1.3.6.1.2.1.33.1.4.4.1.3.3")->oid);
        QCOMPARE(snmpPlace("upsOutputCurrent.3")->scale, 0.1);
        QCOMPARE(snmpPlace("1.3.6.1.4.1.318.1.1.26.4.3.1.5.1*0.01")->scale, 0.01);
        QCOMPARE(snmpPlace("1.3.6.1.4.1.4294967295")->oid.back(), 4294967295U);
        const auto ups = parseAddress("snmp://ups-1/private");
        QVERIFY(ups && ups->port == 161 && ups->path == "/private");
        for (const SnmpObjectName& each : snmpObjectNames()) {
            QVERIFY2(snmpPlace(std::string(each.name) + ".0").has_value(),
                     std::string(each.name).c_str());
        }
    }

    void badObjects() {
        for (const char* text :
             {"", ".", "1", "1.", "1..3", "3.1.2", "1.40.1", "1.3.4294967296", "1.3.x", "-1.3",
              "upsOutputPower", "upsOutputPower.", "upsOutputPower.x", "outputPower.1", "1.3.6.1*",
              "1.3.6.1*0", "1.3.6.1*nan"}) {
            QVERIFY2(!snmpPlace(text).has_value(), text);
        }
    }

    void badRegisters_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"", "holding", "holding/1", "coil/1/u16", "holding/-1/u16", "holding/65536/u16",
              "holding/65535/f32", "holding/1.5/u16", "holding/1/f16", "holding/65533/f64",
              "holding/1/u16*10^", "holding/1/u16*10^70000", "holding/1/u32/low", "holding/1/u16*",
              "holding/1/u16*0", "holding/1/u32/high", "holding/1/u16/low-first/x",
              "holding/1/u16*nan"}) {
            QTest::newRow(text) << text;
        }
    }

    void badRegisters() {
        QFETCH(QString, text);
        QVERIFY(!modbusPlace(text.toStdString()).has_value());
    }
};

HEADROOM_TEST(TestAddresses)
}  // namespace tst_addresses

#include "tst_addresses.moc"
