// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/document/project.h"
#include "engine/document/values.h"
#include "models/core/random.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace tst_values {

using namespace headroom::engine;
using namespace headroom::models;

namespace {

enum class Colour { Red, Green };

struct Sample {
    double power = kNotStated;
    int count = 0;
    bool isOn = false;
    std::string name;
    Colour colour = Colour::Red;
    std::string part;
    Curve curve;
    std::vector<double> list;
    double free = 0.0;
    std::vector<double> pair;
};

constexpr auto kColours = std::to_array<std::string_view>({"red", "green"});

constexpr auto kRows = std::to_array<Attribute>({
    number<&Sample::power>("power_kw", "Power", unit::kilowatt,
                           {.min = 1, .max = 100, .required = true}),
    integer<&Sample::count>("count", "Count", {.min = 0}),
    boolean<&Sample::isOn>("on", "On", {}),
    text<&Sample::name>("name", "Name", {}),
    choice<&Sample::colour>("colour", "Colour", kColours, {}),
    reference<&Sample::part>("part", "Part", "ups", {}),
    curve<&Sample::curve>("curve", "Curve", unit::none, {.min = 0, .max = 100}),
    numberList<&Sample::list>("list", "List", unit::none, {.min = 0}),
    number<&Sample::free>("free", "Free", unit::none, {}),
    numberList<&Sample::pair>("pair", "Pair", unit::none, {.doc = "This and that.", .count = 2}),
});

const Attribute& row(const QString& key) {
    for (const Attribute& a : kRows) {
        if (key == QString::fromUtf8(a.key.data(), static_cast<qsizetype>(a.key.size()))) {
            return a;
        }
    }
    qFatal("no such row");
}

}  // namespace

class TestValues : public QObject {
    Q_OBJECT

  private slots:
    void goodValues_data();
    void goodValues();
    void badValues_data();
    void badValues();
    void valuesAtHand();
    void everyFaultOfAListIsReported();
    void ids_data();
    void ids();
    void numbersReadBack_data();
    void numbersReadBack();
    void anyDoubleReadsBack();
    void textForPeople();
};

void TestValues::goodValues_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("json");
    QTest::newRow("number") << "power_kw"
                            << "12.5";
    QTest::newRow("whole number as number") << "power_kw"
                                            << "12";
    QTest::newRow("at the limit") << "power_kw"
                                  << "100";
    QTest::newRow("integer") << "count"
                             << "7";
    QTest::newRow("largest integer") << "count"
                                     << "2147483647";
    QTest::newRow("boolean") << "on"
                             << "true";
    QTest::newRow("text") << "name"
                          << "\"Halle Ä \\\"1\\\"\\n\"";
    QTest::newRow("empty text that may be") << "name"
                                            << "\"\"";
    QTest::newRow("choice") << "colour"
                            << "\"green\"";
    QTest::newRow("reference") << "part"
                               << "\"ups-1\"";
    QTest::newRow("curve") << "curve"
                           << "[[0, 1], [50, 99.5]]";
    QTest::newRow("list") << "list"
                          << "[1, 2.5, 0]";
    QTest::newRow("list of a fixed length") << "pair"
                                            << "[1, 2]";
    QTest::newRow("without limits") << "free"
                                    << "-1e+300";
}

void TestValues::goodValues() {
    QFETCH(QString, key);
    QFETCH(QString, json);
    const auto value = valueFromJson(row(key), parseJson<nlohmann::json>(json.toStdString()));
    QVERIFY(value.has_value());
    QCOMPARE(QString::fromStdString(valueToJson(*value)), json);
    QVERIFY(valueFaults(row(key), *value).empty());
}

