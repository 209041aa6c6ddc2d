// SPDX-License-Identifier: Apache-2.0
#include "tests/hostile/damage.h"
#include "tests/hostile/invariant.h"
#include "tests/hostile/net.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <unistd.h>

namespace tst_hostile_net {

using namespace headroom::hostile;

namespace {

// Inputs are the decimal digits of their seeds; every tenth is a fault of that kind.
Surface surfaceOf(const char* name, void (*fault)()) {
    Surface surface;
    surface.name = name;
    surface.make = [](std::uint64_t seed) { return std::to_string(seed); };
    surface.read = [fault](std::string_view input) {
        if (input.back() == '5') {
            fault();
        }
    };
    return surface;
}

}  // namespace

/// The net itself: a fault of one case is counted once, is kept, and ends nothing but its own process.
class TestHostileNet : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    SurfaceTally cast(void (*fault)(), std::uint64_t cases = 20) const {
        NetOptions options;
        options.cases = cases;
        options.keep = folder_.path().toStdString();
        options.processorS = 1.0;
        return castNet({surfaceOf("fake", fault)}, options).front();
    }

  private slots:

    void finds_data() {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("words");
        QTest::newRow("exception") << "throw"
                                   << "number 5 is broken";
        QTest::newRow("crash") << "crash"
                               << "SIGSEGV";
        QTest::newRow("end") << "end"
                             << "exit code 7";
        QTest::newRow("endless loop") << "loop"
                                      << "computes longer than 1 s";
    }

    // Of seeds 1 to 20 these are 5 and 15: two faults of one kind, and 20 cases in all.
    void finds() {
        QFETCH(QString, fault);
        QFETCH(QString, words);
        const SurfaceTally tally =
            cast(fault == "throw"   ? +[] { require(false, "number 5 is broken"); }
                 : fault == "crash" ? +[] { std::raise(SIGSEGV); }
                 : fault == "end"   ? +[] { _exit(7); }
                                    : +[] {
                                        for (volatile int i = 0;; i = i + 1) {
                                        }
                                    });
        QCOMPARE(tally.cases, 20U);
        QCOMPARE(tally.faults, 2U);
        QCOMPARE(tally.kinds.size(), 1U);
        QVERIFY2(QString::fromStdString(tally.kinds[0].what).contains(words),
                 tally.kinds[0].what.c_str());
        QCOMPARE(tally.kinds[0].seed, 5U);
        std::ifstream kept(tally.kinds[0].reproducer);
        QCOMPARE(std::string(std::istreambuf_iterator<char>(kept), {}), std::string("5"));
        const std::string table = netTable({tally}, "net");
        QVERIFY2(table.find("| fake | 20 | 2 |") != std::string::npos, table.c_str());
    }

    // Twenty of 200 cases open 10 descriptors each and never close them.
    void findsDescriptorsThatStayOpen() {
        const SurfaceTally tally = cast(
            +[] {
                for (int i = 0; i < 10; ++i) {
                    static_cast<void>(open("/dev/null", O_RDONLY | O_CLOEXEC));
                }
            },
            200);
        QCOMPARE(tally.kinds.size(), 1U);
        QCOMPARE(tally.kinds[0].what, std::string("leaves descriptors open"));
    }

    void findsNothingWhereNothingIs() {
        const SurfaceTally tally = cast(+[] {});
        QCOMPARE(tally.cases, 20U);
        QCOMPARE(tally.faults, 0U);
    }

    void damagesTheSameWayAgain() {
        const std::vector<std::string> samples = {R"({"a": [1, 2, {"b": "c"}], "d": null})",
                                                  "t,p\n1,2\n3,4\n"};
        std::size_t changed = 0;
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            const std::string once = harmed(samples, seed);
            QCOMPARE(once, harmed(samples, seed));
            changed += once != samples[0] && once != samples[1] ? 1 : 0;
        }
        // One in 40 stays as it is, and a damage may be without effect.
        QVERIFY(changed > 150);
    }
};

HEADROOM_TEST(TestHostileNet)
}  // namespace tst_hostile_net

#include "tst_hostile_net.moc"
