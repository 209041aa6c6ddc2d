// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/placed_shape.h"
#include "engine/shapes/rack_shapes.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace tst_shapes {

using namespace headroom::engine;

class TestShapes : public QObject {
    Q_OBJECT

    struct Named {
        std::string name;
        ShapeSize size;
        Shape full, low;
    };

    static Named named(std::string name, const ShapeSize& size, ShapeMaker make) {
        return {std::move(name), size, make(size, ShapeDetail::Full), make(size, ShapeDetail::Low)};
    }

    static Named rack(std::string name, const RackLook& look, const ShapeSize& size) {
        return {std::move(name), size, rackShape(look, size, ShapeDetail::Full),
                rackShape(look, size, ShapeDetail::Low)};
    }

    /// Every kind at a size that its catalogue parts have.
    static std::vector<Named> all() {
        std::vector<Named> made;
        const ShapeSize usual{2.4, 1.2, 2.2};
        for (const EquipmentShapeRow& row : kEquipmentShapes) {
            const YardShape& yard = infoOf(row.kind).yard;
            if (row.make != nullptr) {
                const bool isStated = yard.widthM > 0.0;
                const double w = std::max(yard.widthM, yard.depthM),
                             d = std::min(yard.widthM, yard.depthM);
                made.push_back(named(std::string(infoOf(row.kind).label),
                                     isStated ? ShapeSize{w, d, yard.heightM} : usual, row.make));
            }
        }
        for (const PowerShapeRow& row : kPowerShapes) {
            made.push_back(named(std::string(infoOf(row.kind).label), usual, row.make));
        }
        made.push_back(named("Water-cooled chiller", {4.5, 1.8, 2.2}, &waterChillerShape));
        made.push_back(rack("air", {RackForm::Air, 4, 8.0, 42, 0, 0, 0, false}, {0.6, 1.2, 2.2}));
        made.push_back(
            rack("rear door", {RackForm::Air, 4, 8.0, 42, 0, 0, 0, true}, {0.6, 1.2, 2.2}));
        made.push_back(
            rack("NVL72", {RackForm::Liquid, 18, 1.0, 48, 9, 8, 8, false}, {0.6, 1.2, 2.24}));
        made.push_back(rack("tank", {RackForm::Tank, 24, 1.0, 0, 0, 0, 0, false}, {2.6, 1.1, 1.3}));
        return made;
    }

    static double reach(const Shape& shape, std::size_t axis, double sign) {
        double most = -1e9;
        for (const ShapeMesh& mesh : shape.surfaces) {
            for (std::size_t i = axis; i < mesh.points.size(); i += 3) {
                most = std::max(most, sign * static_cast<double>(mesh.points[i]));
            }
        }
        return most;
    }

  private slots:

    void fullShapesHaveSomeHundredTrianglesAndLowOnesFew() {
        for (const Named& one : all()) {
            QVERIFY2(one.full.triangleCount() >= 60 && one.full.triangleCount() <= 1200,
                     (one.name + " " + std::to_string(one.full.triangleCount())).c_str());
            QVERIFY2(one.low.triangleCount() >= 10 && one.low.triangleCount() <= 60,
                     (one.name + " low " + std::to_string(one.low.triangleCount())).c_str());
        }
    }

    /// The catalogue states the size: nothing but pipes, handles and grilles may stand out, by less than half a metre.
    void shapesFillTheirSize() {
        constexpr double kOutM = 0.45;
        for (const Named& one : all()) {
            const double half[] = {one.size.widthM / 2.0, one.size.depthM / 2.0};
            for (std::size_t axis = 0; axis < 2; ++axis) {
                for (const double sign : {-1.0, 1.0}) {
                    const double most = reach(one.full, axis, sign);
                    QVERIFY2(most > 0.6 * half[axis] && most < half[axis] + kOutM,
                             one.name.c_str());
                }
            }
            QVERIFY2(reach(one.full, 2, -1.0) <= 1e-6,
                     one.name.c_str());  // nothing below the floor
            const double top = reach(one.full, 2, 1.0);
            QVERIFY2(top > 0.85 * one.size.heightM && top < one.size.heightM + kOutM,
                     one.name.c_str());
        }
    }

