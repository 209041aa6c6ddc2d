// SPDX-License-Identifier: Apache-2.0
#include "engine/base/json.h"
#include "engine/validate/case_file.h"
#include "engine/validate/validate.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include <cmath>

namespace tst_validate {

using namespace headroom::engine;

namespace {

// One state: 20 C, 50 %, sea level. Dew point 9.27 C (Handbook chart); W 7.26 g/kg.
const QByteArray kAir =
    "t_dry_c,rel_hum,p_pa,t_dew_c,hum_ratio_kg_kg\n"
    "20,0.5,101325,9.27,0.00726\n";

const QByteArray kTower =
    "t_range_k,t_wb_c,fr_water,fr_air,approach_k\n"
    "2,3,0.5,1,6\n";

// All terms 0 but wet bulb times range: approach = 3 * 2 = 6.
QByteArray towerCoefficients() {
    QByteArray list;
    for (int i = 0; i < 27; ++i) {
        list += (i > 0 ? "," : "") + QByteArray(i == 4 ? "1" : "0");
    }
    return "{\"yorkcalc\": {\"coefficients\": [" + list + "]}}";
}

const QByteArray kTwoBuses =
    R"({"baseMVA":100,"gen":[1,0,0,9,-9,1,100,1],"branch":[[1,2,0,0.1,0,0,0,0,0,0,1]],)"
    R"("bus":[[1,3,0,0,0,0,1,1,0,110,1,1.1,0.9],[2,1,50,0,0,0,1,1,0,110,1,1.1,0.9]]})";

// One case on a shape of the kind given (a JSON value), without traffic.
QByteArray fabric(const QByteArray& kind, const QByteArray& expect) {
    return R"({"format":"fabric-cases/1","cases":[{"case":"a","topology":{"kind":)" + kind +
           R"(,"tiers":2,"radix":8},"routing":"ecmp","traffic":{"pattern":"none"},"expect":[)" +
           expect + "]}]}";
}

}  // namespace

class TestValidate : public QObject {
    Q_OBJECT

  private slots:

    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        QVERIFY(folder_->isValid());
    }

    void comparesAndCounts() {
        // The dew point lies within 0.01 K, the humidity ratio 0.03 % next to the truth: one passes,
        // one fails.
        write("air.csv", kAir);
        const auto report = validate({path("air.csv")});
        QVERIFY(report);
        QCOMPARE(report->rows.size(), std::size_t{2});
        const ValidationRow& dew = report->rows[0];
        QCOMPARE(dew.kind, std::string("psychrometrics"));
        QCOMPARE(dew.case_, std::string("air:2"));
        QCOMPARE(dew.quantity, std::string("dew point"));
        QCOMPARE(*dew.limit, 0.01);
        QVERIFY(dew.verdict == Verdict::Pass);
        // Errors of a temperature are by its kelvin value.
        QVERIFY(std::abs(*dew.errorPct - 100.0 * (*dew.got - 9.27) / (9.27 + 273.15)) < 1e-12);
        const ValidationRow& ratio = report->rows[1];
        QCOMPARE(*ratio.limit, 0.00726 * 1e-4);
        QVERIFY(ratio.verdict == Verdict::Fail);
        QVERIFY(report->failed());
        QCOMPARE(report->kinds.size(), std::size_t{1});
        const ValidationKind& kind = report->kinds.front();
        QCOMPARE(kind.cases, 2);
        QCOMPARE(kind.passed, 1);
        QCOMPARE(kind.failed, 1);
        QCOMPARE(*kind.worst, std::size_t{1});
        const double mean = 0.5 * (std::abs(*dew.errorPct) + std::abs(*ratio.errorPct));
        QCOMPARE(*kind.mapePct, mean);
        QCOMPARE(*kind.medianApePct, mean);
    }

