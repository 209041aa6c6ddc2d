// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/jobs/job_stage.h"
#include "tests/ui/support/painted_text.h"
#include "ui/jobs/gantt_canvas.h"
#include "ui/jobs/gantt_paint.h"
#include "ui/jobs/gantt_view.h"
#include "ui/jobs/job_palette.h"
#include "ui/workspace/project_files.h"

#include <QComboBox>
#include <QPainter>
#include <QWheelEvent>

namespace tst_gantt_view {

using namespace headroom;
using namespace headroom::ui;
using testing::TinyJobs;

namespace {

struct Stage : JobStage {
    GanttView view{&workspace, &actions};

    explicit Stage(std::shared_ptr<const TinyJobs> jobs) : JobStage(std::move(jobs)) {
        view.resize(900, 600);
        view.show();
        QCoreApplication::processEvents();
    }

    GanttCanvas& canvas() { return *view.canvas(); }

    void choose(const char* box, int row) {
        auto* combo = view.findChild<QComboBox*>(box);
        combo->setCurrentIndex(row);
        emit combo->activated(row);
    }

    /// Middle of the first bar of that job.
    QPointF middleOf(const std::string& name) {
        const GanttScale& scale = canvas().scale();
        for (const JobRows::Bar& bar : canvas().rows().bars()) {
            const auto& item = canvas().timeline().items()[static_cast<std::size_t>(bar.item)];
            if (canvas().timeline().card(item).name == name) {
                const double toS = item.open ? canvas().timeline().nowS() : item.span->toS;
                return {scale.x((item.span->fromS + toS) / 2.0),
                        scale.groupTop(bar.group) + (bar.top + bar.height / 2.0) * scale.rowPx};
            }
        }
        return {};
    }

    void wheel(QPointF at, int delta, Qt::KeyboardModifiers modifiers = {}) {
        QWheelEvent event(at, canvas().mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&canvas(), &event);
    }
};

QString plain(QString text) {
    return text.replace(QChar(0x2009), ' ');
}

}  // namespace

class TestGanttView : public QObject {
    Q_OBJECT

  private slots:

    void wordsWhileEmpty() {
        Stage stage(std::make_shared<TinyJobs>());
        stage.advance(10.0);
        QVERIFY(stage.canvas().emptyText().contains("No jobs yet"));
        stage.workspace.files().close();
        QVERIFY(stage.canvas().emptyText().contains("Open a project"));
    }

    // All of the time and all rows are seen: the first job at the top, from the left edge on.
    void allIsSeenAtFirst() {
        Stage stage(fourJobs());
        stage.advance(300.0);
        const GanttScale& scale = stage.canvas().scale();
        QCOMPARE(scale.fromS, 0.0);
        QVERIFY(scale.toS >= 300.0 && scale.toS < 310.0);
        QVERIFY(scale.contentPx() <= scale.plot.height() + 1e-6);
        QCOMPARE(stage.canvas().summary(), QString("4 jobs: 1 running, 1 queued"));
        QVERIFY(scale.plot.contains(stage.middleOf("a")));
        QVERIFY(stage.middleOf("a").y() < stage.middleOf("d").y());
    }

    // Rows too low for a name each: neighbours that differ by a number alone share one, with their count.
    void lowRowsHaveSharedNames() {
        auto jobs = std::make_shared<TinyJobs>();
        for (int i = 1; i <= 50; ++i) {
            TinyJobs::span(jobs->add((i <= 30 ? "chat-" : "train ") + std::to_string(i), "red",
                                     "nvidia-h100", 8, 0.0),
                           engine::JobState::Running, 0.0, TinyJobs::kOpen);
        }
        Stage stage(jobs);
        stage.advance(300.0);
        QVERIFY(stage.canvas().scale().rowPx < 13.0);
        QStringList words;
        WordDevice device(stage.canvas().size(), &words);
        QPainter painter(&device);
        paintLabels(painter,
                    {.timeline = &stage.canvas().timeline(),
                     .rows = &stage.canvas().rows(),
                     .scale = stage.canvas().scale()},
                    Theme::instance().colours());
        QVERIFY2(words.contains("30 × chat"), qPrintable(words.join('|')));
        QVERIFY2(words.contains("20 × train"), qPrintable(words.join('|')));
    }

