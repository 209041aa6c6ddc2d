// SPDX-License-Identifier: Apache-2.0
#include "engine/exchange/dss.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace tst_dss {

using namespace headroom::engine;

namespace {

const QByteArray kFeeder =
    "Clear ! all that was\n"
    "Set DefaultBaseFrequency=50\n"
    "new circuit.Small\n"
    "~ basekv=20 pu=1.01 angle=30 MVAsc3=500 MVAsc1=400 // of the supply\n"
    "redirect codes.dss\n"
    "New Transformer.T Phases=3 Windings=2 XHL=(6 2 /)\n"
    "~ wdg=1 bus=SourceBus conn=delta kv=20 kva=630 %r=.5\n"
    "~ wdg=2 bus=Low conn=wye kv=0.4 kva=630 %r=.5\n"
    "New Transformer.Reg phases=1 XHL=0.01 kVAs=[100 100] Buses=[Low.2 Reg.2] kVs=[0.23 0.23]\n"
    "New regcontrol.Reg transformer=Reg winding=2\n"
    "New Line.A Phases=2 Bus1=Low.3.1 Bus2=Hall.3.1 LineCode=two Length=500 units=ft\n"
    "New Load.a Bus1=Hall.3.1 Phases=1 Conn=Delta Model=2 kV=0.4 kW=12 kvar=5\n"
    "New Load.b Bus1=Hall.3 Phases=1 Conn=Wye Model=1 kV=0.23 kW=8 pf=0.8\n"
    "New Capacitor.c Bus1=Low phases=3 kVAR=60 kV=0.4\n"
    "Set Voltagebases=[20, .4]\n"
    "calcv\n"
    "Solve\n"
    "// Transformer.Reg.Taps=[1.0 1.0625]\n";

const QByteArray kCodes =
    "New linecode.two nphases=2 BaseFreq=50\n"
    "~ rmatrix = (1.0 | 0.2 1.2) \n"
    "~ xmatrix = (0.8 | 0.3 0.9) cmatrix=[10 | -2 12]\n"
    "~ units=mi\n";

}  // namespace

class TestDss : public QObject {
    Q_OBJECT

