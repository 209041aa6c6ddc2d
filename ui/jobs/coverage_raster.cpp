// SPDX-License-Identifier: Apache-2.0
#include "ui/jobs/coverage_raster.h"

#include <algorithm>
#include <cmath>

namespace headroom::ui {

CoverageRaster::CoverageRaster(int width, int height)
    : width_(std::max(1, width)),
      height_(std::max(1, height)),
      cells_(static_cast<std::size_t>(width_ + 2) * static_cast<std::size_t>(height_)) {}

/// From x on, `amount` more: the pixel that x lies in takes what is right of it.
void CoverageRaster::step(std::size_t row, double x, const Cell& amount) {
    const auto pixel = static_cast<std::size_t>(x);
    const auto inside = static_cast<float>(1.0 - (x - std::floor(x)));
    Cell* cell = &cells_[row * static_cast<std::size_t>(width_ + 2) + pixel];
    const auto addTo = [&amount](Cell& c, float share) {
        c.r += amount.r * share;
        c.g += amount.g * share;
        c.b += amount.b * share;
        c.a += amount.a * share;
    };
    addTo(cell[0], inside);
    addTo(cell[1], 1.0F - inside);
}

void CoverageRaster::add(double x0, double x1, double y0, double y1, const QColor& colour) {
    x0 = std::clamp(x0, 0.0, static_cast<double>(width_));
    x1 = std::clamp(x1, 0.0, static_cast<double>(width_));
    y0 = std::clamp(y0, 0.0, static_cast<double>(height_));
    y1 = std::clamp(y1, 0.0, static_cast<double>(height_));
    if (!(x1 > x0) || !(y1 > y0)) {
        return;
    }
    any_ = true;
    const QRgb rgb = colour.rgb();
    for (int row = static_cast<int>(y0); row < height_ && row < y1; ++row) {
        const auto share =
            static_cast<float>(std::min(y1, row + 1.0) - std::max(y0, static_cast<double>(row)));
        Cell amount{share * static_cast<float>(qRed(rgb)), share * static_cast<float>(qGreen(rgb)),
                    share * static_cast<float>(qBlue(rgb)), share};
        step(static_cast<std::size_t>(row), x0, amount);
        amount = {-amount.r, -amount.g, -amount.b, -amount.a};
        step(static_cast<std::size_t>(row), x1, amount);
    }
}

double CoverageRaster::coverage(int x, int y) const {
    const Cell* cell = &cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_ + 2)];
    double sum = 0.0;
    for (int i = 0; i <= x; ++i) {
        sum += cell[i].a;
    }
    return sum;
}

QImage CoverageRaster::image() const {
    QImage image(width_, height_, QImage::Format_ARGB32_Premultiplied);
    constexpr float kNothing = 1e-4F;  // rounding of the sums
    for (int y = 0; y < height_; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        const Cell* cell =
            &cells_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_ + 2)];
        Cell sum;
        for (int x = 0; x < width_; ++x) {
            sum.r += cell[x].r;
            sum.g += cell[x].g;
            sum.b += cell[x].b;
            sum.a += cell[x].a;
            if (sum.a < kNothing) {
                line[x] = 0;
                continue;
            }
            const float opacity = static_cast<float>(kLeast) +
                                  static_cast<float>(1.0 - kLeast) * std::min(1.0F, sum.a);
            const float scale = opacity / sum.a;
            const auto byte = [](float v) {
                return static_cast<int>(std::clamp(v + 0.5F, 0.0F, 255.0F));
            };
            line[x] = qRgba(byte(sum.r * scale), byte(sum.g * scale), byte(sum.b * scale),
                            byte(255.0F * opacity));
        }
    }
    return image;
}

}  // namespace headroom::ui
