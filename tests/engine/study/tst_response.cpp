// SPDX-License-Identifier: Apache-2.0
#include "engine/study/response.h"
#include "tests/engine/study/fixture.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cmath>
#include <functional>

namespace tst_response {

using namespace headroom;
using namespace headroom::engine;
using namespace headroom::tests;

namespace {

/// Answers in which a figure is a function of where a point is.
StudyAnswers answersWith(const StudyPlan& plan, const std::function<double(const StudyPoint&)>& f) {
    StudyAnswers answers;
    answers.points = plan.points();
    FigureAnswer figure;
    figure.figure = plan.study().figures.front();
    for (const StudyPoint& point : answers.points) {
        const double value = f(point);
        figure.points.push_back(estimateOf(std::span(&value, 1)));
    }
    answers.figures.push_back(std::move(figure));
    return answers;
}

}  // namespace

class TestResponse : public QObject {
    Q_OBJECT

  private slots:

    // Three values of water, two of air, two of a third axis: a cell is the mean of its two points. With
    // f = 10 water + air + 4 third (levels 0, 1, 2) that is 10 w + a + 2, deviation of {0, 4} is 2 sqrt(2), over sqrt(2): 2.
    void levelsAreMeans() {
        const StudyPlan plan = smallPlan(
            R"("figures": ["pue"], "axes": [{"set": "loop-a.supply_setpoint_c", "values": [16, 18, 20]},
               {"set": "hall-a.supply_air_c", "values": [22, 24]}, {"set": "loop-a.design_rise_k", "values": [6, 7]}])");
        const StudyAnswers answers = answersWith(plan, [](const StudyPoint& p) {
            return 10.0 * static_cast<double>(p.levels[0]) + static_cast<double>(p.levels[1]) +
                   4.0 * static_cast<double>(p.levels[2]);
        });
        const ResponseTable table = responseOf(plan, answers, answers.figures[0], 0, 1);
        QVERIFY(!table.isSurface);
        QCOMPARE(table.rows, (std::vector<std::string>{"16", "18", "20"}));
        QCOMPARE(table.columns, (std::vector<std::string>{"22", "24"}));
        for (std::size_t r = 0; r < 3; ++r) {
            for (std::size_t c = 0; c < 2; ++c) {
                QCOMPARE(table.cells[r][c].value,
                         10.0 * static_cast<double>(r) + static_cast<double>(c) + 2.0);
                QVERIFY(std::abs(table.cells[r][c].error - 2.0) < 1e-12);
            }
        }
    }

    // A cubic surface with a plane is exact on planes: f = 3 + 2 x - y is met at every cell, whose middles are 1/10, 3/10, …
    void drawnLieOnASurface() {
        const StudyPlan plan = smallPlan(
            R"("figures": ["pue"], "design": {"kind": "sobol", "points": 32},
               "axes": [{"set": "loop-a.supply_setpoint_c", "low": 16, "high": 20},
               {"set": "hall-a.supply_air_c", "low": 22, "high": 24}])");
        const StudyAnswers answers =
            answersWith(plan, [](const StudyPoint& p) { return 3.0 + 2.0 * p.at[0] - p.at[1]; });
        const ResponseTable table = responseOf(plan, answers, answers.figures[0], 0, 1, 5);
        QVERIFY(table.isSurface);
        QCOMPARE(table.rows.size(), std::size_t{5});
        QCOMPARE(table.rows.front(), std::string("16.4"));
        for (std::size_t r = 0; r < 5; ++r) {
            for (std::size_t c = 0; c < 5; ++c) {
                const double x = 0.1 + 0.2 * static_cast<double>(r),
                             y = 0.1 + 0.2 * static_cast<double>(c);
                QVERIFY(std::abs(table.cells[r][c].value - (3.0 + 2.0 * x - y)) < 1e-6);
            }
        }
    }

    // Three points are too few for a surface of two axes (a plane and a curvature): nothing is made up.
    void tooFewPointsSayNothing() {
        const StudyPlan plan = smallPlan(
            R"("figures": ["pue"], "design": {"kind": "sobol", "points": 3},
               "axes": [{"set": "loop-a.supply_setpoint_c", "low": 16, "high": 20},
               {"set": "hall-a.supply_air_c", "low": 22, "high": 24}])");
        const StudyAnswers answers = answersWith(plan, [](const StudyPoint& p) { return p.at[0]; });
        QVERIFY(std::isnan(responseOf(plan, answers, answers.figures[0], 0, 1).cells[0][0].value));
    }
};

HEADROOM_TEST(TestResponse)
}  // namespace tst_response

#include "tst_response.moc"
