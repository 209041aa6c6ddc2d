// SPDX-License-Identifier: Apache-2.0
#include "engine/plant/plant.h"
#include "tests/support/test_program.h"
#include "ui/scene/camera_flight.h"
#include "ui/scene/camera_motion.h"
#include "ui/scene/ground_shade.h"
#include "ui/scene/scene_camera.h"
#include "ui/scene/sun_light.h"
#include "ui/scene/walker.h"
#include "ui/scene/way_patches.h"

#include <QKeyEvent>
#include <QSignalSpy>
#include <QtTest>
#include <vtkCamera.h>
#include <vtkNew.h>
#include <vtkRenderWindow.h>
#include <vtkRenderer.h>

#include <cmath>
#include <numbers>

namespace tst_scene_light {

using namespace headroom;
using namespace headroom::ui;

/// Light of the hour, ways of the camera, and the cost of ways from afar.
class TestSceneLight : public QObject {
    Q_OBJECT

    static constexpr double kHourS = 3600.0, kDayS = 24.0 * kHourS;

    /// A site on the meridian at 50 degrees north, at an hour of June 21.
    static engine::Frame frameAt(double hour) {
        auto plant = std::make_shared<engine::Plant>();
        auto site = std::make_shared<engine::SiteWeather>();
        site->climate.latitude = 50.0;
        site->climate.longitude = 0.0;
        site->climate.utcOffsetS = 0.0;
        plant->site = site;
        plant->startYearS = 171.0 * kDayS;
        engine::Frame frame;
        frame.plant = plant;
        frame.timeS = hour * kHourS;
        return frame;
    }

    /// A hall of 10 m by 8 m with a row of racks across it, 1 m from the west wall and 3 m from the east wall.
    static engine::Layout hall() {
        engine::Layout made;
        made.halls.push_back({{0, 0, 0, 10, 8, 4}, "hall", "Hall"});
        made.blocks = {"racks"};
        for (int i = 0; i < 10; ++i) {
            engine::RackBox rack;
            rack.box = {1.0 + 0.6 * i, 4.0, 0.0, 0.6, 1.2, 2.2};
            rack.column = i;
            made.racks.push_back(rack);
        }
        made.aisles.push_back({{1.0, 2.0, 0.0, 6.0, 2.0, 0.0}, 0, false});
        return made;
    }

  private slots:

    /// Solar noon of midsummer: the sun is in the south, 90 - 50 + 23.4 = 63.4 degrees high. At 2 h it is night.
    void theSunFollowsPlaceAndTime() {
        const engine::Frame noon = frameAt(12.0), night = frameAt(2.0), evening = frameAt(19.5);
        const SunLight light = lightOf(&noon);
        QCOMPARE(light.day, 1.0);
        QVERIFY(light.sun.northward < 0.0 && std::abs(light.sun.eastward) < 0.05);
        QVERIFY(std::abs(std::asin(light.sun.upward) * 180.0 / std::numbers::pi - 63.4) < 1.0);
        QCOMPARE(lightOf(&night).day, 0.0);
        // In the evening it is in the west, low and red.
        QVERIFY(lightOf(&evening).sun.eastward < -0.5);
        QVERIFY(lightOf(&evening).redness > 0.5);
        const QColor wall(200, 200, 200);
        QVERIFY(lightOf(&night).outdoors(wall).lightness() < 0.5 * wall.lightness());
        QCOMPARE(studioLight().outdoors(wall).rgb(), wall.rgb());
        QVERIFY(isSameLight(lightOf(nullptr), studioLight()));
    }

