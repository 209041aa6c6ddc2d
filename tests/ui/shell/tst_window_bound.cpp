// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/scene/vtk_viewport.h"
#include "ui/shell/window_bound.h"

#include <QApplication>
#include <QResizeEvent>
#include <QScreen>
#include <QWidget>
#include <QWindow>
#include <QtTest>

namespace tst_window_bound {

using namespace headroom::ui;

class Painted : public QWidget {
  public:
    int paints = 0;

  protected:
    void paintEvent(QPaintEvent* /*event*/) override { ++paints; }
};

class TestWindowBound : public QObject {
    Q_OBJECT

  private slots:

    // Screens of 3840 by 1080: what fits stays, each side is cut by itself, and nothing becomes empty.
    void sizesStayWithinTheScreens() {
        const QSize screens(3840, 1080);
        QCOMPARE(WindowBound::within({1440, 900}, screens, 1.0), QSize(1440, 900));
        QCOMPARE(WindowBound::within({3840, 1080}, screens, 1.0), screens);
        QCOMPARE(WindowBound::within({8000, 8000}, screens, 1.0), screens);
        QCOMPARE(WindowBound::within({8000, 1}, screens, 1.0), QSize(3840, 1));
        QCOMPARE(WindowBound::within({32767, 32767}, {32767, 32767}, 1.0), QSize(16384, 16384));
        // At two pixels of the device for one, the driver's 16384 are 8192.
        QCOMPARE(WindowBound::within({32767, 700}, {32767, 32767}, 2.0), QSize(8192, 700));
        QCOMPARE(WindowBound::within({0, 0}, screens, 1.0), QSize(1, 1));
    }

    // The largest size that X knows, as an event of the window system brings it: the widget never gets it, nor what is drawn of it.
    void aHugeWindowNeverReachesTheWidget() {
        const WindowBound bound(qApp);
        QWidget widget;
        widget.resize(640, 480);
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        QWindow* window = widget.windowHandle();
        const QSize screens = window->screen()->virtualSize();
        QResizeEvent huge(QSize(32767, 32767), widget.size());
        QCoreApplication::sendEvent(window, &huge);
        QVERIFY(widget.width() <= screens.width() && widget.height() <= screens.height());
        QTRY_VERIFY(widget.size() == screens || widget.size() == QSize(640, 480));
        // A size that fits arrives.
        widget.resize(500, 400);
        QTRY_COMPARE(widget.size(), QSize(500, 400));
    }

    // OpenGL allocates memory by the size that the window has on the server: nothing is drawn until that fits again, and then
    // it is.
    void aHugeWindowIsNotDrawn() {
        const WindowBound bound(qApp);
        Painted widget;
        widget.resize(640, 480);
        widget.show();
        QVERIFY(QTest::qWaitForWindowExposed(&widget));
        QTRY_VERIFY(widget.paints > 0);
        QResizeEvent huge(QSize(32767, 32767), widget.size());
        QCoreApplication::sendEvent(widget.windowHandle(), &huge);
        const int before = widget.paints;
        widget.repaint();
        QCOMPARE(widget.paints, before);
        widget.windowHandle()->resize(500, 400);
        QTRY_VERIFY(widget.paints > before);
    }

    // 4K without a GPU is drawn as it is; 8000 by 8000 has 7.716 times as many pixels as 3840 by 2160, so that each side is drawn at
    // 1 / sqrt(7.716) = 0.36 of it: 2880 by 2880, which is 8.29 million pixels.
    void whatIsDrawnIsBounded() {
        QCOMPARE(VtkViewport::shareDrawn({1440, 900}, true), 1.0);
        QCOMPARE(VtkViewport::shareDrawn({3840, 2160}, true), 1.0);
        QCOMPARE(VtkViewport::shareDrawn({8000, 8000}, true), 0.36);
        QCOMPARE(VtkViewport::shareDrawn({7680, 4320}, false), 1.0);
        QVERIFY(VtkViewport::shareDrawn({32767, 32767}, false) < 0.18);
        QCOMPARE(VtkViewport::shareDrawn({0, 0}, true), 1.0);
    }
};

HEADROOM_TEST(TestWindowBound)
}  // namespace tst_window_bound

#include "tst_window_bound.moc"
