// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "tests/support/test_program.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include <string>

namespace tst_json {

using namespace headroom::engine;

class TestJson : public QObject {
    Q_OBJECT

  private slots:

    // What is no JSON is discarded and throws nothing.
    void noJsonIsDiscarded() {
        for (const char* text : {"", "{", "[1,]", "{\"a\" 1}", "nul"}) {
            QVERIFY2(parseJson<nlohmann::json>(text).is_discarded(), text);
            QVERIFY2(parseJson<nlohmann::ordered_json>(text).is_discarded(), text);
        }
    }

    // One keeps the order of the text, the other sorts by key.
    void orderIsThatOfTheKind() {
        const char* text = R"({"b": 1, "a": [2.5, null]})";
        QCOMPARE(jsonText(parseJson<nlohmann::ordered_json>(text)),
                 std::string(R"({"b":1,"a":[2.5,null]})"));
        QCOMPARE(jsonText(parseJson<nlohmann::json>(text)),
                 std::string(R"({"a":[2.5,null],"b":1})"));
        QCOMPARE(jsonText(parseJson<nlohmann::json>("[1]"), 2), std::string("[\n  1\n]"));
    }

    // A name in another encoding is shown as far as it can be, not refused: é of Latin-1 is no UTF-8.
    void otherBytesAreReplaced() {
        QCOMPARE(jsonText(nlohmann::json("caf\xe9")), std::string("\"caf\xef\xbf\xbd\""));
    }
};

HEADROOM_TEST(TestJson)

}  // namespace tst_json

#include "tst_json.moc"