    /// A box of 1 m, the sun in the south at 45 degrees: its shadow falls 1 m to the north and not to the south.
    void shadowsFallAwayFromTheSun() {
        engine::Layout made;
        made.equipment.push_back({{5, 5, 0, 1, 1, 1}, engine::EquipmentKind::Pump, 0, "p"});
        const QRectF area(0, 0, 10, 10);
        const GroundShade shade(made, area);
        const Sun south{0.0, -1.0, 1.0};
        const auto at = [&](const QImage& image, double x, double y) {
            const double pixels = image.width() / area.width();
            return qGray(image.pixel(static_cast<int>(x * pixels),
                                     static_cast<int>((area.height() - y) * pixels)));
        };
        const QImage day = shade.at(south, 1.0), night = shade.at(south, 0.0);
        QVERIFY(at(day, 5.5, 6.6) > at(day, 5.5, 4.4) + 40);
        QVERIFY(std::abs(at(night, 5.5, 6.6) - at(night, 5.5, 4.4)) < 10);
    }

    void aFlightBeginsAndEndsAtItsPoses() {
        const std::vector<double> a{0, 0, 0, 100, 3.0, 0.5, 0}, b{10, 20, 2, 25, -3.0, 0.3, 0};
        QCOMPARE(flightPose(a, b, 0.0)[3], 100.0);
        QCOMPARE(flightPose(a, b, 1.0), b);
        const auto half = flightPose(a, b, 0.5);
        QCOMPARE(half[0], 5.0);
        QCOMPARE(half[3], 50.0);  // the geometric mean of 100 and 25
        // The short way from 3 to -3 passes pi, not 0.
        QVERIFY(std::abs(half[4]) > 3.0);
        // It starts slowly: a tenth of the time is less than a hundredth of the way.
        QVERIFY(flightPose(a, b, 0.1)[0] < 0.1);
        QCOMPARE(flightPose({}, b, 0.5), b);
        QVERIFY(std::abs(std::abs(turnedPose(a, 0.5)[4] - 3.0) - std::numbers::pi) < 1e-9);
    }

    /// Racks are in the way of a step to the north; a step at an angle goes along them. The wall has an opening in the middle of
    /// the south side, and nowhere else.
    void walkersStopAtRacksAndWalls() {
        const Walker walker(hall());
        const Vec3 from{4.0, 3.0, Walker::kEyeM};
        QVERIFY(walker.isFree(4.0, 3.0));
        QVERIFY(!walker.isFree(4.0, 4.5));
        const Vec3 north = walker.step(from, 0.0, 3.0);
        QVERIFY(north[1] < 4.0 - Walker::kRoomM + 1e-9 && north[1] > 3.5);
        const Vec3 along = walker.step(north, 2.0, 2.0);
        QVERIFY(along[0] > north[0] + 1.5 && along[1] < 4.0);
        QVERIFY(walker.step({8.5, 1.0, Walker::kEyeM}, 5.0, 0.0)[0] < 10.0);   // the east wall
        QVERIFY(walker.step({5.0, 1.0, Walker::kEyeM}, 0.0, -4.0)[1] < -1.0);  // the opening
        QVERIFY(walker.step({2.0, 1.0, Walker::kEyeM}, 0.0, -4.0)[1] > 0.0);  // beside of it a wall
        const Walker::Start start = walker.startNear(5.0, 5.0);
        QVERIFY(walker.isFree(start.eye[0], start.eye[1]));
        QCOMPARE(start.eye[1], 3.0);  // in the aisle, which runs east
        QCOMPARE(start.azimuth, -std::numbers::pi / 2.0);
    }

