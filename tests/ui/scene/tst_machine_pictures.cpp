// SPDX-License-Identifier: Apache-2.0
#include "engine/shapes/placed_shape.h"
#include "engine/shapes/rack_shapes.h"
#include "tests/support/test_program.h"
#include "ui/scene/offscreen_window.h"
#include "ui/scene/scene_mesh.h"
#include "ui/scene/shape_field.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QtTest>
#include <vtkCamera.h>
#include <vtkNew.h>
#include <vtkRenderer.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace tst_machine_pictures {

using namespace headroom;
using namespace headroom::ui;

/// A picture of every kind of machine, near enough for its full shape, against a picture that a person looked at. Set
/// HEADROOM_UPDATE_BASELINES=1 to write new ones.
class TestMachinePictures : public QObject {
    Q_OBJECT

    struct Machine {
        QString name;
        engine::ShapeKey key;
    };

    static engine::ShapeKey keyOf(engine::ShapeMaker make, const engine::ShapeSize& size) {
        engine::ShapeKey key;
        key.make = make;
        key.size = size;
        key.rack.serverU = 0.0;
        return key;
    }

    static QString fileName(std::string_view label) {
        return QString::fromUtf8(label.data(), qsizetype(label.size())).toLower().replace(' ', '-');
    }

    /// Every kind at the size that plans draw it, or that parts of the catalogue have.
    static std::vector<Machine> machines() {
        using namespace engine;
        std::vector<Machine> made;
        const ShapeSize usual{2.4, 1.2, 2.2};
        for (const EquipmentShapeRow& row : kEquipmentShapes) {
            if (row.make == nullptr) {
                continue;
            }
            const YardShape& yard = infoOf(row.kind).yard;
            const ShapeSize size = yard.widthM > 0.0
                                       ? ShapeSize{std::max(yard.widthM, yard.depthM),
                                                   std::min(yard.widthM, yard.depthM), yard.heightM}
                                       : usual;
            made.push_back({fileName(infoOf(row.kind).label), keyOf(row.make, size)});
        }
        for (const PowerShapeRow& row : kPowerShapes) {
            const YardShape& yard = infoOf(row.kind).yard;
            const ShapeSize size = yard.widthM > 0.0
                                       ? ShapeSize{std::max(yard.widthM, yard.depthM),
                                                   std::min(yard.widthM, yard.depthM), yard.heightM}
                                       : usual;
            made.push_back({fileName(infoOf(row.kind).label), keyOf(row.make, size)});
        }
        made.push_back({"water-cooled-chiller", keyOf(&waterChillerShape, {4.5, 1.8, 2.2})});
        const auto rack = [&](const char* name, const RackLook& look, const ShapeSize& size) {
            ShapeKey key;
            key.rack = look;
            key.size = size;
            made.push_back({name, key});
        };
        rack("rack-air", {RackForm::Air, 4, 8.0, 42, 0, 0, 0, false}, {0.6, 1.2, 2.2});
        rack("rack-rear-door", {RackForm::Air, 4, 8.0, 42, 0, 0, 0, true}, {0.6, 1.2, 2.2});
        rack("rack-nvl72", {RackForm::Liquid, 18, 1.0, 48, 9, 8, 8, false}, {0.6, 1.2, 2.24});
        rack("immersion-tank", {RackForm::Tank, 24, 1.0, 0, 0, 0, 0, false}, {2.6, 1.1, 1.3});
        return made;
    }

    static constexpr int kWidth = 240, kHeight = 180;

    /// From the south-west and above, or from behind, so that the machine fills the picture.
    static QImage picture(OffscreenWindow& window, const engine::ShapeKey& key, bool fromBehind) {
        vtkNew<vtkRenderer> renderer;
        renderer->SetBackground(0.90, 0.92, 0.94);
        ShapeField field(renderer);
        const engine::ShapeSize& s = key.size;
        field.add(key, {0, 0, 0, s.widthM, s.depthM, s.heightM});
        field.setColour(0, qRgb(90, 140, 190));
        field.setTheme(Theme::coloursOf(Theme::Mode::Light));
        const double far = 2.1 * std::hypot(s.widthM, s.depthM, s.heightM);
        const double side = fromBehind ? 1.0 : -1.0;
        vtkCamera* camera = renderer->GetActiveCamera();
        camera->SetFocalPoint(s.widthM / 2.0, s.depthM / 2.0, 0.48 * s.heightM);
        camera->SetPosition(s.widthM / 2.0 + side * 0.45 * far, s.depthM / 2.0 + side * 0.75 * far,
                            0.48 * s.heightM + 0.45 * far);
        camera->SetViewUp(0, 0, 1);
        renderer->SetAutomaticLightCreation(1);
        adaptHaze(renderer);
        field.adapt();
        renderer->ResetCameraClippingRange();
        QImage image = window.draw(renderer, {kWidth, kHeight});
        const ShapeField::Cost cost = field.cost();
        // One thing, drawn in full, by one call for each of its materials.
        if (cost.full != 1 || cost.low != 0 || cost.draws > int(engine::kSurfaces)) {
            return {};
        }
        return image;
    }

