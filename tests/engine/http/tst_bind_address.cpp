// SPDX-License-Identifier: Apache-2.0
#include "engine/http/bind_address.h"
#include "tests/support/test_program.h"

namespace tst_bind_address {

using namespace headroom::engine;

class TestBindAddress : public QObject {
    Q_OBJECT

  private slots:

    void readsNumbersAndPorts_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("written");
        QTest::addColumn<bool>("isLoopback");
        QTest::addColumn<bool>("isAny");
        QTest::newRow("usual") << "127.0.0.1:8421"
                               << "127.0.0.1:8421" << true << false;
        QTest::newRow("name of this machine") << "localhost:80"
                                              << "127.0.0.1:80" << true << false;
        QTest::newRow("no port") << "127.0.0.1"
                                 << "127.0.0.1:8421" << true << false;
        QTest::newRow("any port") << "127.0.0.1:0"
                                  << "127.0.0.1:0" << true << false;
        QTest::newRow("all of 127/8 is this machine") << "127.9.9.9:1"
                                                      << "127.9.9.9:1" << true << false;
        QTest::newRow("IPv6") << "[::1]:8421"
                              << "[::1]:8421" << true << false;
        QTest::newRow("IPv6 without port") << "[::1]"
                                           << "[::1]:8421" << true << false;
        QTest::newRow("every address") << "0.0.0.0:443"
                                       << "0.0.0.0:443" << false << true;
        QTest::newRow("every IPv6") << "[::]:443"
                                    << "[::]:443" << false << true;
        QTest::newRow("others reach it") << "10.1.2.3:65535"
                                         << "10.1.2.3:65535" << false << false;
        // As IPv4 inside IPv6 it is not the loopback of IPv6: better shut than open.
        QTest::newRow("mapped") << "[::ffff:127.0.0.1]:1"
                                << "[::ffff:127.0.0.1]:1" << false << false;
    }

    void readsNumbersAndPorts() {
        QFETCH(QString, text);
        const auto address = bindAddressOf(text.toStdString());
        QVERIFY2(address.has_value(), address ? "" : address.error().text().c_str());
        QTEST(QString::fromStdString(address->text()), "written");
        QTEST(address->isLoopback, "isLoopback");
        QTEST(address->isAny, "isAny");
    }

    void refusesTheRest_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"", ":8421", "example.org:80", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
              "127.0.0.1:80x", "127.1:80", "::1", "::1:8421", "[::1", "[::1]:", "[::1]80",
              "[127.0.0.1]:80", "127.0.0.1 :80", "999.0.0.1:1"}) {
            QTest::newRow(text) << text;
        }
    }

    void refusesTheRest() {
        QFETCH(QString, text);
        const auto address = bindAddressOf(text.toStdString());
        QVERIFY(!address);
        QCOMPARE(address.error().code.c_str(), "WEB-001");
    }
};

HEADROOM_TEST(TestBindAddress)
}  // namespace tst_bind_address

#include "tst_bind_address.moc"
