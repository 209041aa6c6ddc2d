// SPDX-License-Identifier: Apache-2.0
#include "engine/usd/recorded_figures.h"
#include "tests/engine/store/sample_run.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace tst_recorded_figures {

using namespace headroom::engine;

class TestRecordedFigures : public QObject {
    Q_OBJECT

  private slots:
    void racksAreJoinedByName();
    void channelsAreThinnedToTheLast();

  private:
    RecordedFigures figures() const {
        const auto path = std::filesystem::path(folder_.path().toStdString()) / "run.db";
        if (!std::filesystem::exists(path)) {
            recordSample(path, 600);
        }
        const auto recording = Recording::open(path).value();
        return recordedFigures(*recording, layout_).value();
    }

    static Layout twoRacks() {
        Layout layout;
        layout.blocks = {"hall-a"};
        layout.racks.resize(2);
        layout.racks[0].label = "R01-02";
        layout.racks[1].label = "R01-03";
        return layout;
    }

    QTemporaryDir folder_;
    Layout layout_ = twoRacks();
};

// The sample run keeps the power of R01-01 and R01-02 every 20 of 600 steps of 15 s. The layout has R01-02 and a rack that is not
// recorded.
void TestRecordedFigures::racksAreJoinedByName() {
    const RecordedFigures recorded = figures();
    QCOMPARE(recorded.racksWithout, std::size_t{1});
    QCOMPARE(recorded.figures.startLocal, std::string("2026-12-31 23:00:00"));
    QCOMPARE(recorded.figures.racks.size(), std::size_t{1});
    const RackFigures& power = recorded.figures.racks.front();
    QCOMPARE(power.name, std::string("power_kw"));
    QCOMPARE(power.timeS.size(), std::size_t{30});
    QCOMPARE(power.timeS[1], 300.0);
    QCOMPARE(power.values[1][0], 41.0);
    QVERIFY(std::isnan(power.values[1][1]));
}

// 600 samples of a channel: 240 are kept, at positions (k * 600) / 240 - 1, and the last is that of step 599.
void TestRecordedFigures::channelsAreThinnedToTheLast() {
    const RecordedFigures recorded = figures();
    QCOMPARE(recorded.recordedInstants, std::size_t{600});
    QCOMPARE(recorded.instants, kMostStageInstants);
    const auto find = [&](const char* kind, const char* object, const char* name) {
        return std::find_if(recorded.figures.objects.begin(), recorded.figures.objects.end(),
                            [&](const ObjectFigures& each) {
                                return each.kind == kind && each.object == object &&
                                       each.name == name;
                            });
    };
    const auto none = recorded.figures.objects.end();
    const auto pue = find("facility", "", "pue");
    QVERIFY(pue != none);
    QCOMPARE(pue->timeS.size(), kMostStageInstants);
    QCOMPARE(pue->timeS.front(), 15.0);
    QCOMPARE(pue->timeS.back(), 599 * 15.0);
    QCOMPARE(pue->values.back(), 1.25);
    QVERIFY(find("hall", "hall-a", "supply_air_c") != none);
    QVERIFY(find("hall", "hall, b", "it_power_kw") != none);
}

HEADROOM_TEST(TestRecordedFigures)
}  // namespace tst_recorded_figures

#include "tst_recorded_figures.moc"
