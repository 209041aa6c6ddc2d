// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/way_patches.h"

#include "ui/scene/scene_mesh.h"

#include <vtkActor.h>
#include <vtkCallbackCommand.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkCommand.h>
#include <vtkMapper.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
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

constexpr double kPatchM = 60.0;        // side of a patch
constexpr double kFarPixels = 1.6;      // width of a way below which it is a line
constexpr double kFarHysteresis = 1.2;  // lines become prisms again from that much more

void extend(Bounds3& bounds, const WayPoint& p, double byM) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        bounds.low[axis] = std::min(bounds.low[axis], p[axis] - byM);
        bounds.high[axis] = std::max(bounds.high[axis], p[axis] + byM);
    }
}

/// A long stretch in parts no longer than a patch, so that each patch has its own part of it.
std::vector<std::pair<WayPoint, WayPoint>> partsOf(const WayPoint& from, const WayPoint& to) {
    const double lengthM = wayLengthM(std::array{from, to});
    const int count = std::max(1, static_cast<int>(std::ceil(lengthM / kPatchM)));
    const auto at = [&](int i) -> WayPoint {
        const double share = static_cast<double>(i) / count;
        return {from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1]),
                from[2] + share * (to[2] - from[2])};
    };
    std::vector<std::pair<WayPoint, WayPoint>> parts;
    for (int i = 0; i < count; ++i) {
        parts.emplace_back(at(i), at(i + 1));
    }
    return parts;
}

}  // namespace

WayPatches::WayPatches(vtkRenderer* renderer) : renderer_(renderer) {
    vtkNew<vtkCallbackCommand> before;
    before->SetClientData(this);
    before->SetCallback([](vtkObject*, unsigned long, void* patches, void*) {
        static_cast<WayPatches*>(patches)->adapt();
    });
    observer_ = renderer_->AddObserver(vtkCommand::StartEvent, before);
}

WayPatches::~WayPatches() {
    renderer_->RemoveObserver(observer_);  // a window may keep the renderer
}

void WayPatches::clear() {
    for (auto& [place, patch] : patches_) {
        for (const Level* level : {&patch.solid, &patch.line}) {
            if (level->actor != nullptr) {
                renderer_->RemoveActor(level->actor);
            }
        }
    }
    patches_.clear();
    colours_.clear();
}

WayPatches::Patch& WayPatches::patchAt(const WayPoint& from, const WayPoint& to) {
    const auto cell = [](double a, double b) {
        return static_cast<int>(std::floor((a + b) / 2.0 / kPatchM));
    };
    const auto [found, isNew] = patches_.try_emplace({cell(from[0], to[0]), cell(from[1], to[1])});
    if (isNew) {
        constexpr double kFarthest = std::numeric_limits<double>::max();
        found->second.bounds = {{kFarthest, kFarthest, kFarthest},
                                {-kFarthest, -kFarthest, -kFarthest}};
    }
    return found->second;
}

void WayPatches::addPiece(const WayPoint& from, const WayPoint& to, double widthM, double heightM,
                          int sides, int tag) {
    for (const auto& [a, b] : partsOf(from, to)) {
        Patch& patch = patchAt(a, b);
        const int points = addPrism(patch.prisms, a, b, widthM, heightM, sides);
        patch.solid.runs.push_back({tag, points});
        extend(patch.bounds, a, widthM);
        extend(patch.bounds, b, widthM);
        patch.widestM = std::max(patch.widestM, widthM);
    }
}

void WayPatches::addLine(const WayPoint& from, const WayPoint& to, double widthM, int tag) {
    for (const auto& [a, b] : partsOf(from, to)) {
        Patch& patch = patchAt(a, b);
        for (const WayPoint& p : {a, b}) {
            for (const double coordinate : p) {
                patch.lines.push_back(static_cast<float>(coordinate));
            }
            extend(patch.bounds, p, widthM);
        }
        patch.line.runs.push_back({tag, 2});
        patch.widestM = std::max(patch.widestM, widthM);
    }
}

void WayPatches::addBox(const WayPoint& foot, const WayPoint& size, int tag) {
    Patch& patch = patchAt(foot, foot);
    patch.solid.runs.push_back({tag, addBlock(patch.prisms, foot, size)});
    extend(patch.bounds, foot, size[0]);
    extend(patch.bounds, {foot[0], foot[1], foot[2] + size[2]}, size[0]);
}

