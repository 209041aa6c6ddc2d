// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/floor/condition_paint.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tst_condition_paint {

using namespace headroom;
using namespace headroom::ui;
using engine::Condition;

class TestConditionPaint : public QObject {
    Q_OBJECT

  private slots:

    // 40 blocks of a facility seen from afar, 12 pixels apart in a row: a label is wider than that, so
    // those of one condition become few, none over another, and no rack is lost from the sum.
    void labelsOfNeighboursBecomeOne() {
        std::vector<ConditionLabel> groups;
        for (int i = 0; i < 40; ++i) {
            groups.push_back({i % 10 == 0 ? Condition::Tripped : Condition::PartlyOut,
                              1 + i % 3,
                              QRectF(100.0 + 12.0 * i, 200.0, 4.0, 4.0),
                              {}});
        }
        const auto sum = [](const std::vector<ConditionLabel>& labels, Condition condition) {
            return std::accumulate(labels.begin(), labels.end(), 0,
                                   [&](int n, const ConditionLabel& l) {
                                       return n + (l.condition == condition ? l.count : 0);
                                   });
        };
        const auto placed = placeConditionLabels(groups, QRectF(0, 0, 800, 600), QFont());
        QVERIFY(placed.size() < 10);
        for (const Condition condition : {Condition::Tripped, Condition::PartlyOut}) {
            QCOMPARE(sum(placed, condition), sum(groups, condition));
        }
        for (std::size_t i = 0; i < placed.size(); ++i) {
            for (std::size_t k = 0; k < i; ++k) {
                QVERIFY(placed[i].condition != placed[k].condition ||
                        !placed[i].box.intersects(placed[k].box));
            }
        }
    }

    // Far apart each says its own; at the rim of the view a label stays inside.
    void labelsApartStayApart() {
        const QRectF view(0, 0, 800, 600);
        const auto placed =
            placeConditionLabels({{Condition::Tripped, 16, QRectF(100, 300, 40, 20), {}},
                                  {Condition::Tripped, 2, QRectF(790, 0, 4, 4), {}}},
                                 view, QFont());
        QCOMPARE(placed.size(), 2U);
        QCOMPARE(placed[0].words(), QString("16 tripped"));
        QVERIFY(placed[0].box.bottom() < 300.0);
        QVERIFY(view.contains(placed[1].box));
    }

    // 17 cabinets in a row, 20 pixels apart: a word is wider than that, so one says it for all. A
    // chiller far away, and one of them that failed, say their own.
    void wordsOfMachinesInARowBecomeOne() {
        std::vector<Condition> conditions(19, Condition::Unpowered);
        conditions[18] = Condition::Failed;
        const auto placeOf = [](std::size_t i) {
            return i == 17 ? MarkPlace{{700.0, 500.0}, 40.0}
                           : MarkPlace{{100.0 + 20.0 * static_cast<double>(i), 200.0}, 40.0};
        };
        const auto labels = machineLabels(QRectF(0, 0, 800, 600), QFont(), conditions, placeOf);
        QCOMPARE(labels.size(), 3U);
        const auto row = std::find_if(labels.begin(), labels.end(),
                                      [](const MachineLabel& l) { return l.count == 17; });
        QVERIFY(row != labels.end());
        QCOMPARE(row->words(), QString("17 × No power"));
        // In the middle of the row: cabinets 0 and 16.
        QVERIFY(std::abs(row->box.center().x() - 260.0) < 1.0);
        // Too small for words: none.
        QVERIFY(machineLabels(QRectF(0, 0, 800, 600), QFont(), conditions, [](std::size_t) {
                    return MarkPlace{{100.0, 100.0}, 12.0};
                }).empty());
    }
};

HEADROOM_TEST(TestConditionPaint)
}  // namespace tst_condition_paint

#include "tst_condition_paint.moc"
