// SPDX-License-Identifier: Apache-2.0
#include "engine/telemetry/ingest.h"
#include "engine/telemetry/live/live_source.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <atomic>
#include <cmath>
#include <modbus.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace tst_live_sources {

using namespace headroom::engine;

namespace {

/// A port of this machine that nobody has.
int freePort() {
    const int handle = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    bind(handle, reinterpret_cast<sockaddr*>(&address), size);
    getsockname(handle, reinterpret_cast<sockaddr*>(&address), &size);
    close(handle);
    return ntohs(address.sin_port);
}

bool answers(int port) {
    for (int tries = 0; tries < 100; ++tries) {
        const int handle = socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(static_cast<std::uint16_t>(port));
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const bool there =
            connect(handle, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
        close(handle);
        if (there) {
            return true;
        }
        QTest::qWait(100);
    }
    return false;
}

QString program(const QString& name) {
    const QString found = QStandardPaths::findExecutable(name);
    return found.isEmpty() ? QStandardPaths::findExecutable(name, {"/usr/sbin", "/usr/local/sbin"})
                           : found;
}

void stop(QProcess& process) {
    process.terminate();
    if (!process.waitForFinished(5000)) {
        process.kill();
        process.waitForFinished();
    }
}

/// A broker that takes everybody, on a port of its own.
struct Broker {
    QProcess server;
    int port = freePort();
    QString missing;  ///< why there is none

    Broker() {
        const QString mosquitto = program("mosquitto");
        if (mosquitto.isEmpty() || program("mosquitto_pub").isEmpty()) {
            missing =
                "mosquitto and mosquitto_pub are not on this machine "
                "(packaging/packages-optional.txt)";
            return;
        }
        server.start(mosquitto, {"-p", QString::number(port)});
        if (!server.waitForStarted() || !answers(port)) {
            missing = "mosquitto does not start here";
        }
    }

    ~Broker() { stop(server); }
};

TelemetryMap mapOf(const std::string& sensors) {
    auto map = parseTelemetryMap(
        R"({"format": "headroom-telemetry/1", "time": {"as": "epoch_s"}, "sensors": [)" + sensors +
            "]}",
        "map.json");
    if (!map) {
        qFatal("%s", text(map.error()).c_str());
    }
    return std::move(*map);
}

/// Takes what a source gives until there are so many readings, or ten seconds have passed.
struct Taken {
    std::unique_ptr<TelemetryStore> store;
    std::string fault;
};

Taken take(const std::string& address, const TelemetryMap& map, std::int64_t readings,
           const std::function<void()>& once = {}, const LiveLogin& login = {}) {
    Taken taken;
    LiveSpec spec;
    spec.everyS = 0.3;
    spec.forS = 10.0;
    spec.login = login;
    auto source = openLive(address, map, spec);
    if (!source) {
        taken.fault = source.error().text();
        return taken;
    }
    taken.store = std::move(*TelemetryStore::open({}, map));
    Ingest ingest(map, *taken.store);
    if (once) {
        once();
    }
    for (bool more = true; more && taken.store->count().value() < readings;) {
        const auto next = (*source)->next([&](const Delivery& delivery) {
            ReadingTimes times = ReadingTimes::live(nowSinceEpochS());
            return ingest.take(delivery, times);
        });
        if (!next) {
            taken.fault = next.error().text();
            break;
        }
        more = *next;
    }
    return taken;
}

bool writeText(const QString& path, const QByteArray& text) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
}

bool run(const QString& name, const QStringList& arguments) {
    const QString path = program(name);
    QProcess process;
    process.start(path, arguments);
    return !path.isEmpty() && process.waitForFinished(30000) && process.exitCode() == 0;
}

/// Keys and certificates of this test alone: an authority, and a server of this machine that it signed.
struct Certificates {
    QTemporaryDir folder;
    bool isMade = false;

