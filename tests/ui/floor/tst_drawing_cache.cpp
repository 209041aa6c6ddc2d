// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/floor/drawing_cache.h"

#include <QImage>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

namespace tst_drawing_cache {

using namespace headroom::ui;

constexpr int kPatience = 60000;  // milliseconds, on a busy machine

/// Painting asks for drawings, and no paint waits for a file: what is not read yet is not there.
class TestDrawingCache : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    QString file(const char* name) const { return folder_.filePath(QLatin1String(name)); }

  private slots:

    void aPictureIsThereOnceAWorkerHasReadIt() {
        QVERIFY(QImage(30, 20, QImage::Format_RGB32).save(file("plan.png")));
        DrawingCache cache;
        QSignalSpy read(&cache, &DrawingCache::read);
        QVERIFY(cache.picture(file("plan.png")).isNull());
        QVERIFY(cache.isReading(file("plan.png")));
        QVERIFY(cache.isBusy());
        QVERIFY(read.wait(kPatience));
        QCOMPARE(read.front().front().toString(), file("plan.png"));
        QCOMPARE(cache.picture(file("plan.png")).size(), QSize(30, 20));
        QVERIFY(!cache.isReading(file("plan.png")));
        QVERIFY(!cache.isBusy());
        QCOMPARE(cache.errorOf(file("plan.png")), nullptr);
        QCOMPARE(read.size(), 1);  // the second request reads nothing
    }

    void aRefusedFileHasItsError() {
        DrawingCache cache;
        QSignalSpy read(&cache, &DrawingCache::read);
        QCOMPARE(cache.lines(file("none.dxf")), nullptr);
        QVERIFY(cache.isReading(file("none.dxf")));
        QVERIFY(read.wait(kPatience));
        QCOMPARE(cache.lines(file("none.dxf")), nullptr);
        QVERIFY(cache.errorOf(file("none.dxf")) != nullptr);
        QCOMPARE(QString::fromStdString(cache.errorOf(file("none.dxf"))->code), "FIL-001");
    }

    void filesAreReadOneAfterTheOther() {
        DrawingCache cache;
        QSignalSpy read(&cache, &DrawingCache::read);
        for (const char* name : {"a.png", "b.png", "c.png"}) {
            QVERIFY(QImage(8, 8, QImage::Format_RGB32).save(file(name)));
            QVERIFY(cache.picture(file(name)).isNull());
        }
        QTRY_COMPARE_WITH_TIMEOUT(read.size(), 3, kPatience);
        for (int i = 0; i < 3; ++i) {
            QCOMPARE(read[i].front().toString(), file(i == 0   ? "a.png"
                                                      : i == 1 ? "b.png"
                                                               : "c.png"));
        }
    }

    /// An import has read the file already; a reading that is under way does not replace it.
    void whatIsKeptNeedsNoReading() {
        QVERIFY(QImage(8, 8, QImage::Format_RGB32).save(file("kept.png")));
        DrawingCache cache;
        QVERIFY(cache.picture(file("kept.png")).isNull());
        cache.keep(file("kept.png"), QImage(5, 4, QImage::Format_RGB32));
        QCOMPARE(cache.picture(file("kept.png")).size(), QSize(5, 4));
        QTRY_VERIFY_WITH_TIMEOUT(!cache.isBusy(), kPatience);
        QCOMPARE(cache.picture(file("kept.png")).size(), QSize(5, 4));
    }
};

HEADROOM_TEST(TestDrawingCache)
}  // namespace tst_drawing_cache

#include "tst_drawing_cache.moc"
