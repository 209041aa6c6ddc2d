// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/pipe_layer.h"

#include "ui/cooling/cooling_text.h"
#include "ui/scene/scene_mesh.h"

#include <vtkActor.h>
#include <vtkMapper.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace headroom::ui {

namespace {

constexpr int kSides = 6;
constexpr int kMostPieces = 6000;  // of all pipes: bounds the triangles
constexpr double kPieceM = 0.8;
constexpr int kMarkEvery = 4;  // pieces
constexpr float kStillM3PerS = 1e-6F;
constexpr double kFaint = 0.3;

using Vec = std::array<double, 3>;

Vec pipeLess(const Vec& a, const Vec& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

double pipeDot(const Vec& a, const Vec& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double pipeLength(const Vec& a) {
    return std::sqrt(pipeDot(a, a));
}

/// A prism around a stretch of pipe; `mesh` is that of all.
void tube(engine::ShapeMesh& mesh, const Vec& from, const Vec& to, double radiusM) {
    Vec along = pipeLess(to, from);
    const double size = pipeLength(along);
    along = {along[0] / size, along[1] / size, along[2] / size};
    const Vec u = std::abs(along[2]) > 0.9 ? Vec{1, 0, 0} : Vec{0, 0, 1};
    Vec a = {along[1] * u[2] - along[2] * u[1], along[2] * u[0] - along[0] * u[2],
             along[0] * u[1] - along[1] * u[0]};
    const double norm = pipeLength(a);
    a = {a[0] / norm, a[1] / norm, a[2] / norm};
    const Vec b = {along[1] * a[2] - along[2] * a[1], along[2] * a[0] - along[0] * a[2],
                   along[0] * a[1] - along[1] * a[0]};
    const auto first = static_cast<std::uint32_t>(mesh.points.size() / 3);
    for (int i = 0; i < kSides; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / kSides;
        for (const Vec* end : {&from, &to}) {
            for (std::size_t k = 0; k < 3; ++k) {
                const double out = std::cos(angle) * a[k] + std::sin(angle) * b[k];
                mesh.normals.push_back(static_cast<float>(out));
                mesh.points.push_back(static_cast<float>((*end)[k] + radiusM * out));
            }
        }
    }
    for (std::uint32_t i = 0; i < kSides; ++i) {
        const std::uint32_t p = first + 2 * i, q = first + 2 * ((i + 1) % kSides);
        mesh.triangles.insert(mesh.triangles.end(), {p, q, q + 1, p, q + 1, p + 1});
    }
}

}  // namespace

PipeLayer::PipeLayer(vtkRenderer* renderer) : renderer_(renderer) {}

PipeLayer::~PipeLayer() = default;

void PipeLayer::setLayout(const engine::Layout& layout, const engine::Frame* frame) {
    network_ = nullptr;
    show(layout, frame);
}

void PipeLayer::lay(const engine::Layout& layout) {
    if (actor_ != nullptr) {
        renderer_->RemoveActor(actor_);
        actor_ = nullptr;
    }
    pieces_.clear();
    pipes_ = network_ == nullptr ? std::vector<engine::CoolantPipe>{}
                                 : engine::coolantPipes(layout, *network_);
    double totalM = 0.0;
    for (const engine::CoolantPipe& pipe : pipes_) {
        for (std::size_t i = 0; i + 1 < pipe.points.size(); ++i) {
            totalM += pipeLength(pipeLess(pipe.points[i + 1], pipe.points[i]));
        }
    }
    if (totalM <= 0.0) {
        return;
    }
    const double pieceM = std::max(kPieceM, totalM / kMostPieces);
    engine::ShapeMesh mesh;
    for (std::size_t p = 0; p < pipes_.size(); ++p) {
        const engine::CoolantPipe& pipe = pipes_[p];
        int place = 0;
        for (std::size_t i = 0; i + 1 < pipe.points.size(); ++i) {
            const Vec& from = pipe.points[i];
            const Vec way = pipeLess(pipe.points[i + 1], from);
            const double size = pipeLength(way);
            if (size < 1e-3) {
                continue;
            }
            const int count = std::max(1, static_cast<int>(std::lround(size / pieceM)));
            const auto at = [&](int n) -> Vec {
                const double share = static_cast<double>(n) / count;
                return {from[0] + share * way[0], from[1] + share * way[1],
                        from[2] + share * way[2]};
            };
            for (int n = 0; n < count; ++n) {
                tube(mesh, at(n), at(n + 1), 0.5 * pipe.diameterM);
                pieces_.push_back({static_cast<int>(p), place++});
            }
        }
    }
    mesh_ = trianglesMesh(mesh);
    colours_ = vtkSmartPointer<vtkUnsignedCharArray>::New();
    colours_->SetNumberOfComponents(3);
    colours_->SetNumberOfTuples(mesh_->GetNumberOfPoints());
    mesh_->GetPointData()->SetScalars(colours_);
    actor_ = meshActor(mesh_);
    actor_->GetMapper()->ScalarVisibilityOn();
    actor_->PickableOff();
    vtkProperty* p = actor_->GetProperty();
    p->SetAmbient(0.5);
    p->SetDiffuse(0.55);
    p->SetSpecular(0.0);
    actor_->SetVisibility(isOn_ ? 1 : 0);
    renderer_->AddActor(actor_);
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
        lay(layout);
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
    if (actor_ == nullptr) {
        return;
    }
    const ThemeColours& theme = Theme::instance().colours();
    std::vector<std::array<QColor, 2>> colours;  // of each pipe, and of its marks
    std::vector<bool> flows;
    for (std::size_t p = 0; p < pipes_.size(); ++p) {
        const double celsius = temperatureC(static_cast<int>(p));
        const QColor colour =
            std::isfinite(celsius) ? scale_.colour(celsius, theme) : theme.idleRack;
        colours.push_back({colour, colour.lighter(175)});
        const auto link = static_cast<std::size_t>(pipes_[p].link);
        flows.push_back(link < links_.size() && links_[link].flowM3PerS > kStillM3PerS);
    }
    unsigned char* to = colours_->GetPointer(0);
    for (const Piece& piece : pieces_) {
        const auto p = static_cast<std::size_t>(piece.pipe);
        const bool isMark = flows[p] && (piece.place - step_) % kMarkEvery == 0;
        const QColor& c = colours[p][isMark ? 1 : 0];
        for (int i = 0; i < 2 * kSides; ++i) {
            *to++ = static_cast<unsigned char>(c.red());
            *to++ = static_cast<unsigned char>(c.green());
            *to++ = static_cast<unsigned char>(c.blue());
        }
    }
    colours_->Modified();
    mesh_->Modified();
}

void PipeLayer::setVisible(bool on) {
    isOn_ = on;
    if (actor_ != nullptr) {
        actor_->SetVisibility(on ? 1 : 0);
    }
    if (isVisible()) {
        paint();
    }
}

void PipeLayer::setFaint(bool on) {
    if (actor_ != nullptr) {
        actor_->GetProperty()->SetOpacity(on ? kFaint : 1.0);
    }
}

int PipeLayer::pipeAlong(const Ray& ray, double* distanceM) const {
    const Vec eye = {ray.origin[0], ray.origin[1], ray.origin[2]};
    Vec look = {ray.direction[0], ray.direction[1], ray.direction[2]};
    const double norm = pipeLength(look);
    look = {look[0] / norm, look[1] / norm, look[2] / norm};
    int best = -1;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t p = 0; p < pipes_.size() && isVisible(); ++p) {
        const engine::CoolantPipe& pipe = pipes_[p];
        for (std::size_t i = 0; i + 1 < pipe.points.size(); ++i) {
            // Closest points of the ray and of the stretch.
            const Vec way = pipeLess(pipe.points[i + 1], pipe.points[i]),
                      w = pipeLess(eye, pipe.points[i]);
            const double b = pipeDot(look, way), c = pipeDot(way, way), d = pipeDot(look, w),
                         e = pipeDot(way, w);
            const double across = c - b * b;
            const double share = std::clamp(across > 1e-9 ? (e - b * d) / across : 0.0, 0.0, 1.0);
            const double t = share * b - d;
            const Vec gap = {w[0] + t * look[0] - share * way[0],
                             w[1] + t * look[1] - share * way[1],
                             w[2] + t * look[2] - share * way[2]};
            if (t > 0.0 && t < nearest && pipeLength(gap) <= 0.5 * pipe.diameterM) {
                nearest = t;
                best = static_cast<int>(p);
            }
        }
    }
    if (best >= 0 && distanceM != nullptr) {
        *distanceM = nearest;
    }
    return best;
}

}  // namespace headroom::ui
