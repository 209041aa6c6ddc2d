// SPDX-License-Identifier: Apache-2.0
#include "engine/diagram/process_layout.h"

#include "engine/diagram/process_band.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::engine {

namespace {

struct Packing {
    std::vector<ProcessPoint> corners;
    double width = 0.0, height = 0.0;
};

/// Bands in order, down one column after the other, none much higher than the mean.
Packing packed(const std::vector<ProcessBand>& bands, int columns, double gap) {
    double whole = 0.0;
    for (const ProcessBand& b : bands) {
        whole += b.box.height + gap;
    }
    Packing p;
    double x = 0.0;
    double y = 0.0;
    double wide = 0.0;
    double done = 0.0;
    int column = 0;
    for (const ProcessBand& b : bands) {
        const double middle = done + 0.5 * (b.box.height + gap);
        if (y > 0.0 && column + 1 < columns && middle > whole * (column + 1) / columns) {
            x += wide + gap;
            y = wide = 0.0;
            ++column;
        }
        p.corners.push_back({x, y});
        y += b.box.height + gap;
        done += b.box.height + gap;
        wide = std::max(wide, b.box.width);
        p.width = std::max(p.width, x + wide);
        p.height = std::max(p.height, y - gap);
    }
    return p;
}

}  // namespace

ProcessLayout layOutProcess(const CoolingNetwork& network, const ProcessStyle& style) {
    ProcessSketch sketch(network, style);
    std::vector<ProcessBandMaker> makers;
    for (std::size_t loop = 0; loop < network.loopCircuit.size(); ++loop) {
        if (network.loopCircuit[loop] >= 0) {
            makers.emplace_back(sketch, static_cast<int>(loop));
            makers.back().make();
        }
    }
    ProcessLayout& out = sketch.out();
    Packing best;
    for (int columns = 1; columns <= static_cast<int>(out.bands.size()); ++columns) {
        const Packing p = packed(out.bands, columns, style.gap);
        // As large as possible in a view of that shape.
        const auto scale = [&style](const Packing& q) {
            return std::min(style.shape / q.width, 1.0 / q.height);
        };
        if (best.corners.empty() || scale(p) > scale(best)) {
            best = p;
        }
    }
    for (std::size_t b = 0; b < out.bands.size(); ++b) {
        makers[b].shift(b, best.corners[b].x, best.corners[b].y);
    }
    out.width = best.width;
    out.height = best.height;
    sketch.findHops();
    return std::move(out);
}

}  // namespace headroom::engine
