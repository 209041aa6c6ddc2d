// SPDX-License-Identifier: Apache-2.0
#include "models/compute/rack.h"
#include "tests/support/test_program.h"
#include "ui/floor/part_key.h"
#include "ui/floor/plan_objects.h"
#include "ui/floor/rack_colouring.h"
#include "ui/scene/scene_view.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QDropEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QtTest>

#include <cmath>

namespace tst_scene_edit {

using namespace headroom;
using namespace headroom::ui;

namespace {

/// A blank room in 3-D with one row of racks, and a hand that draws in it.
struct Stage {
    Workspace workspace{HEADROOM_SOURCE_DIR "/resources/catalog"};
    RackColouring colouring{&workspace};
    SceneView view{&workspace, &colouring};
    std::string blank;

    Stage() {
        workspace.control().setPlayOnOpen(false);
        workspace.files().newBlank();
        view.resize(900, 600);
        view.show();
        engine::Object racks = Editor::make("rack_block", "racks");
        Editor::set(racks, "hall", std::string("hall-1"));
        Editor::set(racks, "rack", workspace.catalogue()->entriesOf("rack").front()->id);
        Editor::set(racks, "rows", std::int64_t{1});
        Editor::set(racks, "racks_per_row", std::int64_t{6});
        Editor::set(racks, "x_m", 6.0);
        Editor::set(racks, "y_m", 6.0);
        if (!workspace.editor().apply({engine::AddObject{racks}}, "Put")) {
            qFatal("no racks");
        }
        blank = text();
    }

    std::string text() const { return engine::projectText(workspace.project()); }

    double number(const std::string& id, const char* key) const {
        const auto* object = workspace.project().find(id);
        const auto* value = object == nullptr ? nullptr : std::get_if<double>(&object->value(key));
        return value == nullptr ? qQNaN() : *value;
    }

    QPointF at(double x, double y, double z = 0.0) const {
        return view.camera().project({x, y, z});
    }

    /// Onto the top of a rack, seen from above it is what lies under the pointer.
    QPointF onRack(int rack) const {
        const engine::Box& b = workspace.layout().racks[static_cast<std::size_t>(rack)].box;
        return at(b.x + b.width / 2.0, b.y + b.depth / 2.0, b.z + b.height);
    }

    void send(QEvent::Type type, QPointF where, Qt::MouseButton button, Qt::MouseButtons held,
              Qt::KeyboardModifiers modifiers = {}) {
        QMouseEvent event(type, where, view.mapToGlobal(where), button, held, modifiers);
        QCoreApplication::sendEvent(&view, &event);
    }

    void press(QPointF where, Qt::KeyboardModifiers modifiers = {}) {
        send(QEvent::MouseButtonPress, where, Qt::LeftButton, Qt::LeftButton, modifiers);
    }

    void move(QPointF where, Qt::KeyboardModifiers modifiers = {}) {
        send(QEvent::MouseMove, where, Qt::NoButton, Qt::LeftButton, modifiers);
    }

    void release(QPointF where, Qt::KeyboardModifiers modifiers = {}) {
        send(QEvent::MouseButtonRelease, where, Qt::LeftButton, Qt::NoButton, modifiers);
    }

    void drag(QPointF from, QPointF to, Qt::KeyboardModifiers modifiers = {}) {
        press(from, modifiers);
        move((from + to) / 2.0, modifiers);
        move(to, modifiers);
        release(to, modifiers);
    }

    void select() { workspace.selection().select({Selected::Kind::Object, -1, "racks", -1}); }

    bool drop(const PartKey& key, QPointF where) {
        const std::unique_ptr<QMimeData> mime(mimeOf(key));
        QDragEnterEvent enter(where.toPoint(), Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QCoreApplication::sendEvent(&view, &enter);
        QDragMoveEvent over(where.toPoint(), Qt::CopyAction, mime.get(), Qt::LeftButton,
                            Qt::AltModifier);
        QCoreApplication::sendEvent(&view, &over);
        QDropEvent done(where, Qt::CopyAction, mime.get(), Qt::LeftButton, Qt::AltModifier);
        QCoreApplication::sendEvent(&view, &done);
        return enter.isAccepted() && done.isAccepted();
    }

    QRectF footprint(const std::string& id) const {
        return footprintOf(workspace, id).value_or(QRectF());
    }
};

}  // namespace

/// What is drawn and moved in 3-D, by the mouse. Needs a display with OpenGL; skips without one.
class TestSceneEdit : public QObject {
    Q_OBJECT

