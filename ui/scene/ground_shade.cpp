// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/ground_shade.h"

#include "ui/floor/scene_pick.h"
#include "ui/scene/scene_mesh.h"

#include <QPainter>
#include <QPolygonF>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkTexture.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace headroom::ui {

namespace {

constexpr int kMostPixels = 2048;       // of the longer side
constexpr double kFinestM = 0.04;       // of a pixel
constexpr double kPenumbraM = 0.35;     // softness of shadows
constexpr double kContactM = 0.55;      // reach of the shade around a foot
constexpr double kContactShare = 0.75;  // darkness of contact shade
constexpr double kShadowShare = 0.62;   // darkness of shadows
constexpr double kMarginM = 12.0;

// Joints between tiles of a raised floor: pitch as tiles are sold, darkness, and the largest pixel that shows them.
constexpr double kTileM = 0.6, kJointShare = 0.13, kFinestJointM = 0.06;

/// Mean over a square, along rows and then along columns.
void blur(std::vector<std::uint8_t>& grey, int width, int height, int radius) {
    if (radius < 1) {
        return;
    }
    std::vector<std::uint8_t> line(static_cast<std::size_t>(std::max(width, height)));
    const auto along = [&](std::size_t first, std::size_t step, int count) {
        int sum = 0;
        const int window = 2 * radius + 1;
        const auto at = [&](int i) {
            return static_cast<int>(
                grey[first + static_cast<std::size_t>(std::clamp(i, 0, count - 1)) * step]);
        };
        for (int i = -radius; i <= radius; ++i) {
            sum += at(i);
        }
        for (int i = 0; i < count; ++i) {
            line[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(sum / window);
            sum += at(i + radius + 1) - at(i - radius);
        }
        for (int i = 0; i < count; ++i) {
            grey[first + static_cast<std::size_t>(i) * step] = line[static_cast<std::size_t>(i)];
        }
    };
    for (int y = 0; y < height; ++y) {
        along(static_cast<std::size_t>(y) * static_cast<std::size_t>(width), 1, width);
    }
    for (int x = 0; x < width; ++x) {
        along(static_cast<std::size_t>(x), static_cast<std::size_t>(width), height);
    }
}

std::vector<std::uint8_t> bytesOf(const QImage& image) {
    std::vector<std::uint8_t> bytes;
    bytes.reserve(static_cast<std::size_t>(image.width()) *
                  static_cast<std::size_t>(image.height()));
    for (int y = 0; y < image.height(); ++y) {
        const uchar* row = image.constScanLine(y);
        bytes.insert(bytes.end(), row, row + image.width());
    }
    return bytes;
}

/// Corners of the shadow of a box: its foot, moved by the shadow of its top, and the hull of both.
QPolygonF shadowOf(const QRectF& b, double dx, double dy) {
    const double x0 = b.left(), x1 = b.right(), y0 = b.top(), y1 = b.bottom();
    // The hull of a rectangle and its copy moved by (dx, dy) has six corners; which ones depends on the direction.
    if (dx >= 0.0) {
        return dy >= 0.0 ? QPolygonF{{x0, y0},           {x1, y0},           {x1 + dx, y0 + dy},
                                     {x1 + dx, y1 + dy}, {x0 + dx, y1 + dy}, {x0, y1}}
                         : QPolygonF{{x0, y1},           {x1, y1},           {x1 + dx, y1 + dy},
                                     {x1 + dx, y0 + dy}, {x0 + dx, y0 + dy}, {x0, y0}};
    }
    return dy >= 0.0 ? QPolygonF{{x1, y0},           {x0, y0},           {x0 + dx, y0 + dy},
                                 {x0 + dx, y1 + dy}, {x1 + dx, y1 + dy}, {x1, y1}}
                     : QPolygonF{{x1, y1},           {x0, y1},           {x0 + dx, y1 + dy},
                                 {x0 + dx, y0 + dy}, {x1 + dx, y0 + dy}, {x1, y0}};
}

template <typename Each>
void forEachBox(const engine::Layout& layout, Each each) {
    for (const engine::RackBox& rack : layout.racks) {
        each(rack.box);
    }
    for (const engine::EquipmentBox& machine : layout.equipment) {
        each(machine.box);
    }
    for (const engine::StructureBox& part : layout.structures) {
        if (part.kind == models::StructureKind::Wall ||
            part.kind == models::StructureKind::Column) {
            engine::Box low = part.box;
            low.height = std::min(low.height, 1.0);
            each(low);
        }
    }
}

/// A picture of the area from above: white where `draw` paints, black elsewhere.
template <typename Draw>
std::vector<std::uint8_t> paintedArea(const QRectF& area, double pixelM, QSize size, Draw draw) {
    QImage image(size, QImage::Format_Grayscale8);
    image.fill(0);
    QPainter painter(&image);
    painter.setPen(Qt::NoPen);
    painter.setBrush(Qt::white);
    painter.scale(1.0 / pixelM, -1.0 / pixelM);
    painter.translate(-area.left(), -area.bottom());
    draw(painter);
    painter.end();
    return bytesOf(image);
}

/// Two means of a square come near to a Gaussian.
void soften(std::vector<std::uint8_t>& grey, QSize size, int radius) {
    for (int pass = 0; pass < 2; ++pass) {
        blur(grey, size.width(), size.height(), radius);
    }
}

}  // namespace

QRectF shadedArea(const engine::Layout& layout) {
    const Bounds3 b = boundsOf(layout);
    return QRectF(b.low[0], b.low[1], b.high[0] - b.low[0], b.high[1] - b.low[1])
        .adjusted(-kMarginM, -kMarginM, kMarginM, kMarginM);
}

GroundShade::GroundShade(const engine::Layout& layout, const QRectF& area)
    : area_(area),
      pixelM_(std::max(kFinestM, std::max(area.width(), area.height()) / kMostPixels)),
      size_(std::max(1, static_cast<int>(area.width() / pixelM_)),
            std::max(1, static_cast<int>(area.height() / pixelM_))) {
    forEachBox(layout, [this](const engine::Box& b) {
        boxes_.push_back({{b.x, b.y, b.width, b.depth}, b.z + b.height});
    });
    std::vector<std::uint8_t> contact =
        paintedArea(area_, pixelM_, size_, [this](QPainter& painter) {
            for (const Prism& box : boxes_) {
                painter.drawRect(box.foot.adjusted(-0.1, -0.1, 0.1, 0.1));
            }
        });
    soften(contact, size_, std::max(1, static_cast<int>(std::lround(0.5 * kContactM / pixelM_))));
    // Joints between the tiles of the floors, where pixels are fine enough.
    const std::vector<std::uint8_t> joints =
        paintedArea(area_, pixelM_, size_, [&](QPainter& painter) {
            if (pixelM_ > kFinestJointM) {
                return;
            }
            for (const engine::HallBox& hall : layout.halls) {
                const engine::Box& b = hall.box;
                for (double x = b.x; x <= b.x + b.width; x += kTileM) {
                    painter.drawRect(QRectF(x, b.y, pixelM_, b.depth));
                }
                for (double y = b.y; y <= b.y + b.depth; y += kTileM) {
                    painter.drawRect(QRectF(b.x, y, b.width, pixelM_));
                }
            }
        });
    steady_.resize(contact.size());
    for (std::size_t i = 0; i < steady_.size(); ++i) {
        steady_[i] = static_cast<std::uint8_t>(
            std::lround(255.0 * (1.0 - kContactShare * contact[i] / 255.0) *
                        (1.0 - kJointShare * joints[i] / 255.0)));
    }
}

QImage GroundShade::at(const Sun& sun, double day) const {
    const double slope = sun.upward > 0.05 ? 1.0 / sun.upward : 0.0;
    std::vector<std::uint8_t> shadow = paintedArea(area_, pixelM_, size_, [&](QPainter& painter) {
        for (const Prism& box : boxes_) {
            if (slope > 0.0) {
                painter.drawPolygon(shadowOf(box.foot, -sun.eastward * slope * box.topM,
                                             -sun.northward * slope * box.topM),
                                    Qt::WindingFill);
            }
        }
    });
    soften(shadow, size_, static_cast<int>(std::lround(0.5 * kPenumbraM / pixelM_)));
    QImage shade(size_, QImage::Format_Grayscale8);
    for (int y = 0; y < size_.height(); ++y) {
        uchar* row = shade.scanLine(y);
        for (int x = 0; x < size_.width(); ++x) {
            const auto i = static_cast<std::size_t>(y) * static_cast<std::size_t>(size_.width()) +
                           static_cast<std::size_t>(x);
            // Light that both leave over.
            const double left = (1.0 - kShadowShare * day * shadow[i] / 255.0) * steady_[i] / 255.0;
            row[x] = static_cast<uchar>(std::lround(255.0 * (1.0 - left)));
        }
    }
    return shade;
}

void fillShadeTexture(vtkTexture* texture, const QImage& shade, double darkest) {
    vtkNew<vtkImageData> image;
    image->SetDimensions(shade.width(), shade.height(), 1);
    image->AllocateScalars(VTK_UNSIGNED_CHAR, 1);
    auto* to = static_cast<unsigned char*>(image->GetScalarPointer());
    for (int y = 0; y < shade.height(); ++y) {  // textures begin at the south
        const uchar* row = shade.constScanLine(shade.height() - 1 - y);
        to = std::transform(row, row + shade.width(), to, [darkest](uchar dark) {
            return static_cast<unsigned char>(255 - std::lround(darkest * dark));
        });
    }
    texture->SetInputData(image);
    texture->InterpolateOn();
    texture->SetColorModeToDirectScalars();
    texture->RepeatOff();
    texture->EdgeClampOn();
}

vtkSmartPointer<vtkPolyData> shadedMesh(std::span<const engine::Box> boxes, const QRectF& area) {
    auto mesh = rectanglesMesh(boxes);
    vtkNew<vtkFloatArray> places;
    places->SetNumberOfComponents(2);
    places->SetName("places");
    for (vtkIdType i = 0; i < mesh->GetNumberOfPoints(); ++i) {
        const double* p = mesh->GetPoint(i);
        places->InsertNextTuple2((p[0] - area.left()) / area.width(),
                                 (p[1] - area.top()) / area.height());
    }
    mesh->GetPointData()->SetTCoords(places);
    return mesh;
}

}  // namespace headroom::ui
