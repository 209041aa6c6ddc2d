// SPDX-License-Identifier: Apache-2.0
#include "engine/report/drawing/diagrams.h"
#include "tests/support/test_program.h"
#include "tests/ui/support/drawing_texts.h"
#include "tests/ui/support/fake_source.h"
#include "tests/ui/support/painted_text.h"
#include "ui/cooling/cooling_actions.h"
#include "ui/cooling/process_view.h"
#include "ui/kit/drawing_pen.h"
#include "ui/workspace/workspace.h"

#include <QtTest>

namespace tst_process_alike {

using namespace headroom;
using namespace headroom::ui;

class TestProcessAlike : public QObject {
    Q_OBJECT

  private slots:

    // Before a run window and report show the design: the same parts, and the same words next to them. The view is so large that
    // it writes all words. Only the arrangement of bands depends on its shape.
    void windowAndReportShowTheSame() {
        for (const bool isLarge : {false, true}) {
            Workspace workspace{"nowhere"};
            CoolingActions actions{&workspace};
            ProcessView view{&workspace, &actions};
            auto source = std::make_unique<FakeSource>();
            FakeSource* fake = source.get();
            fake->cool(isLarge ? testing::coolingOfTwelveHalls() : testing::coolingTwoLoops(),
                       false);
            workspace.show(fakeProject(), std::move(source));
            view.resize(6000, 4000);
            view.show();
            fake->advance(15.0);
            QCoreApplication::processEvents();

            std::vector<std::string> halls;
            for (const engine::HallBox& hall : workspace.layout().halls) {
                halls.push_back(hall.name);
            }
            const std::string svg = engine::report::processSvg(*workspace.frame()->cooling, halls);
            const DrawingTexts report = textsOfSvg(QByteArray::fromStdString(svg));
            QVERIFY(report.ids.size() > 10);
            QVERIFY(report.words.size() > 10);
            QCOMPARE(idsOf(view.drawing()), report.ids);
            QCOMPARE(wordsOf(view.drawing()), report.words);
            // And the list is what is painted.
            QStringList painted = paintedText(&view);
            for (QString& word : painted) {
                word = plainSpaces(word);
            }
            for (const QString& word : report.words) {
                QVERIFY2(painted.contains(word), qPrintable(word));
            }
        }
    }

    // A pump of a loop: its symbol, its words and a pipe next to it lead to one item each.
    void itemsAreFoundAtPoints() {
        const testing::TinyCooling tiny = testing::coolingTwoLoops();
        const engine::ProcessLayout layout = engine::layOutProcess(tiny.network, {});
        const engine::ProcessReading reading = engine::readProcess(tiny.network, layout, nullptr);
        const engine::DrawingWords words = windowWords({});
        const engine::DisplayList list = engine::drawProcess(
            {.network = tiny.network, .layout = layout, .reading = reading, .words = words});
        const int pumps = tiny.network.loopPumps[LoopIndex(0)];
        const engine::ProcessSymbol& symbol = layout.symbols[at(layout.symbolOfLink[at(pumps)])];
        const engine::DrawnPoint middle{symbol.box.x + symbol.box.width / 2.0,
                                        symbol.box.y + symbol.box.height / 2.0};
        const int item = list.itemAt(middle, 5.0);
        QCOMPARE(item, list.itemOf(engine::kProcessLink, pumps));
        QVERIFY(list.bodyOf(item).contains(middle));
        QCOMPARE(list.itemAt({-500.0, -500.0}, 5.0), -1);
    }
};

HEADROOM_TEST(TestProcessAlike)
}  // namespace tst_process_alike

#include "tst_process_alike.moc"