  private slots:

    void initTestCase() {
        QString why;
        if (!VtkViewport::isAvailable(&why)) {
            QSKIP(qPrintable("No 3-D here: " + why));
        }
    }

    void aRackBlockIsDragged_data() {
        QTest::addColumn<int>("view");
        QTest::addColumn<bool>("parallel");
        QTest::newRow("from above") << static_cast<int>(StandardView::Top) << true;
        QTest::newRow("isometric") << static_cast<int>(StandardView::Isometric) << false;
    }

    void aRackBlockIsDragged() {
        QFETCH(int, view);
        QFETCH(bool, parallel);
        Stage s;
        QVERIFY(QTest::qWaitForWindowExposed(&s.view));
        s.view.setParallel(parallel);
        s.view.setStandardView(static_cast<StandardView>(view));
        s.select();
        const QPointF from = s.onRack(2);
        QVERIFY(s.view.rect().contains(from.toPoint()));
        // The place under the pointer moves 3 m east and 2 m north at the height at which it was
        // taken hold of, and the racks with it; Alt: exactly so, without snapping.
        const engine::Box b = s.workspace.layout().racks[2].box;
        const QPointF to =
            s.at(b.x + b.width / 2.0 + 3.0, b.y + b.depth / 2.0 + 2.0, b.z + b.height);
        s.drag(from, to, Qt::AltModifier);
        QVERIFY2(std::abs(s.number("racks", "x_m") - 9.0) < 0.02,
                 qPrintable(QString::number(s.number("racks", "x_m"))));
        QVERIFY2(std::abs(s.number("racks", "y_m") - 8.0) < 0.02,
                 qPrintable(QString::number(s.number("racks", "y_m"))));
        QVERIFY(s.workspace.selection().contains({Selected::Kind::Object, -1, "racks", -1}));
        // One gesture is one step.
        s.workspace.editor().undo();
        QCOMPARE(s.text(), s.blank);
        s.workspace.editor().redo();
        QVERIFY(std::abs(s.number("racks", "x_m") - 9.0) < 0.02);
    }

    /// Two handlers along the west wall: the first is dragged 5 m east and 4 m north, the other stays, and one
    /// step of undo takes it back.
    void anAirHandlerIsDragged() {
        Stage s;
        QVERIFY(QTest::qWaitForWindowExposed(&s.view));
        QVERIFY(s.workspace.editor().apply(
            {engine::SetAttribute{"hall-1", "crah", std::string("crah-200")},
             engine::SetAttribute{"hall-1", "crah_count", std::int64_t{2}}},
            "Add"));
        const std::string before = s.text();
        s.view.setParallel(true);
        s.view.setStandardView(StandardView::Top);
        std::vector<int> handlers;
        for (std::size_t i = 0; i < s.workspace.layout().equipment.size(); ++i) {
            if (s.workspace.layout().equipment[i].kind == engine::EquipmentKind::Crah) {
                handlers.push_back(static_cast<int>(i));
            }
        }
        QCOMPARE(handlers.size(), std::size_t{2});
        const auto middle = [&](int index) {
            const engine::Box& b =
                s.workspace.layout().equipment[static_cast<std::size_t>(index)].box;
            return QPointF(b.x + b.width / 2.0, b.y + b.depth / 2.0);
        };
        const QPointF first = middle(handlers[0]), second = middle(handlers[1]);
        const double top =
            s.workspace.layout().equipment[static_cast<std::size_t>(handlers[0])].box.height;
        s.workspace.selection().select({Selected::Kind::Equipment, handlers[0], "hall-1", -1});
        s.drag(s.at(first.x(), first.y(), top), s.at(first.x() + 5.0, first.y() + 4.0, top),
               Qt::AltModifier);
        QVERIFY(QLineF(middle(handlers[0]), first + QPointF(5.0, 4.0)).length() < 0.02);
        QVERIFY(QLineF(middle(handlers[1]), second).length() < 1e-3);
        s.workspace.editor().undo();
        QCOMPARE(s.text(), before);
    }