    void gzipIsReadAsIs() {
        const gzFile file = gzopen(path("air.csv.gz").c_str(), "wb");
        gzwrite(file, kAir.data(), static_cast<unsigned>(kAir.size()));
        gzclose(file);
        const auto report = validate({path("air.csv.gz")});
        QVERIFY(report);
        QCOMPARE(report->rows.size(), std::size_t{2});
        QCOMPARE(report->rows[0].case_, std::string("air:2"));
    }

    // A folder is searched to its end; what a case brings along is no case; a file is taken once.
    void foldersAreSearched() {
        QVERIFY(QDir(folder_->path()).mkpath("a/b"));
        write("a/b/points.csv", kTower);
        write("a/b/cooling_tower_coefficients.json", towerCoefficients());
        write("a/README.md", "about");
        write("a/notes.txt", "what is this");
        const auto report = validate({path("a"), path("a/b/points.csv")});
        QVERIFY2(report, report ? "" : text(report.error()).c_str());
        QCOMPARE(report->rows.size(), std::size_t{2});
        QCOMPARE(report->rows[0].kind, std::string("tower"));
        QCOMPARE(*report->rows[0].got, 6.0);
        QVERIFY(report->rows[0].verdict == Verdict::Pass);
        QCOMPARE(report->rows[1].kind, std::string("unknown"));
        QCOMPARE(report->rows[1].case_, std::string("notes.txt"));
        QVERIFY(!report->failed());
    }

    void kindFilter() {
        write("air.csv", kAir);
        write("notes.txt", "what is this");
        const auto air = validate({path("")}, "psychrometrics");
        QVERIFY(air);
        QCOMPARE(air->rows.size(), std::size_t{2});
        const auto other = validate({path("")}, "chiller");
        // A comparison with nothing shows nothing: no case of the kind is a fault.
        QVERIFY(!other);
        QCOMPARE(other.error().front().code, std::string("VAL-005"));
    }

    // One line, r = 0, x = 0.1, P = 50 MW of 100: V = cos(d), sin(2 d) = 0.1 (see tst_load_flow).
    void powerflow() {
        write("two.json", kTwoBuses);
        write("two_bus.csv", "bus,vm_pu,va_deg\n1,1,0\n2,0.998746073,-2.86958524\n9,1,0\n");
        write("two_branch.csv",
              "from,to,status,pf_mw,qf_mvar,pt_mw,qt_mvar,ploss_mw\n"
              "1,2,1,50,2.50628145,-51,0,0\n");
        const auto report = validate({path("")});
        QVERIFY2(report, report ? "" : text(report.error()).c_str());
        // Two buses of two figures, one that the case has not, five of a branch, the sum of losses.
        QCOMPARE(report->rows.size(), std::size_t{11});
        const ValidationKind& kind = report->kinds.front();
        QCOMPARE(kind.kind, std::string("powerflow"));
        QCOMPARE(kind.notExpressed, 1);
        QCOMPARE(kind.failed, 1);  // 51 MW where 50 arrive
        QCOMPARE(kind.passed, 9);
        QVERIFY(std::abs(*kind.mapePct) < 1.0);
    }

    // An idle circuit is at the source's voltage: 10 kV between phases is 5773.50 V to ground.
    void feeder() {
        write("f.dss", "new circuit.f basekv=10\n");
        write("f_voltages.csv",
              "node,phase,v_ln_volt,angle_deg\nSourceBus,A,5773.5,0\nsourcebus,B,5800,-120.2\n"
              "far,A,1,0\n");
        write("f_voltages_tool.csv",
              "Bus, BasekV, Node1, Magnitude1, Angle1, pu1, Node2, Magnitude2, Angle2, pu2\n"
              "\"SOURCEBUS\", 10, 3, 5780.0, 120.0, 1.0, 0, 0, 0, 0\n");
        const auto report = validate({path("")});
        QVERIFY2(report, report ? "" : text(report.error()).c_str());
        const ValidationKind& kind = report->kinds.front();
        QCOMPARE(kind.kind, std::string("feeder"));
        // Three nodes of two figures and one that the circuit has not. Phase b is 0.46 % and 0.2
        // degrees beside: two failures; the tool's 0.11 % is one; its angle is reported.
        QCOMPARE(kind.cases, 7);
        QCOMPARE(kind.notExpressed, 1);
        QCOMPARE(kind.failed, 3);
        QCOMPARE(kind.passed, 2);
        write("f_voltages.csv", "node,phase,v_ln_volt,angle_deg\nsourcebus,X,5773.5,0\n");
        const auto refused = validate({path("f.dss")});
        QVERIFY(!refused);
        QCOMPARE(refused.error().front().code, std::string("VAL-003"));
        QCOMPARE(refused.error().front().line, 2);
    }

