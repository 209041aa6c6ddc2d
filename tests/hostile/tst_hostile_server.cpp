// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/hostile/dice.h"
#include "tests/hostile/rounds.h"
#include "tests/support/net_client.h"
#include "tests/support/served_process.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <algorithm>
#include <csignal>
#include <deque>
#include <thread>

namespace tst_hostile_server {

using namespace headroom::tests;
using headroom::hostile::Dice;
using headroom::hostile::rounds;

namespace {

QJsonObject object(const std::string& answer) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(bodyOf(answer))).object();
}

const std::string kJson = "Content-Type: application/json\r\n";

}  // namespace

/// A server, paused at its start, whose state must be the same after whatever was done to it: on loopback, bounded.
class TestHostileServer : public QObject {
    Q_OBJECT

    std::unique_ptr<ServedProcess> served_;
    QString hash_;

    std::string get(const char* path) const { return askServer(served_->port(), "GET", path); }

    QString hash() const { return object(get("/api/v1/summary"))["state_hash"].toString(); }

    /// It lives, answers, and nothing has happened to the run.
    void requireUnharmed() {
        QVERIFY(served_->isRunning());
        std::string health;
        QTRY_VERIFY_WITH_TIMEOUT(statusOf(health = get("/api/v1/health")) == 200, 30000);
        QTRY_COMPARE_WITH_TIMEOUT(hash(), hash_, 30000);
        QCOMPARE(object(get("/api/v1/run"))["time_s"].toDouble(), 0.0);
        QCOMPARE(object(get("/api/v1/design"))["revision"].toInt(), 0);
        QVERIFY(get("/api/v1/orders").find("{\"orders\":[]}") != std::string::npos);
    }

  private slots:

    void init() {
        served_ = std::make_unique<ServedProcess>(
            QStringList{fixtureProject(), "--operate", "--paused", "--quiet"});
        QVERIFY(served_->port() != 0);
        hash_ = hash();
        QVERIFY(!hash_.isEmpty());
    }

    void cleanup() {
        requireUnharmed();
        QCOMPARE(served_->end(SIGTERM), 130);
    }

    // Good requests with bytes changed, cut, doubled and filled, some with a valid token: none may do anything, as
    // every one that would is of a path that is not there.
    void stormOfBrokenRequests() {
        Dice dice(20261123);
        const std::string good = "POST /api/v1/nothing?x=%41 HTTP/1.1\r\nHost: localhost\r\n" +
                                 served_->authorization() + kJson +
                                 "Content-Length: 16\r\n\r\n{\"playing\":true}";
        const std::string chunked =
            "PATCH /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: "
            "chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n";
        const std::string bytes("\0\r\n\t :/%?#;,\"\x7f\x80\xff{}[]0A", 23);
        for (int i = 0; i < 300 * rounds(); ++i) {
            std::string request = dice.below(2) == 0 ? good : chunked;
            for (std::uint64_t n = 1 + dice.below(6); n > 0; --n) {
                const auto at = static_cast<std::size_t>(dice.below(request.size()));
                switch (dice.below(5)) {
                    case 0:
                        request[at] = bytes[static_cast<std::size_t>(dice.below(bytes.size()))];
                        break;
                    case 1:
                        request.insert(at, 1,
                                       bytes[static_cast<std::size_t>(dice.below(bytes.size()))]);
                        break;
                    case 2:
                        request.erase(at, 1 + static_cast<std::size_t>(dice.below(8)));
                        break;
                    case 3:
                        request.insert(at, request.substr(at, 20));
                        break;
                    default:
                        request.insert(
                            at, std::string(static_cast<std::size_t>(dice.below(3000)), 'a'));
                        break;
                }
                if (request.empty()) {
                    request = "x";
                }
            }
            NetClient client(served_->port());
            client.send(request);
            if (dice.below(4) == 0) {
                continue;  // gone before the answer
            }
            client.send("\r\n\r\n");
            client.finish();
            const std::string answer = client.readSome(12);
            QVERIFY2(
                answer.empty() || statusOf(answer + " ") >= 400 || statusOf(answer + " ") == 100,
                answer.c_str());
        }
    }

