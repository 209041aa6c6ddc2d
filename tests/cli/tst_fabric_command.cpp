// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace tst_fabric_command {

/// headroom-cli fabric: the same tables as text, JSON and CSV, for every shape.
class TestFabricCommand : public QObject {
    Q_OBJECT

  private slots:
    void init();
    void text();
    void json();
    void csv();
    void bill();
    void everyShape_data();
    void everyShape();
    void withoutFabrics();
    void circuitSwitchesHavePorts();
    void memoryPoolsServe();
    void whatCannotBeBuilt_data();
    void whatCannotBeBuilt();

  private:
    /// The fixture with keys of its fabric set, written to a file of this test.
    QString changed(const QJsonObject& keys);
    static QString figure(const QJsonObject& tables, const QString& what);

    std::unique_ptr<QTemporaryDir> folder_;
};

void TestFabricCommand::init() {
    folder_ = std::make_unique<QTemporaryDir>();
    QVERIFY(folder_->isValid());
}

QString TestFabricCommand::changed(const QJsonObject& keys) {
    QJsonObject project = QJsonDocument::fromJson(readBytes(fixtureProject())).object();
    QJsonArray fabrics = project["fabrics"].toArray();
    QJsonObject fabric = fabrics[0].toObject();
    for (auto it = keys.begin(); it != keys.end(); ++it) {
        fabric[it.key()] = it.value();
    }
    fabrics[0] = fabric;
    project["fabrics"] = fabrics;
    const QString file = folder_->filePath("project.json");
    return writeBytes(file, QJsonDocument(project).toJson()) ? file : QString();
}

QString TestFabricCommand::figure(const QJsonObject& tables, const QString& what) {
    for (const QJsonValue& row : tables["figures"].toArray()) {
        if (row["figure"].toString() == what) {
            return row["value"].toString();
        }
    }
    return {};
}

// 2 rows of 4 racks of 2 servers of 8 adapters: 128. Switches of 64 ports have 32 down: 4 leaves;
// their 128 uplinks fill 2 spines of 64.
void TestFabricCommand::json() {
    const CliResult result = runCli({"fabric", fixtureProject(), "--format", "json"});
    QCOMPARE(result.code, 0);
    QCOMPARE(result.err, QString());
    const QJsonObject tables = QJsonDocument::fromJson(result.out.toUtf8()).object();
    QCOMPARE(tables.keys(), (QStringList{"cables", "failures", "figures", "storage"}));
    QCOMPARE(figure(tables, "adapters joined"), QString("128"));
    QCOMPARE(figure(tables, "of these, leaves or routers"), QString("4"));
    QCOMPARE(figure(tables, "of these, spines"), QString("2"));
    QCOMPARE(figure(tables, "host cables"), QString("128"));
    QCOMPARE(figure(tables, "cables between switches"), QString("128"));
    // 64 adapters of either half send 400 Gbit/s: 25.6 Tbit/s.
    QCOMPARE(figure(tables, "bisection, one way"), QString("25.6"));
}

// Every line of a table is as wide as its rule or shorter, and columns begin where the rule has
// them.
void TestFabricCommand::text() {
    const CliResult result = runCli({"fabric", fixtureProject()});
    QCOMPARE(result.code, 0);
    for (const char* title : {"Fabrics\n", "Cables\n", "Loss by one failure\n"}) {
        QVERIFY2(result.out.contains(title), title);
    }
    const QStringList lines = result.out.split('\n');
    int rules = 0;
    for (qsizetype i = 1; i < lines.size(); ++i) {
        if (!lines[i].startsWith("---")) {
            continue;
        }
        ++rules;
        for (qsizetype row = i + 1; row < lines.size() && !lines[row].isEmpty(); ++row) {
            QVERIFY2(lines[row].size() <= lines[i].size(), qPrintable(lines[row]));
            for (qsizetype c = 0; c < lines[row].size(); ++c) {
                QVERIFY2(lines[i][c] == '-' || lines[row][c] == ' ', qPrintable(lines[row]));
            }
        }
    }
    QCOMPARE(rules, 3);
}

// One table after the other, an empty line between; each row has the cells of its header.
void TestFabricCommand::csv() {
    const CliResult result = runCli({"fabric", fixtureProject(), "--bill", "--format", "csv"});
    QCOMPARE(result.code, 0);
    const QStringList lines = result.out.trimmed().split('\n');
    QCOMPARE(lines.front(), QString("fabric,part,what,count,each [W],all [kW],each [USD],all [USD],"
                                    "length [m]"));
    QVERIFY(lines.size() > 4);
}

