// SPDX-License-Identifier: Apache-2.0
#include "engine/http/request_head.h"
#include "tests/support/test_program.h"

namespace tst_request_head {

using namespace headroom::engine;

namespace {

const std::string kStart = "POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\n";

HeadOrRefusal read(const std::string& bytes) {
    return readHead(bytes, HttpLimits{});
}

}  // namespace

class TestRequestHead : public QObject {
    Q_OBJECT

  private slots:

    void readsAHead() {
        const auto [head, refusal] = read(
            "PATCH /api/v1/run?x=1 HTTP/1.1\r\nHOST:  localhost:8421 \r\n"
            "Content-Length: 12\r\nEmpty:\r\n\r\n");
        QVERIFY2(!refusal, refusal ? refusal->why.c_str() : "");
        QCOMPARE(head.method.c_str(), "PATCH");
        QCOMPARE(head.path.c_str(), "/api/v1/run");
        QCOMPARE(head.version.c_str(), "1.1");
        QCOMPARE(std::string(head.field("host")).c_str(), "localhost:8421");
        QCOMPARE(std::string(head.field("empty")).c_str(), "");
        QVERIFY(head.length == std::uint64_t{12});
        QVERIFY(!head.isChunked);
    }

    void oldClientsNeedNoHost() { QVERIFY(!read("GET / HTTP/1.0\r\n\r\n").refusal); }

    // What one reader takes for the end of a request and another for its middle: each is refused.
    void smuggledHeadsAreRefused_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("status");
        const auto row = [](const char* name, const std::string& bytes, int status = 400) {
            QTest::newRow(name) << QByteArray(bytes.data(), static_cast<qsizetype>(bytes.size()))
                                << status;
        };
        row("length and chunks",
            kStart + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n");
        row("chunks and length",
            kStart + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n");
        row("two lengths", kStart + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n");
        row("the same length twice", kStart + "Content-Length: 5\r\nContent-Length: 5\r\n\r\n");
        row("a list of lengths", kStart + "Content-Length: 5, 5\r\n\r\n");
        row("a signed length", kStart + "Content-Length: +5\r\n\r\n");
        row("a negative length", kStart + "Content-Length: -5\r\n\r\n");
        row("a length in hexadecimal", kStart + "Content-Length: 0x5\r\n\r\n");
        row("an endless length", kStart + "Content-Length: 99999999999999999999999\r\n\r\n");
        row("no length", kStart + "Content-Length:\r\n\r\n");
        row("two codings",
            kStart + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n");
        row("a list of codings", kStart + "Transfer-Encoding: gzip, chunked\r\n\r\n", 501);
        row("an unknown coding", kStart + "Transfer-Encoding: xchunked\r\n\r\n", 501);
        row("chunks in 1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n");
        row("folded", kStart + "X: a\r\n b\r\n\r\n");
        row("folded by a tab", kStart + "Transfer-Encoding:\r\n\tchunked\r\n\r\n");
        row("a blank before the colon", kStart + "Content-Length : 5\r\n\r\n");
        row("a blank before the name", "GET / HTTP/1.1\r\n Host: a\r\n\r\n");
        row("no name", kStart + ": x\r\n\r\n");
        row("no colon", kStart + "nonsense\r\n\r\n");
        row("a bare line feed", "GET / HTTP/1.1\nHost: a\r\n\r\n");
        row("a bare carriage return", kStart + "X: a\rContent-Length: 5\r\n\r\n");
        row("a zero", kStart + std::string("X: a\0b\r\n\r\n", 11));
        row("a zero in a name", kStart + std::string("X\0: a\r\n\r\n", 10));
        row("beyond ASCII", kStart + "X: \xc3\xa9\r\n\r\n");
        row("two hosts", kStart + "Host: other\r\n\r\n");
        row("no host", "GET / HTTP/1.1\r\n\r\n");
        row("two tokens", kStart + "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n");
        row("an empty line first", "\r\n" + kStart + "\r\n");
        row("two blanks", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n");
        row("no version", "GET /\r\nHost: a\r\n\r\n");
        row("HTTP/2", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505);
        row("HTTP/0.9", "GET / HTTP/0.9\r\nHost: a\r\n\r\n", 505);
        row("another protocol", "GET / ICY/1.1\r\nHost: a\r\n\r\n");
        row("a method with a colon", "GE:T / HTTP/1.1\r\nHost: a\r\n\r\n");
        row("a proxy's target", "GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n");
        row("a long target", "GET /" + std::string(5000, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n",
            414);
        row("a long head", kStart + "X: " + std::string(20000, 'a') + "\r\n\r\n", 431);
        row("a long body", kStart + "Content-Length: 1048577\r\n\r\n", 413);
        row("cut", "GET / HTTP/1.1\r\nHost: a\r\n");
        row("nothing", "");
        row("nothing but an end", "\r\n\r\n");
    }

    void smuggledHeadsAreRefused() {
        QFETCH(QByteArray, bytes);
        const auto [head, refusal] = read(bytes.toStdString());
        QVERIFY(refusal.has_value());
        QTEST(refusal->status, "status");
        QVERIFY(!refusal->why.empty());
    }
};

HEADROOM_TEST(TestRequestHead)
}  // namespace tst_request_head

#include "tst_request_head.moc"
