// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/one_line_symbols.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tst_one_line_symbols {

using namespace headroom::engine;

namespace {

constexpr DrawnBox kArea{10.0, 20.0, 44.0, 44.0};
constexpr double kHalfStroke = 0.8;  // half of the outline of a body

/// Least and largest x and y of all shapes, letters left out.
struct Reach {
    double left = std::numeric_limits<double>::infinity(), right = -left, top = left,
           bottom = -left;

    void add(double x, double y) {
        left = std::min(left, x);
        right = std::max(right, x);
        top = std::min(top, y);
        bottom = std::max(bottom, y);
    }
};

Reach reachOf(const DisplayList& drawing) {
    Reach reach;
    for (const DrawnShape& shape : drawing.shapes()) {
        for (const DrawnPoint& p : shape.points) {
            reach.add(p.x, p.y);
        }
        if (shape.form == DrawnShape::Form::Box || shape.form == DrawnShape::Form::Ellipse) {
            reach.add(shape.box.x, shape.box.y);
            reach.add(shape.box.x + shape.box.width, shape.box.y + shape.box.height);
        }
    }
    return reach;
}

}  // namespace

class TestOneLineSymbols : public QObject {
    Q_OBJECT

  private slots:

    // Wires meet a symbol at the top and the bottom of its area: half of its outline is outside of its shapes. A busbar is met
    // anywhere along its width. Nothing leaves the area.
    void symbolsMeetTheirWires() {
        for (int k = 0; k < static_cast<int>(PowerKind::Count); ++k) {
            const auto kind = static_cast<PowerKind>(k);
            const Reach reach = reachOf(drawUnit({kind, false, 2, 0}, kArea));
            QVERIFY2(reach.left >= kArea.x && reach.right <= kArea.x + kArea.width &&
                         reach.top >= kArea.y && reach.bottom <= kArea.y + kArea.height,
                     infoOf(kind).label.data());
            if (infoOf(kind).symbol == PowerSymbol::Busbar) {
                QCOMPARE(reach.right - reach.left, kArea.width - 4.0);
            } else {
                QVERIFY(std::abs(reach.top - kArea.y - kHalfStroke) < 1e-9);
                QVERIFY(std::abs(reach.bottom - kArea.y - kArea.height + kHalfStroke) < 1e-9);
            }
        }
        for (const PowerLoadKind kind :
             {PowerLoadKind::Rack, PowerLoadKind::HallIt, PowerLoadKind::Fans}) {
            const Reach reach = reachOf(drawLoad(kind, kArea));
            QVERIFY(std::abs(reach.bottom - reach.top - kArea.height + 2.0 * kHalfStroke) < 1e-9);
        }
    }

    // A contact for each incomer, from the left. The blade is the widest stroke, and ends at the contact that is taken.
    void aTransferSwitchShowsItsWay() {
        const auto kind = PowerKind::TransferSwitch;
        for (int taken = -1; taken < 3; ++taken) {
            std::vector<double> contacts, blades;
            const DisplayList drawing = drawUnit({kind, false, 3, taken}, kArea);
            for (const DrawnShape& shape : drawing.shapes()) {
                if (shape.ink == Ink::Ring) {
                    contacts.push_back(shape.box.centre().x);
                } else if (shape.form == DrawnShape::Form::Lines && shape.width > 2.0) {
                    blades.push_back(shape.points.back().x);
                }
            }
            QCOMPARE(contacts.size(), std::size_t{3});
            QVERIFY(std::is_sorted(contacts.begin(), contacts.end()));
            QCOMPARE(blades.size(), std::size_t(taken < 0 ? 0 : 1));
            if (taken >= 0) {
                QCOMPARE(blades.front(), contacts[static_cast<std::size_t>(taken)]);
            }
        }
    }

    // Middle of a cubic curve: (P0 + 3 P1 + 3 P2 + P3) / 8. On a circle of radius 10 it is 10 away from the centre, to 1e-3 of
    // the radius.
    void arcsAreRound() {
        DisplayList drawing;
        drawing.arc({5.0, 7.0}, 10.0, 30.0, 180.0, Ink::Glyph);
        const std::vector<DrawnPoint>& p = drawing.shapes().front().points;
        QCOMPARE(p.size(), std::size_t{7});
        for (std::size_t i = 0; i + 3 < p.size(); i += 3) {
            const double x = (p[i].x + 3.0 * p[i + 1].x + 3.0 * p[i + 2].x + p[i + 3].x) / 8.0;
            const double y = (p[i].y + 3.0 * p[i + 1].y + 3.0 * p[i + 2].y + p[i + 3].y) / 8.0;
            QVERIFY(std::abs(std::hypot(x - 5.0, y - 7.0) - 10.0) < 1e-2);
        }
        // From 30 degrees, up and to the right, to 210 degrees, down and to the left; y goes down.
        QVERIFY(p.front().x > 5.0 && p.front().y < 7.0);
        QVERIFY(p.back().x < 5.0 && p.back().y > 7.0);
    }

    // Closed: a cross. Open: one blade away from the contact. Tripped: in a diamond.
    void breakersTellTheirStateByShape() {
        const auto lines = [](BreakerState state) {
            const auto& shapes = drawBreaker({0.0, 0.0}, state).shapes();
            return std::count_if(shapes.begin(), shapes.end(), [](const DrawnShape& shape) {
                return shape.form == DrawnShape::Form::Lines;
            });
        };
        QCOMPARE(lines(BreakerState::Closed), 2);
        QCOMPARE(lines(BreakerState::Open), 1);
        QCOMPARE(drawBreaker({0.0, 0.0}, BreakerState::Tripped).shapes().front().form,
                 DrawnShape::Form::Polygon);
    }
};

HEADROOM_TEST(TestOneLineSymbols)
}  // namespace tst_one_line_symbols

#include "tst_one_line_symbols.moc"