    // Each is refused by its own reason, and the next request of the same client is answered.
    void knownAttacks_data() {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<int>("status");
        const auto row = [](const char* name, const std::string& request, int status) {
            QTest::newRow(name) << QByteArray::fromStdString(request) << status;
        };
        const std::string host = "Host: localhost\r\n";
        const auto post = [&](const std::string& fields, const std::string& body) {
            return "PATCH /api/v1/run HTTP/1.1\r\n" + host + fields +
                   "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
        };
        const std::string play = R"({"playing":true})";
        row("no token", post(kJson, play), 401);
        row("wrong token",
            post(kJson + "Authorization: Bearer " + std::string(48, 'a') + "\r\n", play), 401);
        // Of another run of the program, or taken out of the file.
        row("replayed token",
            post(kJson +
                     "Authorization: Bearer 5a0164d389e57d5adaaf3e1c3c3ca45fd3d817f997c47e10\r\n",
                 play),
            401);
        row("token in a cookie", post(kJson + "Cookie: token=TOKEN\r\n", play), 401);
        row("token in the query",
            "PATCH /api/v1/run?token=TOKEN HTTP/1.1\r\n" + host + kJson +
                "Content-Length: 16\r\n\r\n" + play,
            401);
        row("a foreign page",
            post(kJson + "Origin: http://evil.example\r\nAuthorization: Bearer TOKEN\r\n", play),
            403);
        row("a page without origin",
            post(kJson + "Origin: null\r\nAuthorization: Bearer TOKEN\r\n", play), 403);
        row("a form", post("Content-Type: text/plain\r\nAuthorization: Bearer TOKEN\r\n", play),
            415);
        row("a rebound name", "GET /api/v1/run HTTP/1.1\r\nHost: evil.example:8421\r\n\r\n", 421);
        row("out of the folder", "GET /../../etc/passwd HTTP/1.1\r\n" + host + "\r\n", 400);
        row("out of the folder, encoded",
            "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + host + "\r\n", 400);
        row("out of the folder, twice encoded",
            "GET /%252e%252e/etc/passwd HTTP/1.1\r\n" + host + "\r\n", 404);
        row("an encoded slash", "GET /..%2f..%2fetc/passwd HTTP/1.1\r\n" + host + "\r\n", 400);
        row("length beside chunks",
            "POST / HTTP/1.1\r\n" + host +
                "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            400);
        row("folded",
            "POST / HTTP/1.1\r\n" + host + "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n", 400);
        row("two lengths",
            "POST / HTTP/1.1\r\n" + host + "Content-Length: 0\r\nContent-Length: 50\r\n\r\n", 400);
        row("a large head",
            "GET / HTTP/1.1\r\n" + host + "X: " + std::string(20000, 'x') + "\r\n\r\n", 431);
        row("a large target", "GET /" + std::string(5000, 'x') + " HTTP/1.1\r\n" + host + "\r\n",
            414);
        row("a large body", "POST / HTTP/1.1\r\n" + host + "Content-Length: 999999999\r\n\r\n",
            413);
        row("deep JSON", post(kJson + "Authorization: Bearer TOKEN\r\n", std::string(100000, '[')),
            400);
        row("deep objects",
            post(kJson + "Authorization: Bearer TOKEN\r\n",
                 [] {
                     std::string deep;
                     for (int i = 0; i < 5000; ++i) {
                         deep += "{\"a\":";
                     }
                     return deep;
                 }()),
            400);
        row("a key twice",
            post(kJson + "Authorization: Bearer TOKEN\r\n", R"({"playing":false,"playing":true})"),
            400);
        row("no text",
            post(kJson + "Authorization: Bearer TOKEN\r\n", "{\"playing\":\"\xff\xfe\"}"), 400);
        row("a huge number", post(kJson + "Authorization: Bearer TOKEN\r\n", R"({"speed":1e999})"),
            400);
        row("trace", "TRACE / HTTP/1.1\r\n" + host + "\r\n", 404);
        row("connect", "CONNECT localhost:22 HTTP/1.1\r\n" + host + "\r\n", 400);
        row("HTTP/2 by heart", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505);
        row("TLS to plain", std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15),
            400);
    }

    void knownAttacks() {
        QFETCH(QByteArray, request);
        request.replace("TOKEN", QByteArray::fromStdString(served_->token()));
        NetClient client(served_->port());
        client.send(request.toStdString());
        QTEST(statusOf(client.readSome(40)), "status");
        QCOMPARE(statusOf(get("/api/v1/health")), 200);
    }

    // Two hundred that send a byte now and then; others are answered meanwhile, and all are gone after ten seconds.
    void slowLoris() {
        std::deque<NetClient> slow;
        for (int i = 0; i < 200; ++i) {
            slow.emplace_back(served_->port());
            slow.back().send("GET / HTTP/1.1\r\nHost: localhost\r\nX: ");
        }
        QElapsedTimer clock;
        clock.start();
        int open = 200;
        while (clock.elapsed() < 15000 && open > 0) {
            open = 0;
            for (NetClient& client : slow) {
                open += client.send("a") ? 1 : 0;
            }
            QCOMPARE(statusOf(get("/api/v1/health")), 200);
            std::this_thread::sleep_for(std::chrono::milliseconds(250));
        }
        QCOMPARE(open, 0);
        QVERIFY(clock.elapsed() > 5000);  // and not before their time
    }

    // Frames that are no frames, and subscriptions that are none: closed or told, never more. They come from many addresses:
    // the server refuses a single one that asks more than 200 times a second (429).
    void brokenWebSockets() {
        constexpr int kAddresses = 250;
        Dice dice(7);
        for (int i = 0; i < 60 * rounds(); ++i) {
            NetClient client(served_->port(), "127.1.0." + std::to_string(1 + i % kAddresses));
            QCOMPARE(statusOf(client.upgrade("/api/v1/stream")), 101);
            std::string rubbish;
            for (std::uint64_t n = 1 + dice.below(200); n > 0; --n) {
                rubbish += static_cast<char>(dice.below(256));
            }
            if (dice.below(2) == 0) {
                client.send(rubbish);
            } else {
                client.sendText(R"({"channels":[)" +
                                std::string(static_cast<std::size_t>(dice.below(5000)), '['));
                client.sendText(rubbish);
            }
        }
        QTRY_VERIFY_WITH_TIMEOUT(
            get("/metrics").find("headroom_stream_clients 0\n") != std::string::npos, 60000);
    }

    // Another one, killed in the middle of telling and recording: what is there is whole. Six moments in turn: to wait for ever
    // more frames from round to round tries nothing else.
    void leavesARecordingThatOpens() {
        constexpr int kMoments = 6;
        for (int i = 0; i < rounds(); ++i) {
            QTemporaryDir folder;
            const QString recording = folder.filePath("run.db");
            ServedProcess served(
                {fixtureProject(), "--speed", "max", "--out", recording, "--quiet"});
            NetClient client(served.port());
            QCOMPARE(statusOf(client.upgrade("/api/v1/stream?channels=facility/*&events=1")), 101);
            for (int n = 0; n < 5 + 5 * (i % kMoments); ++n) {
                QVERIFY(client.hear().has_value());
            }
            // It is there from its first second on (engine/README.md, recordings), and whole from then on.
            QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(recording), 20000);
            served.signal(SIGKILL);
            while (client.hear()) {
            }
            const CliResult replay = runCli({"replay", recording, "--format", "json"});
            QVERIFY2(replay.code == 0, qPrintable(replay.err));
        }
    }
};

HEADROOM_TEST(TestHostileServer)
}  // namespace tst_hostile_server

#include "tst_hostile_server.moc"