    Certificates() {
        const auto at = [&](const char* name) { return folder.filePath(name); };
        isMade =
            writeText(at("names"), "subjectAltName=DNS:localhost,IP:127.0.0.1\n") &&
            run("openssl", {"req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                            "/CN=test authority", "-keyout", at("ca.key"), "-out", at("ca.pem")}) &&
            run("openssl", {"req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost",
                            "-keyout", at("server.key"), "-out", at("server.csr")}) &&
            run("openssl", {"x509", "-req", "-in", at("server.csr"), "-CA", at("ca.pem"), "-CAkey",
                            at("ca.key"), "-CAcreateserial", "-days", "2", "-extfile", at("names"),
                            "-out", at("server.pem")});
        for (const char* name : {"server.key", "ca.pem", "server.pem"}) {
            QFile::setPermissions(at(name), QFile::ReadOwner | QFile::ReadGroup |
                                                QFile::ReadOther);  // the broker is another user
        }
        QFile::setPermissions(folder.path(), QFile::ReadOwner | QFile::WriteOwner |
                                                 QFile::ExeOwner | QFile::ExeOther |
                                                 QFile::ReadOther);
    }

    std::filesystem::path authority() const { return folder.filePath("ca.pem").toStdString(); }
};

/// A controller with registers 0 to 9, of both tables.
class Controller {
  public:
    explicit Controller(int port)
        : context_(modbus_new_tcp("127.0.0.1", port)),
          registers_(modbus_mapping_new(0, 0, 10, 10)) {
        listener_ = modbus_tcp_listen(context_, 2);
    }

    ~Controller() {
        stops_ = true;
        if (listener_ >= 0) {
            shutdown(listener_, SHUT_RDWR);
            close(listener_);
        }
        if (thread_.joinable()) {
            thread_.join();
        }
        modbus_mapping_free(registers_);
        modbus_free(context_);
    }

    Controller(const Controller&) = delete;
    Controller& operator=(const Controller&) = delete;

    bool isThere() const { return listener_ >= 0; }

    modbus_mapping_t& registers() { return *registers_; }

    void serve() {
        thread_ = std::thread([this] {
            while (!stops_ && modbus_tcp_accept(context_, &listener_) >= 0) {
                std::uint8_t question[MODBUS_TCP_MAX_ADU_LENGTH];
                for (int size = 0; (size = modbus_receive(context_, question)) >= 0;) {
                    modbus_reply(context_, question, size, registers_);
                }
                modbus_close(context_);
            }
        });
    }

  private:
    modbus_t* context_;
    modbus_mapping_t* registers_;
    int listener_ = -1;
    std::atomic<bool> stops_ = false;
    std::thread thread_;
};

/// An agent of SNMP with objects of a UPS and a PDU, which knows the community "secret".
struct Agent {
    QTemporaryDir folder;
    QProcess server;
    int port = freePort();
    QString missing;  ///< why there is none

    Agent() {
        const QString snmpd = program("snmpd");
        if (snmpd.isEmpty() || program("snmpget").isEmpty()) {
            missing = "snmpd and snmpget are not on this machine (packaging/packages-optional.txt)";
            return;
        }
        const QByteArray place = "127.0.0.1:" + QByteArray::number(port);
        writeText(folder.filePath("snmpd.conf"),
                  "agentaddress udp:" + place +
                      "\nrocommunity secret 127.0.0.1\n"
                      "override 1.3.6.1.2.1.33.1.4.4.1.4.1 integer 4200\n"
                      "override 1.3.6.1.2.1.33.1.4.4.1.3.1 integer 182\n"
                      "override 1.3.6.1.4.1.318.1.1.26.4.3.1.99.1 octet_str \"23.5\"\n"
                      "override 1.3.6.1.4.1.318.1.1.26.4.3.1.9.1 uinteger 4000000000\n");
        server.start(snmpd, {"-f", "-C", "-c", folder.filePath("snmpd.conf"), "-Lf",
                             folder.filePath("log"), "-p", folder.filePath("pid"), "-I", "-smux"});
        for (int tries = 0; tries < 50; ++tries) {
            if (run("snmpget", {"-v2c", "-c", "secret", "-t", "0.2", "-r", "0", place,
                                "1.3.6.1.2.1.33.1.4.4.1.4.1"})) {
                return;
            }
        }
        missing = "snmpd does not start: " + server.readAllStandardError();
    }

    ~Agent() { stop(server); }
};

}  // namespace

/// Real servers on this machine.
class TestLiveSources : public QObject {
    Q_OBJECT