    static QImage bothSides(OffscreenWindow& window, const engine::ShapeKey& key) {
        QImage both(2 * kWidth, kHeight, QImage::Format_RGB888);
        const QImage front = picture(window, key, false), back = picture(window, key, true);
        if (front.isNull() || back.isNull()) {
            return {};
        }
        for (int y = 0; y < kHeight; ++y) {
            for (int x = 0; x < kWidth; ++x) {
                both.setPixel(x, y, front.pixel(x, y));
                both.setPixel(kWidth + x, y, back.pixel(x, y));
            }
        }
        return both;
    }

    /// Share of the cells of a coarse picture that differ by more than the drivers of two graphics cards do.
    static double difference(const QImage& a, const QImage& b) {
        constexpr int kColumns = 60, kRows = 24, kCellDiffers = 24;
        const auto coarse = [](const QImage& image) {
            return image.scaled(kColumns, kRows, Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
                .convertToFormat(QImage::Format_Grayscale8);
        };
        const QImage x = coarse(a), y = coarse(b);
        int different = 0;
        for (int row = 0; row < kRows; ++row) {
            for (int column = 0; column < kColumns; ++column) {
                different += std::abs(int(x.scanLine(row)[column]) - int(y.scanLine(row)[column])) >
                                     kCellDiffers
                                 ? 1
                                 : 0;
            }
        }
        return double(different) / (kColumns * kRows);
    }

    static QString baselineOf(const QString& name) {
        return QStringLiteral(HEADROOM_SOURCE_DIR "/tests/ui/scene/baselines/%1.png").arg(name);
    }

    std::unique_ptr<OffscreenWindow> window_;

  private slots:

    void initTestCase() {
        auto window = OffscreenWindow::create();
        if (!window) {
            QCOMPARE(window.error().code, std::string("UI-020"));
            QSKIP("No EGL or no OpenGL 3.2 on this machine");
        }
        window_ = std::move(*window);
    }

    void looksAsItsBaseline_data() {
        QTest::addColumn<int>("index");
        const auto all = machines();
        for (std::size_t i = 0; i < all.size(); ++i) {
            QTest::newRow(qPrintable(all[i].name)) << int(i);
        }
    }

    void looksAsItsBaseline() {
        QFETCH(int, index);
        const Machine machine = machines()[std::size_t(index)];
        const QImage now = bothSides(*window_, machine.key);
        QVERIFY2(!now.isNull(), "not drawn in full, or by too many draw calls");
        const QString file = baselineOf(machine.name);
        if (std::getenv("HEADROOM_UPDATE_BASELINES") != nullptr) {
            QVERIFY(QDir().mkpath(QFileInfo(file).path()) && now.save(file));
            return;
        }
        const QImage then(file);
        QVERIFY2(!then.isNull(), "run with HEADROOM_UPDATE_BASELINES=1, look at the picture");
        constexpr double kMostCells = 0.03;
        const double share = difference(now, then);
        QVERIFY2(share <= kMostCells,
                 qPrintable(QStringLiteral("%1 % of the cells differ").arg(100.0 * share)));
    }

    /// The measure must tell machines apart: no two kinds pass for each other.
    void noTwoKindsLookAlike() {
        std::vector<QImage> all;
        for (const Machine& machine : machines()) {
            all.push_back(bothSides(*window_, machine.key));
        }
        const auto names = machines();
        for (std::size_t a = 0; a < all.size(); ++a) {
            for (std::size_t b = a + 1; b < all.size(); ++b) {
                if (names[a].key == names[b].key) {
                    continue;  // pump and condenser pump are one machine
                }
                QVERIFY2(difference(all[a], all[b]) > 0.03,
                         qPrintable(names[a].name + " looks like " + names[b].name));
            }
        }
    }

    /// 5,024 racks of one kind, all in the picture: full shapes stay within the budget, the others are silhouettes of at most 60
    /// triangles, and draw calls do not grow with the racks.
    void aLargeHallStaysWithinItsBudget() {
        constexpr int kRows = 32, kPerRow = 157, kLowTriangles = 60;  // 5,024 racks
        vtkNew<vtkRenderer> renderer;
        ShapeField field(renderer);
        engine::ShapeKey key;
        key.rack = {engine::RackForm::Liquid, 18, 1.0, 48, 9, 8, 8, false};
        key.size = {0.6, 1.2, 2.24};
        for (int row = 0; row < kRows; ++row) {
            for (int i = 0; i < kPerRow; ++i) {
                field.add(key, {0.6 * i, 3.0 * row, 0.0, 0.6, 1.2, 2.24});
            }
        }
        vtkCamera* camera = renderer->GetActiveCamera();
        camera->SetFocalPoint(47.0, 48.0, 0.0);
        camera->SetPosition(-40.0, -60.0, 90.0);
        camera->SetViewUp(0, 0, 1);
        window_->draw(renderer, {1600, 1000});
        const ShapeField::Cost cost = field.cost();
        QVERIFY(cost.full > 0 && cost.low > 0);
        QVERIFY(cost.triangles <= ShapeField::kUsualBudget + cost.low * kLowTriangles);
        QVERIFY(cost.draws <= 2 * int(engine::kSurfaces));
    }

    void cleanupTestCase() { window_.reset(); }
};

HEADROOM_TEST(TestMachinePictures)
}  // namespace tst_machine_pictures

#include "tst_machine_pictures.moc"
