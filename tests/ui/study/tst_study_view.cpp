// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/kit/filtered_table.h"
#include "ui/kit/number_box.h"
#include "ui/kit/theme.h"
#include "ui/study/axis_dialog.h"
#include "ui/study/axis_page.h"
#include "ui/study/front_page.h"
#include "ui/study/parallel_page.h"
#include "ui/study/point_table.h"
#include "ui/study/response_page.h"
#include "ui/study/study_focus.h"
#include "ui/study/study_setup.h"
#include "ui/study/study_view.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QtTest>
#include <qcustomplot.h>

#include <cmath>

namespace tst_study_view {

using namespace headroom;
using namespace headroom::ui;

namespace {

/// The small hall in a folder of its own, and the page of studies on it.
struct StudyStage {
    QTemporaryDir dir;
    Workspace workspace{HEADROOM_SOURCE_DIR "/resources/catalog"};
    StudyView view{&workspace};

    StudyStage() {
        Theme::instance().apply(Theme::Mode::Light);
        QFile::copy(HEADROOM_SOURCE_DIR "/tests/cli/fixture/small-hall.json",
                    path("small-hall.json"));
        QFile(path("small-hall.json")).setPermissions(QFile::ReadOwner | QFile::WriteOwner);
        workspace.control().setPlayOnOpen(false);
        open(path("small-hall.json"));
        view.resize(1100, 700);
        view.show();
    }

    QString path(const QString& name) const { return dir.filePath(name); }

    void open(const QString& file) {
        QSignalSpy opened(&workspace, &Workspace::opened);
        workspace.files().open(file.toStdString());
        opened.wait(60000);
    }

    /// Until the study is read.
    bool isReady() {
        return QTest::qWaitFor([this] { return !view.desk()->isReading(); }, 60000);
    }

    template <class Widget>
    Widget* find(const char* name) const {
        return view.findChild<Widget*>(name);
    }

    /// New: an axis of that target over those values, with the mouse on OK.
    void addAxis(const char* button, const std::string& target, const QString& values) {
        QTest::mouseClick(find<QPushButton>(button), Qt::LeftButton);
        auto* dialog = view.findChild<AxisDialog*>();
        dialog->pick({target});
        dialog->typeValues(values);
        QTest::mouseClick(dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok),
                          Qt::LeftButton);
        QTRY_VERIFY(view.findChild<AxisDialog*>() == nullptr);
        QVERIFY(isReady());
    }

    void change(const std::function<void(engine::Study&)>& edit) {
        engine::Study next = *view.desk()->study();
        edit(next);
        view.desk()->change(std::move(next));
        QVERIFY(isReady());
    }

    void run() {
        QSignalSpy finished(view.desk(), &StudyDesk::finished);
        QTest::mouseClick(find<QPushButton>("studyRun"), Qt::LeftButton);
        QVERIFY(finished.wait(120000));
        QVERIFY(isReady());
    }

    QString cell(int row, int column) const {
        return view.points()->model()->index(row, column).data().toString();
    }
};

/// Two axes of three and two values, six minutes each.
void makeSmall(StudyStage& stage) {
    stage.addAxis("studyNew", "loop-a.supply_setpoint_c", "16; 18; 20");
    stage.addAxis("studyAddAxis", "hall-a.supply_air_c", "22; 24");
    stage.change([](engine::Study& study) {
        study.untilS = 360.0;
        study.figures = {&engine::figure("pue"), &engine::figure("hottest_chip_c")};
    });
}

}  // namespace

class TestStudyView : public QObject {
    Q_OBJECT

  private slots:

    // From nothing to results: pick two attributes, run, and every page shows the six points. The file is one that the
    // command line takes.
    void fromPickingToResults() {
        StudyStage stage;
        makeSmall(stage);
        QVERIFY(QFile::exists(stage.path("study-1.study.json")));
        const engine::Study* study = stage.view.desk()->study();
        QCOMPARE(study->axes.size(), std::size_t{2});
        QCOMPARE(QString::fromStdString(study->axes[1].name), QString("Hall A: supply air"));
        QCOMPARE(study->axes[0].values, (std::vector<std::string>{"16", "18", "20"}));
        QVERIFY(engine::loadStudy(stage.path("study-1.study.json").toStdString()));
        stage.run();
        QCOMPARE(stage.view.desk()->answer()->answers.status.done, std::size_t{6});
        QVERIFY2(stage.find<QLabel>("studyState")->text().startsWith("6 of 6"),
                 qPrintable(stage.find<QLabel>("studyState")->text()));
        QCOMPARE(stage.view.points()->model()->rowCount(), 6);
        QVERIFY(stage.cell(0, 1).startsWith("16"));
        QVERIFY(stage.cell(0, 3).toDouble() > 1.0);  // PUE
        // 3 + 2 bars, of which each axis' add up to nothing.
        const auto bars =
            axisBars(*stage.view.desk()->answer(), stage.view.desk()->answer()->answers.figures[0])
                .bars;
        QCOMPARE(bars.size(), std::size_t{5});
        double sum = 0.0;
        for (const AxisBar& bar : bars) {
            sum += bar.value;
        }
        QVERIFY(std::abs(sum) < 1e-9);
        QCOMPARE(stage.view.response()->table()->rowCount(), 3);
        QCOMPARE(stage.view.response()->table()->columnCount(), 2);
        QCOMPARE(stage.view.parallel()->scaleCount(), std::size_t{4});
    }