  private slots:

    // 21.5 °C of a holding register (215 tenths) and 1,250 W as a float of two input registers (0x449C4000). The register that
    // is not there is told, and keeps nothing else away.
    void modbus() {
        const int port = freePort();
        Controller controller(port);
        if (!controller.isThere()) {
            QSKIP("no port of this machine can be listened at");
        }
        controller.registers().tab_registers[3] = 215;
        controller.registers().tab_input_registers[4] = 0x449C;
        controller.registers().tab_input_registers[5] = 0x4000;
        controller.serve();
        const TelemetryMap map = mapOf(
            R"({"column": "holding/3/s16*0.1", "channel": "loop/htw/supply_c", "unit": "degC"},
               {"column": "input/4/f32", "channel": "facility/it_power_kw", "unit": "W"},
               {"column": "input/99/u16", "channel": "facility/pue", "unit": "1"})");
        const Taken taken = take("modbus://127.0.0.1:" + std::to_string(port) + "/1", map, 4);
        QVERIFY2(taken.fault.empty(), taken.fault.c_str());
        QVERIFY(std::abs(taken.store->series(0)->value.at(0) - 21.5) < 1e-9);
        QCOMPARE(taken.store->series(1)->value.at(0), 1250.0);
        QVERIFY(taken.store->series(2)->value.empty());
    }

    // 182 tenths of an ampere are 18.2 A; 4e9 tenths of a kWh do not fit into 31 bits; a text of digits is a number. The object that
    // the agent lacks is unreadable and keeps nothing else away. A community that the agent does not know gets no answer.
    void snmp() {
        const Agent agent;
        if (!agent.missing.isEmpty()) {
            QSKIP(qPrintable(agent.missing));
        }
        const TelemetryMap map = mapOf(
            R"({"column": "upsOutputPower.1", "channel": "facility/it_power_kw", "unit": "W"},
               {"column": "upsOutputCurrent.1", "channel": "facility/a", "unit": "A"},
               {"column": "1.3.6.1.4.1.318.1.1.26.4.3.1.99.1", "channel": "loop/htw/supply_c", "unit": "degC"},
               {"column": "rPDU2DeviceStatusEnergy.1", "channel": "facility/energy", "unit": "kWh"},
               {"column": "1.3.6.1.2.1.33.1.9.9.9", "channel": "facility/pue", "unit": "1"})");
        const std::string place = "snmp://127.0.0.1:" + std::to_string(agent.port);
        const Taken taken = take(place + "/secret", map, 4);
        QVERIFY2(taken.fault.empty(), taken.fault.c_str());
        QCOMPARE(taken.store->series(0)->value.at(0), 4200.0);
        QVERIFY(std::abs(taken.store->series(1)->value.at(0) - 18.2) < 1e-9);
        QVERIFY(std::abs(taken.store->series(2)->value.at(0) - 23.5) < 1e-9);
        QVERIFY(std::abs(taken.store->series(3)->value.at(0) - 4e8 * 3.6e6) < 1.0);  // J
        QVERIFY(taken.store->series(4)->value.empty());
        QVERIFY(take(place + "/wrong", map, 1).fault.find("TEL-061") != std::string::npos);
    }

    // A number on its topic, an object with a value on its topic, and a line with name and time on any.
    void mqtt() {
        const Broker broker;
        if (!broker.missing.isEmpty()) {
            QSKIP(qPrintable(broker.missing));
        }
        const TelemetryMap map = mapOf(
            R"({"column": "hall/supply", "channel": "loop/htw/supply_c", "unit": "degC"},
               {"column": "hall/power", "channel": "facility/it_power_kw", "unit": "kW"},
               {"column": "fan", "channel": "loop/htw/fan_power_kw", "unit": "kW"})");
        const auto publish = [&](const QString& topic, const QString& message) {
            QProcess client;
            client.start(program("mosquitto_pub"), {"-p", QString::number(broker.port), "-q", "1",
                                                    "-t", topic, "-m", message});
            client.waitForFinished(5000);
        };
        const Taken taken =
            take("mqtt://127.0.0.1:" + std::to_string(broker.port) + "/#", map, 3, [&] {
                publish("hall/supply", "21.5");
                publish("hall/power", R"({"value": 1250, "time": 1700000000})");
                publish("other", R"({"sensor": "fan", "value": "3.5", "time": 1700000060})");
                publish("other", "nonsense");
            });
        QVERIFY2(taken.fault.empty(), taken.fault.c_str());
        QCOMPARE(taken.store->count().value(), std::int64_t{3});
        QCOMPARE(taken.store->series(0)->value.at(0), 21.5);
        QCOMPARE(taken.store->series(1)->value.at(0), 1.25e6);
        QCOMPARE(taken.store->series(1)->timeS.at(0), 1.7e9);
        QCOMPARE(taken.store->series(2)->value.at(0), 3500.0);
    }