    void itSnapsToTheTiles() {
        Stage s;
        QVERIFY(QTest::qWaitForWindowExposed(&s.view));
        s.view.setParallel(true);
        s.view.setStandardView(StandardView::Top);
        s.select();
        const engine::Box b = s.workspace.layout().racks[2].box;
        const QPointF middle(b.x + b.width / 2.0, b.y + b.depth / 2.0);
        // 1.23 m east: the nearest line of tiles of 0.6 m is 1.2 m away.
        s.drag(s.onRack(2), s.at(middle.x() + 1.23, middle.y(), b.z + b.height));
        QVERIFY2(std::abs(s.number("racks", "x_m") - 7.2) < 1e-9,
                 qPrintable(QString::number(s.number("racks", "x_m"))));
    }

    void whatIsNotSelectedTurnsTheView() {
        Stage s;
        QVERIFY(QTest::qWaitForWindowExposed(&s.view));
        s.workspace.selection().select({});
        const QPointF before = s.at(0.0, 0.0);
        s.drag(s.onRack(2), s.onRack(2) + QPointF(60, 10));
        QCOMPARE(s.text(), s.blank);
        QVERIFY((s.at(0.0, 0.0) - before).manhattanLength() > 5.0);
    }

    void aClickSelectsAndMovesNothing() {
        Stage s;
        QVERIFY(QTest::qWaitForWindowExposed(&s.view));
        s.view.setStandardView(StandardView::Top);
        s.select();
        s.press(s.onRack(1));
        s.release(s.onRack(1));
        QCOMPARE(s.text(), s.blank);
        QCOMPARE(s.workspace.selection().current().rack(), 1);
    }

    void escGivesTheDragUp() {
        Stage s;
        QVERIFY(QTest::qWaitForWindowExposed(&s.view));
        s.view.setStandardView(StandardView::Top);
        s.select();
        const QPointF from = s.onRack(2);
        s.press(from);
        s.move(from + QPointF(40, 0));
        s.move(from + QPointF(80, 0));
        QTest::keyClick(&s.view, Qt::Key_Escape);
        s.release(from + QPointF(80, 0));
        QCOMPARE(s.text(), s.blank);
    }

    void aPartIsDroppedWhereThePointerIs() {
        Stage s;
        QVERIFY(QTest::qWaitForWindowExposed(&s.view));
        for (const StandardView view : {StandardView::Isometric, StandardView::Top}) {
            s.view.setStandardView(view);
            const auto before = s.workspace.project().objectsOf("rack_block").size();
            const std::string rack = s.workspace.catalogue()->entriesOf("rack").front()->id;
            QVERIFY(s.drop({"rack", rack}, s.at(15.0, 14.0)));
            QCOMPARE(s.workspace.project().objectsOf("rack_block").size(), before + 1);
            const std::string made = s.workspace.project().objectsOf("rack_block").back()->id;
            QVERIFY2((s.footprint(made).center() - QPointF(15.0, 14.0)).manhattanLength() < 0.05,
                     made.c_str());
            QVERIFY(s.workspace.selection().contains({Selected::Kind::Object, -1, made, -1}));
            // What was dropped is selected, so it can be dragged on at once.
            const QRectF area = s.footprint(made);
            const int at = static_cast<int>(s.workspace.layout().racks.size()) - 3;
            s.drag(s.onRack(at), s.onRack(at) + (s.at(17.0, 14.0) - s.at(15.0, 14.0)),
                   Qt::AltModifier);
            QVERIFY(s.footprint(made).x() > area.x() + 1.0);
            s.workspace.editor().undo();
            QVERIFY(std::abs(s.footprint(made).x() - area.x()) < 1e-9);
            s.workspace.editor().undo();
            QCOMPARE(s.text(), s.blank);
        }
    }

    void whereAPartCannotStandNothingIsMade() {
        Stage s;
        QVERIFY(QTest::qWaitForWindowExposed(&s.view));
        s.view.setStandardView(StandardView::Top);
        const std::string rack = s.workspace.catalogue()->entriesOf("rack").front()->id;
        s.drop({"rack", rack}, QPointF(4, 300));  // next to the hall
        QCOMPARE(s.text(), s.blank);
        // Something else than a part is not taken.
        QMimeData words;
        words.setText("rack");
        QDragEnterEvent enter(QPoint(400, 300), Qt::CopyAction, &words, Qt::LeftButton, {});
        enter.ignore();
        QCoreApplication::sendEvent(&s.view, &enter);
        QVERIFY(!enter.isAccepted());
    }
};

HEADROOM_TEST(TestSceneEdit)
}  // namespace tst_scene_edit

#include "tst_scene_edit.moc"
