// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/plan_drawing.h"
#include "engine/diagram/plan_dxf.h"
#include "engine/diagram/plan_svg.h"
#include "tests/support/test_program.h"
#include "tests/ui/plan/plan_stage.h"
#include "tests/ui/support/drawing_texts.h"
#include "tests/ui/support/painted_text.h"
#include "ui/kit/theme.h"
#include "ui/plan/plan_paint.h"

#include <QPainter>
#include <QSignalSpy>

namespace tst_plan_alike {

using namespace headroom;
using namespace headroom::ui;

namespace {

struct Site : PlanStage {
    Site() {
        constexpr int kPatience = 60000;  // milliseconds
        QSignalSpy opened(&workspace, &Workspace::opened);
        workspace.files().open(HEADROOM_SOURCE_DIR "/scenarios/tour-small-hall");
        opened.wait(kPatience);
        plan.fitAll();
    }

    /// A sheet of the whole site.
    QByteArray sheet() const {
        return QByteArray::fromStdString(engine::planSvg(workspace.layout(), {}));
    }
};

/// Without names of blocks and groups, which a sheet has for its reader without tips.
QStringList partsOf(QStringList ids) {
    ids.removeIf(
        [](const QString& id) { return id.startsWith("machines-") || id.startsWith("block-"); });
    return ids;
}

/// Names that follow from the drawing: not of the sheet around it.
bool isRackName(const QString& word) {
    return word.size() == 6 && word.startsWith('R') && word[3] == '-';
}

}  // namespace

class TestPlanAlike : public QObject {
    Q_OBJECT

  private slots:

    // The same parts in the window, on a sheet, and in DXF, where racks and machines are uses of blocks.
    void windowSheetAndDxfHaveTheSameParts() {
        Site s;
        const engine::Layout& layout = s.workspace.layout();
        const engine::DisplayList drawing = planDrawing(s.plan);
        const QStringList window = partsOf(idsOf(drawing));
        QVERIFY(window.contains("hall-0") && window.contains("rack-0") &&
                window.contains("machine-0") && window.contains("aisle-0"));
        QCOMPARE(window, partsOf(textsOfSvg(s.sheet()).ids));
        const std::string dxf = engine::planDxf(layout, {});
        std::size_t uses = 0;
        for (std::size_t at = dxf.find("\nINSERT\n"); at != std::string::npos;
             at = dxf.find("\nINSERT\n", at + 1)) {
            ++uses;
        }
        QCOMPARE(uses, layout.racks.size() + layout.equipment.size());
        for (const engine::DrawnItem& item : drawing.items()) {
            QVERIFY2(item.layer.empty() || dxf.find("\n" + item.layer) != std::string::npos,
                     item.layer.c_str());
        }
    }

    // A hall of 18 m has 200 pixels a metre in 4,000 pixels, and 50 mm a metre on A0: racks of 0.6 m have room for their names on both.
    void racksHaveTheirNamesOnBoth() {
        Site s;
        s.plan.resize(4000, 3000);
        s.plan.fitHalls();
        engine::PlanSheet sheet;
        sheet.paper = "A0";
        sheet.hall = s.workspace.layout().halls.front().id;
        QStringList words =
            textsOfSvg(QByteArray::fromStdString(engine::planSvg(s.workspace.layout(), sheet)))
                .words;
        words.removeIf([](const QString& word) { return !isRackName(word); });
        QVERIFY(words.size() > 10);
        QStringList window = wordsOf(planDrawing(s.plan));
        window.removeIf([](const QString& word) { return !isRackName(word); });
        QCOMPARE(window, words);
    }

    // All words of the list are painted, and no rack, machine or hall has others.
    void theListIsWhatIsPainted() {
        Site s;
        QStringList painted;
        WordDevice device(s.plan.size(), &painted);
        {
            QPainter painter(&device);
            painter.setFont(s.plan.font());
            paintPlan(painter, s.plan, Theme::instance().colours());
        }
        QStringList plain;
        for (const QString& word : painted) {
            plain << plainSpaces(word);
        }
        const QStringList words = wordsOf(planDrawing(s.plan));
        QVERIFY(words.size() > 3);
        for (const QString& word : words) {
            QVERIFY2(plain.contains(word), qPrintable(word));
        }
        s.plan.setLabelsVisible(false);
        QVERIFY(wordsOf(planDrawing(s.plan)).isEmpty());
        s.plan.setAislesVisible(false);
        QVERIFY(!idsOf(planDrawing(s.plan)).contains("aisle-0"));
    }
};

HEADROOM_TEST(TestPlanAlike)
}  // namespace tst_plan_alike

#include "tst_plan_alike.moc"