    // Three messages of quality of service 1 come while the store does not take them: the source ends without a word to
    // the broker, which therefore sends them again to the client of that name. What was stored comes no third time.
    void mqttAcknowledgesWhatIsStored() {
        const Broker broker;
        if (!broker.missing.isEmpty()) {
            QSKIP(qPrintable(broker.missing));
        }
        const TelemetryMap map =
            mapOf(R"({"column": "fan", "channel": "loop/htw/fan_power_kw", "unit": "kW"})");
        LiveSpec spec;
        spec.forS = 20.0;
        spec.login.client = "twin-of-the-test";
        const std::string address = "mqtt://127.0.0.1:" + std::to_string(broker.port) + "/hall/#";
        const auto open = [&] {
            auto source = openLive(address, map, spec);
            if (!source) {
                qFatal("%s", source.error().text().c_str());
            }
            return std::move(*source);
        };
        std::size_t heard = 0;
        {
            auto source = open();
            static_cast<void>(
                source->next([](const Delivery&) -> Result<void> { return {}; }));  // subscribes
            static_cast<void>(source->next([](const Delivery&) -> Result<void> { return {}; }));
            for (int i = 0; i < 3; ++i) {
                QVERIFY(run(
                    "mosquitto_pub",
                    {"-p", QString::number(broker.port), "-q", "1", "-t", "hall/a", "-m",
                     QString(R"({"sensor": "fan", "time": %1, "value": 3})").arg(1700000000 + i)}));
            }
            const auto failed = source->next([&](const Delivery& delivery) -> Result<void> {
                heard += delivery.readings.size();
                return tl::unexpected(Error{"STO-001", "the disk is full", "free some", {}, {}, 0});
            });
            QVERIFY(!failed.has_value());
            QCOMPARE(failed.error().code, std::string("STO-001"));
            QVERIFY(heard > 0);
        }
        const auto kept = [&](std::size_t wanted) {
            std::size_t readings = 0;
            auto source = open();
            for (int turn = 0; turn < 30 && readings < wanted; ++turn) {
                const auto next = source->next([&](const Delivery& delivery) -> Result<void> {
                    readings += delivery.readings.size();
                    return {};
                });
                if (!next) {
                    qFatal("%s", next.error().text().c_str());
                }
            }
            return readings;
        };
        QCOMPARE(kept(3), std::size_t{3});
        QCOMPARE(kept(1), std::size_t{0});
    }