    /// A walk turns about the eye, goes ahead where the camera looks, and ends where the camera was.
    void aWalkEndsWhereTheCameraWas() {
        SceneCamera camera;
        camera.setViewport({800, 600});
        camera.setView(StandardView::Isometric);
        const auto before = camera.numbers();
        CameraMotion motion(&camera, nullptr);
        QSignalSpy ended(&motion, &CameraMotion::walkingEnded);
        motion.setWalking(true, hall());
        const Vec3 eye = camera.eye();
        QCOMPARE(eye[2], Walker::kEyeM);
        QKeyEvent turn(QEvent::KeyPress, Qt::Key_Left, Qt::NoModifier);
        QVERIFY(motion.walkBy(turn));
        for (std::size_t axis = 0; axis < 3; ++axis) {
            QVERIFY(std::abs(camera.eye()[axis] - eye[axis]) < 1e-9);
        }
        QKeyEvent back(QEvent::KeyPress, Qt::Key_Right, Qt::NoModifier);
        motion.walkBy(back);
        QKeyEvent ahead(QEvent::KeyPress, Qt::Key_Up, Qt::NoModifier);
        motion.walkBy(ahead);
        QVERIFY(camera.eye()[0] > eye[0] + 0.3);  // the aisle runs east
        QVERIFY(std::abs(camera.eye()[2] - eye[2]) < 1e-9);
        motion.setWalking(false, hall());
        QCOMPARE(ended.count(), 1);
        QCOMPARE(camera.numbers(), before);
        QVERIFY(!motion.walkBy(ahead));
    }

    /// A pose with another view angle has eight numbers, and reads back.
    void viewAnglesReadBack() {
        SceneCamera camera;
        QCOMPARE(camera.numbers().size(), std::size_t(7));
        camera.setViewAngle(1.0);
        const auto numbers = camera.numbers();
        QCOMPARE(numbers.size(), std::size_t(8));
        SceneCamera other;
        QVERIFY(other.setNumbers(numbers));
        QCOMPARE(other.numbers(), numbers);
        QVERIFY(!other.setNumbers({0, 0, 0, 1, 0, 0, 0, 9.0}));
    }

    /// Ways of 0.16 m are 1.6 pixels wide at 37 m in a picture of 200 pixels with 30 degrees: 100 / tan 15 * 0.16 / 37. Nearer they are
    /// prisms, farther lines, which have no triangles.
    void waysAreLinesFromAfar() {
        vtkNew<vtkRenderer> renderer;
        vtkNew<vtkRenderWindow> window;
        window->SetSize(300, 200);
        window->AddRenderer(renderer);
        WayPatches ways(renderer);
        ways.addPiece({0, 0, 0}, {10, 0, 0}, 0.16, 0.1, 4, 0);
        ways.addLine({0, 0, 0}, {10, 0, 0}, 0.16, 0);
        ways.finish();
        ways.paint({qRgb(255, 0, 0)});
        const auto trianglesAt = [&](double awayM) {
            renderer->GetActiveCamera()->SetFocalPoint(5, 0, 0);
            renderer->GetActiveCamera()->SetPosition(5, -awayM, 0.1);
            renderer->GetActiveCamera()->SetViewAngle(30.0);
            ways.adapt();
            return ways.cost().triangles;
        };
        QCOMPARE(trianglesAt(20.0), 8);  // four sides
        QCOMPARE(trianglesAt(60.0), 0);
        QCOMPARE(ways.cost().draws, 1);
        ways.setVisible(false);
        QCOMPARE(ways.cost().draws, 0);
    }

    /// A duct of 180 m is in three patches of 60 m. Seen from one end the first is near and the last is far.
    void aLongWayIsNearAndFar() {
        vtkNew<vtkRenderer> renderer;
        vtkNew<vtkRenderWindow> window;
        window->SetSize(300, 200);
        window->AddRenderer(renderer);
        WayPatches ways(renderer);
        ways.addPiece({0, 1, 0}, {180, 1, 0}, 0.16, 0.1, 4, 0);
        ways.addLine({0, 1, 0}, {180, 1, 0}, 0.16, 0);
        ways.finish();
        ways.paint({qRgb(255, 0, 0)});
        renderer->GetActiveCamera()->SetFocalPoint(90, 1, 0);
        renderer->GetActiveCamera()->SetPosition(-10, 1, 1);
        renderer->GetActiveCamera()->SetViewAngle(30.0);
        ways.adapt();
        QCOMPARE(ways.cost().draws, 3);
        QCOMPARE(ways.cost().triangles, 8);
    }
};

HEADROOM_TEST(TestSceneLight)
}  // namespace tst_scene_light

#include "tst_scene_light.moc"