// The fixture names no adapters, so their price is not known, and no total pretends that it is.
void TestFabricCommand::bill() {
    const CliResult result = runCli({"fabric", fixtureProject(), "--bill", "--format", "json"});
    QCOMPARE(result.code, 0);
    const QJsonArray rows = QJsonDocument::fromJson(result.out.toUtf8()).object()["bill"].toArray();
    int switches = 0;
    bool adapters = false;
    for (const QJsonValue& row : rows) {
        const QString what = row["what"].toString();
        switches += what.endsWith("switches") ? row["count"].toString().toInt() : 0;
        if (what == "adapters") {
            adapters = true;
            QCOMPARE(row["count"].toString(), QString("128"));
            QCOMPARE(row["all [USD]"].toString(), QString("not stated"));
        }
    }
    QVERIFY(adapters);
    QCOMPARE(switches, 6);
    QCOMPARE(rows.last()["what"].toString(), QString("total of what has a price"));
    QVERIFY(!result.out.contains("nan"));
}

void TestFabricCommand::everyShape_data() {
    QTest::addColumn<QJsonObject>("keys");
    for (const char* shape : {"fat_tree", "rail_optimised", "rail_only", "dragonfly",
                              "dragonfly_plus", "torus", "hyperx"}) {
        QJsonObject keys{{"shape", shape}};
        if (QString(shape) == "torus") {
            keys["switch"] = "adapter-router-6x400";
        }
        QTest::newRow(shape) << keys;
    }
    QTest::newRow("two planes") << QJsonObject{{"planes", 2}};
    QTest::newRow("cubes") << QJsonObject{{"shape", "torus"},
                                          {"switch", "adapter-router-6x400"},
                                          {"dims", QJsonArray{4, 4, 8}},
                                          {"cube_edge", 4},
                                          {"circuit_switch", "palomar-ocs"}};
}

// All 128 adapters join every shape, in every format, with a bill that has its cables.
void TestFabricCommand::everyShape() {
    QFETCH(QJsonObject, keys);
    const QString file = changed(keys);
    const CliResult result = runCli({"fabric", file, "--format", "json"});
    QCOMPARE(result.err, QString());
    QCOMPARE(result.code, 0);
    const QJsonObject tables = QJsonDocument::fromJson(result.out.toUtf8()).object();
    QCOMPARE(figure(tables, "adapters joined"), QString("128"));
    // 3 x 4 x 4 places on the faces of cubes of 4.
    QCOMPARE(figure(tables, "circuit switches"), keys.contains("cube_edge") ? "48" : "0");
    for (const QStringList& more : {QStringList{}, QStringList{"--bill"}}) {
        const CliResult text = runCli(QStringList{"fabric", file} + more);
        QCOMPARE(text.code, 0);
        QVERIFY(!text.out.contains("nan") && !text.out.contains("inf "));
    }
}

void TestFabricCommand::withoutFabrics() {
    QJsonObject project = QJsonDocument::fromJson(readBytes(fixtureProject())).object();
    for (const char* key :
         {"fabrics", "rack_blocks", "training_jobs", "job_generators", "failures"}) {
        project.remove(key);
    }
    const QString file = folder_->filePath("project.json");
    QVERIFY(writeBytes(file, QJsonDocument(project).toJson()));
    // Nothing was studied: an empty table is no success, in no format.
    for (const char* format : {"text", "json", "csv"}) {
        const CliResult told = runCli({"fabric", file, "--format", format});
        QVERIFY(told.err.contains("has no fabrics: there is nothing to study"));
        QCOMPARE(told.code, 1);
        QCOMPARE(told.out, QString());
    }
}

// 8 x 4 x 4 in cubes of 1 are 128 cubes, which take 256 ports; the part has 136. In cubes of 4 they
// are 2, which take 4. Packet switches join no light, and without a part nothing can be said.
void TestFabricCommand::circuitSwitchesHavePorts() {
    QJsonObject keys{{"shape", "torus"},
                     {"switch", "adapter-router-6x400"},
                     {"dims", QJsonArray{8, 4, 4}},
                     {"cube_edge", 4}};
    const auto found = [&] {
        const CliResult result = runCli({"check", changed(keys)});
        const QString text = result.out + result.err;
        const qsizetype at = text.indexOf("[circuit-ports]");
        return at < 0 ? QString() : text.left(at).section('\n', -1);
    };
    QVERIFY(found().contains("no part is named"));
    keys["circuit_switch"] = "qm9700";
    QVERIFY(found().contains("QM9700 Quantum-2 NDR, 64 x 400G is not an optical circuit switch"));
    keys["circuit_switch"] = "palomar-ocs";
    QCOMPARE(found(), QString());
    keys["cube_edge"] = 1;
    QVERIFY2(found().contains("256 ports") && found().contains("136"), qPrintable(found()));
}