void TestValues::badValues_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("number");
    QTest::addColumn<QString>("where");
    QTest::newRow("below") << "power_kw"
                           << "-5"
                           << "013"
                           << "";
    QTest::newRow("above") << "power_kw"
                           << "100.001"
                           << "013"
                           << "";
    QTest::newRow("text for a number") << "power_kw"
                                       << "\"12\""
                                       << "012"
                                       << "";
    QTest::newRow("null") << "power_kw"
                          << "null"
                          << "012"
                          << "";
    QTest::newRow("fraction") << "count"
                              << "1.5"
                              << "012"
                              << "";
    QTest::newRow("whole, but with a point") << "count"
                                             << "2.0"
                                             << "012"
                                             << "";
    QTest::newRow("beyond 32 bits") << "count"
                                    << "2147483648"
                                    << "013"
                                    << "";
    QTest::newRow("beyond 63 bits") << "count"
                                    << "10000000000000000000"
                                    << "013"
                                    << "";
    QTest::newRow("beyond 64 bits") << "count"
                                    << "100000000000000000000"
                                    << "012"
                                    << "";
    QTest::newRow("number for a boolean") << "on"
                                          << "1"
                                          << "012"
                                          << "";
    QTest::newRow("number for a text") << "name"
                                       << "1"
                                       << "012"
                                       << "";
    QTest::newRow("escape in a text") << "name"
                                      << "\"a\\u001b[2J\""
                                      << "022"
                                      << "";
    QTest::newRow("zero in a text") << "name"
                                    << "\"a\\u0000b\""
                                    << "022"
                                    << "";
    QTest::newRow("writing turned round") << "name"
                                          << "\"a\\u202eb\""
                                          << "022"
                                          << "";
    QTest::newRow("no character") << "name"
                                  << "\"\\uffff\""
                                  << "022"
                                  << "";
    QTest::newRow("text without end")
        << "name" << QString(10'001, 'x').prepend('"').append('"') << "023"
        << "";
    QTest::newRow("unknown word") << "colour"
                                  << "\"gren\""
                                  << "014"
                                  << "";
    QTest::newRow("empty reference") << "part"
                                     << "\"\""
                                     << "011"
                                     << "";
    QTest::newRow("curve as number") << "curve"
                                     << "5"
                                     << "012"
                                     << "";
    QTest::newRow("empty curve") << "curve"
                                 << "[]"
                                 << "018"
                                 << "";
    QTest::newRow("x does not rise") << "curve"
                                     << "[[0, 1], [2, 1], [2, 3]]"
                                     << "018"
                                     << "/2";
    QTest::newRow("point of three") << "curve"
                                    << "[[0, 1], [1, 2, 3]]"
                                    << "012"
                                    << "/1";
    QTest::newRow("y out of range") << "curve"
                                    << "[[0, 1], [1, 101]]"
                                    << "013"
                                    << "/1";
    QTest::newRow("empty list") << "list"
                                << "[]"
                                << "012"
                                << "";
    QTest::newRow("text in a list") << "list"
                                    << "[1, \"2\"]"
                                    << "012"
                                    << "/1";
    QTest::newRow("one too few") << "pair"
                                 << "[1]"
                                 << "012"
                                 << "";
    QTest::newRow("one too many") << "pair"
                                  << "[1, 2, 3]"
                                  << "012"
                                  << "";
    QTest::newRow("list out of range") << "list"
                                       << "[1, -2]"
                                       << "013"
                                       << "/1";
}

void TestValues::badValues() {
    QFETCH(QString, key);
    QFETCH(QString, json);
    QFETCH(QString, number);
    QFETCH(QString, where);
    const auto value = valueFromJson(row(key), parseJson<nlohmann::json>(json.toStdString()));
    QVERIFY(!value.has_value());
    QCOMPARE(value.error().size(), std::size_t{1});
    const ValueFault& fault = value.error().front();
    QCOMPARE(QString::fromStdString(std::string(fault.number)), number);
    QCOMPARE(QString::fromStdString(fault.where), where);
    QVERIFY2(QString::fromStdString(fault.message).contains(key), fault.message.c_str());
    QVERIFY(!fault.remedy.empty());
}

