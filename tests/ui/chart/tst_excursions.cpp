// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/chart/excursions.h"

#include <QtTest>

namespace tst_excursions {

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Rows of 10 s with (least, most).
engine::SeriesCut cutOf(const std::vector<std::pair<float, float>>& rows) {
    engine::SeriesCut cut;
    cut.curves.resize(1);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        cut.fromS.push_back(10.0 * static_cast<double>(i));
        cut.toS.push_back(10.0 * static_cast<double>(i + 1));
        cut.curves[0].least.push_back(rows[i].first);
        cut.curves[0].mean.push_back((rows[i].first + rows[i].second) / 2);
        cut.curves[0].most.push_back(rows[i].second);
    }
    return cut;
}

}  // namespace

class TestExcursions : public QObject {
    Q_OBJECT

  private slots:

    // 9 9 3 3 9 3 9 against 5: twice below, for 20 + 10 s.
    void singleStepsAreCountedExactly() {
        const auto e =
            excursionsOf(cutOf({{9, 9}, {9, 9}, {3, 3}, {3, 3}, {9, 9}, {3, 3}, {9, 9}}), 0, 5.0);
        QCOMPARE(e.count, 2);
        QVERIFY(e.below);
        QCOMPARE(e.lengthS, 30.0);
        QVERIFY(e.isExact);
    }

    // Mostly below: what passes the limit passes it upwards.
    void theRarerSideCounts() {
        const auto e = excursionsOf(cutOf({{1, 1}, {9, 9}, {1, 1}, {1, 1}}), 0, 5.0);
        QCOMPARE(e.count, 1);
        QVERIFY(!e.below);
    }

    // A dip that begins in one span, fills the next and ends in a third is one dip.
    void aDipOverSpansCountsOnce() {
        const auto e =
            excursionsOf(cutOf({{9, 9}, {3, 9}, {2, 3}, {3, 9}, {9, 9}, {4, 9}, {8, 9}}), 0, 5.0);
        QCOMPARE(e.count, 2);
        QVERIFY(!e.isExact);
    }
};

HEADROOM_TEST(TestExcursions)
}  // namespace tst_excursions

#include "tst_excursions.moc"
