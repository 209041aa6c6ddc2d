// SPDX-License-Identifier: Apache-2.0
#include "engine/http/http_server.h"
#include "tests/support/net_client.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

#include <atomic>
#include <chrono>
#include <deque>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>
#include <vector>

namespace tst_http_server {

using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// Tells what it was asked; /slow takes a while, /large answers much, /throw fails.
class Echo : public HttpService {
  public:
    std::atomic<int> asked = 0, heard = 0;
    std::atomic<bool> mayHear = true;
    bool refuses = false;  ///< every question, for want of a token

    bool isTalk(const HttpRequest& request) const override { return request.path == "/talk"; }

    std::variant<std::unique_ptr<Talk>, HttpResponse> talk(const HttpRequest& request) override {
        if (request.caller.role < Role::Read) {
            return problem(401, "X", "no", "no");
        }
        return std::make_unique<Count>(*this, request.asked("large").has_value());
    }

    HttpResponse answer(const HttpRequest& request) override {
        ++asked;
        if (refuses) {
            return problem(401, "X", "no", "no");
        }
        if (request.path == "/slow") {
            std::this_thread::sleep_for(std::chrono::milliseconds(300));
        } else if (request.path == "/throw") {
            throw std::runtime_error("on purpose");
        }
        HttpResponse response;
        response.type = "text/plain";
        response.body = request.path == "/large"
                            ? std::string(20'000'000, 'x')
                            : request.method + " " + request.path + " " + request.body;
        return response;
    }

    void beat() override {}

  private:
    /// Counts as fast as the client reads; says back what it hears.
    class Count : public Talk {
      public:
        Count(Echo& owner, bool isLarge) : owner_(owner), isLarge_(isLarge) {}

        bool mayHear(std::size_t) const override { return owner_.mayHear; }

        std::optional<std::string> hear(const std::string& text) override {
            ++owner_.heard;
            if (text == "end") {
                return "as you wish";
            }
            said_.push_back(text);
            return std::nullopt;
        }

        std::optional<TalkMessage> next(Clock::time_point) override {
            if (!said_.empty()) {
                auto text = std::make_shared<const std::string>(said_.front());
                said_.pop_front();
                return TalkMessage{text, "said", {}};
            }
            if (!isLarge_ && number_ >= 3) {
                return std::nullopt;
            }
            const std::string number = std::to_string(number_++);
            return TalkMessage{std::make_shared<const std::string>(
                                   number + std::string(isLarge_ ? 100'000 : 0, '.')),
                               "count", number};
        }

      private:
        Echo& owner_;
        bool isLarge_;
        int number_ = 0;
        std::deque<std::string> said_;
    };
};

HttpServer::Options loopback() {
    HttpServer::Options options;
    options.address = *bindAddressOf("127.0.0.1:0");
    options.access.answersTo(options.address, {});
    return options;
}

std::unique_ptr<HttpServer> started(HttpService& service,
                                    HttpServer::Options options = loopback()) {
    auto server = HttpServer::start(service, std::move(options));
    if (!server) {
        qFatal("%s", server.error().text().c_str());
    }
    return std::move(*server);
}

const std::string kHost = "Host: localhost\r\n";

}  // namespace

class TestHttpServer : public QObject {
    Q_OBJECT

  private slots:

    void answersOnOneConnection() {
        Echo echo;
        const auto server = started(echo);
        NetClient client(server->address().port);
        QVERIFY(client.isOpen());
        // Two requests in one packet, then a third: answered in order on the same connection.
        client.send("GET /a HTTP/1.1\r\n" + kHost + "\r\nPOST /b HTTP/1.1\r\n" + kHost +
                    "Content-Length: 3\r\n\r\nxyz");
        QCOMPARE(bodyOf(client.readAnswer()).c_str(), "GET /a ");
        QCOMPARE(bodyOf(client.readAnswer()).c_str(), "POST /b xyz");
        client.send("POST /c HTTP/1.1\r\n" + kHost +
                    "Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n");
        QCOMPARE(bodyOf(client.readAnswer()).c_str(), "POST /c abc");
        client.send("GET /d HTTP/1.1\r\n" + kHost + "Connection: close\r\n\r\n");
        const std::string last = client.readAll();
        QCOMPARE(bodyOf(last).c_str(), "GET /d ");
        QCOMPARE(fieldOf(last, "connection").c_str(), "close");
        QCOMPARE(fieldOf(last, "cache-control").c_str(), "no-store");
        QCOMPARE(fieldOf(last, "x-content-type-options").c_str(), "nosniff");
        QCOMPARE(server->counts().requests, std::int64_t{4});
    }

