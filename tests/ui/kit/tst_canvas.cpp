// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/kit/canvas.h"

#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>

namespace tst_canvas {

using namespace headroom::ui;

/// Writes down what it is asked for.
class Sheet : public Canvas {
  public:
    Sheet() : Canvas(2.0, nullptr) { resize(400, 300); }

    void fitAll() override {}

    void fitSelection() override {}

    void pan(QPointF pixels) override { panned += pixels; }

    void zoom(double factor, QPointF at, Qt::KeyboardModifiers) override {
        zoomed *= factor;
        about = at;
    }

    void mousePressEvent(QMouseEvent* event) override { press(event->position()); }

    void mouseMoveEvent(QMouseEvent* event) override {
        if (event->buttons() != Qt::NoButton && isDrag(event->position())) {
            pan(dragStep(event->position()));
        }
    }

    void mouseReleaseEvent(QMouseEvent*) override { clicks += release() ? 0 : 1; }

    void keyPressEvent(QKeyEvent* event) override { zoomByKey(event, {7, 8}); }

    QPointF panned, about;
    double zoomed = 1.0;
    int clicks = 0;
};

class TestCanvas : public QObject {
    Q_OBJECT

  private slots:

    // 400 x 300 at 10 pixels a metre about (5, 5): the middle is (5, 5); 100 pixels right of it is
    // 10 m east; 50 pixels above it is 5 m north on a map, and 5 less in a picture.
    void placesAndPixels() {
        const QSizeF window(400, 300);
        for (const bool isYUp : {false, true}) {
            ViewFrame frame{.centre = {5, 5}, .scale = 10.0, .isYUp = isYUp};
            QCOMPARE(frame.toPlane({200, 150}, window), QPointF(5, 5));
            QCOMPARE(frame.toPlane({300, 100}, window), QPointF(15, isYUp ? 10 : 0));
            QCOMPARE(frame.toWindow({15, isYUp ? 10.0 : 0.0}, window), QPointF(300, 100));
        }
    }

    // The point under the pointer stays there, and the limits hold.
    void zoomKeepsWhatIsUnderThePointer() {
        const QSizeF window(400, 300);
        ViewFrame frame{.centre = {5, 5}, .scale = 10.0, .least = 1.0, .most = 40.0, .isYUp = true};
        const QPointF pixel(330, 20);
        const QPointF place = frame.toPlane(pixel, window);
        frame.zoomAt(2.0, pixel, window);
        QCOMPARE(frame.scale, 20.0);
        QCOMPARE(frame.toPlane(pixel, window), place);
        frame.zoomAt(100.0, pixel, window);
        QCOMPARE(frame.scale, 40.0);
        frame.zoomAt(1e-6, pixel, window);
        QCOMPARE(frame.scale, 1.0);
        QCOMPARE(frame.toPlane(pixel, window), place);
    }

    // Dragged 30 pixels right and 20 down: what was at a pixel is now there.
    void panMovesWithThePointer() {
        const QSizeF window(400, 300);
        for (const bool isYUp : {false, true}) {
            ViewFrame frame{.centre = {5, 5}, .scale = 10.0, .isYUp = isYUp};
            const QPointF place = frame.toPlane({100, 100}, window);
            frame.pan({30, 20});
            QCOMPARE(frame.toPlane({130, 120}, window), place);
        }
    }

    // 20 x 10 m into 400 x 300 with 100 pixels clear at the right: 300 x 300 are left, so 15 pixels
    // a metre, and the middle of the area at (150, 150).
    void fitKeepsClear() {
        const QSizeF window(400, 300);
        ViewFrame frame{.least = 1.0, .most = 100.0, .isYUp = true};
        frame.fit({40, 60, 20, 10}, window, {0, 0, 100, 0}, 100.0);
        QCOMPARE(frame.scale, 15.0);
        QCOMPARE(frame.toWindow({50, 65}, window), QPointF(150, 150));
        frame.fit({40, 60, 20, 10}, window, {0, 0, 100, 0}, 4.0);  // not nearer than that
        QCOMPARE(frame.scale, 4.0);
    }

    // 3 pixels are a click; 40 are a drag, with all the way from the press.
    void clicksAndDrags() {
        Sheet sheet;
        QTest::mousePress(&sheet, Qt::LeftButton, {}, {100, 100});
        QTest::mouseMove(&sheet, {102, 101});
        QTest::mouseRelease(&sheet, Qt::LeftButton, {}, {102, 101});
        QCOMPARE(sheet.clicks, 1);
        QCOMPARE(sheet.panned, QPointF(0, 0));
        const auto move = [&sheet](QPointF at) {
            QMouseEvent event(QEvent::MouseMove, at, sheet.mapToGlobal(at), Qt::NoButton,
                              Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(&sheet, &event);
        };
        QTest::mousePress(&sheet, Qt::LeftButton, {}, {100, 100});
        move({120, 100});
        move({140, 110});
        QTest::mouseRelease(&sheet, Qt::LeftButton, {}, {140, 110});
        QCOMPARE(sheet.clicks, 1);
        QCOMPARE(sheet.panned, QPointF(40, 10));
    }

    // A notch is a factor of 2 here, up is nearer; + and - are a notch about the place they are
    // told.
    void wheelAndKeysZoom() {
        Sheet sheet;
        QWheelEvent wheel({50, 60}, sheet.mapToGlobal(QPointF(50, 60)), {}, {0, 240}, Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&sheet, &wheel);
        QCOMPARE(sheet.zoomed, 4.0);
        QCOMPARE(sheet.about, QPointF(50, 60));
        QTest::keyClick(&sheet, Qt::Key_Minus);
        QCOMPARE(sheet.zoomed, 2.0);
        QCOMPARE(sheet.about, QPointF(7, 8));
        QTest::keyClick(&sheet, Qt::Key_Equal);
        QTest::keyClick(&sheet, Qt::Key_A);
        QCOMPARE(sheet.zoomed, 4.0);
    }
};

HEADROOM_TEST(TestCanvas)
}  // namespace tst_canvas

#include "tst_canvas.moc"
