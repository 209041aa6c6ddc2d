// SPDX-License-Identifier: Apache-2.0
#include "engine/files/text_file.h"
#include "engine/telemetry/sensor_points.h"
#include "engine/twin/sensor_place.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>

namespace tst_sensor_points {

using namespace headroom::engine;

namespace {

// As people write it: their own line breaks and blanks, a brace and a quote inside a text.
const std::string kMap =
    "{\"format\": \"headroom-telemetry/1\", \"name\": \"a \\\"}\\\" b\",\n"
    "  \"sensors\": [\n"
    "    {\"id\": \"a\", \"column\": \"A\",   \"unit\": \"degC\", \"channel\": "
    "\"loop/htw/supply_c\"},\n"
    "    {\"id\": \"b\", \"column\": \"B\",   \"unit\": \"kW\",   \"channel\": "
    "\"facility/it_power_kw\"}]}\n";

SensorSpec sensorOf(const std::string& text, const std::string& id) {
    const auto map = parseTelemetryMap(text, "map.json");
    if (!map) {
        qFatal("%s\n%s", headroom::engine::text(map.error()).c_str(), text.c_str());
    }
    for (const SensorSpec& sensor : map->sensors) {
        if (sensor.id == id) {
            return sensor;
        }
    }
    return {};
}

}  // namespace

class TestSensorPoints : public QObject {
    Q_OBJECT

  private slots:

    // Put, moved, taken away again: the rest of the text is untouched to the byte.
    void writesIntoTheTextOfOthers() {
        const std::string put = withSensorPoints(kMap, {{"a", {12.5, -3.0, 0.0}}});
        QVERIFY(sensorOf(put, "a").stands == (SensorPoint{12.5, -3.0, 0.0}));
        QVERIFY(!sensorOf(put, "b").stands);
        QVERIFY(put.starts_with(kMap.substr(0, kMap.rfind('}'))));
        const std::string moved =
            withSensorPoints(put, {{"a", {1.0, 2.0, 2.4}}, {"b", {4.0, 5.0, 0.0}}});
        QVERIFY(sensorOf(moved, "a").stands == (SensorPoint{1.0, 2.0, 2.4}));
        QVERIFY(sensorOf(moved, "b").stands == (SensorPoint{4.0, 5.0, 0.0}));
        QCOMPARE(withSensorPoints(moved, {}).c_str(), kMap.c_str());
        QCOMPARE(withSensorPoints(kMap, {}).c_str(), kMap.c_str());
    }

    // "places" may be first, in the middle, or be a word elsewhere.
    void findsThePlacesThatAreThere_data() {
        QTest::addColumn<QString>("head");
        QTest::newRow("first") << "{\"places\": {\"a\": {\"x_m\": 1, \"y_m\": 1}}, \"format\": "
                                  "\"headroom-telemetry/1\", \"sensors\":";
        QTest::newRow("middle")
            << "{\"format\": \"headroom-telemetry/1\" , \"places\" : {} , \"sensors\":";
        QTest::newRow("as a word") << "{\"format\": \"headroom-telemetry/1\", \"name\": "
                                      "\"\\\"places\\\": {\", \"source\": \"places\", \"sensors\":";
    }

    void findsThePlacesThatAreThere() {
        QFETCH(QString, head);
        const std::string text = head.toStdString() + kMap.substr(kMap.find('[') - 1);
        const std::string put = withSensorPoints(text, {{"b", {7.0, 8.0, 0.0}}});
        QVERIFY(!sensorOf(put, "a").stands);
        QVERIFY(sensorOf(put, "b").stands == (SensorPoint{7.0, 8.0, 0.0}));
        QVERIFY(!sensorOf(withSensorPoints(put, {}), "b").stands);
    }

    void aPlaceIsChecked_data() {
        QTest::addColumn<QString>("places");
        QTest::addColumn<QString>("code");
        QTest::newRow("a list") << "[]"
                                << "TEL-011";
        QTest::newRow("no such sensor") << "{\"c\": {\"x_m\": 1, \"y_m\": 1}}"
                                        << "TEL-010";
        QTest::newRow("half a place") << "{\"a\": {\"x_m\": 1}}"
                                      << "TEL-011";
        QTest::newRow("a text") << "{\"a\": {\"x_m\": \"1\", \"y_m\": 1}}"
                                << "TEL-011";
        QTest::newRow("below the floor") << "{\"a\": {\"x_m\": 1, \"y_m\": 1, \"z_m\": -1}}"
                                         << "TEL-011";
        QTest::newRow("on the moon") << "{\"a\": {\"x_m\": 1e9, \"y_m\": 1}}"
                                     << "TEL-011";
        QTest::newRow("another key") << "{\"a\": {\"x_m\": 1, \"y_m\": 1, \"floor\": 2}}"
                                     << "TEL-010";
    }

    void aPlaceIsChecked() {
        QFETCH(QString, places);
        QFETCH(QString, code);
        const std::string text =
            kMap.substr(0, kMap.rfind('}')) + ", \"places\": " + places.toStdString() + "}";
        const auto map = parseTelemetryMap(text, "map.json");
        QVERIFY(!map);
        QCOMPARE(map.error().front().code.c_str(), code.toStdString().c_str());
    }

    // What was put is there, and is still at what it measures.
    void aPutSensorStandsWhereItWasPut() {
        const SensorSpec sensor = sensorOf(withSensorPoints(kMap, {{"b", {7.0, 8.0, 1.5}}}), "b");
        const SensorPlace place = placeOf(sensor, Project{}, Layout{});
        QVERIFY(place.stands);
        QVERIFY(place.isPut);
        QCOMPARE(place.at.x, 7.0);
        QCOMPARE(place.at.y, 8.0);
        QCOMPARE(place.at.z, 1.5);
        QVERIFY(!placeOf(sensorOf(kMap, "b"), Project{}, Layout{}).stands);
    }

    void theFileIsKeptOrLeft() {
        QTemporaryDir folder;
        const std::filesystem::path file = folder.filePath("map.json").toStdString();
        QFile out(QString::fromStdString(file.string()));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(kMap.c_str());
        out.close();
        QVERIFY(keepSensorPoints(file, {{"a", {1.0, 2.0, 0.0}}}).has_value());
        QVERIFY(sensorOf(*readTextFile(file), "a").stands.has_value());
        // A point of a sensor that the map does not have would make it one that cannot be read.
        const std::string before = *readTextFile(file);
        const auto refused = keepSensorPoints(file, {{"nobody", {1.0, 2.0, 0.0}}});
        QVERIFY(!refused);
        QCOMPARE(refused.error().front().code.c_str(), "TEL-010");
        QCOMPARE(readTextFile(file)->c_str(), before.c_str());
        QVERIFY(!keepSensorPoints(folder.filePath("none.json").toStdString(), {}));
    }
};

HEADROOM_TEST(TestSensorPoints)
}  // namespace tst_sensor_points

#include "tst_sensor_points.moc"