    // Two reservoirs 10 m apart, 1000 m of 0.3 m pipe, C 100: h = 10.667 L q^1.852 / (C^1.852
    // d^4.871) gives 97.67 l/s. A part that the network lacks and a time that it does not reach are
    // in the count.
    void hydraulics() {
        write("w.inp",
              "[JUNCTIONS]\nm 0\n[RESERVOIRS]\na 10\nb 0\n[PIPES]\np a m 400 300 100 0 Open\n"
              "q m b 600 300 100 0 Open\n[OPTIONS]\nUnits LPS\nHeadloss H-W\n");
        const auto bare = validate({path("w.inp")});
        QVERIFY(!bare);
        QCOMPARE(bare.error().front().code, std::string("VAL-004"));
        write("w_expected.csv",
              "time_s,kind,id,head_m_or_flow_lps\n0,node,m,6\n0,link,p,97.67\n0,link,q,90\n"
              "0,node,z,1\n7200,node,m,6\n");
        const auto report = validate({path("w.inp")});
        QVERIFY(report);
        const ValidationKind& kind = report->kinds.front();
        QCOMPARE(kind.passed, 2);
        QCOMPARE(kind.failed, 1);
        QCOMPARE(kind.notExpressed, 2);
        QCOMPARE(report->rows[0].case_, std::string("w/0h/m"));
        QCOMPARE(report->rows[1].unit, std::string("l/s"));
        write("w_expected.csv", "time_s,kind,id,head_m_or_flow_lps\n0,node,m,deep\n");
        const auto refused = validate({path("w.inp")});
        QVERIFY(!refused);
        QCOMPARE(refused.error().front().code, std::string("VAL-003"));
    }