    /// Closed solids seen from outside: a corner's normal points to the side from which its triangle is counter-clockwise.
    void trianglesLookTheWayOfTheirNormals() {
        for (const Named& one : all()) {
            for (const Shape* shape : {&one.full, &one.low}) {
                for (const ShapeMesh& mesh : shape->surfaces) {
                    QCOMPARE(mesh.points.size(), mesh.normals.size());
                    for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
                        const auto p = [&](std::size_t k, std::size_t axis) {
                            return static_cast<double>(
                                mesh.points[3 * mesh.triangles[t + k] + axis]);
                        };
                        double dot = 0.0;
                        for (std::size_t a = 0; a < 3; ++a) {
                            const std::size_t b = (a + 1) % 3, c = (a + 2) % 3;
                            const double cross = (p(1, b) - p(0, b)) * (p(2, c) - p(0, c)) -
                                                 (p(1, c) - p(0, c)) * (p(2, b) - p(0, b));
                            dot += cross *
                                   static_cast<double>(mesh.normals[3 * mesh.triangles[t] + a]);
                        }
                        QVERIFY2(dot > 0.0, one.name.c_str());
                    }
                }
            }
        }
    }

    /// Clockwise from above: a front that looks south looks west after one quarter.
    void aQuarterTurnIsClockwise() {
        Shape shape;
        shape.surfaces[0].points = {0.0F, -1.0F, 2.0F};
        shape.surfaces[0].normals = {0.0F, -1.0F, 0.0F};
        const Shape west = turned(shape, 1);
        QCOMPARE(west.surfaces[0].points, (std::vector<float>{-1.0F, -0.0F, 2.0F}));
        QCOMPARE(turned(shape, 4).surfaces[0].points, shape.surfaces[0].points);
        QCOMPARE(turned(shape, -1).surfaces[0].points, (std::vector<float>{1.0F, 0.0F, 2.0F}));
    }

    /// A rack of the catalogue with more trays shows more of them.
    void traysFollowTheCatalogue() {
        const ShapeSize size{0.6, 1.2, 2.24};
        const auto count = [&](int servers, int switches) {
            RackLook look{RackForm::Liquid, servers, 1.0, 48, switches, servers / 2, 0, false};
            return rackShape(look, size, ShapeDetail::Full).triangleCount();
        };
        // Each tray of a server is its face and its handle, of two triangles each; so is each switch tray.
        QCOMPARE(count(18, 9), count(18, 0) + 9 * 4);
        QCOMPARE(count(18, 0), count(9, 0) + 9 * 4);
    }

    /// Racks without a stated server height have equal keys too: one shape for all of a block.
    void racksOfABlockShareAShape() {
        Layout layout;
        layout.blockLooks.push_back(
            {RackForm::Air, 4, headroom::models::kNotStated, 0, 0, 0, 0, false});
        RackBox rack;
        rack.box = {0, 0, 0, 0.6, 1.2, 2.2};
        RackBox next = rack;
        next.box.x = 0.6;
        QVERIFY(shapeKeyOf(layout, rack) == shapeKeyOf(layout, next));
        const EquipmentBox pump{{0, 0, 0, 1.8, 1.2, 1.4}, EquipmentKind::Pump};
        QVERIFY(shapeKeyOf(layout, pump) == shapeKeyOf(layout, pump));
    }

    void elongatedMachinesTurnToTheirLongerSide() {
        const MachineShape along =
            machineShapeOf(EquipmentKind::Chiller, PowerKind::Utility, {5.5, 2.5, 2.6});
        QCOMPARE(along.quarters, 0);
        const MachineShape across =
            machineShapeOf(EquipmentKind::DryCooler, PowerKind::Utility, {2.4, 11.0, 2.5});
        QCOMPARE(across.quarters, 3);
        QCOMPARE(across.size.widthM, 11.0);
    }

    /// An air handler at the west wall blows east, into the hall.
    void airHandlersLookIntoTheHall() {
        Layout layout;
        layout.halls.push_back({{0, 0, 0, 20, 10, 4}, "h", "Hall"});
        const auto frontOf = [&](const Box& box) {
            return shapeKeyOf(layout, EquipmentBox{box, EquipmentKind::Crah, 0, "h"}).quarters;
        };
        QCOMPARE(frontOf({0.4, 4.0, 0.0, 0.9, 2.5, 2.0}), 3);   // west wall, east front
        QCOMPARE(frontOf({18.7, 4.0, 0.0, 0.9, 2.5, 2.0}), 1);  // east wall
        QCOMPARE(frontOf({8.0, 0.4, 0.0, 2.5, 0.9, 2.0}), 2);   // south wall
        QCOMPARE(frontOf({8.0, 8.7, 0.0, 2.5, 0.9, 2.0}), 0);   // north wall
    }
};

HEADROOM_TEST(TestShapes)
}  // namespace tst_shapes

#include "tst_shapes.moc"
