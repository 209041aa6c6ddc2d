// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/fabric_drawing.h"
#include "engine/report/drawing/diagrams.h"
#include "tests/support/test_program.h"
#include "tests/ui/fabric/fabric_stage.h"
#include "tests/ui/support/drawing_texts.h"
#include "tests/ui/support/painted_text.h"
#include "ui/fabric/fabric_canvas.h"

#include <QtTest>

namespace tst_fabric_alike {

using namespace headroom;
using namespace headroom::ui;

namespace {

testing::TinyFabric shapeOf(engine::TopologyKind kind) {
    testing::TinyFabric tiny;
    engine::TopologySpec spec;
    spec.kind = kind;
    spec.endpoints = 256;
    spec.radix = 16;
    tiny.add("fabric-1", spec);
    return tiny;
}

}  // namespace

class TestFabricAlike : public QObject {
    Q_OBJECT

  private slots:

    // Before a run window and report show the design: the same parts and the same words, at 100 %, where both have equal room
    // for words.
    void windowAndReportShowTheSame() {
        using engine::TopologyKind;
        for (testing::TinyFabric tiny : {treeOfPods(), shapeOf(TopologyKind::RailOptimised),
                                         shapeOf(TopologyKind::Dragonfly)}) {
            FabricStage stage(std::move(tiny), false);
            FabricCanvas& canvas = stage.canvas();
            // Centre, and the units that are seen: as many as the view has pixels.
            canvas.setPose({0.0, 0.0, static_cast<double>(canvas.width()),
                            static_cast<double>(canvas.height())});
            const engine::Fabric& fabric = stage.workspace.frame()->fabrics->fabrics.front();
            const DrawingTexts report =
                textsOfSvg(QByteArray::fromStdString(engine::report::fabricSvg(fabric)));
            QVERIFY(report.ids.size() > 3);
            QVERIFY(report.words.size() > 3);
            QCOMPARE(idsOf(canvas.drawing()), report.ids);
            QCOMPARE(wordsOf(canvas.drawing()), report.words);
        }
    }

    // All that is in the list is painted, where it is in view.
    void theListIsWhatIsPainted() {
        FabricStage stage(treeOfPods());
        const QStringList painted = paintedText(&stage.canvas());
        const QStringList words = wordsOf(stage.canvas().drawing());
        QVERIFY(words.contains("Pods"));
        for (const QString& word : words) {
            QVERIFY2(painted.contains(word), qPrintable(word));
        }
    }
};

HEADROOM_TEST(TestFabricAlike)
}  // namespace tst_fabric_alike

#include "tst_fabric_alike.moc"
