// SPDX-License-Identifier: Apache-2.0
#include "engine/http/http_message.h"
#include "tests/support/test_program.h"

namespace tst_http_message {

using namespace headroom::engine;

class TestHttpMessage : public QObject {
    Q_OBJECT

  private slots:

    void targetsAreDecodedOnce() {
        const auto target =
            targetOf("/api/v1/series?channels=hall%2Fa,b&from_s=1%2e5&words=two+words&flag");
        QVERIFY(target.has_value());
        QCOMPARE(target->first.c_str(), "/api/v1/series");
        const HttpFields expected = {
            {"channels", "hall/a,b"}, {"from_s", "1.5"}, {"words", "two words"}, {"flag", ""}};
        QVERIFY(target->second == expected);
        // "%2541" is "%41" and not "A": what was decoded is not decoded again.
        QCOMPARE(targetOf("/%2541")->first.c_str(), "/%41");
        QCOMPARE(targetOf("/")->first.c_str(), "/");
        // A slash at the end names another resource.
        QCOMPARE(targetOf("//a//")->first.c_str(), "//a//");
        QCOMPARE(targetOf("/app.js/")->first.c_str(), "/app.js/");
        QCOMPARE(targetOf("/app.js/?x=1")->first.c_str(), "/app.js/");
    }

    // Ways out of a folder, and what two programs read differently.
    void hostileTargetsAreNone_data() {
        QTest::addColumn<QString>("target");
        for (const char* target : {"",
                                   "api",
                                   "http://elsewhere/",
                                   "/../etc/passwd",
                                   "/a/../b",
                                   "/a/./b",
                                   "/%2e%2e/x",
                                   "/a/%2E./b",
                                   "/a%2fb",
                                   "/a%5cb",
                                   "/a\\b",
                                   "/a%00b",
                                   "/a%0d%0ab",
                                   "/a%",
                                   "/a%4",
                                   "/a%zz",
                                   "/a#b",
                                   "/?x=%",
                                   "/?x=%0a",
                                   "/%ff%fe",
                                   "/%c0%af",
                                   "/%e2%80%ae"}) {
            QTest::newRow(target) << target;
        }
    }

    void hostileTargetsAreNone() {
        QFETCH(QString, target);
        QVERIFY(!targetOf(target.toStdString()));
    }

    void acceptFollowsTheMostSpecificRange_data() {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("type");
        QTest::addColumn<bool>("isFine");
        const char* open = "application/openmetrics-text";
        QTest::newRow("nothing stated") << "" << open << true;
        QTest::newRow("all") << "*/*" << open << true;
        QTest::newRow("its family") << "application/*;q=0.1" << open << true;
        QTest::newRow("what Prometheus sends")
            << "application/openmetrics-text;version=1.0.0,application/"
               "openmetrics-text;version=0.0.1;q=0.75,"
               "text/plain;version=0.0.4;q=0.5,*/*;q=0.1"
            << open << true;
        QTest::newRow("another") << "text/html" << open << false;
        QTest::newRow("not this one") << "*/*, application/openmetrics-text;q=0" << open << false;
        QTest::newRow("upper case") << "TEXT/Event-Stream"
                                    << "text/event-stream" << true;
        QTest::newRow("rubbish") << ",;,q=," << open << false;
    }

    void acceptFollowsTheMostSpecificRange() {
        QFETCH(QString, field);
        QFETCH(QString, type);
        QTEST(accepts(field.toStdString(), type.toStdString()), "isFine");
    }

    // Whatever a message quotes, the body is JSON on one line.
    void problemsAreJson() {
        const HttpResponse response =
            problem(404, "REQ-020", "there is nothing at /\"\n\x1b", "look");
        QCOMPARE(response.status, 404);
        QCOMPARE(response.type.c_str(), "application/problem+json");
        QCOMPARE(static_cast<int>(std::count(response.body.begin(), response.body.end(), '\n')), 1);
        QVERIFY(response.body.find("\"code\":\"REQ-020\"") != std::string::npos);
        QVERIFY(response.body.find("\"title\":\"Not Found\"") != std::string::npos);
        QVERIFY(response.body.find('\x1b') == std::string::npos);
    }
};

HEADROOM_TEST(TestHttpMessage)
}  // namespace tst_http_message

#include "tst_http_message.moc"