void WayPatches::finish() {
    const auto actor = [this](Level& level) {
        level.colours = vtkSmartPointer<vtkUnsignedCharArray>::New();
        level.colours->SetNumberOfComponents(3);
        level.colours->SetNumberOfTuples(level.mesh->GetNumberOfPoints());
        level.mesh->GetPointData()->SetScalars(level.colours);
        level.actor = meshActor(level.mesh);
        level.actor->GetMapper()->ScalarVisibilityOn();
        level.actor->PickableOff();
        level.actor->SetVisibility(0);
        vtkProperty* p = level.actor->GetProperty();
        p->SetSpecular(0.0);
        renderer_->AddActor(level.actor);
    };
    for (auto& [place, patch] : patches_) {
        if (!patch.prisms.points.empty()) {
            patch.solid.mesh = trianglesMesh(patch.prisms);
            patch.prisms = {};
            actor(patch.solid);
            patch.solid.actor->GetProperty()->SetAmbient(0.5);
            patch.solid.actor->GetProperty()->SetDiffuse(0.55);
        }
        if (!patch.lines.empty()) {
            vtkNew<vtkPoints> points;
            vtkNew<vtkCellArray> cells;
            for (std::size_t i = 0; i + 5 < patch.lines.size(); i += 6) {
                const std::array<vtkIdType, 2> ids = {
                    points->InsertNextPoint(patch.lines[i], patch.lines[i + 1], patch.lines[i + 2]),
                    points->InsertNextPoint(patch.lines[i + 3], patch.lines[i + 4],
                                            patch.lines[i + 5])};
                cells->InsertNextCell(2, ids.data());
            }
            patch.lines = {};
            patch.line.mesh = vtkSmartPointer<vtkPolyData>::New();
            patch.line.mesh->SetPoints(points);
            patch.line.mesh->SetLines(cells);
            actor(patch.line);
            // A line has no side that light falls on.
            patch.line.actor->GetProperty()->SetAmbient(0.85);
            patch.line.actor->GetProperty()->SetDiffuse(0.0);
            patch.line.actor->GetProperty()->LightingOff();
        }
    }
    setOpacity(opacity_);
    show();
}

void WayPatches::write(Level& level) {
    level.isOld = false;
    unsigned char* to = level.colours->GetPointer(0);
    for (const Run& run : level.runs) {
        const QRgb colour = static_cast<std::size_t>(run.tag) < colours_.size()
                                ? colours_[static_cast<std::size_t>(run.tag)]
                                : 0;
        for (int i = 0; i < run.points; ++i) {
            *to++ = static_cast<unsigned char>(qRed(colour));
            *to++ = static_cast<unsigned char>(qGreen(colour));
            *to++ = static_cast<unsigned char>(qBlue(colour));
        }
    }
    level.colours->Modified();
    level.mesh->Modified();
}

void WayPatches::paint(std::vector<QRgb> colours) {
    if (colours.size() != colours_.size()) {
        for (auto& [place, patch] : patches_) {
            patch.solid.isOld = patch.line.isOld = true;
        }
        colours_ = std::move(colours);
        return;
    }
    std::vector<bool> isNew(colours.size());
    bool isAny = false;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        isNew[i] = colours[i] != colours_[i];
        isAny = isAny || isNew[i];
    }
    if (!isAny) {
        return;  // the meshes are not sent to the renderer again
    }
    colours_ = std::move(colours);
    for (auto& [place, patch] : patches_) {
        for (Level* level : {&patch.solid, &patch.line}) {
            level->isOld = level->isOld ||
                           std::any_of(level->runs.begin(), level->runs.end(), [&](const Run& r) {
                               return isNew[static_cast<std::size_t>(r.tag)];
                           });
        }
    }
}

void WayPatches::setVisible(bool on) {
    isOn_ = on;
    show();
}

void WayPatches::setOpacity(double opacity) {
    opacity_ = opacity;
    for (auto& [place, patch] : patches_) {
        for (const Level* level : {&patch.solid, &patch.line}) {
            if (level->actor != nullptr) {
                level->actor->GetProperty()->SetOpacity(opacity);
            }
        }
    }
}

/// One level of each patch is seen, with its present colours.
void WayPatches::show() {
    for (auto& [place, patch] : patches_) {
        for (Level* level : {&patch.solid, &patch.line}) {
            if (level->actor == nullptr) {
                continue;
            }
            const bool isSeen = isOn_ && patch.isFar == (level == &patch.line);
            level->actor->SetVisibility(isSeen ? 1 : 0);
            if (isSeen && level->isOld) {
                write(*level);
            }
        }
    }
}

void WayPatches::adapt() {
    const int* size = renderer_->GetSize();
    if (!isOn_ || patches_.empty() || size[1] <= 0) {
        return;
    }
    vtkCamera* camera = renderer_->GetActiveCamera();
    std::array<double, 3> eye{};
    camera->GetPosition(eye.data());
    const bool isParallel = camera->GetParallelProjection() != 0;
    const double half = isParallel ? camera->GetParallelScale()
                                   : std::tan(camera->GetViewAngle() * std::numbers::pi / 360.0);
    const double pixelsPerM = 0.5 * size[1] / half;
    for (auto& [place, patch] : patches_) {
        double square = 0.0;  // of the distance to the nearest place of the patch
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double away =
                eye[axis] - std::clamp(eye[axis], patch.bounds.low[axis], patch.bounds.high[axis]);
            square += away * away;
        }
        const double away = isParallel ? 1.0 : std::max(0.1, std::sqrt(square));
        const double pixels = patch.widestM * pixelsPerM / away;
        patch.isFar = pixels < kFarPixels * (patch.isFar ? kFarHysteresis : 1.0);
    }
    show();
}

ShapeField::Cost WayPatches::cost() const {
    ShapeField::Cost cost;
    for (const auto& [place, patch] : patches_) {
        const Level& level = patch.isFar ? patch.line : patch.solid;
        if (isOn_ && level.actor != nullptr) {
            cost.triangles += static_cast<int>(level.mesh->GetNumberOfPolys());
            ++cost.draws;
        }
    }
    return cost;
}

}  // namespace headroom::ui