    // A broker that wants TLS, a name and a password. With all of them readings come; with an authority that did not sign
    // it, or a wrong password, it is told which.
    void mqttWithTls() {
        if (program("mosquitto").isEmpty() || program("mosquitto_passwd").isEmpty() ||
            program("openssl").isEmpty()) {
            QSKIP(
                "mosquitto, mosquitto_passwd or openssl are not on this machine "
                "(packaging/packages-optional.txt)");
        }
        const Certificates made, others;
        if (!made.isMade || !others.isMade) {
            QSKIP("openssl makes no certificates here");
        }
        const auto at = [&](const char* name) { return made.folder.filePath(name); };
        QVERIFY(run("mosquitto_passwd", {"-b", "-c", at("passwords"), "twin", "secret"}));
        QFile::setPermissions(at("passwords"),
                              QFile::ReadOwner | QFile::ReadGroup | QFile::ReadOther);
        const int port = freePort();
        QVERIFY(writeText(at("broker.conf"),
                          "listener " + QByteArray::number(port) +
                              " 127.0.0.1\nallow_anonymous false\npassword_file " +
                              at("passwords").toUtf8() + "\ncafile " + at("ca.pem").toUtf8() +
                              "\ncertfile " + at("server.pem").toUtf8() + "\nkeyfile " +
                              at("server.key").toUtf8() + "\n"));
        QProcess server;
        server.start(program("mosquitto"), {"-c", at("broker.conf")});
        if (!server.waitForStarted() || !answers(port)) {
            QSKIP("mosquitto does not start here");
        }
        const TelemetryMap map =
            mapOf(R"({"column": "hall/supply", "channel": "loop/htw/supply_c", "unit": "degC"})");
        const std::string address = "mqtts://127.0.0.1:" + std::to_string(port) + "/#";
        LiveLogin login;
        login.user = "twin";
        login.password = "secret";
        login.authorities = made.authority();
        const Taken taken = take(
            address, map, 1,
            [&] {
                QVERIFY(run(
                    "mosquitto_pub",
                    {"-h", "127.0.0.1", "-p", QString::number(port), "--cafile", at("ca.pem"), "-u",
                     "twin", "-P", "secret", "-q", "1", "-r", "-t", "hall/supply", "-m", "21.5"}));
            },
            login);
        QVERIFY2(taken.fault.empty(), taken.fault.c_str());
        QCOMPARE(taken.store->series(0)->value.at(0), 21.5);
        login.authorities = others.authority();
        const Taken untrusted = take(address, map, 1, {}, login);
        QVERIFY2(untrusted.fault.find("TEL-061") != std::string::npos &&
                     untrusted.fault.find("certificate") != std::string::npos,
                 untrusted.fault.c_str());
        login.authorities = made.authority();
        login.password = "guess";
        const Taken stranger = take(address, map, 1, {}, login);
        QVERIFY2(stranger.fault.find("not authorised") != std::string::npos,
                 stranger.fault.c_str());
        stop(server);
    }

    // The same of a server of HTTPS: its certificate is checked by whom it is signed and for whom, a name and a password go
    // along, and what it says no to is told with what to check.
    void https() {
        if (program("python3").isEmpty() || program("openssl").isEmpty()) {
            QSKIP("python3 or openssl are not on this machine (packaging/packages-optional.txt)");
        }
        const Certificates made, others;
        if (!made.isMade || !others.isMade) {
            QSKIP("openssl makes no certificates here");
        }
        const auto at = [&](const char* name) { return made.folder.filePath(name); };
        QVERIFY(writeText(at("server.py"), R"(import base64, http.server, ssl, sys
class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        known = self.headers.get("Authorization") == "Basic " + base64.b64encode(b"twin:secret").decode()
        body = b'{"sensor": "fan", "time": 1700000000, "value": 3.5}\n' if known else b"no"
        self.send_response(200 if known else 401)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass
server = http.server.ThreadingHTTPServer(("0.0.0.0", int(sys.argv[1])), Answer)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[2], sys.argv[3])
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
)"));
        const int port = freePort();
        QProcess server;
        server.start(program("python3"),
                     {at("server.py"), QString::number(port), at("server.pem"), at("server.key")});
        if (!server.waitForStarted() || !answers(port)) {
            QSKIP("python3 does not serve here");
        }
        const TelemetryMap map =
            mapOf(R"({"column": "fan", "channel": "loop/htw/fan_power_kw", "unit": "kW"})");
        const auto ask = [&](const char* host, const std::filesystem::path& authority,
                             const char* password) {
            LiveLogin login;
            login.user = "twin";
            login.password = password;
            login.authorities = authority;
            return take("https://" + std::string(host) + ':' + std::to_string(port) + "/fans", map,
                        1, {}, login);
        };
        const Taken byName = ask("localhost", made.authority(), "secret");
        const Taken taken = ask("127.0.0.1", made.authority(), "secret");
        const Taken untrusted = ask("127.0.0.1", others.authority(), "secret");
        const Taken system = ask("127.0.0.1", {}, "secret");
        const Taken another = ask("127.0.0.2", made.authority(), "secret");
        const Taken stranger = ask("127.0.0.1", made.authority(), "guess");
        stop(server);
        QVERIFY2(byName.fault.empty(), byName.fault.c_str());
        QVERIFY2(taken.fault.empty(), taken.fault.c_str());
        QCOMPARE(taken.store->series(0)->value.at(0), 3500.0);
        for (const Taken* each : {&untrusted, &system}) {
            QVERIFY2(each->fault.find("its certificate is not trusted") != std::string::npos,
                     each->fault.c_str());
        }
        QVERIFY2(another.fault.find("its certificate is not of 127.0.0.2") != std::string::npos,
                 another.fault.c_str());
        QVERIFY2(stranger.fault.find("TEL-062") != std::string::npos &&
                     stranger.fault.find("password_file") != std::string::npos,
                 stranger.fault.c_str());
    }