  private slots:

    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        QVERIFY(folder_->isValid());
        write("codes.dss", kCodes);
    }

    void feeder() {
        write("small.dss", kFeeder);
        const auto feeder = readDss(path("small.dss"));
        QVERIFY2(feeder, feeder ? "" : feeder.error().text().c_str());
        const PhaseNetwork& net = feeder->network;
        QCOMPARE(feeder->name, std::string("small"));
        const std::vector<std::string> buses = {"sourcebus", "low", "reg", "hall"};
        QVERIFY(net.buses == buses);
        // 20 kV x 1.01; |Z1| = 20^2 / 500 = 0.8 ohm with X / R = 4.
        QCOMPARE(net.sources[0].lineVoltageV, 20200.0);
        QVERIFY(std::abs(std::abs(net.sources[0].positiveOhm) - 0.8) < 1e-12);
        QVERIFY(std::abs(net.sources[0].positiveOhm.imag() -
                         4.0 * net.sources[0].positiveOhm.real()) < 1e-12);
        // |2 Z1 + Z0| = 3 x 20^2 / 400 = 3 ohm.
        QVERIFY(std::abs(std::abs(2.0 * net.sources[0].positiveOhm + net.sources[0].zeroOhm) -
                         3.0) < 1e-9);
        const PhaseTransformer& t = net.transformers[0];
        QVERIFY(std::abs(t.impedancePu - std::complex<double>(0.01, 0.03)) < 1e-15);
        QVERIFY(t.windings[0].connection == PhaseConnection::Delta);
        QCOMPARE(t.ratedVa, 630e3);
        // The tap that the comment states for the published solution.
        QCOMPARE(net.transformers[1].windings[1].tap, 1.0625);
        QCOMPARE(net.transformers[1].windings[0].nodes[0].phase, 1);
        QVERIFY(feeder->taps.find("1.0625") != std::string::npos);
        // 500 ft of a code per mile; nodes in the order of the script.
        const PhaseLine& line = net.lines[0];
        const double miles = 500.0 * 0.3048 / 1609.344;
        QCOMPARE(line.from[0].phase, 2);
        QCOMPARE(line.from[1].phase, 0);
        QVERIFY(std::abs(line.seriesOhm[1] - miles * std::complex<double>(0.2, 0.3)) < 1e-12);
        QVERIFY(std::abs(line.seriesOhm[3] - miles * std::complex<double>(1.2, 0.9)) < 1e-12);
        const double omega = 100.0 * std::acos(-1.0);
        QVERIFY(std::abs(line.shuntS[0].imag() - omega * 10e-9 * miles) < 1e-15);
        QCOMPARE(net.loads[0].constantImpedance, 1.0);
        QCOMPARE(net.loads[0].nominalV, 400.0);
        QCOMPARE(net.loads[0].nodes.size(), std::size_t{2});
        QVERIFY(std::abs(net.loads[1].reactiveVar - 6000.0) < 1e-9);  // 8 kW at 0.8
        QCOMPARE(net.loads[2].reactiveVar, -60e3);
        QVERIFY(std::abs(net.loads[2].nominalV - 400.0 / std::sqrt(3.0)) < 1e-12);
        ThreePhaseSolver solver;
        QVERIFY(solver.setNetwork(net));
        QVERIFY(solver.solve());
    }

    // Without a statement about taps the regulators stay where they are, and the reader says so.
    void controlsAreNotRun() {
        write("small.dss", QByteArray(kFeeder).replace("// Transformer.Reg", "// Reg"));
        const auto feeder = readDss(path("small.dss"));
        QVERIFY(feeder);
        QCOMPARE(feeder->network.transformers[1].windings[1].tap, 1.0);
        QVERIFY(feeder->taps.find("not run") != std::string::npos);
    }

    void errors_data() {
        QTest::addColumn<QByteArray>("was");
        QTest::addColumn<QByteArray>("is");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("line");
        QTest::newRow("no number")
            << QByteArray("kW=12") << QByteArray("kW=much") << "DSS-001" << 12;
        QTest::newRow("bad arithmetic")
            << QByteArray("(6 2 /)") << QByteArray("(6 /)") << "DSS-001" << 6;
        QTest::newRow("no such code")
            << QByteArray("LineCode=two") << QByteArray("LineCode=six") << "DSS-001" << 11;
        QTest::newRow("open bracket")
            << QByteArray("[100 100]") << QByteArray("[100 100") << "DSS-001" << 9;
        QTest::newRow("unknown class")
            << QByteArray("Capacitor.c") << QByteArray("Storage.c") << "DSS-002" << 14;
        QTest::newRow("unknown property")
            << QByteArray("pf=0.8") << QByteArray("daily=x") << "DSS-002" << 13;
        QTest::newRow("three windings")
            << QByteArray("Windings=2") << QByteArray("Windings=3") << "DSS-002" << 6;
        QTest::newRow("load model")
            << QByteArray("Model=2") << QByteArray("Model=4") << "DSS-002" << 12;
        QTest::newRow("command") << QByteArray("calcv") << QByteArray("dance") << "DSS-001" << 16;
        QTest::newRow("node") << QByteArray("Bus1=Hall.3 ") << QByteArray("Bus1=Hall.7 ")
                              << "DSS-001" << 13;
        QTest::newRow("no file") << QByteArray("codes.dss") << QByteArray("none.dss") << "FIL-001"
                                 << 0;
        QTest::newRow("redirect to itself")
            << QByteArray("codes.dss") << QByteArray("small.dss") << "DSS-001" << 5;
    }

    void errors() {
        QFETCH(QByteArray, was);
        QFETCH(QByteArray, is);
        QFETCH(QString, code);
        QFETCH(int, line);
        QVERIFY(kFeeder.contains(was));
        write("small.dss", QByteArray(kFeeder).replace(was, is));
        const auto feeder = readDss(path("small.dss"));
        QVERIFY(!feeder);
        QCOMPARE(QString::fromStdString(feeder.error().code), code);
        QCOMPARE(feeder.error().line, line);
        QVERIFY(!feeder.error().remedy.empty() && !feeder.error().file.empty());
    }

  private:
    std::filesystem::path path(const QString& name) const {
        return (folder_->path() + "/" + name).toStdString();
    }

    void write(const QString& name, const QByteArray& content) const {
        QFile file(folder_->path() + "/" + name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(content), content.size());
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

HEADROOM_TEST(TestDss)
}  // namespace tst_dss

#include "tst_dss.moc"
