// SPDX-License-Identifier: Apache-2.0
#include "engine/air/field/air_picture.h"

#include "engine/base/index.h"
#include "engine/base/plain_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace headroom::engine {

namespace {

constexpr double kWidePx = 1000.0, kEdgePx = 24.0, kTextPx = 14.0, kScalePx = 46.0;
constexpr std::uint32_t kSolidRgb = 0x9aa3ad;

const char* quantityName(AirQuantity quantity) {
    switch (quantity) {
        case AirQuantity::Temperature:
            return "Air temperature [°C]";
        case AirQuantity::Speed:
            return "Air speed [m/s]";
        case AirQuantity::HotAir:
            return "Hot air [%]";
    }
    return "";
}

/// A page with a title, a scale, and rectangles below.
class Picture {
  public:
    Picture(const AirScale& scale, const std::string& title) : scale_(scale) {
        text(kEdgePx, kEdgePx + kTextPx, title, "bold");
        text(kEdgePx, kEdgePx + 2.4 * kTextPx, quantityName(scale.quantity));
        constexpr int kSteps = 64;
        constexpr double kLongPx = 320.0, kFromPx = 220.0, kHighPx = 10.0;
        const double y = kEdgePx + 1.6 * kTextPx;
        for (int i = 0; i < kSteps; ++i) {
            const double share = (i + 0.5) / kSteps;
            box(kFromPx + kLongPx * i / kSteps, y, kLongPx / kSteps + 0.5, kHighPx,
                scale.rgb(scale.low + share * (scale.high - scale.low)));
        }
        for (double at = scale.low; at <= scale.high + 1e-9; at += scale.tick) {
            const double x = kFromPx + kLongPx * (at - scale.low) / (scale.high - scale.low);
            const bool isBeyond = scale.exceeded && at > scale.high - 0.5 * scale.tick;
            text(x, y + kHighPx + kTextPx, fmt::format("{}{:g}", isBeyond ? "≥ " : "", at),
                 "normal", "middle");
        }
    }

    static constexpr double top() { return kEdgePx + 2.4 * kTextPx + kScalePx; }

    void box(double x, double y, double width, double height, std::uint32_t rgb) {
        body_ += fmt::format(
            "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" "
            "fill=\"#{:06x}\"/>\n",
            x, y, width, height, rgb);
    }

    void outline(double x, double y, double width, double height) {
        body_ += fmt::format(
            "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"none\" "
            "stroke=\"#1b1f24\"/>\n",
            x, y, width, height);
    }

    void text(double x, double y, const std::string& words, const char* weight = "normal",
              const char* anchor = "start") {
        body_ += fmt::format(
            "<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{}\" font-weight=\"{}\" "
            "text-anchor=\"{}\">{}</text>\n",
            x, y, kTextPx, weight, anchor, markupText(words));
    }

    /// Cells side by side, from x on; equal colours become one box.
    void cells(double x, double y, double width, double height,
               const std::vector<std::optional<double>>& values) {
        for (std::size_t from = 0; from < values.size();) {
            const auto rgb = [&](std::size_t n) {
                return values[n] ? scale_.rgb(*values[n]) : kSolidRgb;
            };
            std::size_t to = from + 1;
            while (to < values.size() && rgb(to) == rgb(from)) {
                ++to;
            }
            // Half a pixel more leaves no seams.
            box(x + width * static_cast<double>(from), y,
                width * static_cast<double>(to - from) + 0.5, height + 0.5, rgb(from));
            from = to;
        }
    }

    std::string svg(double height) const {
        return fmt::format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
            "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\" fill=\"#1b1f24\">\n"
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{2}</svg>\n",
            kWidePx + 2.0 * kEdgePx, height + kEdgePx, body_);
    }

  private:
    const AirScale& scale_;
    std::string body_;
};

std::optional<double> valueOf(const AirField& f, AirQuantity quantity, int i, int j, int k) {
    const std::size_t cell = f.cells.index(i, j, k);
    return f.solid[cell] != 0 ? std::nullopt : std::optional(airValue(f, quantity, cell));
}

/// Extent of a box along the two axes of a cut, from the lowest corner of the cells.
struct Shadow {
    double a = 0.0, b = 0.0, width = 0.0, height = 0.0;
    bool isCut = false;  ///< the plane passes through the box
};

Shadow shadowOf(const AirField& f, const Box& box, AirCut cut, double atM) {
    const double x = box.x - f.x0, y = box.y - f.y0;
    switch (cut) {
        case AirCut::Level:
            return {x, y, box.width, box.depth, atM >= box.z && atM <= box.z + box.height};
        case AirCut::WestEast:
            return {x, box.z - f.z0, box.width, box.height, atM >= y && atM <= y + box.depth};
        case AirCut::SouthNorth:
            return {y, box.z - f.z0, box.depth, box.height, atM >= x && atM <= x + box.width};
    }
    return {};
}

