// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/net_client.h"
#include "tests/support/served_process.h"
#include "tests/support/test_program.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include <csignal>

namespace tst_serve_command {

using namespace headroom::tests;

namespace {

const std::string kJson = "Content-Type: application/json\r\n";

QJsonObject object(const std::string& answer) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(bodyOf(answer))).object();
}

}  // namespace

class TestServeCommand : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QString write(const char* name, const QByteArray& text, bool isPrivate = true) const {
        const QString path = folder_.filePath(QString::fromLatin1(name));
        writeBytes(path, text);
        if (isPrivate) {
            QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
        }
        return path;
    }

  private slots:

    // From the first question to a recording that is whole: play, operate, end by a signal.
    void servesARun() {
        const QString recording = folder_.filePath("run.db");
        ServedProcess served(
            {fixtureProject(), "--operate", "--paused", "--out", recording, "--speed", "max"});
        QVERIFY(served.port() != 0);
        QCOMPARE(statusOf(askServer(served.port(), "GET", "/api/v1/health")), 200);
        QCOMPARE(object(askServer(served.port(), "GET", "/api/v1/run"))["time_s"].toDouble(), 0.0);
        const std::string steps = R"({"count":20})";
        QCOMPARE(statusOf(askServer(served.port(), "POST", "/api/v1/run/steps", kJson, steps)),
                 401);
        QCOMPARE(statusOf(askServer(served.port(), "POST", "/api/v1/run/steps",
                                    kJson + served.authorization(), steps)),
                 202);
        QTRY_COMPARE_WITH_TIMEOUT(
            object(askServer(served.port(), "GET", "/api/v1/run"))["time_s"].toDouble(), 300.0,
            20000);
        const QString hash =
            object(askServer(served.port(), "GET", "/api/v1/summary"))["state_hash"].toString();
        QVERIFY(!hash.isEmpty());
        QCOMPARE(served.end(SIGTERM), 130);
        QVERIFY2(
            served.said().contains("operate this terminal 127.0.0.1 POST /api/v1/run/steps 202"),
            "journal");
        // What was recorded is the run, to the byte.
        const CliResult replay = runCli({"replay", recording, "--format", "json"});
        QCOMPARE(replay.code, 0);
        QCOMPARE(QJsonDocument::fromJson(replay.out.toUtf8()).object()["state_hash"].toString(),
                 hash);
        // And is served as a recording.
        ServedProcess again({recording});
        QCOMPARE(object(askServer(again.port(), "GET", "/api/v1/run"))["kind"].toString(),
                 QString("recording"));
        QCOMPARE(object(askServer(again.port(), "GET", "/api/v1/run"))["time_s"].toDouble(), 300.0);
        QCOMPARE(again.end(SIGINT), 130);
    }

    // A path that holds nothing may have been meant as a project or as a recording: no word says "recording".
    void saysThatNothingIsThere() {
        for (const QString command : {"serve", "report"}) {
            const CliResult result = runCli({command, folder_.filePath("nothing")});
            QCOMPARE(result.code, 3);
            QVERIFY2(result.err.contains("nothing") && !result.err.contains("STO-010"),
                     qPrintable(result.err));
        }
    }

    // With a file of tokens nobody reads without one, on this machine too.
    void tokensOfAFile() {
        const std::string reader(32, 'r'), op(32, 'o');
        const QString file = write(
            "tokens", QByteArray::fromStdString("read " + reader + " r\noperate " + op + " o\n"));
        ServedProcess served({fixtureProject(), "--paused", "--token-file", file});
        const auto status = [&](const std::string& token, const char* method,
                                const std::string& body) {
            return statusOf(askServer(
                served.port(), method, "/api/v1/run",
                kJson + (token.empty() ? "" : "Authorization: Bearer " + token + "\r\n"), body));
        };
        QCOMPARE(status("", "GET", ""), 401);
        QCOMPARE(status(reader, "GET", ""), 200);
        QCOMPARE(status(reader, "PATCH", R"({"speed":5})"), 403);
        QCOMPARE(status(op, "PATCH", R"({"speed":5})"), 200);
        QCOMPARE(status(std::string(32, 'x'), "GET", ""), 401);
        QCOMPARE(statusOf(askServer(served.port(), "GET", "/api/v1/health")), 200);
    }

    // TLS by a certificate that openssl makes here; without it on the machine nothing is tested.
    void speaksTls() {
        const QString key = folder_.filePath("key.pem"), certificate = folder_.filePath("cert.pem");
        QProcess openssl;
        openssl.start("openssl", {"req", "-x509", "-newkey", "ec", "-pkeyopt",
                                  "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                                  "/CN=localhost", "-keyout", key, "-out", certificate});
        if (!openssl.waitForFinished() || openssl.exitCode() != 0) {
            QSKIP("openssl is not there to make a certificate");
        }
        const QString tokens = write("tls-tokens", "read " + QByteArray(32, 't') + "\n");
        ServedProcess served({fixtureProject(), "--paused", "--tls-cert", certificate, "--tls-key",
                              key, "--token-file", tokens, "--bind", "0.0.0.0:0"});
        QVERIFY(served.port() != 0);
        QProcess client;
        client.start("openssl", {"s_client", "-quiet", "-no_ign_eof", "-CAfile", certificate,
                                 "-connect", QString("127.0.0.1:%1").arg(served.port())});
        QVERIFY(client.waitForStarted());
        client.write(
            "GET /api/v1/run HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            "Authorization: Bearer tttttttttttttttttttttttttttttttt\r\n\r\n");
        QByteArray answer;
        while (client.waitForReadyRead(20000)) {
            answer += client.readAllStandardOutput();
            if (answer.contains("\"role\":\"read\"")) {
                break;
            }
        }
        QVERIFY2(answer.startsWith("HTTP/1.1 200"), answer.constData());
        client.kill();
        client.waitForFinished();
        // Plain text to it is no request, and harms nobody.
        NetClient plain(served.port());
        plain.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        QCOMPARE(statusOf(plain.readAll()), 0);
        QCOMPARE(served.end(SIGTERM), 130);
    }

    void refusesWhatIsNotSafe_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("says");
        const QString p = fixtureProject();
        QTest::newRow("others without tokens")
            << QStringList{p, "--bind", "0.0.0.0:0"} << 3 << "WEB-006";
        QTest::newRow("no address") << QStringList{p, "--bind", "somewhere"} << 3 << "WEB-001";
        QTest::newRow("no tokens") << QStringList{p, "--token-file", "/nowhere"} << 3 << "WEB-002";
        QTest::newRow("a key alone")
            << QStringList{p, "--tls-key", "x.pem"} << 2 << "belong together";
        QTest::newRow("no speed") << QStringList{p, "--speed", "fast"} << 2 << "neither max";
        QTest::newRow("no project") << QStringList{"/nowhere.json"} << 3 << "";
        QTest::newRow("records over the project") << QStringList{p, "--out", p} << 3 << "OUT-";
    }

    void refusesWhatIsNotSafe() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, says);
        const CliResult result = runCli(QStringList{"serve"} + arguments);
        QTEST(result.code, "code");
        QVERIFY2(result.err.contains(says), qPrintable(result.err));
        QVERIFY(!result.out.contains("Serving"));
    }
};

HEADROOM_TEST(TestServeCommand)
}  // namespace tst_serve_command

#include "tst_serve_command.moc"
