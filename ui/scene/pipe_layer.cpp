// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/pipe_layer.h"

#include "ui/cooling/cooling_text.h"
#include "ui/scene/way_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::ui {

namespace {

constexpr int kSides = 6;
constexpr int kMostPieces = 6000;  // of all pipes: bounds the triangles
constexpr double kPieceM = 0.8;
constexpr int kMarkEvery = 4;              // pieces
constexpr int kPipeTags = kMarkEvery + 1;  // colours of a pipe: by place of a mark, and from afar
constexpr float kStillM3PerS = 1e-6F;
constexpr double kFaint = 0.3;

/// Colour of the marks on a pipe, which keeps its hue.
QColor paler(const QColor& c) {
    constexpr int kWhitePercent = 55;
    const auto mix = [](int v) { return v + (255 - v) * kWhitePercent / 100; };
    return {mix(c.red()), mix(c.green()), mix(c.blue())};
}

}  // namespace

PipeLayer::PipeLayer(vtkRenderer* renderer) : mesh_(renderer) {}

PipeLayer::~PipeLayer() = default;

void PipeLayer::setLayout(const engine::Layout& layout, const engine::Frame* frame) {
    network_ = nullptr;
    show(layout, frame);
}

/// The triangles of the pipes that are shown.
void PipeLayer::mesh() {
    mesh_.clear();
    double totalM = 0.0;
    for (std::size_t p = 0; p < pipes_.size(); ++p) {
        totalM += lookOf(looks_, p) == SceneLook::Shown ? wayLengthM(pipes_[p].points) : 0.0;
    }
    const double pieceM = std::max(kPieceM, totalM / kMostPieces);
    for (std::size_t p = 0; p < pipes_.size(); ++p) {
        const engine::CoolantPipe& pipe = pipes_[p];
        if (lookOf(looks_, p) != SceneLook::Shown) {
            continue;
        }
        const int tag = kPipeTags * static_cast<int>(p);
        int place = 0;
        for (std::size_t i = 0; i + 1 < pipe.points.size(); ++i) {
            const auto ends = stretchOf(pipe.points, i, pipe.diameterM);
            const WayPoint &from = ends.first, &to = ends.second;
            const double size = wayLengthM(std::array{from, to});
            if (size < 1e-3) {
                continue;
            }
            const int count = std::max(1, static_cast<int>(std::lround(size / pieceM)));
            const auto at = [&](int n) -> WayPoint {
                const double share = static_cast<double>(n) / count;
                return {from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]),
                        from[2] + share * (to[2] - from[2])};
            };
            for (int n = 0; n < count; ++n) {
                mesh_.addPiece(at(n), at(n + 1), pipe.diameterM, pipe.diameterM, kSides,
                               tag + place++ % kMarkEvery);
            }
            mesh_.addLine(from, to, pipe.diameterM, tag + kMarkEvery);
        }
    }
    mesh_.finish();
}

double PipeLayer::temperatureC(int pipe) const {
    const engine::CoolantPipe& of = pipes_[static_cast<std::size_t>(pipe)];
    const auto link = static_cast<std::size_t>(of.link);
    if (link >= links_.size()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return static_cast<double>(of.end == engine::CoolantPipe::End::In ? links_[link].inC
                                                                      : links_[link].outC);
}

void PipeLayer::show(const engine::Layout& layout, const engine::Frame* frame) {
    const auto network = frame == nullptr ? nullptr : frame->cooling;
    if (network != network_) {
        network_ = network;
        pipes_ = network_ == nullptr ? std::vector<engine::CoolantPipe>{}
                                     : engine::coolantPipes(layout, *network_);
        looks_.clear();
        mesh();
    }
    links_.clear();
    if (frame != nullptr && hasCoolingValues(*frame)) {
        links_.assign(frame->coolingLinks.begin(), frame->coolingLinks.end());
        scale_.adapt(*frame);
        ++step_;
    }
    if (isVisible()) {
        paint();
    }
}

void PipeLayer::paint() {
    const ThemeColours& theme = Theme::instance().colours();
    std::vector<QRgb> colours;
    colours.reserve(kPipeTags * pipes_.size());
    for (std::size_t p = 0; p < pipes_.size(); ++p) {
        const double celsius = temperatureC(static_cast<int>(p));
        const QColor colour =
            std::isfinite(celsius) ? scale_.colour(celsius, theme) : theme.idleRack;
        const auto link = static_cast<std::size_t>(pipes_[p].link);
        const bool flows = link < links_.size() && links_[link].flowM3PerS > kStillM3PerS;
        for (int place = 0; place < kMarkEvery; ++place) {
            const bool isMark = flows && (place - step_) % kMarkEvery == 0;
            colours.push_back((isMark ? paler(colour) : colour).rgb());
        }
        colours.push_back(colour.rgb());  // from afar a pipe has no marks
    }
    mesh_.paint(std::move(colours));
}

void PipeLayer::setVisible(bool on) {
    isOn_ = on;
    mesh_.setVisible(on);
    if (isVisible()) {
        paint();
    }
}

void PipeLayer::setLooks(std::vector<SceneLook> looks) {
    if (looks != looks_) {
        looks_ = std::move(looks);
        mesh();
        if (isVisible()) {
            paint();
        }
    }
}

void PipeLayer::setFaint(bool on) {
    mesh_.setOpacity(on ? kFaint : 1.0);
}

int PipeLayer::pipeAlong(const Ray& ray, double* distanceM) const {
    int best = -1;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; p < pipes_.size() && isVisible(); ++p) {
        const double d = lookOf(looks_, p) == SceneLook::Shown
                             ? distanceToWay(ray, pipes_[p].points, 0.5 * pipes_[p].diameterM)
                             : nearest;
        if (d < nearest) {
            nearest = d;
            best = static_cast<int>(p);
        }
    }
    if (best >= 0 && distanceM != nullptr) {
        *distanceM = nearest;
    }
    return best;
}

}  // namespace headroom::ui
