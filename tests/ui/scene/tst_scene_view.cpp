// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/ui/support/fake_source.h"
#include "ui/floor/rack_colouring.h"
#include "ui/scene/scene_view.h"
#include "ui/workspace/project_files.h"
#include "ui/workspace/run_control.h"
#include "ui/workspace/workspace.h"

#include <QWindow>
#include <QtTest>

namespace tst_scene_view {

using namespace headroom;
using namespace headroom::ui;

/// Needs a display with OpenGL; skips where there is none.
class TestSceneView : public QObject {
    Q_OBJECT

    struct Window {
        Workspace workspace{"nowhere"};
        FakeSource* fake = nullptr;
        RackColouring colouring{&workspace};
        SceneView view{&workspace, &colouring};

        Window() {
            workspace.control().setPlayOnOpen(false);
            auto source = std::make_unique<FakeSource>();
            fake = source.get();
            workspace.show(fakeProject(), std::move(source));
            view.resize(900, 600);
            view.show();
        }
    };

    static int colourCount(const QImage& image) {
        QSet<QRgb> colours;
        for (int y = 0; y < image.height(); y += 2) {
            for (int x = 0; x < image.width(); x += 2) {
                colours << image.pixel(x, y);
            }
        }
        return static_cast<int>(colours.size());
    }

  private slots:

    void initTestCase() {
        QString why;
        if (!VtkViewport::isAvailable(&why)) {
            QSKIP(qPrintable("No 3-D here: " + why));
        }
    }

    void drawsTheHalls() {
        Window w;
        QVERIFY(QTest::qWaitForWindowExposed(&w.view));
        const QImage image = w.view.draw();
        QCOMPARE(image.size(), w.view.size() * w.view.devicePixelRatioF());
        QVERIFY(colourCount(image) > 200);
    }

    // OpenGL never draws into the window itself: drivers allocate by its size on the server, up to 32,767 pixels a side.
    void theWindowHasNoOpenGlSurface() {
        Window w;
        QVERIFY(QTest::qWaitForWindowExposed(&w.view));
        QVERIFY(!w.view.draw().isNull());
        QCOMPARE(w.view.window()->windowHandle()->surfaceType(), QSurface::RasterSurface);
    }

    // All is all: no machine of the site is cut, be it many halls away.
    void allOfTheSiteIsFitted() {
        Window w;
        QVERIFY(QTest::qWaitForWindowExposed(&w.view));
        const engine::Layout& layout = w.workspace.layout();
        w.view.fitAll();
        for (const engine::EquipmentBox& machine : layout.equipment) {
            const engine::Box& b = machine.box;
            for (const double x : {b.x, b.x + b.width}) {
                for (const double y : {b.y, b.y + b.depth}) {
                    const QPointF at = w.view.camera().project({x, y, b.z});
                    QVERIFY2(w.view.rect().contains(at.toPoint()),
                             qPrintable(QStringLiteral("%1 at %2, %3")
                                            .arg(QString::fromStdString(machine.id))
                                            .arg(at.x())
                                            .arg(at.y())));
                }
            }
        }
    }

    void theRackUnderThePointerIsPicked() {
        Window w;
        QVERIFY(QTest::qWaitForWindowExposed(&w.view));
        // A rack of the southern row seen from the south-west: its front is not hidden.
        const int rack = 10;
        const engine::Box& b = w.workspace.layout().racks[rack].box;
        const QPointF at = w.view.camera().project({b.x + b.width / 2, b.y + 0.01, b.height * 0.6});
        QVERIFY(w.view.rect().contains(at.toPoint()));
        // Told to the view itself: QTest::mouseMove moves the real pointer, over which another test's window may lie.
        QMouseEvent move(QEvent::MouseMove, at, w.view.mapToGlobal(at), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(&w.view, &move);
        QCOMPARE(w.workspace.selection().hovered().rack(), rack);
        QTest::mouseClick(&w.view, Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(w.workspace.selection().current().rack(), rack);
        // And what is drawn there is that rack: its colour differs from the floor's.
        QTest::mouseClick(&w.view, Qt::LeftButton, {}, {3, 3});
        QVERIFY(w.workspace.selection().current().isNone());
    }

    void colourTellsTheValue() {
        Window w;
        QVERIFY(QTest::qWaitForWindowExposed(&w.view));
        w.view.setStandardView(StandardView::Top);
        const int rack = 30;
        const engine::Box& b = w.workspace.layout().racks[rack].box;
        const auto colourAt = [&] {
            const QPointF at =
                w.view.camera().project({b.x + b.width / 2, b.y + b.depth / 2, b.z + b.height});
            return QColor::fromRgb(
                w.view.draw().pixel((at * w.view.devicePixelRatioF()).toPoint()));
        };
        const QColor before = colourAt();
        const QColor wanted = QColor::fromRgb(w.colouring.colours()[rack]);
        // Light changes the brightness, not the hue.
        QVERIFY(std::abs(before.hueF() - wanted.hueF()) < 0.05);
        w.fake->advance(9000.0);
        QCoreApplication::processEvents();
        const QColor after = colourAt();
        const QColor now = QColor::fromRgb(w.colouring.colours()[rack]);
        QVERIFY(now != wanted);
        QVERIFY(after != before);
        QVERIFY(std::abs(after.hueF() - now.hueF()) < 0.05);
    }

    void mouseMovesTheCamera() {
        Window w;
        QVERIFY(QTest::qWaitForWindowExposed(&w.view));
        const Vec3 point{5, 5, 0};
        const QPointF start = w.view.camera().project(point);
        QTest::mousePress(&w.view, Qt::LeftButton, {}, {400, 300});
        QMouseEvent move(QEvent::MouseMove, QPointF(460, 310),
                         w.view.mapToGlobal(QPointF(460, 310)), Qt::NoButton, Qt::LeftButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(&w.view, &move);
        QTest::mouseRelease(&w.view, Qt::LeftButton, {}, {460, 310});
        QVERIFY((w.view.camera().project(point) - start).manhattanLength() > 5);
        QVERIFY(w.workspace.selection().current().isNone());  // a drag is no click
        const double before = w.view.camera().metresPerPixel();
        QWheelEvent wheel({400, 300}, w.view.mapToGlobal(QPointF(400, 300)), {}, {0, 120},
                          Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&w.view, &wheel);
        QVERIFY(w.view.camera().metresPerPixel() < before);
    }

    void everyStandardViewDraws() {
        Window w;
        QVERIFY(QTest::qWaitForWindowExposed(&w.view));
        for (const auto view : {StandardView::Front, StandardView::Back, StandardView::Left,
                                StandardView::Right, StandardView::Top, StandardView::Isometric}) {
            for (const bool parallel : {false, true}) {
                w.view.setParallel(parallel);
                w.view.setStandardView(view);
                QVERIFY(colourCount(w.view.draw()) > 60);
            }
        }
    }

    void survivesClosingAndOpening() {
        Window w;
        QVERIFY(QTest::qWaitForWindowExposed(&w.view));
        w.workspace.files().close();
        w.view.draw();
        w.workspace.show(fakeProject(), std::make_unique<FakeSource>());
        QVERIFY(colourCount(w.view.draw()) > 200);
    }
};

HEADROOM_TEST(TestSceneView)
}  // namespace tst_scene_view

#include "tst_scene_view.moc"