// 16 servers, 4 to a pool: 3 pools leave 4 without, 4 serve all, 6 are 2 too many.
void TestFabricCommand::memoryPoolsServe() {
    QJsonObject project = QJsonDocument::fromJson(readBytes(fixtureProject())).object();
    const auto found = [&](int pools) {
        project["cxl_pools"] = QJsonArray{QJsonObject{{"id", "pools"},
                                                      {"hall", "hall-a"},
                                                      {"rack_block", "block-a"},
                                                      {"switch", "xconn-cxl-256"},
                                                      {"count", pools},
                                                      {"sharers", 4},
                                                      {"capacity_tb", 8},
                                                      {"read_gbps", 200},
                                                      {"latency_ns", 300}}};
        const QString file = folder_->filePath("pools.json");
        writeBytes(file, QJsonDocument(project).toJson());
        const CliResult result = runCli({"check", file});
        const QString text = result.out + result.err;
        const qsizetype at = text.indexOf("[cxl-servers]");
        return at < 0 ? QString() : text.left(at).section('\n', -1);
    };
    QVERIFY2(found(3).contains("4 of the 16 servers"), qPrintable(found(3)));
    QCOMPARE(found(4), QString());
    QVERIFY2(found(6).contains("2 of its 6 pools"), qPrintable(found(6)));
}

void TestFabricCommand::whatCannotBeBuilt_data() {
    QTest::addColumn<QJsonObject>("keys");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* name, const QJsonObject& keys, int code, const char* error) {
        QTest::newRow(name) << keys << code << QString(error);
    };
    const auto torus = [](const QJsonObject& more) {
        QJsonObject keys{{"shape", "torus"}, {"switch", "adapter-router-6x400"}};
        for (auto entry = more.begin(); entry != more.end(); ++entry) {
            keys[entry.key()] = entry.value();
        }
        return keys;
    };
    row("seven rails", {{"shape", "rail_only"}, {"rails", 7}}, 1, "FAB-101");
    row("half a router", torus({{"dims", QJsonArray{4.5, 32}}}), 1, "FAB-003");
    row("four dimensions", torus({{"dims", QJsonArray{4, 4, 4, 4}}}), 1, "FAB-102");
    row("too many links", torus({{"dims", QJsonArray{1000, 1000, 1000}}}), 1, "FAB-005");
    row("too few nodes", torus({{"dims", QJsonArray{4, 4}}}), 1, "FAB-002");
    row("cubes that do not fill it", torus({{"dims", QJsonArray{4, 4, 8}}, {"cube_edge", 3}}), 1,
        "FAB-006");
    row("torus of packet switches", {{"shape", "torus"}}, 1, "FAB-103");
    row("tree of circuit switches", {{"switch", "palomar-ocs"}}, 1, "FAB-103");
    row("too many ports", {{"shape", "hyperx"}, {"dims", QJsonArray{3000, 3000}}}, 1, "FAB-102");
    row("no routers", torus({{"dims", QJsonArray{0}}}), 3, "PRJ-013");
    row("huge dimensions", torus({{"dims", QJsonArray{1e9, 1e9}}}), 3, "PRJ-013");
    row("a thousand planes", {{"planes", 1000}}, 3, "PRJ-013");
    row("huge oversubscription", {{"oversubscription", 1e300}}, 3, "PRJ-013");
    row("no such shape", {{"shape", "butterfly"}}, 3, "PRJ-014");
    row("no such switch", {{"switch", "nothing"}}, 3, "PRJ-017");
}

void TestFabricCommand::whatCannotBeBuilt() {
    QFETCH(QJsonObject, keys);
    QFETCH(int, code);
    QFETCH(QString, error);
    const CliResult result = runCli({"fabric", changed(keys)});
    QCOMPARE(result.code, code);
    QVERIFY2(result.err.contains("[" + error + "]"), qPrintable(result.err));
    QVERIFY2(result.err.contains("Remedy: "), qPrintable(result.err));
}

HEADROOM_TEST(TestFabricCommand)
}  // namespace tst_fabric_command

#include "tst_fabric_command.moc"
