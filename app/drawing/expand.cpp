// SPDX-License-Identifier: Apache-2.0
#include "app/drawing/expand.h"

#include "app/drawing/refused.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace headroom::drawing {

namespace {

using Json = nlohmann::json;

constexpr double kChordM = 0.002;       // of curves, where the unit is known
constexpr double kChordShare = 0.0005;  // of the radius
constexpr double kRound = 1e-6;         // two radii that differ by less make a circle

struct PlacedLine {
    int layer = 0, use = -1;
    bool isClosed = false;
    std::vector<Point> points;
    bool isRound = false;  ///< an arc of a circle alone
    Point centre;
    double radius = 0.0, angle = 0.0;
};

struct PlacedText {
    int layer = 0, use = -1;
    Text text;
};

struct PlacedUse {
    int block = 0, layer = 0;
    Point at;
};

/// Metres per unit of $INSUNITS for the chord of curves; 0 for units that are not those of buildings.
double metresOf(int insUnits) {
    switch (insUnits) {
        case 1:
            return 0.0254;
        case 2:
            return 0.3048;
        case 4:
            return 0.001;
        case 5:
            return 0.01;
        case 6:
            return 1.0;
        default:
            return 0.0;
    }
}

class Expander {
  public:
    explicit Expander(const Read& read) : read_(read), metres_(metresOf(read.insUnits)) {
        skipped_ = read.skipped;
    }

    Json answer() {
        place(read_.whole, Affine{}, -1, -1, 0);
        return written();
    }

  private:
    void place(const Contents& contents, const Affine& to, int layerOfUse, int use, int depth) {
        const auto layer = [&](int own) {
            const bool isZero = read_.layers[static_cast<std::size_t>(own)].name == "0";
            return isZero && layerOfUse >= 0 ? layerOfUse : own;
        };
        for (const Line& line : contents.lines) {
            put(line, to, layer(line.layer), use);
        }
        for (const Text& text : contents.texts) {
            PlacedText placed{layer(text.layer), use, text};
            placed.text.at = to.apply(text.at);
            const Point up = to.turn({-std::sin(text.angle), std::cos(text.angle)});
            const Point along = to.turn({std::cos(text.angle), std::sin(text.angle)});
            placed.text.height = text.height * std::hypot(up.x, up.y);
            placed.text.angle = std::atan2(along.y, along.x);
            texts_.push_back(std::move(placed));
            if (texts_.size() > kMostLines) {
                throw Refused("it has more than 200,000 texts", kLess);
            }
        }
        for (const Use& each : contents.uses) {
            expand(each, to, layer(each.layer), use, depth);
        }
    }

    void expand(const Use& each, const Affine& to, int layer, int use, int depth) {
        const Contents& block = read_.blocks[static_cast<std::size_t>(each.block)];
        if (depth >= kMostDepth) {
            ++skipped_["INSERT in more than 32 blocks within each other"];
            return;
        }
        if (block.lines.empty() && block.texts.empty() && block.uses.empty()) {
            ++skipped_["INSERT of an empty or missing block"];
            return;
        }
        for (int row = 0; row < each.rows; ++row) {
            for (int column = 0; column < each.columns; ++column) {
                if (++expansions_ > kMostUses) {
                    throw Refused("its blocks within blocks are used more than 1,000,000 times",
                                  kLess);
                }
                Affine own = each.place;
                own.e += column * each.columnStep.x + row * each.rowStep.x;
                own.f += column * each.columnStep.y + row * each.rowStep.y;
                const Affine base{1.0, 0.0, 0.0, 1.0, -block.base.x, -block.base.y};
                const Affine whole = to.after(own).after(base);
                int inner = use;
                if (use < 0) {
                    inner = static_cast<int>(uses_.size());
                    uses_.push_back({each.block, layer, to.apply({own.e, own.f})});
                }
                place(block, whole, layer, inner, depth + 1);
            }
        }
    }

    void put(const Line& line, const Affine& to, int layer, int use) {
        PlacedLine placed{layer, use, line.isClosed, {to.apply(line.start)}, false, {}, 0.0, 0.0};
        for (const Segment& segment : line.segments) {
            if (!segment.isArc) {
                placed.points.push_back(to.apply(segment.end));
                continue;
            }
            Segment moved = segment;
            moved.centre = to.apply(segment.centre);
            moved.u = to.turn(segment.u);
            moved.v = to.turn(segment.v);
            divide(moved, placed.points);
            const double radius = std::hypot(moved.u.x, moved.u.y);
            if (line.segments.size() == 1 &&
                std::abs(std::hypot(moved.v.x, moved.v.y) - radius) <= kRound * radius) {
                placed.isRound = true;
                placed.centre = moved.centre;
                placed.radius = radius;
                placed.angle = std::abs(segment.to - segment.from);
            }
        }
        if (placed.isClosed && placed.points.size() > 1) {
            placed.points.pop_back();  // the first point again
        }
        points_ += placed.points.size();
        for (const Point p : placed.points) {
            constexpr double kMost = 1e12;
            if (!(std::abs(p.x) < kMost && std::abs(p.y) < kMost)) {
                ++skipped_["lines with a coordinate beyond 1e12"];
                return;
            }
        }
        lines_.push_back(std::move(placed));
        if (lines_.size() > kMostLines) {
            throw Refused("it has more than 200,000 lines once its blocks are expanded", kLess);
        }
        if (points_ > kMostPoints) {
            throw Refused("it has more than 1,500,000 points once its curves are divided", kLess);
        }
    }