void TestValues::valuesAtHand() {
    // What an editor could hand over although no file can hold it.
    QCOMPARE(valueFaults(row("power_kw"), Value{}).front().number, std::string_view("011"));
    QVERIFY(valueFaults(row("count"), Value{}).empty());
    QCOMPARE(valueFaults(row("power_kw"), Value{std::nan("")}).front().number,
             std::string_view("013"));
    QCOMPARE(valueFaults(row("free"), Value{HUGE_VAL}).front().number, std::string_view("013"));
    QCOMPARE(valueFaults(row("count"), Value{3.0}).front().number, std::string_view("012"));
    QCOMPARE(valueFaults(row("curve"), Value{Curve()}).front().number, std::string_view("018"));
}

void TestValues::everyFaultOfAListIsReported() {
    const auto value = valueFromJson(row("list"), parseJson<nlohmann::json>("[-1, 2, -3]"));
    QVERIFY(!value.has_value());
    QCOMPARE(value.error().size(), std::size_t{2});
    QCOMPARE(value.error()[1].where, std::string("/2"));
    // The message names the range with its unit.
    const auto power = valueFromJson(row("power_kw"), nlohmann::json(250));
    QCOMPARE(power.error().front().message,
             std::string("\"power_kw\" is 250 kW; it must be from 1 to 100 kW."));
}

void TestValues::ids_data() {
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("isValid");
    QTest::newRow("plain") << "hall-a" << true;
    QTest::newRow("digit first") << "1" << true;
    QTest::newRow("empty") << "" << false;
    QTest::newRow("hyphen first") << "-a" << false;
    QTest::newRow("capital") << "Hall" << false;
    QTest::newRow("underscore") << "hall_a" << false;
    QTest::newRow("umlaut") << "häll" << false;
    QTest::newRow("blank") << "hall a" << false;
    QTest::newRow("line break") << "hall\n" << false;
}

void TestValues::ids() {
    QFETCH(QString, id);
    QFETCH(bool, isValid);
    QCOMPARE(isValidId(id.toStdString()), isValid);
}

void TestValues::numbersReadBack_data() {
    QTest::addColumn<double>("number");
    QTest::addColumn<QString>("text");
    QTest::newRow("whole") << 2500.0 << "2500";
    QTest::newRow("hundred thousand") << 100000.0 << "100000";
    QTest::newRow("tenth") << 0.1 << "0.1";
    QTest::newRow("third") << 1.0 / 3.0 << "0.3333333333333333";
    QTest::newRow("small") << 1e-7 << "1e-07";
    QTest::newRow("large") << 1e22 << "1e+22";
    QTest::newRow("minus zero") << -0.0 << "0";
    QTest::newRow("negative") << -273.15 << "-273.15";
}

void TestValues::numbersReadBack() {
    QFETCH(double, number);
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(numberText(number)), text);
    QVERIFY(parseJson<nlohmann::json>(text.toStdString()).get<double>() == number);
}

void TestValues::anyDoubleReadsBack() {
    int tried = 0;
    for (std::uint64_t i = 0; i < 20000; ++i) {
        const double number = std::bit_cast<double>(randomBits(1, 2, i));
        if (std::isfinite(number)) {
            QVERIFY(parseJson<nlohmann::json>(numberText(number)).get<double>() == number);
            ++tried;
        }
    }
    QVERIFY(tried > 19000);  // 1 pattern of 2,048 is infinite or not a number
}

void TestValues::textForPeople() {
    QCOMPARE(valueText(Value{12.5}), std::string("12.5"));
    QCOMPARE(valueText(Value{std::int64_t{3}}), std::string("3"));
    QCOMPARE(valueText(Value{true}), std::string("yes"));
    QCOMPARE(valueText(Value{std::string("gpu")}), std::string("gpu"));
    QCOMPARE(valueText(Value{Curve({0, 1, 2}, {1, 2, 3})}), std::string("3 points"));
    QCOMPARE(valueText(Value{std::vector<double>{1}}), std::string("1 number"));
    QCOMPARE(valueText(Value{}), std::string("not stated"));
}

HEADROOM_TEST(TestValues)
}  // namespace tst_values

#include "tst_values.moc"