    // A Prometheus that looks at itself: its page of metrics as an exporter, and its API once it has scraped. What it asks
    // for is told by labels: the job of its own configuration.
    void prometheus() {
        const QString server = program("prometheus");
        if (server.isEmpty()) {
            QSKIP("prometheus is not on this machine (packaging/packages-optional.txt)");
        }
        QTemporaryDir folder;
        const int port = freePort();
        QFile config(folder.filePath("prometheus.yml"));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write(
            "global: {scrape_interval: 1s}\nscrape_configs:\n  - job_name: self\n    "
            "static_configs:\n"
            "      - targets: ['127.0.0.1:" +
            QByteArray::number(port) + "']\n");
        config.close();
        QProcess process;
        process.setStandardErrorFile(folder.filePath("log"));
        process.start(server, {"--config.file=" + config.fileName(),
                               "--storage.tsdb.path=" + folder.filePath("data"),
                               "--web.listen-address=127.0.0.1:" + QString::number(port)});
        if (!process.waitForStarted() || !answers(port)) {
            QSKIP("prometheus does not start here");
        }
        const std::string base = "http://127.0.0.1:" + std::to_string(port);
        const TelemetryMap exporter = mapOf(
            R"({"column": "process_resident_memory_bytes", "channel": "facility/pue", "unit": "count"})");
        const Taken page = take(base + "/metrics", exporter, 2);
        const TelemetryMap api = mapOf(
            R"({"column": "up{job=\u0022self\u0022}", "channel": "facility/pue", "unit": "1"})");
        Taken asked;
        for (int tries = 0; tries < 20 && (!asked.store || asked.store->count().value() == 0);
             ++tries) {
            QTest::qWait(500);
            asked = take(base + "/api/v1/query?query=up", api, 1);
        }
        const Taken wrong = take(base + "/api/v1/query?query=up(", api, 1);
        const Taken nowhere = take(base + "/nowhere", api, 1);
        stop(process);
        QVERIFY2(page.fault.empty(), page.fault.c_str());
        QVERIFY(page.store->series(0)->value.at(0) >
                1e6);  // a program of Go takes more than a megabyte
        QVERIFY2(asked.fault.empty(), asked.fault.c_str());
        QCOMPARE(asked.store->series(0)->value.at(0), 1.0);
        QVERIFY2(wrong.fault.find("TEL-062") != std::string::npos, wrong.fault.c_str());
        QVERIFY2(nowhere.fault.find("TEL-06") != std::string::npos, nowhere.fault.c_str());
    }

    // Nobody there: told at once, with a remedy, for each protocol.
    void nobodyThere() {
        const std::string port = std::to_string(freePort());
        for (const char* scheme : {"http", "https", "mqtt", "mqtts", "modbus", "snmp"}) {
            const TelemetryMap map =
                mapOf(std::string("{\"column\": \"") +
                      (std::string(scheme) == "snmp" ? "1.3.6.1.2.1.33.1.2.4.0" : "holding/0/u16") +
                      "\", \"channel\": \"facility/pue\", \"unit\": \"1\"}");
            const Taken taken = take(std::string(scheme) + "://127.0.0.1:" + port + "/1", map, 1);
            QVERIFY2(taken.fault.find("TEL-061") != std::string::npos, taken.fault.c_str());
        }
    }
};

HEADROOM_TEST(TestLiveSources)
}  // namespace tst_live_sources

#include "tst_live_sources.moc"
