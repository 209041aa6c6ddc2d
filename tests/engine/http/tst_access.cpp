// SPDX-License-Identifier: Apache-2.0
#include "engine/http/access.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>

#include <chrono>
#include <filesystem>

namespace tst_access {

using namespace headroom::engine;

namespace {

const std::string kReader(32, 'r');
const std::string kOperator(40, 'o');

}  // namespace

class TestAccess : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::filesystem::path write(const std::string& text, bool isPrivate = true) {
        const QString path = folder_.filePath("tokens");
        QFile::remove(path);
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly)) {
            qFatal("cannot write");
        }
        file.write(text.data(), static_cast<qint64>(text.size()));
        file.close();
        file.setPermissions(isPrivate ? QFile::ReadOwner | QFile::WriteOwner
                                      : QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther);
        return path.toStdString();
    }

    static Caller ask(Access& access, const std::string& field, bool& isWrong) {
        return access.callerOf(field.empty() ? HttpFields{} : HttpFields{{"authorization", field}},
                               isWrong);
    }

  private slots:

    void withoutAFileEverybodyReads() {
        Access access;
        bool isWrong = true;
        QVERIFY(ask(access, "", isWrong).role == Role::Read);
        QVERIFY(!isWrong);
        // A token that nobody gave is no weaker wish, but a mistake that is told.
        QVERIFY(ask(access, "Bearer " + kReader, isWrong).role == Role::Nobody);
        QVERIFY(isWrong);
    }

    void tokensHaveRolesAndNames() {
        auto access = Access::ofFile(
            write("# who may what\nread " + kReader + "  grafana\n\noperate " + kOperator +
                  " control room # the desk\ningest " + std::string(40, 'i') + " gateway\n"));
        QVERIFY2(access.has_value(), access ? "" : access.error().text().c_str());
        bool isWrong = false;
        QVERIFY(ask(*access, "", isWrong).role == Role::Nobody);
        QVERIFY(!isWrong);
        const Caller reader = ask(*access, "Bearer " + kReader, isWrong);
        QVERIFY(reader.role == Role::Read && reader.name == "grafana" && !isWrong);
        const Caller op = ask(*access, "bearer " + kOperator, isWrong);
        QVERIFY(op.role == Role::Operate && op.name == "control room" && !isWrong);
        const Caller gateway = ask(*access, "Bearer " + std::string(40, 'i'), isWrong);
        QVERIFY(gateway.role == Role::Ingest && gateway.name == "gateway" && !isWrong);
        // Who sends does not read, who reads does not send, who operates does both.
        QVERIFY(mayDo(Role::Ingest, Role::Ingest) && !mayDo(Role::Ingest, Role::Read) &&
                !mayDo(Role::Read, Role::Ingest));
        QVERIFY(mayDo(Role::Operate, Role::Ingest) && mayDo(Role::Operate, Role::Read) &&
                !mayDo(Role::Nobody, Role::Ingest));
        for (const std::string& wrong :
             {"Bearer " + kReader + "x", "Bearer " + kReader.substr(1), std::string("Bearer "),
              "Basic " + kReader, "Bearer  " + kReader, kReader}) {
            QVERIFY2(ask(*access, wrong, isWrong).role == Role::Nobody && isWrong, wrong.c_str());
        }
    }

    // Browsers cannot set a field with WebSocket.
    void aSubprotocolMayCarryTheToken() {
        auto access = Access::ofFile(write("read " + kReader + "\n"));
        bool isWrong = true;
        const HttpFields one = {
            {"sec-websocket-protocol", "headroom.v1, headroom.token." + kReader}};
        QVERIFY(access->callerOf(one, isWrong).role == Role::Read && !isWrong);
        // Two claims are one too many, even where both are good.
        HttpFields two = one;
        two.emplace_back("authorization", "Bearer " + kReader);
        QVERIFY(access->callerOf(two, isWrong).role == Role::Nobody && isWrong);
    }

    // A token that was taken out is worth nothing from then on, and a broken file shuts.
    void aFileThatChangesIsReadAgain() {
        const auto file = write("read " + kReader + "\n");
        auto access = Access::ofFile(file);
        bool isWrong = false;
        QVERIFY(ask(*access, "Bearer " + kReader, isWrong).role == Role::Read);
        const auto later = [&](int seconds) {
            std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() +
                                                       std::chrono::seconds(seconds));
        };
        write("operate " + kOperator + "\n");
        later(1);
        QVERIFY(ask(*access, "Bearer " + kReader, isWrong).role == Role::Nobody && isWrong);
        QVERIFY(ask(*access, "Bearer " + kOperator, isWrong).role == Role::Operate);
        write("nonsense\n");
        later(2);
        QVERIFY(ask(*access, "Bearer " + kOperator, isWrong).role == Role::Nobody);
        QVERIFY(ask(*access, "", isWrong).role == Role::Nobody);  // and does not open
    }

    // Two writes within one tick of the clock, of equal length: the times and the size prove nothing.
    void aChangeWithinATickIsSeen() {
        const std::string other(32, 's');
        const auto file = write("read " + kReader + "\n");
        auto access = Access::ofFile(file);
        const auto stamp = std::filesystem::last_write_time(file);
        write("read " + other + "\n");
        std::filesystem::last_write_time(file, stamp);
        bool isWrong = false;
        QVERIFY(ask(*access, "Bearer " + kReader, isWrong).role == Role::Nobody);
        QVERIFY(ask(*access, "Bearer " + other, isWrong).role == Role::Read);
    }

    // The tokens of a file that others may read are public.
    void aFileThatOthersMayReadNowHasNoTokens() {
        const auto file = write("read " + kReader + "\n");
        auto access = Access::ofFile(file);
        const std::int64_t before = access->revision();
        std::filesystem::permissions(file, std::filesystem::perms::others_read,
                                     std::filesystem::perm_options::add);
        bool isWrong = false;
        QVERIFY(ask(*access, "Bearer " + kReader, isWrong).role == Role::Nobody);
        QVERIFY(access->revision() > before);
    }

    void wrongFilesAreRefused_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty") << ""
                               << "no token";
        QTest::newRow("remarks alone") << "# none\n"
                                       << "no token";
        QTest::newRow("unknown role") << QString::fromStdString("admin " + kReader) << "role";
        QTest::newRow("short") << "read abc"
                               << "32 to 256";
        QTest::newRow("odd characters")
            << QString::fromStdString("read " + std::string(32, '+')) << "32 to 256";
        QTest::newRow("twice") << QString::fromStdString("read " + kReader + "\noperate " + kReader)
                               << "twice";
    }

    void wrongFilesAreRefused() {
        QFETCH(QString, text);
        QFETCH(QString, says);
        const auto access = Access::ofFile(write(text.toStdString()));
        QVERIFY(!access);
        QCOMPARE(access.error().code.c_str(), "WEB-002");
        QVERIFY2(access.error().message.find(says.toStdString()) != std::string::npos,
                 access.error().message.c_str());
        // The token itself is not in what may end up in a log.
        QVERIFY(access.error().text().find(kReader) == std::string::npos);
    }

    void aFileThatOthersReadIsRefused() {
        const auto access = Access::ofFile(write("read " + kReader + "\n", false));
        QVERIFY(!access);
        QCOMPARE(access.error().code.c_str(), "WEB-003");
    }

    // A page elsewhere that has its name lead to this machine still asks by its own name.
    void onlyOurNamesAreAnswered() {
        Access access;
        access.answersTo(*bindAddressOf("127.0.0.1:8421"), {"Twin.example.org"});
        for (const char* host : {"localhost", "LOCALHOST:8421", "127.0.0.1:8421", "127.0.0.1:9000",
                                 "[::1]:8421", "twin.example.org"}) {
            QVERIFY2(access.isOurHost(host), host);
        }
        for (const char* host :
             {"", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1",
              "[::2]:8421", "example.org", ":8421"}) {
            QVERIFY2(!access.isOurHost(host), host);
        }
        access.answersTo(*bindAddressOf("0.0.0.0:8421"), {});
        QVERIFY(access.isOurHost("10.0.0.1:8421"));
        QVERIFY(!access.isOurHost("evil.example:8421"));
    }

    void onlyOurPagesMayAsk() {
        const Access access;
        QVERIFY(access.isOurPage("", "localhost:8421"));
        QVERIFY(access.isOurPage("http://localhost:8421", "localhost:8421"));
        QVERIFY(access.isOurPage("https://Twin.example", "twin.example"));
        for (const char* origin :
             {"null", "http://localhost", "http://localhost:8422", "http://evil.example",
              "http://localhost:8421.evil.example", "http://evil@localhost:8421", "file://"}) {
            QVERIFY2(!access.isOurPage(origin, "localhost:8421"), origin);
        }
    }

    void ownTokensAreNew() {
        const std::string one = randomToken(), other = randomToken();
        QVERIFY(one.size() >= Access::kLeastToken);
        QVERIFY(one != other);
        Access access;
        access.add(Role::Operate, one, "this terminal");
        bool isWrong = false;
        QVERIFY(ask(access, "Bearer " + one, isWrong).role == Role::Operate);
        // Of another run of the program it is worth nothing.
        QVERIFY(ask(access, "Bearer " + other, isWrong).role == Role::Nobody && isWrong);
    }
};

HEADROOM_TEST(TestAccess)
}  // namespace tst_access

#include "tst_access.moc"