    void headsWithoutBody() {
        Echo echo;
        const auto server = started(echo);
        const std::string answer = askServer(server->address().port, "HEAD", "/abc");
        QCOMPARE(statusOf(answer), 200);
        QCOMPARE(fieldOf(answer, "content-length").c_str(), "9");  // "GET /abc " with its blank
        QCOMPARE(bodyOf(answer).c_str(), "");
    }

    void aFailureIsAnAnswer() {
        Echo echo;
        const auto server = started(echo);
        QCOMPARE(statusOf(askServer(server->address().port, "GET", "/throw")), 500);
        QCOMPARE(statusOf(askServer(server->address().port, "GET", "/fine")), 200);
    }

    void waitsForTheBodyThatItAskedFor() {
        Echo echo;
        const auto server = started(echo);
        NetClient client(server->address().port);
        client.send("POST /b HTTP/1.1\r\n" + kHost +
                    "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n");
        QVERIFY(client.readUntil("100 Continue\r\n\r\n"));
        client.readSome(std::string("HTTP/1.1 100 Continue\r\n\r\n").size());
        client.send("hi");
        QCOMPARE(bodyOf(client.readAnswer()).c_str(), "POST /b hi");
        QCOMPARE(statusOf(askServer(server->address().port, "POST", "/", "Expect: wonders\r\n")),
                 417);
    }

