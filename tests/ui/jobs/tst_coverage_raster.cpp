// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/jobs/coverage_raster.h"

#include <QtTest>

namespace tst_coverage_raster {

using namespace headroom::ui;

class TestCoverageRaster : public QObject {
    Q_OBJECT

    static double total(const CoverageRaster& raster, int width, int height) {
        double sum = 0.0;
        for (int y = 0; y < height; ++y) {
            for (int x = 0; x < width; ++x) {
                sum += raster.coverage(x, y);
            }
        }
        return sum;
    }

  private slots:

    // From 1.25 to 3.5 along x and 0.5 to 1 down: pixel 1 has 0.75 of half a row, 2 all of it, 3
    // half of it.
    void pixelsGetTheirShare() {
        CoverageRaster raster(6, 2);
        raster.add(1.25, 3.5, 0.5, 1.0, Qt::red);
        QVERIFY(std::abs(raster.coverage(0, 0)) < 1e-6);
        QVERIFY(std::abs(raster.coverage(1, 0) - 0.375) < 1e-6);
        QVERIFY(std::abs(raster.coverage(2, 0) - 0.5) < 1e-6);
        QVERIFY(std::abs(raster.coverage(3, 0) - 0.25) < 1e-6);
        QVERIFY(std::abs(raster.coverage(4, 0)) < 1e-6);
        QVERIFY(std::abs(raster.coverage(2, 1)) < 1e-6);
    }

    // What goes in comes out: 3,000 slivers of 0.3 x 0.01 are 9 pixels of area.
    void areaIsKept() {
        CoverageRaster raster(100, 20);
        for (int i = 0; i < 3000; ++i) {
            const double x = 0.031 * i;
            raster.add(x, x + 0.3, i % 19 + 0.2, i % 19 + 0.21, Qt::blue);
        }
        QVERIFY(std::abs(total(raster, 100, 20) - 9.0) < 1e-3);
    }

    void whatLiesOutsideIsCutOff() {
        CoverageRaster raster(10, 4);
        raster.add(-50.0, 200.0, -3.0, 1.0, Qt::red);  // one full row remains
        raster.add(12.0, 14.0, 1.0, 2.0, Qt::red);
        raster.add(3.0, 2.0, 1.0, 2.0, Qt::red);
        raster.add(std::nan(""), 2.0, 1.0, 2.0, Qt::red);
        QVERIFY(std::abs(total(raster, 10, 4) - 10.0) < 1e-4);
    }

    // A pixel half red and half blue is the mean of both, and one that is hardly touched is seen.
    void coloursAreTheMean() {
        CoverageRaster raster(3, 1);
        raster.add(0.0, 0.5, 0.0, 1.0, Qt::red);
        raster.add(0.5, 1.0, 0.0, 1.0, Qt::blue);
        raster.add(2.0, 2.001, 0.0, 1.0, Qt::red);
        const QImage image = raster.image();
        QCOMPARE(image.pixelColor(0, 0), QColor(128, 0, 128));
        QCOMPARE(image.pixelColor(1, 0).alpha(), 0);
        QVERIFY(image.pixelColor(2, 0).alpha() >= static_cast<int>(255 * CoverageRaster::kLeast));
    }

    void nothingIsEmpty() {
        CoverageRaster raster(5, 5);
        QVERIFY(raster.isEmpty());
        raster.add(1.0, 2.0, 1.0, 2.0, Qt::red);
        QVERIFY(!raster.isEmpty());
    }
};

HEADROOM_TEST(TestCoverageRaster)
}  // namespace tst_coverage_raster

#include "tst_coverage_raster.moc"