    void barsHaveTheColourOfTheirState() {
        Stage stage(fourJobs());
        stage.advance(300.0);
        const QImage image = stage.canvas().grab().toImage();
        const auto colourAt = [&](const std::string& name) {
            const QPointF at = stage.middleOf(name) + QPointF(0.0, 0.0);
            return image.pixelColor(at.toPoint() + QPoint(0, 0));
        };
        QCOMPARE(colourAt("c"), JobPalette::ofState(engine::JobState::Running));
        QCOMPARE(colourAt("b"), JobPalette::ofState(engine::JobState::Queued));
        // By tenant: red was first, blue second; who waits is paler.
        stage.choose("ganttColours", 1);
        const QImage byTenant = stage.canvas().grab().toImage();
        QCOMPARE(byTenant.pixelColor(stage.middleOf("c").toPoint()), JobPalette::ofTenant(0));
        QVERIFY(byTenant.pixelColor(stage.middleOf("b").toPoint()) != JobPalette::ofTenant(1));
    }

    void aClickSelectsAndADoubleClickOpens() {
        Stage stage(fourJobs());
        stage.advance(300.0);
        QSignalSpy opened(&stage.view, &GanttView::activated);
        QTest::mouseClick(&stage.canvas(), Qt::LeftButton, {}, stage.middleOf("b").toPoint());
        QCOMPARE(stage.workspace.selection().current().job, std::int64_t{1});
        QCOMPARE(opened.count(), 0);
        QTest::mouseDClick(&stage.canvas(), Qt::LeftButton, {}, stage.middleOf("c").toPoint());
        QCOMPARE(stage.workspace.selection().current().job, std::int64_t{2});
        QCOMPARE(opened.count(), 1);
        // Keys continue from there, in the order of submission a, c, b, d; Escape lets go.
        QTest::keyClick(&stage.canvas(), Qt::Key_Down);
        QCOMPARE(stage.workspace.selection().current().job, std::int64_t{1});
        QTest::keyClick(&stage.canvas(), Qt::Key_Return);
        QCOMPARE(opened.count(), 2);
        QTest::keyClick(&stage.canvas(), Qt::Key_Escape);
        QVERIFY(stage.workspace.selection().current().isNone());
    }

    // The time under the pointer stays there; the list says that a person moved.
    void theWheelZoomsAtThePointer() {
        Stage stage(fourJobs());
        stage.advance(3000.0);
        const QPointF at(500.0, 100.0);
        const double before = stage.canvas().scale().time(at.x());
        const double span = stage.canvas().scale().toS - stage.canvas().scale().fromS;
        stage.wheel(at, 120);
        const GanttScale& scale = stage.canvas().scale();
        QVERIFY(std::abs(scale.time(at.x()) - before) < 1e-6 * span);
        QVERIFY(std::abs((scale.toS - scale.fromS) - span / 1.25) < 1e-6 * span);
        auto* box = stage.view.findChild<QComboBox*>("ganttSpan");
        QCOMPARE(box->currentText(), QString("As moved"));
        stage.canvas().fitAll();
        QCOMPARE(box->currentText(), QString("All"));
        QCOMPARE(stage.canvas().scale().fromS, 0.0);
        // Ctrl: rows, not time. 40 px a row is more than rows of jobs may have.
        const double rowPx = stage.canvas().scale().rowPx;
        stage.wheel(at, 120, Qt::ControlModifier);
        QVERIFY(stage.canvas().scale().rowPx >= rowPx);
        QCOMPARE(stage.canvas().scale().fromS, 0.0);
        for (int i = 0; i < 100; ++i) {
            stage.wheel(at, 1200);  // as near as can be, without harm
        }
        QVERIFY(stage.canvas().scale().toS - stage.canvas().scale().fromS >= 10.0 - 1e-9);
        stage.canvas().grab();
    }

    void aSpanMovesOnWithTheRun() {
        Stage stage(fourJobs());
        stage.advance(5000.0);
        stage.choose("ganttSpan", 1);  // the last hour
        QVERIFY(std::abs(stage.canvas().scale().fromS - 1400.0) < 1e-6);
        stage.advance(1000.0);
        QVERIFY(std::abs(stage.canvas().scale().fromS - 2400.0) < 1e-6);
    }

    void selectionIsFitted() {
        Stage stage(fourJobs());
        stage.advance(5000.0);
        stage.select(2);  // c ran from 0 to 200 s: with margins of 8 % of 200 s
        stage.canvas().fitSelection();
        QVERIFY(std::abs(stage.canvas().scale().fromS + 16.0) < 1e-6);
        QVERIFY(std::abs(stage.canvas().scale().toS - 216.0) < 1e-6);
    }