    // None of these reaches the service.
    void refusesBeforeItAsks() {
        Echo echo;
        const auto server = started(echo);
        const std::uint16_t port = server->address().port;
        QCOMPARE(statusOf(askServer(port, "GET", "/", "Origin: http://evil.example\r\n")), 403);
        QCOMPARE(statusOf(askServer(port, "GET", "/", "Authorization: Bearer wrong\r\n")), 401);
        NetClient other(port);
        other.send("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
        QCOMPARE(statusOf(other.readAll()), 421);
        NetClient both(port);
        both.send("POST / HTTP/1.1\r\n" + kHost +
                  "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
                  "GET /smuggled HTTP/1.1\r\n" +
                  kHost + "\r\n");
        const std::string answer = both.readAll();
        QCOMPARE(statusOf(answer), 400);
        // One answer, then the connection is closed: what came behind is no request.
        QCOMPARE(answer.rfind("HTTP/1.1"), std::size_t{0});
        NetClient chunks(port);
        chunks.send("POST / HTTP/1.1\r\n" + kHost + "Transfer-Encoding: chunked\r\n\r\nzz\r\n");
        QCOMPARE(statusOf(chunks.readAll()), 400);
        NetClient large(port);
        large.send("POST / HTTP/1.1\r\n" + kHost + "Transfer-Encoding: chunked\r\n\r\n200001\r\n" +
                   std::string(0x200001, 'x'));
        QCOMPARE(statusOf(large.readAll()), 413);
        QCOMPARE(echo.asked.load(), 0);
        QVERIFY(server->counts().refused >= 6);
    }

    // However slowly it comes: a head has its time in all, not from byte to byte.
    void slowClientsAreDropped() {
        Echo echo;
        auto options = loopback();
        options.limits.headS = 0.4;
        options.limits.bodyS = 0.4;
        const auto server = started(echo, std::move(options));
        NetClient head(server->address().port);
        const std::string drops = "GET / HTTP/1.1\r\nX-a: ";
        for (std::size_t i = 0;
             i < 60 && head.send(std::string(1, i < drops.size() ? drops[i] : 'a')); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
        const std::string answer = head.readAll();
        QVERIFY2(answer.empty() || statusOf(answer) == 408, answer.c_str());
        NetClient body(server->address().port);
        body.send("POST / HTTP/1.1\r\n" + kHost + "Content-Length: 10\r\n\r\nabc");
        QCOMPARE(statusOf(body.readAll()), 408);
        NetClient silent(server->address().port);
        QCOMPARE(silent.readAll().c_str(), "");
        QCOMPARE(echo.asked.load(), 0);
        QTRY_COMPARE(server->counts().connections, std::int64_t{0});
    }

    void asksAreLimitedByRateAndNumber() {
        Echo echo;
        auto options = loopback();
        options.limits.requestsPerS = 1e-6;
        options.limits.burst = 3.0;
        options.limits.connections = 5;
        const auto server = started(echo, std::move(options));
        const std::uint16_t port = server->address().port;
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(statusOf(askServer(port, "GET", "/")), 200);
        }
        // One in a million seconds: it says the longest that it says, an hour.
        const std::string late = askServer(port, "GET", "/");
        QCOMPARE(statusOf(late), 429);
        QCOMPARE(fieldOf(late, "retry-after").c_str(), "3600");
        QTRY_COMPARE(server->counts().connections, std::int64_t{0});
        std::deque<NetClient> five;
        for (int i = 0; i < 5; ++i) {
            five.emplace_back(port);
        }
        QTRY_COMPARE(server->counts().connections, std::int64_t{5});
        NetClient sixth(port);
        QCOMPARE(sixth.readAll().c_str(), "");
        QCOMPARE(server->counts().turnedAway, std::int64_t{1});
    }

    // After ten wrong tokens an address gets no more answers about wrong ones, but nobody else of that address (a proxy, a
    // tunnel) is locked out: neither the right token nor a reader who needs none.
    void wrongTokensAreLimited() {
        Echo echo;
        auto options = loopback();
        options.limits.wrongTokensPerS = 1e-6;
        const std::string good(32, 'g');
        options.access.add(Role::Operate, good, "good");
        const auto server = started(echo, std::move(options));
        const std::uint16_t port = server->address().port;
        for (int i = 0; i < 12; ++i) {
            QCOMPARE(statusOf(askServer(port, "GET", "/",
                                        "Authorization: Bearer x" + std::to_string(i) + "\r\n")),
                     i < 10 ? 401 : 429);
        }
        QCOMPARE(statusOf(askServer(port, "GET", "/", "Authorization: Bearer " + good + "\r\n")),
                 200);
        QCOMPARE(statusOf(askServer(port, "GET", "/")), 200);
    }

    // A token that is removed from the file ends what was opened with it: a text that is sent afterwards is not heard, the
    // WebSocket is closed with 1008, the stream of events ends. Another token's talk continues.
    void aRemovedTokenEndsItsTalks() {
        QTemporaryDir folder;
        const std::string file = folder.filePath("tokens").toStdString();
        const std::string gone(32, 'g'), stays(32, 's');
        const auto write = [&](const std::string& text) {
            std::ofstream(file) << text;
            std::filesystem::permissions(
                file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        };
        write("read " + gone + " a\nread " + stays + " b\n");
        Echo echo;
        auto options = loopback();
        options.access = *Access::ofFile(file);
        options.access.answersTo(options.address, {});
        const auto server = started(echo, std::move(options));
        const std::uint16_t port = server->address().port;
        const auto field = [](const std::string& token) {
            return "Authorization: Bearer " + token + "\r\n";
        };
        NetClient first(port), second(port), events(port);
        QCOMPARE(statusOf(first.upgrade("/talk", field(gone))), 101);
        QCOMPARE(statusOf(second.upgrade("/talk", field(stays))), 101);
        events.send("GET /talk HTTP/1.1\r\n" + kHost + field(gone) +
                    "Accept: text/event-stream\r\n\r\n");
        QVERIFY(events.readUntil("event: count\nid: 2\ndata: 2\n\n"));
        write("read " + stays + " b\n");
        first.sendText("too late");
        int code = 0;
        while (const auto message = first.hear()) {
            code = message->closeCode();
        }
        QCOMPARE(code, 1008);
        QCOMPARE(echo.heard.load(), 0);
        events.readAll();  // it ends
        for (const char* expected : {"0", "1", "2"}) {
            QCOMPARE(second.hear()->data.c_str(), expected);
        }
        second.sendText("still here");
        QCOMPARE(second.hear()->data.c_str(), "still here");
    }

    // No talk outlives its client. This side begins to close in three ways: for a binary message, for a text that ends the talk, for
    // a removed token. The client sends bytes behind that, in each form that RFC 6455 forbids and in some that it permits, and leaves.
    // A stream whose close and whose read wait for each other would be counted for ever.
    void noTalkOutlivesItsClient() {
        using namespace std::string_literals;
        QTemporaryDir folder;
        const std::string file = folder.filePath("tokens").toStdString();
        const std::string token(32, 'g');
        const auto write = [&](const std::string& role) {
            std::ofstream(file) << role << ' ' << token << " a\n";
            std::filesystem::permissions(
                file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        };
        write("read");
        Echo echo;
        auto options = loopback();
        options.limits.headS = 1.0;  // for a close
        options.access = *Access::ofFile(file);
        options.access.answersTo(options.address, {});
        const auto server = started(echo, std::move(options));
        const std::string field = "Authorization: Bearer " + token + "\r\n";
        const std::vector<std::string> after = {
            ""s,
            "\x01\x02no"s,                                // not masked
            "\xf1\x80\0\0\0\0"s,                          // reserved bits
            "\x83\x80\0\0\0\0"s,                          // an opcode without a meaning
            "\x80\x80\0\0\0\0"s,                          // continues nothing
            "\x09\x80\0\0\0\0"s,                          // a ping in parts
            "\x89\xfe\x00\x7e\0\0\0\0"s,                  // a ping of 126 bytes
            "\x88\x81\0\0\0\0\x03"s,                      // half a close code
            "\x81\x83\0\0\0\0\xff\xfe\xfd"s,              // not UTF-8
            "\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff"s,  // longer than any message
            "\x81"s,                                      // half a head
            "\x89\x80\0\0\0\0"s,                          // a ping, permitted
            "\x88\x80\0\0\0\0"s,                          // a close, permitted
        };
        std::vector<std::unique_ptr<NetClient>> stay;
        for (const std::string& bytes : after) {
            for (const auto& [text, opcode] : {std::pair{"bytes", 2}, std::pair{"end", 1}}) {
                NetClient client(server->address().port);
                QCOMPARE(statusOf(client.upgrade("/talk", field)), 101);
                client.sendText(text, opcode);
                client.send(bytes);
            }
            stay.push_back(std::make_unique<NetClient>(server->address().port));
            QCOMPARE(statusOf(stay.back()->upgrade("/talk", field)), 101);
        }
        write("ingest");  // the token loses its role
        for (std::size_t i = 0; i < after.size(); ++i) {
            stay[i]->sendText("too late");
            stay[i]->send(after[i]);
        }
        stay.clear();
        QTRY_COMPARE_WITH_TIMEOUT(server->counts().talks, std::int64_t{0}, 20000);
    }

    // A caller without a token gets no line of the journal for each refusal: 300 make one line, at the end at the latest.
    void refusalsWithoutATokenShareALine() {
        Echo echo;
        echo.refuses = true;
        std::mutex mutex;
        std::vector<std::string> lines;
        auto options = loopback();
        options.journal = [&](const std::string& line) {
            const std::lock_guard lock(mutex);
            lines.push_back(line);
        };
        auto server = started(echo, std::move(options));
        for (int i = 0; i < 300; ++i) {
            QCOMPARE(statusOf(askServer(server->address().port, "POST", "/x")), 401);
        }
        server.reset();
        std::int64_t counted = 0;
        for (const std::string& line : lines) {
            QVERIFY2(line.starts_with("nobody - "), line.c_str());
            counted += std::stoll(line.substr(9));
        }
        QCOMPARE(counted, std::int64_t{300});
        QVERIFY2(lines.size() <= 10, std::to_string(lines.size()).c_str());  // one in 5 s
    }

    void talksOverWebSocket() {
        Echo echo;
        const auto server = started(echo);
        NetClient client(server->address().port);
        const std::string answer = client.upgrade(
            "/talk", "Sec-WebSocket-Protocol: headroom.v1\r\nOrigin: http://localhost\r\n");
        QCOMPARE(statusOf(answer), 101);
        // RFC 6455, 1.3: the answer to that key.
        QCOMPARE(fieldOf(answer, "sec-websocket-accept").c_str(), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        QCOMPARE(fieldOf(answer, "sec-websocket-protocol").c_str(), "headroom.v1");
        for (const char* expected : {"0", "1", "2"}) {
            QCOMPARE(client.hear()->data.c_str(), expected);
        }
        client.sendText("hello");
        QCOMPARE(client.hear()->data.c_str(), "hello");
        client.sendText("end");
        const auto last = client.hear();
        QVERIFY(last.has_value());
        QCOMPARE(last->closeCode(), 1008);
        QCOMPARE(last->data.substr(2).c_str(), "as you wish");
    }

    // Who sends faster than its address may is slowed, not closed, and nothing of it is lost: ten texts where the upgrade and two
    // of them are free, and then ten come a second.
    void slowsWhoSendsTooFast() {
        Echo echo;
        auto options = loopback();
        options.limits.requestsPerS = 10.0;
        options.limits.burst = 3.0;
        const auto server = started(echo, std::move(options));
        NetClient client(server->address().port);
        QCOMPARE(
            statusOf(client.upgrade(
                "/talk", "Sec-WebSocket-Protocol: headroom.v1\r\nOrigin: http://localhost\r\n")),
            101);
        for (const char* expected : {"0", "1", "2"}) {
            QCOMPARE(client.hear()->data.c_str(), expected);
        }
        for (int i = 0; i < 10; ++i) {
            client.sendText("text " + std::to_string(i));
        }
        for (int i = 0; i < 10; ++i) {
            QCOMPARE(client.hear()->data, "text " + std::to_string(i));
        }
    }

    // A talk that may not hear yet keeps its client waiting, and hears all of it in order afterwards.
    void holdsWhatATalkCannotTake() {
        Echo echo;
        echo.mayHear = false;
        const auto server = started(echo);
        NetClient client(server->address().port);
        QCOMPARE(
            statusOf(client.upgrade(
                "/talk", "Sec-WebSocket-Protocol: headroom.v1\r\nOrigin: http://localhost\r\n")),
            101);
        for (const char* expected : {"0", "1", "2"}) {
            QCOMPARE(client.hear()->data.c_str(), expected);
        }
        client.sendText("one");
        client.sendText("two");
        QTest::qWait(200);
        QCOMPARE(echo.heard.load(), 0);
        echo.mayHear = true;
        QCOMPARE(client.hear()->data.c_str(), "one");
        QCOMPARE(client.hear()->data.c_str(), "two");
    }

    void refusesTalksOfOthers() {
        Echo echo;
        const auto server = started(echo);
        NetClient page(server->address().port);
        QCOMPARE(statusOf(page.upgrade("/talk", "Origin: http://evil.example\r\n")), 403);
        NetClient binary(server->address().port);
        QCOMPARE(statusOf(binary.upgrade("/talk")), 101);
        binary.sendText("bytes", 2);
        int code = 0;
        while (const auto message = binary.hear()) {
            code = message->closeCode();
        }
        QCOMPARE(code, 1003);
        NetClient large(server->address().port);
        large.upgrade("/talk");
        large.sendText(std::string(70'000, 'x'));
        while (const auto message = large.hear()) {
            code = message->closeCode();
        }
        QCOMPARE(code, 1009);
        NetClient broken(server->address().port);
        broken.upgrade("/talk");
        broken.sendText("\xff\xfe");
        while (const auto message = broken.hear()) {
            code = message->closeCode();
        }
        QCOMPARE(code, 1007);
        // Codes of a farewell: those that RFC 6455 defines come back, others end the connection (1002 or no code).
        const auto answerTo = [&](int farewell) {
            NetClient client(server->address().port);
            client.upgrade("/talk");
            const std::string code{static_cast<char>(farewell >> 8),
                                   static_cast<char>(farewell & 0xff)};
            client.sendText(code, 8);
            int back = 0;
            while (const auto message = client.hear()) {
                back = message->closeCode();
            }
            return back;
        };
        for (const int defined : {1000, 1001, 3000, 4999}) {
            QCOMPARE(answerTo(defined), defined);
        }
        for (const int other : {0, 999, 1004, 1005, 1006, 1016, 2999, 5000, 65535}) {
            QVERIFY2(answerTo(other) == 0 || answerTo(other) == 1002,
                     qPrintable(QString::number(answerTo(other))));
        }
        QCOMPARE(echo.heard.load(), 0);
    }

    // Who does not read gets no queue: what the system's buffers hold, and one message.
    void slowListenersHoldOneMessage() {
        Echo echo;
        const auto server = started(echo);
        NetClient client(server->address().port);
        QCOMPARE(statusOf(client.upgrade("/talk?large=1")), 101);
        std::int64_t before = -1;
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                const std::int64_t now = server->counts().messages;
                const bool isSame = now == before;
                before = now;
                QTest::qWait(200);
                return isSame && now > 0;
            }(),
            20000);
        // Buffers of a loopback connection are some megabytes, messages 100 kB.
        QVERIFY2(before < 200, std::to_string(before).c_str());
        // It continues where it stopped.
        const auto first = client.hear();
        QVERIFY(first && first->data.starts_with("0."));
        QTRY_VERIFY(server->counts().messages > before || client.hear().has_value());
    }

    void tellsEvents() {
        Echo echo;
        const auto server = started(echo);
        NetClient client(server->address().port);
        client.send("GET /talk HTTP/1.1\r\n" + kHost + "Accept: text/event-stream\r\n\r\n");
        QVERIFY(client.readUntil("event: count\nid: 2\ndata: 2\n\n"));
        QCOMPARE(fieldOf(client.pending(), "content-type").c_str(), "text/event-stream");
        QVERIFY(client.pending().find("event: count\nid: 0\ndata: 0\n\n") != std::string::npos);
        QCOMPARE(server->counts().talks, std::int64_t{1});
    }

    // The answer under way arrives, a talk is told, and nobody new is let in.
    void endsGracefully() {
        Echo echo;
        auto options = loopback();
        options.limits.farewellS = 1.0;  // this client says farewell only afterwards
        auto server = started(echo, std::move(options));
        const std::uint16_t port = server->address().port;
        NetClient slow(port), talk(port), idle(port);
        slow.send("GET /slow HTTP/1.1\r\n" + kHost + "\r\n");
        QCOMPARE(statusOf(talk.upgrade("/talk")), 101);
        QTRY_COMPARE(echo.asked.load(), 1);
        server.reset();
        QCOMPARE(statusOf(slow.readAll()), 200);
        int code = 0;
        while (const auto message = talk.hear()) {
            code = message->closeCode();
        }
        QCOMPARE(code, 1001);
        QVERIFY(!NetClient(port).isOpen());
    }

    void onlyThisMachineWithoutTokensAndTls() {
        Echo echo;
        auto options = loopback();
        options.address = *bindAddressOf("0.0.0.0:0");
        const auto server = HttpServer::start(echo, options);
        QVERIFY(!server);
        QCOMPARE(server.error().code.c_str(), "WEB-006");
        auto taken = loopback();
        const auto first = started(echo, taken);
        taken.address.port = first->address().port;
        const auto second = HttpServer::start(echo, taken);
        QVERIFY(!second);
        QCOMPARE(second.error().code.c_str(), "WEB-004");
        auto secret = loopback();
        secret.certificate = secret.key = "/nowhere.pem";
        const auto third = HttpServer::start(echo, secret);
        QVERIFY(!third);
        QCOMPARE(third.error().code.c_str(), "WEB-005");
    }
};

HEADROOM_TEST(TestHttpServer)
}  // namespace tst_http_server

#include "tst_http_server.moc"