    // What cannot be an axis says so, and there is no OK: no pick, no values, a value out of range, two different attributes.
    void axesThatAreNone() {
        StudyStage stage;
        AxisDialog dialog(stage.workspace.project(), *stage.workspace.catalogue(),
                          stage.dir.path().toStdString());
        QPushButton* ok = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok);
        QVERIFY(!ok->isEnabled() && !dialog.wrong().isEmpty());
        dialog.pick({"loop-a.supply_setpoint_c"});
        QVERIFY(!ok->isEnabled());
        dialog.typeValues("16; nonsense");
        QVERIFY(!ok->isEnabled());
        dialog.typeValues("16; 900");
        QVERIFY2(!ok->isEnabled(), "out of range");
        dialog.typeValues("16; 61 F");
        QVERIFY2(ok->isEnabled(), qPrintable(dialog.wrong()));
        QVERIFY(std::abs(std::stod(dialog.axis().values[1]) - (61.0 - 32.0) / 1.8) < 1e-9);
        dialog.typeRange("20", "16");
        QVERIFY(!ok->isEnabled());
        dialog.typeRange("16", "20");
        QVERIFY(ok->isEnabled());
        QVERIFY(dialog.axis().isRange());
        dialog.pick({"loop-a.supply_setpoint_c", "hall-a.supply_air_c"});
        QVERIFY(!ok->isEnabled());
        dialog.pick({"crah/crah-100.fan_rated_kw"});
        dialog.typeValues("6; 7");
        QVERIFY(ok->isEnabled());
        QCOMPARE(static_cast<int>(dialog.axis().kind), static_cast<int>(engine::AxisKind::Part));
    }

    // Each change is a step of undo, and written: the file is always what the window shows.
    void changesAreTakenBack() {
        StudyStage stage;
        makeSmall(stage);
        stage.change([](engine::Study& study) { study.replications = 3; });
        QCOMPARE(engine::loadStudy(stage.path("study-1.study.json").toStdString())->replications,
                 3);
        QTest::mouseClick(stage.find<QPushButton>("studyUndo"), Qt::LeftButton);
        QVERIFY(stage.isReady());
        QCOMPARE(stage.view.desk()->study()->replications, 1);
        QCOMPARE(engine::loadStudy(stage.path("study-1.study.json").toStdString())->replications,
                 1);
    }

    // An edit of the project makes results stale: they are listed below, and count nowhere. Undo of the edit brings them back.
    void editsMakeResultsStale() {
        StudyStage stage;
        makeSmall(stage);
        stage.run();
        QVERIFY(stage.workspace.editor().apply(
            {engine::SetAttribute{"loop-a", "design_rise_k", models::Value{7.0}}}, "edit"));
        QVERIFY(stage.isReady());
        QCOMPARE(stage.view.desk()->answer()->answers.status.done, std::size_t{0});
        QCOMPARE(stage.view.desk()->answer()->stale.size(), std::size_t{6});
        QCOMPARE(stage.view.points()->model()->rowCount(), 12);
        QVERIFY2(stage.find<QLabel>("studyNote")->text().contains("stale"),
                 qPrintable(stage.find<QLabel>("studyNote")->text()));
        stage.workspace.editor().undo();
        QVERIFY(stage.isReady());
        QCOMPARE(stage.view.desk()->answer()->answers.status.done, std::size_t{6});
        QCOMPARE(stage.view.points()->model()->rowCount(), 6);
    }

    // Paused after the first results, gone on with: all there, none run twice (stale results would say so).
    void pausedAndGoneOn() {
        StudyStage stage;
        makeSmall(stage);
        stage.change([](engine::Study& study) {
            study.untilS = 7200.0;
            study.replications = 8;
        });
        QSignalSpy finished(stage.view.desk(), &StudyDesk::finished),
            progressed(stage.view.desk(), &StudyDesk::progressed);
        auto* run = stage.find<QPushButton>("studyRun");
        QTest::mouseClick(run, Qt::LeftButton);
        QVERIFY(progressed.wait(60000));
        QCOMPARE(run->text(), QString("&Pause"));
        QTest::mouseClick(run, Qt::LeftButton);
        QVERIFY(finished.wait(60000));
        const std::size_t done = stage.view.desk()->answer()->answers.status.done;
        QVERIFY(done > 0);
        if (done < 48) {
            QCOMPARE(run->text(), QString("Go &on"));
            stage.run();
        }
        QCOMPARE(stage.view.desk()->answer()->answers.status.done, std::size_t{48});
        QVERIFY(stage.view.desk()->answer()->stale.empty());
    }

    // A brush on the first scale leaves the upper third: two of six points, in the table as well. With a real drag.
    void brushesFilterEverything() {
        StudyStage stage;
        makeSmall(stage);
        stage.run();
        stage.find<QTabWidget>("studyTabs")->setCurrentWidget(stage.view.parallel());
        QTest::qWait(50);
        const QLineF scale = stage.view.parallel()->scaleLine(0);
        const QPoint top = scale.pointAt(1.0).toPoint(), middle = scale.pointAt(0.67).toPoint();
        QTest::mousePress(stage.view.parallel(), Qt::LeftButton, {}, top);
        QTest::mouseMove(stage.view.parallel(), (top + middle) / 2);
        QTest::mouseMove(stage.view.parallel(), middle);
        QTest::mouseRelease(stage.view.parallel(), Qt::LeftButton, {}, middle);
        // 20 °C is at 5/6 of the scale: the middle of its third.
        QCOMPARE(std::count(stage.view.focus()->brushed().begin(),
                            stage.view.focus()->brushed().end(), 1),
                 2);
        QCOMPARE(stage.view.points()->table()->view()->model()->rowCount(), 2);
        QTest::mouseClick(stage.view.parallel(), Qt::LeftButton, {}, scale.pointAt(0.3).toPoint());
        QVERIFY(stage.view.focus()->brushed().empty());
    }

    // A point becomes a project with one click, and its run is that of the point; or it is set here, and undo takes it back.
    void designsAreOpened() {
        StudyStage stage;
        makeSmall(stage);
        stage.run();
        stage.view.focus()->choose(5);  // 20 °C and 24 °C
        QTest::mouseClick(stage.find<QPushButton>("studySetDesign"), Qt::LeftButton);
        QCOMPARE(
            std::get<double>(stage.workspace.project().find("loop-a")->value("supply_setpoint_c")),
            20.0);
        stage.workspace.editor().undo();
        QCOMPARE(
            std::get<double>(stage.workspace.project().find("loop-a")->value("supply_setpoint_c")),
            18.0);
        QVERIFY(stage.isReady());
        QSignalSpy opened(&stage.workspace, &Workspace::opened);
        QTest::mouseClick(stage.find<QPushButton>("studyOpenDesign"), Qt::LeftButton);
        QVERIFY(opened.wait(60000));
        QVERIFY(QString::fromStdString(stage.workspace.project().file.string())
                    .endsWith("study-1-point-5/project.json"));
        QCOMPARE(
            std::get<double>(stage.workspace.project().find("loop-a")->value("supply_setpoint_c")),
            20.0);
        // The study stays: it is of the project that it was of.
        QVERIFY(stage.isReady());
        QCOMPARE(stage.view.desk()->answer()->answers.status.done, std::size_t{6});
    }

    // A file that is no study says what is wrong and where, and the page continues.
    void badFiles() {
        StudyStage stage;
        QFile file(stage.path("bad.study.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "{\"format\": \"headroom-study/1\", \"project\": \"small-hall.json\", \"axes\": "
            "[{\"set\": \"loop-b.x\", \"values\": [1]}]}");
        file.close();
        stage.view.desk()->open(stage.path("bad.study.json").toStdString());
        QVERIFY(stage.isReady());
        QVERIFY2(stage.find<QLabel>("studyNote")->text().contains("STU-005"),
                 qPrintable(stage.find<QLabel>("studyNote")->text()));
        QVERIFY(!stage.find<QPushButton>("studyRun")->isEnabled());
        makeSmall(stage);
        QVERIFY(stage.find<QPushButton>("studyRun")->isEnabled());
    }

    void exportsWhatTheCommandLinePrints() {
        StudyStage stage;
        makeSmall(stage);
        QVERIFY(!stage.view.exportTo(stage.path("none.csv")));
        stage.run();
        QVERIFY(stage.view.exportTo(stage.path("points.csv")));
        QFile csv(stage.path("points.csv"));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll().count('\n'), 7);
        QVERIFY(stage.view.exportTo(stage.path("all.json")));
    }
};

HEADROOM_TEST(TestStudyView)
}  // namespace tst_study_view

#include "tst_study_view.moc"