    // Cases that no model answers are rows with their expectation and the reason.
    void notExpressed_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("rows");
        QTest::newRow("training") << "training_runs_x.csv"
                                  << QByteArray(
                                         "id,n_accel,mfu_pct,primary_metric\nA,8,40,mfu_pct\n")
                                  << "training" << 1;
        QTest::newRow("collective")
            << "c.csv" << QByteArray("id,collective,size_bytes,time_us\nA,all_gather,8,5\n")
            << "collective" << 1;
        // Three and two rows a case: their accelerators are parts.
        QTest::newRow("serving") << "s.csv"
                                 << QByteArray(
                                        "id,max_concurrent,itl_median_ms,power_w\nA,8,5,900\n")
                                 << "serving" << 1;
        QTest::newRow("power limit")
            << "p.csv" << QByteArray("id,power_limit_w,highest_limit_w,time_ratio\nA,100,250,1.4\n")
            << "power_limit" << 1;
        QTest::newRow("fabric") << "f.json"
                                << fabric(R"("butterfly")",
                                          R"({"quantity":"makespan","unit":"ms","value":2},)"
                                          R"({"quantity":"rate","unit":"1","value":1})")
                                << "fabric" << 2;
        QTest::newRow("a quantity without a model")
            << "f.json"
            << fabric(R"("fat_tree")", R"({"quantity":"smell","unit":"1","value":1},)"
                                       R"({"quantity":"makespan","unit":"ms","value":1},)"
                                       R"({"quantity":"hosts","unit":"furlong","value":1})")
            << "fabric" << 3;
        // No such policy; tables of servers and tasks that are not there.
        QTest::newRow("schedule")
            << "s.json"
            << QByteArray(R"({"format":"schedule-cases/1","trace":"t.csv","cases":[)"
                          R"({"accelerators":8,"policy":"magic","expect":{"mean_jct_s":1.5}}],)"
                          R"("openb":{"expect":{"random":1,"packing":2}}})")
            << "schedule" << 3;
        // Without a catalogue nobody says which tower it is.
        QTest::newRow("Merkel") << "merkel_x.csv"
                                << QByteArray(
                                       "t_water_in_c,t_water_out_c,fan_speed_ratio\n30,25,1\n")
                                << "tower" << 1;
    }

    void notExpressed() {
        QFETCH(QString, file);
        QFETCH(QByteArray, content);
        QFETCH(QString, kind);
        QFETCH(int, rows);
        write("t.csv", "submit_s,duration_s,num_gpus\n0,1,1\n");
        write(file, content);
        const auto report = validate({path(file)});
        QVERIFY2(report, report ? "" : text(report.error()).c_str());
        QCOMPARE(report->rows.size(), static_cast<std::size_t>(rows));
        QCOMPARE(report->kinds.front().notExpressed, rows);
        for (const ValidationRow& row : report->rows) {
            QCOMPARE(QString::fromStdString(row.kind), kind);
            QVERIFY(row.verdict == Verdict::NotExpressed);
            QVERIFY(!row.note.empty() && !row.case_.empty() && !row.got);
        }
    }

    // A facility case runs its project: without a catalogue, or with a project that cannot be read,
    // the whole validation stops with the place. Cases that run are in tests/validation.
    void facilityFolder() {
        write("project.json", "{}");
        write("expected.json", R"([{"quantity":"facility/pue","unit":"","value":1.1,"at":"1 h"}])");
        const auto report = validate({path("")});
        QVERIFY(!report);
        QCOMPARE(QString::fromStdString(report.error().front().code), QStringLiteral("VAL-003"));
        write("expected.json", R"([{"quantity":"facility/pue","value":1.1}])");
        QVERIFY(!validate({path("")}));
    }

    void errors_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("line");
        QTest::newRow("no such path") << "" << QByteArray() << ""
                                      << "VAL-001" << 0;
        QTest::newRow("no such kind") << "a.csv" << kAir << "psychrometric"
                                      << "VAL-002" << 0;
        QTest::newRow("a word for a number")
            << "a.csv"
            << QByteArray("t_dry_c,rel_hum,p_pa,t_dew_c\n20,0.5,101325,9\n20,much,101325,9\n") << ""
            << "VAL-003" << 3;
        QTest::newRow("no number beside")
            << "t.csv" << QByteArray("t_range_k,t_wb_c,approach_k\n2,3,6\n") << ""
            << "VAL-004" << 0;
        QTest::newRow("no machines beside")
            << "c.csv" << QByteArray("chiller,t_eva_lvg_c,t_con_ent_c,plr,power_w\nX,7,30,1,5\n")
            << ""
            << "VAL-004" << 0;
        QTest::newRow("no results beside") << "two.json" << kTwoBuses << ""
                                           << "VAL-004" << 0;
        QTest::newRow("no voltages beside") << "f.dss" << QByteArray("new circuit.f\n") << ""
                                            << "VAL-004" << 0;
        QTest::newRow("a feeder's line")
            << "f.dss" << QByteArray("new circuit.f\nnew load.x kw=?\n") << ""
            << "DSS-001" << 2;
        QTest::newRow("a cut matrix")
            << "two.json" << QByteArray(kTwoBuses).replace("50,0,0,0,1,1,0,110,1,1.1,0.9", "50")
            << ""
            << "PFC-001" << 0;
        QTest::newRow("no such bus")
            << "two.json" << QByteArray(kTwoBuses).replace("[[1,2", "[[1,7") << ""
            << "PFC-003" << 0;
        QTest::newRow("no solution")
            << "two.json" << QByteArray(kTwoBuses).replace("50", "5000") << ""
            << "PWR-003" << 0;
        const QByteArray hosts = R"({"quantity":"hosts","unit":"1","value":32})";
        QTest::newRow("no list of fabric cases")
            << "f.json" << QByteArray(R"({"format":"fabric-cases/1","cases":{}})") << "fabric"
            << "VAL-003" << 0;
        QTest::newRow("a kind that is not a text") << "f.json" << fabric("7", hosts) << "fabric"
                                                   << "VAL-003" << 0;
        QTest::newRow("a negative radix")
            << "f.json" << fabric(R"("fat_tree")", hosts).replace(R"("radix":8)", R"("radix":-8)")
            << "fabric"
            << "VAL-003" << 0;
        QTest::newRow("a radix of 1")
            << "f.json" << fabric(R"("fat_tree")", hosts).replace(R"("radix":8)", R"("radix":1)")
            << "fabric"
            << "FAB-001" << 0;
        QTest::newRow("no value") << "f.json"
                                  << fabric(R"("fat_tree")", R"({"quantity":"hosts","unit":"1"})")
                                  << "fabric"
                                  << "VAL-003" << 0;
        // Begins like a case file, and ends in the middle.
        QTest::newRow("a cut case file")
            << "f.json" << fabric(R"("fat_tree")", hosts).chopped(20) << ""
            << "VAL-003" << 0;
        QTest::newRow("a dimension beyond any integer")
            << "f.json"
            << fabric(R"("torus")", hosts)
                   .replace(R"("tiers":2)", R"("dims":[18446744073709551615])")
            << ""
            << "VAL-003" << 0;
        QTest::newRow("no topology")
            << "f.json" << fabric(R"("torus")", hosts).replace("topology", "typology") << ""
            << "VAL-003" << 0;
        QTest::newRow("dimensions beyond any count")
            << "f.json"
            << fabric(R"("torus")", hosts)
                   .replace(R"("tiers":2)", R"("dims":[1000000000,1000000000])")
            << ""
            << "FAB-005" << 0;
        // 2 tiers of 8 ports join 32.
        QTest::newRow("more ranks than hosts")
            << "f.json"
            << fabric(R"("fat_tree")", hosts)
                   .replace(R"("pattern":"none")", R"("pattern":"all_to_all","ranks":33)")
            << ""
            << "VAL-003" << 0;
        QTest::newRow("a cut row")
            << "collectives.csv" << QByteArray("id,collective,size_bytes,time_us\nA,b\n") << ""
            << "FIL-005" << 2;
    }

    void errors() {
        QFETCH(QString, file);
        QFETCH(QByteArray, content);
        QFETCH(QString, kind);
        QFETCH(QString, code);
        QFETCH(int, line);
        if (!file.isEmpty()) {
            write(file, content);
        }
        const auto report =
            validate({path(file.isEmpty() ? "nowhere.csv" : file)}, kind.toStdString());
        QVERIFY(!report);
        const Error& error = report.error().front();
        QCOMPARE(QString::fromStdString(error.code), code);
        QCOMPARE(error.line, line);
        QVERIFY(!error.message.empty() && !error.remedy.empty());
        if (code == "VAL-002") {
            QVERIFY(error.remedy.find("Did you mean psychrometrics?") != std::string::npos);
        }
    }

    // A folder of a sound case and a file that was cut off: leaving the second out would pass for a sound folder. The
    // file is named with its fault, whatever kind is asked for.
    void damagedFileOfAFolder_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("power case") << "two.json" << QByteArray(kTwoBuses).chopped(30);
        QTest::newRow("hall of the air")
            << "hall.json" << QByteArray("{\"facts\": {\"racks\": [1, 2");
        QTest::newRow("project") << "project.json" << QByteArray("{\"name\": \"x\", ");
        QTest::newRow("nothing left") << "lost.json" << QByteArray();
        QTest::newRow("table") << "towers.csv" << QByteArray("t_range_k,t_wb_c,approach_k\n2,3");
        QTest::newRow("table without a row") << "lost.csv" << QByteArray();
        QTest::newRow("archive") << "two.json.gz" << QByteArray("\x1f\x8b\x08\x00\x00\x00", 6);
        QTest::newRow("feeder before its circuit") << "feeder.dss" << QByteArray("clear\nnew cir");
    }

    void damagedFileOfAFolder() {
        QFETCH(QString, file);
        QFETCH(QByteArray, content);
        write("air.csv", kAir);
        QVERIFY(validate({path("")}));
        write(file, content);
        for (const char* kind : {"", "psychrometrics", "cost"}) {
            const auto report = validate({path("")}, kind);
            QVERIFY2(!report, kind);
            const Error& error = report.error().front();
            QVERIFY2(QString::fromStdString(error.file).endsWith(file), error.text().c_str());
            QVERIFY2(!error.message.empty() && !error.remedy.empty(), error.text().c_str());
        }
    }

    // What a feeder includes opens no circuit, and is no damaged feeder.
    void includedFeederFile() {
        write("air.csv", kAir);
        write("codes.dss", "new linecode.a\n");
        QVERIFY(!validate({path("")}));
        write("main.dss", "new circuit.f\nredirect Codes.dss\n");
        const auto files = findCaseFiles({path("")});
        QVERIFY(files);
        for (const CaseFile& each : *files) {
            QVERIFY(!each.damage);
        }
    }

    // A folder without a case says which files it looked at.
    void folderWithoutCase() {
        write("notes.txt", "nothing");
        const auto report = validate({path("")});
        QVERIFY(!report);
        QVERIFY(report.error().front().message.find("notes.txt") != std::string::npos);
    }

    // The stable format: these keys, numbers null where there is none.
    void json() {
        write("air.csv", kAir);
        write("pool.csv", "id,collective,size_bytes,time_us\nA,all_gather,8,\n");
        const auto report = validate({path("")});
        QVERIFY(report);
        const auto object = parseJson<nlohmann::json>(validationJson(*report));
        QCOMPARE(object.size(), std::size_t{2});
        QCOMPARE(object["kinds"].size(), std::size_t{2});
        const auto& pool = object["kinds"][1];
        QCOMPARE(pool["kind"].get<std::string>(), std::string("collective"));
        QCOMPARE(pool["cases"].get<int>(), 1);
        QCOMPARE(pool["not_expressed"].get<int>(), 1);
        QVERIFY(pool["mape_pct"].is_null() && pool["median_ape_pct"].is_null() &&
                pool["worst"].is_null());
        const auto& air = object["kinds"][0];
        QCOMPARE(air["passed"].get<int>(), 1);
        QCOMPARE(air["failed"].get<int>(), 1);
        QCOMPARE(air["worst"]["quantity"].get<std::string>(), std::string("humidity ratio"));
        QCOMPARE(object["rows"].size(), std::size_t{3});
        for (const auto& row : object["rows"]) {
            QCOMPARE(row.size(), std::size_t{10});
            for (const char* key : {"kind", "case", "quantity", "unit", "expected", "got",
                                    "error_pct", "limit", "verdict", "note"}) {
                QVERIFY2(row.contains(key), key);
            }
        }
        QVERIFY(object["rows"][2]["got"].is_null());
        QCOMPARE(object["rows"][2]["verdict"].get<std::string>(), std::string("not expressed"));
    }

    // Many rows that are not expressed for one reason are one line with their number.
    void textDrawsTogether() {
        QByteArray many = "id,collective,size_bytes,time_us\n";
        for (int i = 0; i < 40; ++i) {
            many += "C-" + QByteArray::number(i) + ",all_gather,8,5\n";
        }
        write("collectives.csv", many);
        const auto report = validate({path("collectives.csv")});
        QVERIFY(report);
        const QString text = QString::fromStdString(validationText(*report));
        QVERIFY(text.contains("C-0 … C-39"));
        QVERIFY(text.contains("40 rows"));
        // Header and one line; empty line; header and one line of kinds.
        QCOMPARE(text.count('\n'), 5);
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

HEADROOM_TEST(TestValidate)
}  // namespace tst_validate

#include "tst_validate.moc"