/// Cells before the front of a rack, rows from the top to the floor.
std::vector<std::vector<std::optional<double>>> frontOf(const AirField& f, const RackBox& rack,
                                                        AirQuantity quantity) {
    const auto cell = [](double m, double size, int cells) {
        return std::clamp(static_cast<int>(std::lround(m / size)), 0, cells);
    };
    const Box& b = rack.box;
    const int first = std::min(cell(b.x - f.x0, f.sizeX, f.cells.nx), f.cells.nx - 1);
    const int last = std::max(first + 1, cell(b.x - f.x0 + b.width, f.sizeX, f.cells.nx));
    const int north = cell(b.y - f.y0 + b.depth, f.sizeY, f.cells.ny);
    const int south = cell(b.y - f.y0, f.sizeY, f.cells.ny) - 1;
    const int j = std::clamp(rack.facesNorth() ? north : south, 0, f.cells.ny - 1);
    const int floor = cell(-f.z0, f.sizeZ, f.cells.nz);
    const int high = std::max(floor + 1, cell(b.z + b.height - f.z0, f.sizeZ, f.cells.nz));
    std::vector<std::vector<std::optional<double>>> rows;
    for (int k = high - 1; k >= floor; --k) {
        std::vector<std::optional<double>>& row = rows.emplace_back();
        for (int i = first; i < last; ++i) {
            row.push_back(valueOf(f, quantity, i, j, k));
        }
    }
    return rows;
}

}  // namespace

std::string airSliceSvg(const AirField& f, const Layout& layout, int hall, AirQuantity quantity,
                        AirCut cut, double place) {
    const AirScale scale = airScale(f, quantity);
    const int at3 = airCutCell(f, cut, place);
    const double atM = airCutM(f, cut, place);
    const bool isLevel = cut == AirCut::Level, alongX = cut != AirCut::SouthNorth;
    const double acrossM = alongX ? f.sizeX : f.sizeY, upM = isLevel ? f.sizeY : f.sizeZ;
    const int across = alongX ? f.cells.nx : f.cells.ny, up = isLevel ? f.cells.ny : f.cells.nz;
    const double scalePx = kWidePx / (across * acrossM);
    const std::string& name = layout.halls[at(hall)].name;
    Picture picture(scale,
                    fmt::format("{}, {} {:.2f} m", name.empty() ? layout.halls[at(hall)].id : name,
                                isLevel                   ? "level at"
                                : cut == AirCut::WestEast ? "upright, from the south wall"
                                                          : "upright, from the west wall",
                                atM));
    const double bottom = Picture::top() + up * upM * scalePx;
    for (int b = 0; b < up; ++b) {
        std::vector<std::optional<double>> row;
        for (int a = 0; a < across; ++a) {
            row.push_back(isLevel                   ? valueOf(f, quantity, a, b, at3)
                          : cut == AirCut::WestEast ? valueOf(f, quantity, a, at3, b)
                                                    : valueOf(f, quantity, at3, a, b));
        }
        picture.cells(kEdgePx, bottom - (b + 1) * upM * scalePx, acrossM * scalePx, upM * scalePx,
                      row);
    }
    const auto draw = [&](const Box& box) {
        const Shadow s = shadowOf(f, box, cut, atM);
        if (s.isCut) {
            picture.outline(kEdgePx + s.a * scalePx, bottom - (s.b + s.height) * scalePx,
                            s.width * scalePx, s.height * scalePx);
        }
    };
    for (const RackBox& rack : layout.racks) {
        if (rack.hall == hall) {
            draw(rack.box);
        }
    }
    for (const EquipmentBox& e : layout.equipment) {
        if (e.kind == EquipmentKind::Crah && e.group == hall) {
            draw(e.box);
        }
    }
    picture.outline(kEdgePx, Picture::top(), kWidePx, up * upM * scalePx);
    return picture.svg(bottom);
}

std::string airFrontsSvg(const AirField& f, const Layout& layout, int hall, AirQuantity quantity) {
    const AirScale scale = airScale(f, quantity);
    const std::string& name = layout.halls[at(hall)].name;
    Picture picture(scale, fmt::format("{}, inlets by rack and height",
                                       name.empty() ? layout.halls[at(hall)].id : name));
    std::vector<std::vector<const RackBox*>> rows;
    std::size_t most = 1;
    for (const RackBox& rack : layout.racks) {
        if (rack.hall != hall) {
            continue;
        }
        if (rows.empty() || rows.back().back()->block != rack.block ||
            rows.back().back()->row != rack.row) {
            rows.emplace_back();
        }
        rows.back().push_back(&rack);
        most = std::max(most, rows.back().size());
    }
    const double eachPx = std::min(60.0, kWidePx / static_cast<double>(most));
    double y = Picture::top();
    for (const auto& row : rows) {
        picture.text(kEdgePx, y + kTextPx,
                     fmt::format("{} row {}, seen from its cold aisle",
                                 layout.blocks[at(row.front()->block)], row.front()->row + 1));
        y += 1.6 * kTextPx;
        const double highPx = 2.0 * std::max(eachPx, 30.0);
        for (std::size_t n = 0; n < row.size(); ++n) {
            // Who looks south sees west on the right.
            const std::size_t place = row[n]->facesNorth() ? row.size() - 1 - n : n;
            auto cells = frontOf(f, *row[n], quantity);
            const double x = kEdgePx + eachPx * static_cast<double>(place);
            const double stepPx = highPx / static_cast<double>(cells.size());
            for (std::size_t k = 0; k < cells.size(); ++k) {
                if (row[n]->facesNorth()) {
                    std::reverse(cells[k].begin(), cells[k].end());
                }
                picture.cells(x, y + stepPx * static_cast<double>(k),
                              eachPx / static_cast<double>(cells[k].size()), stepPx, cells[k]);
            }
            picture.outline(x, y, eachPx, highPx);
        }
        y += highPx + kTextPx;
    }
    return picture.svg(y);
}

}  // namespace headroom::engine
