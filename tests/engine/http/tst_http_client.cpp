// SPDX-License-Identifier: Apache-2.0
#include "engine/http/http_client.h"
#include "tests/support/test_program.h"

namespace tst_http_client {

using namespace headroom::engine;

class TestHttpClient : public QObject {
    Q_OBJECT

  private slots:

    void placesAreRead_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("place");  // empty if none
        QTest::newRow("all of it") << "https://twin.example:8443/"
                                   << "https://twin.example:8443";
        QTest::newRow("no port") << "http://127.0.0.1"
                                 << "http://127.0.0.1:8421";
        QTest::newRow("no scheme") << "localhost:80"
                                   << "http://localhost:80";
        QTest::newRow("IPv6") << "https://[::1]:8421"
                              << "https://[::1]:8421";
        QTest::newRow("IPv6 without a port") << "[fe80::1]"
                                             << "http://[fe80::1]:8421";
        QTest::newRow("large letters") << "HTTPS://a"
                                       << "https://a:8421";
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("no host") << "http://:80"
                                 << "";
        QTest::newRow("another scheme") << "ftp://a"
                                        << "";
        QTest::newRow("a path") << "http://a/b"
                                << "";
        QTest::newRow("a user") << "http://me@a"
                                << "";
        QTest::newRow("a blank") << "http://a b"
                                 << "";
        QTest::newRow("a line") << "http://a\r\nx: y"
                                << "";
        QTest::newRow("port 0") << "http://a:0"
                                << "";
        QTest::newRow("port beyond") << "http://a:65536"
                                     << "";
        QTest::newRow("no port behind the colon") << "http://a:"
                                                  << "";
        QTest::newRow("no end of the bracket") << "http://[::1"
                                               << "";
        QTest::newRow("rubbish behind the bracket") << "http://[::1]x"
                                                    << "";
        QTest::newRow("colon behind the bracket") << "http://[::1]:"
                                                  << "";
        QTest::newRow("letters as a port") << "http://a:8o"
                                           << "";
    }

    void placesAreRead() {
        QFETCH(QString, text);
        QFETCH(QString, place);
        const auto read = httpPlaceOf(text.toStdString(), 8421);
        QCOMPARE(read.has_value(), !place.isEmpty());
        if (read) {
            QCOMPARE(QString::fromStdString(read->text()), place);
        } else {
            QCOMPARE(read.error().code.c_str(), "WEB-040");
        }
    }

    void filesToTrustAreLookedAt() {
        HttpTrust trust;
        trust.authorities = "/no/such/file.pem";
        const auto client = HttpClient::make({true, "127.0.0.1", 1}, trust);
        QVERIFY(!client);
        QCOMPARE(client.error().code.c_str(), "WEB-041");
        QCOMPARE(client.error().file.c_str(), "/no/such/file.pem");
    }

    // A question that nobody answers ends when it is given up, not after its time.
    void aQuestionCanBeGivenUp() {
        const auto client =
            HttpClient::make({false, "192.0.2.1", 8421}, {});  // RFC 5737: nobody is there
        QVERIFY(client.has_value());
        const std::atomic<bool> stop{true};
        const auto answer = (*client)->ask({}, &stop);
        QVERIFY(!answer);
        QCOMPARE(answer.error().code.c_str(), "WEB-042");
    }
};

HEADROOM_TEST(TestHttpClient)
}  // namespace tst_http_client

#include "tst_http_client.moc"
