// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/live/live_source.h"
#include "engine/telemetry/live/packet_gate.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <arpa/inet.h>
#include <atomic>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace tst_packet_gate {

using namespace headroom::engine;

namespace {

/// Listens on a port of its own on this machine.
struct Listener {
    int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int port = 0;

    Listener() {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (::bind(socket, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
            ::listen(socket, 1) != 0 ||
            ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
            qFatal("no listener");
        }
        port = ntohs(address.sin_port);
    }

    ~Listener() { ::close(socket); }
};

/// Two ends of a TCP connection.
struct Pair {
    Listener listener;
    int client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int server = -1;

    Pair() {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        address.sin_port = htons(static_cast<std::uint16_t>(listener.port));
        if (::connect(client, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
            qFatal("no connection");
        }
        server = ::accept(listener.socket, nullptr, nullptr);
    }

    ~Pair() {
        ::close(client);
        ::close(server);
    }

    void send(const std::string& bytes) {
        QCOMPARE(::send(server, bytes.data(), bytes.size(), 0), static_cast<ssize_t>(bytes.size()));
        QTest::qWait(20);
    }

    void read(std::size_t bytes) {
        std::string into(bytes, '\0');
        QCOMPARE(::recv(client, into.data(), bytes, MSG_WAITALL), static_cast<ssize_t>(bytes));
    }
};

using Verdict = PacketGate::Verdict;

}  // namespace

/// How much the library of MQTT may read.
class TestPacketGate : public QObject {
    Q_OBJECT

  private slots:

    // A packet of 2 + 3 bytes may be read, also in two parts; then the next is looked at. Its length 0x81 0x01 is
    // 1 + 128 = 129, so 132 bytes in all: more than the hundred that are allowed.
    void byPacket() {
        Pair pair;
        PacketGate gate(100);
        pair.send(
            std::string("\x30\x03"
                        "abc"
                        "\x30",
                        6));
        QCOMPARE(gate.look(pair.client), Verdict::Pass);
        pair.read(2);
        QCOMPARE(gate.look(pair.client), Verdict::Pass);
        pair.read(3);
        QCOMPARE(gate.look(pair.client), Verdict::Wait);  // its length has not come
        pair.send("\x81");
        QCOMPARE(gate.look(pair.client), Verdict::Wait);
        pair.send("\x01");
        QCOMPARE(gate.look(pair.client), Verdict::TooLong);
        QCOMPARE(gate.announcedBytes(), std::uint64_t{132});
        gate.reset();
    }

    // The longest length, 4 x 7 bits of ones: 268,435,455 and five of the head.
    void longest() {
        Pair pair;
        PacketGate gate(1U << 20U);
        pair.send("\x30\xff\xff\xff\x7f");
        QCOMPARE(gate.look(pair.client), Verdict::TooLong);
        QCOMPARE(gate.announcedBytes(), std::uint64_t{268435460});
    }

    // Who read on without being let in is beyond the boundary, and where packets begin is not known any more.
    void readBeyond() {
        Pair pair;
        PacketGate gate(100);
        pair.send(
            std::string("\x30\x01"
                        "a"
                        "\x30\x01"
                        "b",
                        6));
        QCOMPARE(gate.look(pair.client), Verdict::Pass);
        pair.read(4);
        QCOMPARE(gate.look(pair.client), Verdict::TooLong);
    }

    // A broker announces 200 MB on a topic and sends on for as long as somebody reads: the connection ends within some
    // megabytes, the sizes of socket buffers, and the source says why.
    void brokerOfHugeMessages() {
        Listener listener;
        std::atomic<long> sent = 0;
        std::thread broker([&] {
            const int peer = ::accept(listener.socket, nullptr, nullptr);
            const auto answer = [&](const std::string& bytes) {
                char question[1024];
                return ::recv(peer, question, sizeof question, 0) > 0 &&
                       ::send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL) > 0;
            };
            // CONNACK: accepted. SUBACK of message 1: quality 1.
            if (answer(std::string("\x20\x02\x00\x00", 4)) &&
                answer(std::string("\x90\x03\x00\x01\x01", 5))) {
                // PUBLISH of 200,000,000 bytes in groups of 7 bits, low first: 0x00 0x84 0xaf 0x5f.
                const std::string head(
                    "\x30\x80\x84\xaf\x5f\x00\x01"
                    "t",
                    8);
                const std::string block(1U << 16U, 'x');
                bool goes = ::send(peer, head.data(), head.size(), MSG_NOSIGNAL) > 0;
                while (goes && sent < 200'000'000) {
                    pollfd ready{peer, POLLOUT, 0};
                    const ssize_t more =
                        ::poll(&ready, 1, 3000) > 0
                            ? ::send(peer, block.data(), block.size(), MSG_NOSIGNAL | MSG_DONTWAIT)
                            : -1;
                    goes = more > 0;
                    sent += goes ? more : 0;
                }
            }
            ::close(peer);
        });
        auto map = parseTelemetryMap(
            R"({"format": "headroom-telemetry/1", "time": {"as": "epoch_s"}, "sensors": [
            {"id": "t", "column": "t", "channel": "facility/it_power_kw", "unit": "W"}]})",
            "map.json");
        QVERIFY(map.has_value());
        LiveSpec spec;
        spec.forS = 4.0;
        auto source =
            openLive("mqtt://127.0.0.1:" + std::to_string(listener.port) + "/#", *map, spec);
        QVERIFY2(source.has_value(), source ? "" : source.error().text().c_str());
        std::string told;
        for (bool more = true; more && told.empty();) {
            const auto next = (*source)->next([&](const Delivery& delivery) -> Result<void> {
                told = delivery.unreadable.empty() ? told : delivery.unreadable.front().text;
                return {};
            });
            more = next && *next;
        }
        source->reset();
        broker.join();
        QVERIFY2(told.find("more than 1 MiB; the connection was closed before it was read") !=
                     std::string::npos,
                 told.c_str());
        QVERIFY2(sent < 32'000'000, qPrintable(QString::number(sent)));
    }
};

HEADROOM_TEST(TestPacketGate)
}  // namespace tst_packet_gate

#include "tst_packet_gate.moc"