    void tipsTellStateTimeAndReason() {
        auto jobs = std::make_shared<TinyJobs>();
        const auto cause =
            jobs->event(400.0, engine::EventKind::Failure, "R03-07", "HBM error in R03-07.");
        const auto by =
            jobs->event(400.0, engine::EventKind::JobInterrupted, "a", "Lost a server.", cause);
        TinyJobs::span(jobs->add("a", "red", "nvidia-h100", 64, 100.0), engine::JobState::Running,
                       100.0, 400.0, by);
        Stage stage(jobs);
        stage.advance(1000.0);
        const QStringList tip = stage.canvas().tipAt(stage.middleOf("a"));
        const QString text = plain(tip.join('\n'));
        QVERIFY2(text.startsWith("a · red"), qPrintable(text));
        QVERIFY2(text.contains("Running 1 Jul 00:01:40 – 1 Jul 00:06:40 (5 min)"),
                 qPrintable(text));
        QVERIFY2(text.contains("64 accelerators · nvidia-h100"), qPrintable(text));
        QVERIFY2(text.contains("Ended: Lost a server."), qPrintable(text));
        QVERIFY2(text.contains("Cause: HBM error in R03-07."), qPrintable(text));
        const GanttScale& scale = stage.canvas().scale();
        const QString rail =
            stage.canvas().tipAt({scale.x(400.0), scale.rail.center().y()}).join('\n');
        QVERIFY2(rail.contains("Lost a server."), qPrintable(rail));
        const QString levels =
            stage.canvas().tipAt({scale.x(200.0), scale.held.center().y()}).join('\n');
        QVERIFY2(levels.contains("64 accelerators in use"), qPrintable(levels));
        QVERIFY(stage.canvas().tipAt({scale.x(900.0), scale.plot.top() + 5.0}).isEmpty());
    }

    // 3,000 jobs on some 300 px: a pixel tells how many it stands for and what they do.
    void crowdsAreCounted() {
        auto jobs = std::make_shared<TinyJobs>();
        for (int i = 0; i < 3000; ++i) {
            TinyJobs::span(jobs->add("j", "", "", 1, 0.0),
                           i % 3 == 0 ? engine::JobState::Queued : engine::JobState::Running, 0.0,
                           TinyJobs::kOpen);
        }
        Stage stage(jobs);
        stage.advance(100.0);
        const GanttScale& scale = stage.canvas().scale();
        QVERIFY(scale.rowPx < 1.0);
        const QPointF at(scale.x(50.0), std::floor(scale.plot.center().y()) + 0.5);
        const QStringList tip = stage.canvas().tipAt(at);
        QVERIFY2(tip.size() == 3 && tip[0].endsWith("jobs in this place"),
                 qPrintable(tip.join('|')));
        const int count = tip[0].section(' ', 0, 0).toInt();
        QVERIFY(std::abs(count - 1.0 / scale.rowPx) <= 1.0);
        const int running = tip[1].section(' ', 0, 0).toInt();
        const int queued = tip[1].section(' ', 4, 4).toInt();
        QCOMPARE(running + queued, count);
        QVERIFY(stage.canvas().summary().contains("a line of pixels sums"));
        // Drawn: every pixel of the plot up to now is covered.
        const QImage image = stage.canvas().grab().toImage();
        QVERIFY(image.pixelColor(at.toPoint()) != Theme::instance().colours().base);
    }

    void groupsStandTogether() {
        Stage stage(fourJobs());
        stage.choose("ganttGroups", 1);
        stage.advance(300.0);
        QCOMPARE(stage.canvas().rows().groups().size(), std::size_t{3});
        const GanttScale& scale = stage.canvas().scale();
        QVERIFY(scale.headPx > 0.0);
        // a and c are of red; b, of blue, below both.
        QVERIFY(stage.middleOf("b").y() > stage.middleOf("c").y());
        const auto place = scale.place(stage.middleOf("c").y());
        QCOMPARE(place.group, 0);
        QCOMPARE(static_cast<int>(place.row), 1);
        stage.choose("ganttRows", 1);
        QCOMPARE(stage.canvas().rows().size(), 64.0 + 8.0 + 16.0);
        stage.canvas().grab();
    }
};

HEADROOM_TEST(TestGanttView)
}  // namespace tst_gantt_view

#include "tst_gantt_view.moc"