    /// A chord over the angle a leaves a circle of radius r by r (1 - cos(a/2)).
    void divide(const Segment& arc, std::vector<Point>& points) const {
        const double radius = std::max(std::hypot(arc.u.x, arc.u.y), std::hypot(arc.v.x, arc.v.y));
        double share = kChordShare;
        if (metres_ > 0.0 && radius > 0.0) {
            share = std::clamp(kChordM / (metres_ * radius), 1e-7, kChordShare);
        }
        constexpr double kMostSteps = 20'000.0;
        const double angle = std::abs(arc.to - arc.from);
        const int steps = static_cast<int>(
            std::clamp(std::ceil(angle / (2.0 * std::acos(1.0 - share))), 1.0, kMostSteps));
        for (int i = 1; i <= steps; ++i) {
            points.push_back(arc.at(arc.from + (arc.to - arc.from) * i / steps));
        }
    }

    Json written() const {
        Point low{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()},
            high{-low.x, -low.y};
        for (const PlacedLine& line : lines_) {
            for (const Point p : line.points) {
                low = {std::min(low.x, p.x), std::min(low.y, p.y)};
                high = {std::max(high.x, p.x), std::max(high.y, p.y)};
            }
        }
        if (lines_.empty()) {
            low = high = {0.0, 0.0};
        }
        const double extent = std::max({high.x - low.x, high.y - low.y, 1e-9});
        const double step = std::pow(10.0, std::floor(std::log10(extent)) - 7.0);
        const auto rounded = [step](double value) { return std::round(value / step) * step; };
        Json lines = Json::array(), texts = Json::array(), uses = Json::array();
        for (const PlacedLine& line : lines_) {
            Json points = Json::array();
            for (const Point p : line.points) {
                points.push_back(shorter(rounded(p.x - low.x)));
                points.push_back(shorter(rounded(p.y - low.y)));
            }
            Json row = {line.layer, line.use, line.isClosed ? 1 : 0, std::move(points)};
            if (line.isRound) {
                row.push_back(line.centre.x - low.x);
                row.push_back(line.centre.y - low.y);
                row.push_back(line.radius);
                row.push_back(line.angle);
            }
            lines.push_back(std::move(row));
        }
        for (const PlacedText& each : texts_) {
            texts.push_back({each.layer, each.use, each.text.at.x - low.x, each.text.at.y - low.y,
                             each.text.height, each.text.angle, each.text.words});
        }
        for (const PlacedUse& use : uses_) {
            uses.push_back({use.block, use.layer, use.at.x - low.x, use.at.y - low.y});
        }
        Json layers = Json::array();
        for (const LayerData& layer : read_.layers) {
            layers.push_back({layer.name, layer.isHidden});
        }
        Json skipped = Json::object();
        for (const auto& [kind, count] : skipped_) {
            skipped[kind] = count;
        }
        return {{"version", read_.version},         {"insunits", read_.insUnits},
                {"measurement", read_.measurement}, {"ended", read_.hasEnd},
                {"origin", {low.x, low.y}},         {"layers", std::move(layers)},
                {"blocks", read_.blockNames},       {"uses", std::move(uses)},
                {"lines", std::move(lines)},        {"texts", std::move(texts)},
                {"skipped", std::move(skipped)}};
    }

    /// The double with the fewest digits: 0.30000000000000004 is written as 0.3.
    static double shorter(double value) {
        std::array<char, 32> text;
        std::snprintf(text.data(), text.size(), "%.10g", value);
        return std::strtod(text.data(), nullptr);
    }

    const Read& read_;
    double metres_ = 0.0;
    std::vector<PlacedLine> lines_;
    std::vector<PlacedText> texts_;
    std::vector<PlacedUse> uses_;
    std::map<std::string, long> skipped_;
    std::size_t points_ = 0, expansions_ = 0;
};

}  // namespace

Json expanded(const Read& read) {
    return Expander(read).answer();
}

}  // namespace headroom::drawing
