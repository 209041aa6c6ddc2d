// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/study/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

namespace tst_study_text {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

class TestStudyText : public QObject {
    Q_OBJECT

  private slots:

    void readsBack_data() {
        QTest::addColumn<QByteArray>("rest");
        QTest::newRow("levels") << QByteArray(
            R"("axes": [{"name": "water", "set": ["loop-a.supply_setpoint_c", "loop-b.supply_setpoint_c"], "values": [16, 18.5]},
                        {"set": "air.rack", "values": ["a", "b"]},
                        {"name": "on", "set": "x.y", "values": [true, false]},
                        {"orders": ["", "fail ups at 2h"]}, {"projects": ["a.json", "b"]}],
               "figures": ["pue", "tokens"], "constraints": [{"figure": "hottest_chip_c", "most": 85.5}])");
        QTest::newRow("drawn") << QByteArray(
            R"("axes": [{"part": "cooling_tower/tower-750.fan_rated_kw", "low": 7.9, "high": 15, "shape": "normal", "levels": 4},
                        {"set": "a.b", "low": 0.001, "high": 10, "shape": "log-uniform"}],
               "design": {"kind": "indices", "points": 64}, "seed": 8999999999999999, "replications": 3,
               "random_failures": false, "step_s": 7.5)");
        QTest::newRow("search") << QByteArray(
            R"("axes": [{"set": "a.b", "low": 0, "high": 1}],
               "design": {"kind": "search", "population": 12, "generations": 5, "surrogate": false},
               "constraints": [{"figure": "pue", "least": 1, "most": 1.3}])");
    }

    // What is written, is read as the same study: field by field, and a second writing is the first.
    void readsBack() {
        QFETCH(QByteArray, rest);
        const Study study = smallStudy(rest.toStdString(), 1.5);
        const std::string text = studyText(study);
        const auto again = parseStudy(text, study.file);
        QVERIFY2(again, again ? "" : engine::text(again.error()).c_str());
        QCOMPARE(studyText(*again), text);
        QCOMPARE(again->name, study.name);
        QCOMPARE(again->project.lexically_normal(), study.project.lexically_normal());
        QCOMPARE(again->untilS, study.untilS);
        QCOMPARE(again->stepS, study.stepS);
        QCOMPARE(again->seed, study.seed);
        QCOMPARE(again->replications, study.replications);
        QCOMPARE(again->randomFailures, study.randomFailures);
        QCOMPARE(static_cast<int>(again->design), static_cast<int>(study.design));
        QCOMPARE(again->points, study.points);
        QCOMPARE(again->generations, study.generations);
        QCOMPARE(again->surrogate, study.surrogate);
        QCOMPARE(again->figures, study.figures);
        QCOMPARE(again->axes.size(), study.axes.size());
        for (std::size_t a = 0; a < study.axes.size(); ++a) {
            const StudyAxis &x = again->axes[a], &y = study.axes[a];
            QCOMPARE(x.name, y.name);
            QCOMPARE(static_cast<int>(x.kind), static_cast<int>(y.kind));
            QCOMPARE(x.targets, y.targets);
            QCOMPARE(x.values, y.values);
            QCOMPARE(x.low, y.low);
            QCOMPARE(x.high, y.high);
            QCOMPARE(static_cast<int>(x.shape), static_cast<int>(y.shape));
            QCOMPARE(x.levels, y.levels);
        }
        QCOMPARE(again->constraints.size(), study.constraints.size());
    }

    // A project next to the study is named from its folder on; one elsewhere is found as well.
    void projectFromItsFolder() {
        Study study = smallStudy(R"("axes": [{"set": "a.b", "values": [1]}])");
        study.project = "/tmp/halls/hall.json";
        study.file = "/tmp/halls/warm.study.json";
        QVERIFY(studyText(study).find(R"("project": "hall.json")") != std::string::npos);
        study.file = "/tmp/studies/warm.study.json";
        QVERIFY(studyText(study).find(R"("project": "../halls/hall.json")") != std::string::npos);
    }
};

HEADROOM_TEST(TestStudyText)
}  // namespace tst_study_text

#include "tst_study_text.moc"
