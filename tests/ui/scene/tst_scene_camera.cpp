// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/scene/scene_camera.h"

#include <QtTest>

#include <cmath>

namespace tst_scene_camera {

using namespace headroom::ui;

class TestSceneCamera : public QObject {
    Q_OBJECT

    static bool near(QPointF a, QPointF b, double pixels) {
        return std::hypot(a.x() - b.x(), a.y() - b.y()) < pixels;
    }

  private slots:

    void rayAndProjectionAreInverse_data() {
        QTest::addColumn<bool>("parallel");
        QTest::newRow("perspective") << false;
        QTest::newRow("parallel") << true;
    }

    void rayAndProjectionAreInverse() {
        QFETCH(bool, parallel);
        SceneCamera camera;
        camera.setViewport({1000, 700});
        camera.setParallel(parallel);
        camera.setView(StandardView::Isometric);
        for (const QPointF at : {QPointF(500, 350), QPointF(80, 600), QPointF(930, 40)}) {
            const Ray ray = camera.ray(at);
            const Vec3 point{ray.origin[0] + 50 * ray.direction[0],
                             ray.origin[1] + 50 * ray.direction[1],
                             ray.origin[2] + 50 * ray.direction[2]};
            QVERIFY(near(camera.project(point), at, 1e-6));
        }
    }

    void everyViewFitsTheBox() {
        const Bounds3 box{{-10, 5, 0}, {70, 45, 6}};
        for (const auto view : {StandardView::Isometric, StandardView::Front, StandardView::Back,
                                StandardView::Left, StandardView::Right, StandardView::Top}) {
            for (const bool parallel : {false, true}) {
                SceneCamera camera;
                camera.setViewport({1200, 600});
                camera.setParallel(parallel);
                camera.setView(view);
                camera.fit(box);
                double extent = 0.0;
                for (int i = 0; i < 8; ++i) {
                    const QPointF p = camera.project({(i & 1) ? box.high[0] : box.low[0],
                                                      (i & 2) ? box.high[1] : box.low[1],
                                                      (i & 4) ? box.high[2] : box.low[2]});
                    QVERIFY(p.x() > 0 && p.x() < 1200 && p.y() > 0 && p.y() < 600);
                    extent = std::max(
                        {extent, std::abs(p.x() - 600) / 600, std::abs(p.y() - 300) / 300});
                }
                QVERIFY(extent > 0.75);  // and fills most of the window
            }
        }
    }

    /// Generator sets of 3.6 m stand 8 m before a hall, its first racks of 2.2 m another 1.5 m behind the wall.
    /// Over the sets one sees what is higher than 3.6 - 9.5 tan(e) there: at the 4° that it was 2.9 m, and the
    /// racks were hidden; they show where that is less than half their height, from 14.8° on.
    void directionsLookOverTheYards() {
        for (const auto view :
             {StandardView::Front, StandardView::Back, StandardView::Left, StandardView::Right}) {
            SceneCamera camera;
            camera.setView(view);
            const double elevation = camera.numbers()[5];
            QVERIFY(3.6 - 9.5 * std::tan(elevation) < 1.1);
            QVERIFY(elevation < 0.35);  // and still from the side: 20°
        }
    }

    void zoomKeepsWhatIsUnderThePointer() {
        SceneCamera camera;
        camera.setViewport({1000, 700});
        camera.setView(StandardView::Isometric);
        camera.fit({{0, 0, 0}, {60, 40, 3}});
        const QPointF at(300, 500);
        const Ray ray = camera.ray(at);
        const double t = -ray.origin[2] / ray.direction[2];
        const Vec3 floor{ray.origin[0] + t * ray.direction[0], ray.origin[1] + t * ray.direction[1],
                         0.0};
        for (int i = 0; i < 6; ++i) {
            camera.zoomAt(0.8, at);
            QVERIFY(near(camera.project(floor), at, 1e-3));
        }
    }

    void topViewHasNorthUp() {
        SceneCamera camera;
        camera.setViewport({800, 800});
        camera.setView(StandardView::Top);
        camera.fit({{0, 0, 0}, {10, 10, 1}});
        const QPointF south = camera.project({5, 0, 0});
        const QPointF north = camera.project({5, 10, 0});
        QVERIFY(north.y() < south.y());
        QVERIFY(std::abs(north.x() - south.x()) < 1e-6);
        QVERIFY(camera.project({10, 5, 0}).x() > camera.project({0, 5, 0}).x());  // east is right
    }

    void orbitNeverTurnsOver() {
        SceneCamera camera;
        camera.setViewport({800, 800});
        for (int i = 0; i < 50; ++i) {
            camera.orbit(13.0, 40.0);
        }
        const QPointF low = camera.project({0, 0, 0});
        QVERIFY(std::isfinite(low.x()));
        for (int i = 0; i < 100; ++i) {
            camera.orbit(0.0, -40.0);
        }
        QVERIFY(camera.project({0, 0, 5}).y() < camera.project({0, 0, 0}).y());  // up stays up
    }
};

HEADROOM_TEST(TestSceneCamera)
}  // namespace tst_scene_camera

#include "tst_scene_camera.moc"
