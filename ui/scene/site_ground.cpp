// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/site_ground.h"

#include "ui/floor/scene_pick.h"

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

// Assumption: a two-lane road for lorries (6 m), a verge before the fence, a fence of 2.4 m.
constexpr double kYardMarginM = 5.0, kRoadM = 6.0, kVergeM = 4.0;
constexpr double kMarkM = 3.0, kMarkGapM = 6.0, kMarkWideM = 0.18;
constexpr double kFenceM = 2.4, kFenceRailM = 0.07, kPostsM = 6.0;
constexpr int kMostPosts = 240, kMostMarks = 400;
constexpr double kOverM = 0.04;  // of each layer over the one below

class GroundBuilder {
  public:
    explicit GroundBuilder(double groundM) : groundM_(groundM) {}

    SiteGround build(const QRectF& yard) {
        made_.yard = yard;
        const QRectF outer = yard.adjusted(-kRoadM, -kRoadM, kRoadM, kRoadM);
        const QRectF fence = outer.adjusted(-kVergeM, -kVergeM, kVergeM, kVergeM);
        made_.paving = {flat(yard, 1)};
        // South and north run through, so that corners are covered once.
        made_.roads = {flat({outer.left(), outer.top(), outer.width(), kRoadM}, 1),
                       flat({outer.left(), yard.bottom(), outer.width(), kRoadM}, 1),
                       flat({outer.left(), yard.top(), kRoadM, yard.height()}, 1),
                       flat({yard.right(), yard.top(), kRoadM, yard.height()}, 1)};
        const double gate = yard.center().x(), reachM = std::max(yard.width(), yard.height());
        made_.roads.push_back(flat({gate - kRoadM / 2.0, outer.top() - reachM, kRoadM, reachM}, 1));
        pitchM_ = std::max(kMarkM + kMarkGapM,
                           (2.0 * (outer.width() + outer.height()) + reachM) / kMostMarks);
        dashes(outer.left(), outer.right(), yard.top() - kRoadM / 2.0, false);
        dashes(outer.left(), outer.right(), yard.bottom() + kRoadM / 2.0, false);
        dashes(yard.top(), yard.bottom(), yard.left() - kRoadM / 2.0, true);
        dashes(yard.top(), yard.bottom(), yard.right() + kRoadM / 2.0, true);
        dashes(outer.top() - reachM, outer.top() - kMarkGapM, gate, true);
        postsM_ = std::max(kPostsM, 2.0 * (fence.width() + fence.height()) / kMostPosts);
        fenceAlong(fence.left(), gate - kRoadM, fence.top(), false);
        fenceAlong(gate + kRoadM, fence.right(), fence.top(), false);
        fenceAlong(fence.left(), fence.right(), fence.bottom(), false);
        fenceAlong(fence.top(), fence.bottom(), fence.left(), true);
        fenceAlong(fence.top(), fence.bottom(), fence.right(), true);
        return made_;
    }

  private:
    engine::Box flat(const QRectF& area, int layer) const {
        return {area.left(),  area.top(),    groundM_ + layer * kOverM,
                area.width(), area.height(), 0.0};
    }

    /// `turned`: along y, with `at` as x.
    void dashes(double from, double to, double at, bool turned) {
        for (double along = from + kMarkGapM; along + kMarkM < to; along += pitchM_) {
            made_.markings.push_back(
                turned ? flat({at - kMarkWideM / 2.0, along, kMarkWideM, kMarkM}, 2)
                       : flat({along, at - kMarkWideM / 2.0, kMarkM, kMarkWideM}, 2));
        }
    }

    void fenceAlong(double from, double to, double at, bool turned) {
        const auto box = [&](double along, double lengthM, double z, double highM) {
            return turned ? engine::Box{at, along, groundM_ + z, kFenceRailM, lengthM, highM}
                          : engine::Box{along, at, groundM_ + z, lengthM, kFenceRailM, highM};
        };
        for (const double z : {0.5 * kFenceM, kFenceM - kFenceRailM}) {
            made_.fence.push_back(box(from, to - from, z, kFenceRailM));
        }
        const int fields = std::max(1, static_cast<int>(std::ceil((to - from) / postsM_)));
        for (int i = 0; i <= fields; ++i) {
            made_.fence.push_back(
                box(from + i * (to - from - kFenceRailM) / fields, kFenceRailM, 0.0, kFenceM));
        }
    }

    double groundM_;
    double pitchM_ = 0.0, postsM_ = 0.0;
    SiteGround made_;
};

}  // namespace

SiteGround siteGround(const engine::Layout& layout, double groundM) {
    if (layout.halls.empty() && layout.equipment.empty() && layout.racks.empty()) {
        return {};
    }
    const Bounds3 b = boundsOf(layout);
    const QRectF yard = QRectF(b.low[0], b.low[1], b.high[0] - b.low[0], b.high[1] - b.low[1])
                            .adjusted(-kYardMarginM, -kYardMarginM, kYardMarginM, kYardMarginM);
    return GroundBuilder(groundM).build(yard);
}

}  // namespace headroom::ui
