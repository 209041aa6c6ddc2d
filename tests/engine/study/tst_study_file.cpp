// SPDX-License-Identifier: Apache-2.0
#include "engine/study/study.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>

namespace tst_study_file {

using namespace headroom::engine;

namespace {

/// A study of `rest` next to format and project.
ResultAll<Study> parsed(const std::string& rest) {
    return parseStudy(R"({"format": "headroom-study/1", "project": "hall", )" + rest + "}",
                      "/tmp/s/warm.json");
}

const std::string kAxis =
    R"("axes": [{"set": "loop-a.supply_setpoint_c", "values": [16, 18, 20]}])";

StudyAxis range(AxisShape shape, double low, double high) {
    StudyAxis axis;
    axis.low = low;
    axis.high = high;
    axis.shape = shape;
    axis.levels = 3;
    return axis;
}

}  // namespace

class TestStudyFile : public QObject {
    Q_OBJECT

  private slots:

    // What is not said: named after the file, a day, one seed and one replication, every combination,
    // the headlines; the project from the study's folder on.
    void whatIsNotSaid() {
        const auto study = parsed(kAxis);
        QVERIFY2(study, study ? "" : text(study.error()).c_str());
        QCOMPARE(study->name, std::string("warm"));
        QCOMPARE(study->project.string(), std::string("/tmp/s/hall"));
        QCOMPARE(study->untilS, 86400.0);
        QCOMPARE(study->replications, 1);
        QVERIFY(study->design == DesignKind::Factorial);
        QVERIFY(study->figures == figuresIn(kAsHeadline));
        QCOMPARE(pointsOf(*study).size(), std::size_t{3});
        QCOMPARE(*pointsOf(*study)[1].values[0], std::string("18"));
    }

