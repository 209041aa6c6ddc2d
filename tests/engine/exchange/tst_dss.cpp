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
        QVERIFY(feeder->notes.find("1.0625") != std::string::npos);
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

    // One circuit in the words of people and of "save circuit": 3 MW and 1 Mvar of constant impedance at
    // 12.47 kV behind 2 km of 0.3 + j 0.4 ohm/km. V = 7,199.56 V |Z| / |Z + 0.6 + j 0.8| with
    // Z = 12.47^2 / (3 - j 1) = 46.65 + j 15.55 ohm: 7,080.70 V at -0.652 degrees, in every one.
    void sameCircuit_data() {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("load");
        const QByteArray line =
            "New Line.l bus1=src bus2=a phases=3 r1=0.3 x1=0.4 r0=0.9 x0=1.2 c1=0 c0=0 length=2\n";
        const QByteArray load = "New Load.d bus1=a kv=12.47 kw=3000 kvar=1000 model=2\n";
        const QByteArray code =
            "New Linecode.c nphases=3 r1=0.3 x1=0.4 r0=0.9 x0=1.2 c1=0 c0=0 units=km\n";
        QTest::newRow("plain") << line << load;
        QTest::newRow("line code by sequences")
            << code + "New Line.l bus1=src bus2=a linecode=c length=2000 units=m\n"
            << load;
        QTest::newRow("quotes") << line
                                << QByteArray(
                                       "New \"Load.d\" bus1=\"a.1.2.3.0\" kv=12.47 kw=3000 "
                                       "kvar=1000 model=2 conn=wye\n");
        QTest::newRow("by place") << QByteArray(
                                         "New Line.l src a length=2 phases=3 .3 .4 .9 1.2 0 0\n")
                                  << QByteArray("New Load.d 3 a 12.47 3000 model=2 kvar=1000\n");
        QTest::newRow("cut keys") << line
                                  << QByteArray(
                                         "New Load.d bus=a kv=12.47 kw=3000 kva=1000 mod=2\n"
                                         "Edit Load.d kw=3000 kvar=1000\n");
        QTest::newRow("kVA and factor")
            << line
            << QByteArray("New Load.d bus1=a kv=12.47 kva=3162.27766 pf=0.948683298 model=2\n");
        QTest::newRow("like and edit")
            << line
            << QByteArray(
                   "New Load.x bus1=b kv=12.47 kw=5 kvar=1000 model=2 enabled=no\n"
                   "New Load.d like=x enabled=yes bus1=a\nEdit Load.d kw=3000\n");
        QTest::newRow("assignment") << line
                                    << load.left(load.size() - 1) +
                                           " daily=shape\nNew Loadshape.shape npts=2 mult=[1 2]\n"
                                           "Load.d.kw=3000\n";
        QTest::newRow("off") << line
                             << load +
                                    "New Load.e bus1=a kv=12.47 kw=900\nDisable Load.e\n"
                                    "New Fuse.f monitoredobj=line.l\n";
        QTest::newRow("open and close")
            << line + "New Line.m bus1=src bus2=a r1=1 x1=1 r0=1 x0=1 c1=0 c0=0\nOpen Line.m 1\n"
            << load + "Open Load.d 1\nClose Load.d 1\n";
        QTest::newRow("switch control")
            << line +
                   "New Line.m bus1=src bus2=a switch=yes\n"
                   "New SwtControl.s switchedobj=Line.m switchedterm=1 action=open\n"
            << load;
        QTest::newRow("halved and multiplied")
            << line << load.left(load.size() - 1) + " kw=1500 kvar=500\nSet LoadMult=2\n";
        QTest::newRow("reactor in series")
            << QByteArray("New Reactor.l bus1=src bus2=a r=0.6 x=0.8\n") << load;
        QTest::newRow("reactor as load")
            << line << QByteArray("New Reactor.d bus1=a kv=12.47 r=46.650270 x=15.550090\n");
        QTest::newRow("generator against half of the load")
            << line
            << load.left(load.size() - 1) +
                   " kw=6000 kvar=2000\nNew Generator.g bus1=a kv=12.47 kw=3000 kvar=1000 "
                   "model=2\n";
        QTest::newRow("shares") << line
                                << QByteArray(
                                       "New Load.d bus1=a kv=12.47 kw=3000 kvar=1000 model=8 "
                                       "zipv=(1 0 0 1 0 0 0.5)\n");
        QTest::newRow("comment") << line + "/* New Load.e bus1=a kw=1e6\n and more */\n" << load;
    }

    void sameCircuit() {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, load);
        write("same.dss", "Clear\nNew Circuit.c basekv=12.47 bus1=src MVAsc3=1e9 MVAsc1=1e9\n" +
                              line + load + "Solve\n");
        const auto feeder = readDss(path("same.dss"));
        QVERIFY2(feeder, feeder ? "" : feeder.error().text().c_str());
        ThreePhaseSolver solver;
        QVERIFY(solver.setNetwork(feeder->network));
        QVERIFY(solver.solve());
        PhaseNetwork net = feeder->network;
        const auto v = solver.result().at(net.bus("a"), 0);
        QVERIFY2(std::abs(std::abs(v) - 7080.70) < 0.02, std::to_string(std::abs(v)).c_str());
        QVERIFY(std::abs(std::arg(v) * 180.0 / std::acos(-1.0) + 0.6523) < 1e-3);
    }

    // A load that states only its power has the format's factor 0.88.
    void defaultFactor() {
        write("f.dss",
              "New Circuit.c basekv=12.47\nNew Load.d bus1=a kv=12.47 kw=1000\n"
              "New PVSystem.p bus1=a kv=12.47 pmpp=200 irradiance=0.5 kva=300\n");
        const auto feeder = readDss(path("f.dss"));
        QVERIFY2(feeder, feeder ? "" : feeder.error().text().c_str());
        QVERIFY(std::abs(feeder->network.loads[0].reactiveVar -
                         1e6 * std::sqrt(1.0 / (0.88 * 0.88) - 1.0)) < 1e-6);
        QCOMPARE(feeder->network.loads[1].powerW, -1e5);
        QVERIFY(feeder->notes.find("solar") != std::string::npos);
    }

    // Three windings of 12.47, 4.16 and 0.48 kV, 1 MVA, XHL 10, XHT 12, XLT 8 %. With 1 MW of constant
    // impedance on the third alone 1 / |1 + j 0.12| is left there, and the second sees the star point:
    // XL carries nothing, XH = (10 + 12 - 8) / 2 = 7 %: |1 + j 0.05| / |1 + j 0.12|. The code holds the
    // same figures; a lead of the wye turns the third by 60 degrees against a lag.
    void threeWindings() {
        const QByteArray figures =
            "windings=3 xhl=10 xht=12 xlt=8 conns=(delta, wye, wye) kvs=(12.47 4.16 0.48) "
            "kvas=(1000 1000 1000) %rs=(0 0 0)";
        const QByteArray start = "New Circuit.c basekv=12.47 bus1=src MVAsc3=1e9 MVAsc1=1e9\n";
        const QByteArray load = "New Load.d bus1=t kv=0.48 kw=1000 kvar=0 model=2\n";
        const std::vector<QByteArray> ways = {
            "New Transformer.w " + figures + " buses=(src l t)\n",
            "New XfmrCode.code " + figures +
                "\nNew Transformer.w xfmrcode=code buses=[src, l, t]\n",
            "New Transformer.w " + figures + " buses=(src l t) leadlag=lead\n"};
        std::vector<double> degrees;
        for (const QByteArray& way : ways) {
            write("w.dss", start + way + load);
            const auto feeder = readDss(path("w.dss"));
            QVERIFY2(feeder, feeder ? "" : feeder.error().text().c_str());
            ThreePhaseSolver solver;
            QVERIFY(solver.setNetwork(feeder->network));
            QVERIFY(solver.solve());
            PhaseNetwork net = feeder->network;
            const auto t = solver.result().at(net.bus("t"), 0);
            const auto l = solver.result().at(net.bus("l"), 0);
            const double atLoad = 480.0 / std::sqrt(3.0) / std::hypot(1.0, 0.12);
            QVERIFY(std::abs(std::abs(t) - atLoad) < 1e-3 * atLoad);
            const double atStar =
                4160.0 / std::sqrt(3.0) * std::hypot(1.0, 0.05) / std::hypot(1.0, 0.12);
            QVERIFY(std::abs(std::abs(l) - atStar) < 1e-3 * atStar);
            degrees.push_back(std::arg(t) * 180.0 / std::acos(-1.0));
        }
        QVERIFY(std::abs(degrees[0] - degrees[1]) < 1e-6);
        QVERIFY(std::abs(degrees[2] - degrees[0] - 60.0) < 1e-3);
    }

    // A service transformer with its middle grounded: two halves of 120 V in opposite phase.
    void centreTap() {
        write("c.dss",
              "New Circuit.c basekv=12.47 bus1=src MVAsc3=1e9 MVAsc1=1e9\n"
              "New Transformer.s phases=1 windings=3 buses=(src.1.0 h.1.0 h.0.2) kvs=(7.2 .12 .12) "
              "kvas=(25 25 25) xhl=2 xht=2 xlt=1.3 %noloadloss=.2\n"
              "New Load.d bus1=h.1.2 phases=1 kv=.24 kw=5 pf=1\n");
        const auto feeder = readDss(path("c.dss"));
        QVERIFY2(feeder, feeder ? "" : feeder.error().text().c_str());
        ThreePhaseSolver solver;
        QVERIFY(solver.setNetwork(feeder->network));
        QVERIFY(solver.solve());
        PhaseNetwork net = feeder->network;
        const auto a = solver.result().at(net.bus("h"), 0);
        const auto b = solver.result().at(net.bus("h"), 1);
        QVERIFY(std::abs(a + b) < 0.1);
        QVERIFY(std::abs(std::abs(a - b) - 240.0) < 4.0);
    }

    // Without a statement about taps the regulators stay where they are, and the reader says so.
    void controlsAreNotRun() {
        write("small.dss", QByteArray(kFeeder).replace("// Transformer.Reg", "// Reg"));
        const auto feeder = readDss(path("small.dss"));
        QVERIFY(feeder);
        QCOMPARE(feeder->network.transformers[1].windings[1].tap, 1.0);
        QVERIFY(feeder->notes.find("not run") != std::string::npos);
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
            << QByteArray("pf=0.8") << QByteArray("xfkva=25") << "DSS-002" << 13;
        QTest::newRow("four windings")
            << QByteArray("Windings=2") << QByteArray("Windings=4") << "DSS-002" << 6;
        QTest::newRow("third winding without a bus")
            << QByteArray("Windings=2") << QByteArray("Windings=3") << "DSS-001" << 6;
        QTest::newRow("like nothing")
            << QByteArray("pf=0.8") << QByteArray("like=nobody") << "DSS-001" << 13;
        QTest::newRow("edit of nothing")
            << QByteArray("calcv") << QByteArray("Edit Load.z kW=2") << "DSS-001" << 16;
        QTest::newRow("batch") << QByteArray("calcv") << QByteArray("BatchEdit Load..* kW=2")
                               << "DSS-002" << 16;
        QTest::newRow("line by geometry")
            << QByteArray("LineCode=two") << QByteArray("Geometry=two") << "DSS-002" << 11;
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