    // Each fault has the code and the place that a person needs.
    void faults_data() {
        QTest::addColumn<QString>("rest");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const char* rest, const char* says) {
            QTest::newRow(name) << QString(rest) << QString(says);
        };
        row("nothing varied", R"("axes": [])", "/axes: [STU-004]");
        row("no values", R"("axes": [{"set": "a.b", "values": []}])", "/axes/0: [STU-004]");
        row("neither values nor range", R"("axes": [{"set": "a.b"}])", "/axes/0: [STU-004]");
        row("ends the wrong way round", R"("axes": [{"set": "a.b", "low": 3, "high": 2}])",
            "/axes/0/low: [STU-004]");
        row("ratio through zero",
            R"("axes": [{"set": "a.b", "low": 0, "high": 2, "shape": "log-uniform"}])",
            "/axes/0/low: [STU-004]");
        row("changes nothing", R"("axes": [{"values": [1]}])", "/axes/0: [STU-011]");
        row("changes two things", R"("axes": [{"set": "a.b", "part": "a/b.c", "values": [1]}])",
            "/axes/0/part: [STU-011]");
        row("a figure that does not exist",
            R"("axes": [{"set": "a.b", "values": [1]}], "figures": ["puee"])",
            "/figures/0: [STU-006]");
        row("a figure that no run yields",
            R"("axes": [{"set": "a.b", "values": [1]}], "figures": ["mtti_h"])",
            "a run does not yield");
        row("unknown key", R"("axis": [])", "Did you mean \"axes\"?");
        row("unknown design",
            R"("axes": [{"set": "a.b", "values": [1]}], "design": {"kind": "sobel"})", "\"sobol\"");
        row("a draw without number",
            R"("axes": [{"set": "a.b", "values": [1]}], "design": {"kind": "sobol"})",
            "/design: [STU-011]");
        const char* one = R"("axes": [{"set": "a.b", "values": [1]}], )";
        const auto designed = [&row, one](const char* name, const char* design, const char* says) {
            row(name, (std::string(one) + "\"design\": " + design).c_str(), says);
        };
        designed("generations of no search", R"({"kind": "factorial", "generations": 3})",
                 "\"generations\"");
        designed("points of levels", R"({"kind": "paired", "points": 3})", "\"points\"");
        designed("points of a search", R"({"kind": "search", "points": 3})", "\"points\"");
        designed("a search of three", R"({"kind": "search", "population": 3})",
                 "/design/population: [STU-011]");
        designed("a search of too many", R"({"kind": "search", "population": 1e9})",
                 "/design/population: [STU-011]");
        designed("a surrogate in numbers", R"({"kind": "search", "surrogate": 1})",
                 "/design/surrogate: [STU-011]");
        designed("a search for nothing", R"({"kind": "search"}, "figures": ["it_energy_kwh"])",
                 "/figures: [STU-011]");
        row("half a replication", R"("axes": [{"set": "a.b", "values": [1]}], "replications": 1.5)",
            "a whole number");
        row("no time", R"("axes": [{"set": "a.b", "values": [1]}], "until_h": 0)",
            "/until_h: [STU-011]");
        row("a constraint without limit",
            R"("axes": [{"set": "a.b", "values": [1]}], "constraints": [{"figure": "pue"}])",
            "/constraints/0: [STU-011]");
        row("pairs of unequal length",
            R"("axes": [{"set": "a.b", "values": [1]}, {"set": "a.c", "values": [1, 2]}],
               "design": {"kind": "paired"})",
            "/axes/1: [STU-004]");
    }

    void faults() {
        QFETCH(QString, rest);
        QFETCH(QString, says);
        const auto study = parsed(rest.toStdString());
        QVERIFY(!study);
        const QString errors = QString::fromStdString(text(study.error()));
        QVERIFY2(errors.contains(says), qPrintable(errors));
    }

    void otherFormats() {
        const auto newer = parseStudy(R"({"format": "headroom-study/2"})", "a.json");
        QVERIFY(!newer && newer.error().front().code == "STU-001");
        const auto none = parseStudy("{", "a.json");
        QVERIFY(!none && none.error().front().code == "STU-002");
    }

    // Three levels of two axes: 9 points; paired 3; one at a time 1 + 6; of 5 trajectories 5 x 3; of 8 rows
    // of indices 8 x 4.
    void pointsByDesign() {
        const std::string axes =
            R"("axes": [{"set": "a.b", "values": [1, 2, 3]}, {"set": "a.c", "low": 0, "high": 1, "levels": 3}])";
        const auto count = [&](const std::string& design) {
            const auto study = parsed(axes + ", \"design\": " + design);
            return study ? pointsOf(*study).size() : 0;
        };
        QCOMPARE(count(R"({"kind": "factorial"})"), std::size_t{9});
        QCOMPARE(count(R"({"kind": "paired"})"), std::size_t{3});
        QCOMPARE(count(R"({"kind": "one-at-a-time"})"), std::size_t{7});
        QCOMPARE(count(R"({"kind": "morris", "points": 5})"), std::size_t{15});
        QCOMPARE(count(R"({"kind": "indices", "points": 8})"), std::size_t{32});
        QCOMPARE(count(R"({"kind": "latin-hypercube", "points": 6})"), std::size_t{6});
        // The first point of one at a time is the project as it is.
        const auto study = parsed(axes + R"(, "design": {"kind": "one-at-a-time"})");
        const auto points = pointsOf(*study);
        QVERIFY(!points[0].values[0] && !points[0].values[1]);
        QVERIFY(points[1].values[0] && !points[1].values[1]);
        QCOMPARE(*points[5].values[1], std::string("0.5"));
    }

    // Nine axes of ten values are 10^9 points: counted, not made.
    void tooManyAreOnlyCounted() {
        std::string axes;
        for (int i = 0; i < 9; ++i) {
            axes += std::string(i > 0 ? "," : "") +
                    R"({"set": "a.b", "low": 0, "high": 1, "levels": 10})";
        }
        const auto study = parsed("\"axes\": [" + axes + "]");
        QVERIFY(study);
        QCOMPARE(pointCount(*study).value_or(0), std::uint64_t{1'000'000'000});
    }

    // Quantiles: uniform 0 to 10 at 0.3: 3. By ratio 1 to 100 at 0.5: 10. Normal with 5 and 95 % at -1.645 and
    // 1.645: unit sigma, 1.96 at 97.5 %. Triangle 0 to 2: below x = 1 lies x^2 / 2; at 1/8: 0.5.
    void shapes() {
        QCOMPARE(range(AxisShape::Uniform, 0, 10).at(0.3), 3.0);
        QVERIFY(std::abs(range(AxisShape::LogUniform, 1, 100).at(0.5) - 10.0) < 1e-9);
        QVERIFY(std::abs(range(AxisShape::Normal, -1.6448536, 1.6448536).at(0.975) - 1.959964) <
                1e-5);
        QVERIFY(std::abs(range(AxisShape::Triangular, 0, 2).at(0.125) - 0.5) < 1e-12);
        QVERIFY(std::abs(range(AxisShape::Triangular, 0, 2).at(0.875) - 1.5) < 1e-12);
    }

    void schemaNamesEveryKey() {
        const QString schema = QString::fromStdString(studySchemaText());
        for (const char* key : {"until_h", "replications", "random_failures", "orders", "projects",
                                "constraints", "latin-hypercube", "log-uniform"}) {
            QVERIFY2(schema.contains(key), key);
        }
    }
};

HEADROOM_TEST(TestStudyFile)
}  // namespace tst_study_file

#include "tst_study_file.moc"
