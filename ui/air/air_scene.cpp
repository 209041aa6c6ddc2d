// SPDX-License-Identifier: Apache-2.0
#include "ui/air/air_scene.h"

#include "engine/air/field/streamlines.h"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr int kLines = 120;

/// A mesh whose points bear their colours.
struct Coloured {
    vtkNew<vtkPoints> points;
    vtkNew<vtkUnsignedCharArray> colours;
    vtkNew<vtkCellArray> cells;

    Coloured() { colours->SetNumberOfComponents(3); }

    vtkIdType point(double x, double y, double z, QRgb colour) {
        const unsigned char rgb[3] = {static_cast<unsigned char>(qRed(colour)),
                                      static_cast<unsigned char>(qGreen(colour)),
                                      static_cast<unsigned char>(qBlue(colour))};
        colours->InsertNextTypedTuple(rgb);
        return points->InsertNextPoint(x, y, z);
    }

    vtkSmartPointer<vtkActor> actor(bool lines) {
        auto mesh = vtkSmartPointer<vtkPolyData>::New();
        mesh->SetPoints(points);
        lines ? mesh->SetLines(cells) : mesh->SetPolys(cells);
        mesh->GetPointData()->SetScalars(colours);
        vtkNew<vtkPolyDataMapper> mapper;
        mapper->SetInputData(mesh);
        mapper->SetColorModeToDirectScalars();
        auto made = vtkSmartPointer<vtkActor>::New();
        made->SetMapper(mapper);
        made->PickableOff();
        // Colours mean values: no light changes them.
        made->GetProperty()->LightingOff();
        return made;
    }
};

}  // namespace

AirScene::AirScene(vtkRenderer* renderer) : renderer_(renderer) {}

AirScene::~AirScene() = default;

void AirScene::show(std::shared_ptr<const engine::AirField> field, const AirView& view) {
    for (auto* actor : {&slice_, &lines_}) {
        if (*actor != nullptr) {
            renderer_->RemoveActor(*actor);
            *actor = nullptr;
        }
    }
    field_ = std::move(field);
    if (!field_) {
        return;
    }
    scale_ = airScale(*field_, view.quantity);
    if (view.slice) {
        addSlice(view);
    }
    if (view.streamlines) {
        addStreamlines(view);
    }
}

// Corners take the mean of the open cells around them in the plane; solid cells are holes.
void AirScene::addSlice(const AirView& view) {
    const engine::AirField& f = *field_;
    const engine::PaddedGrid& c = f.cells;
    const double atM = airCutM(f, view);
    const bool level = view.cut == AirCut::Level, westEast = view.cut == AirCut::WestEast;
    const int n = static_cast<int>(level      ? (atM - f.z0) / f.sizeZ
                                   : westEast ? atM / f.sizeY
                                              : atM / f.sizeX);
    const int across = view.cut == AirCut::SouthNorth ? c.ny : c.nx;
    const int along = level ? c.ny : c.nz;
    const auto cell = [&](int a, int b) {
        return level ? c.index(a, b, n) : westEast ? c.index(a, n, b) : c.index(n, a, b);
    };
    Coloured mesh;
    std::vector<vtkIdType> corner(static_cast<std::size_t>((across + 1) * (along + 1)), -1);
    const auto cornerAt = [&](int a, int b) {
        vtkIdType& id = corner[static_cast<std::size_t>(b * (across + 1) + a)];
        if (id >= 0) {
            return id;
        }
        double sum = 0.0;
        int open = 0;
        for (int db = -1; db <= 0; ++db) {
            for (int da = -1; da <= 0; ++da) {
                const std::size_t near = cell(a + da, b + db);
                if (f.solid[near] == 0) {
                    sum += airValue(f, view.quantity, near);
                    ++open;
                }
            }
        }
        const QRgb colour = airColour(scale_, open > 0 ? sum / open : scale_.low);
        const double x = f.x0 + (view.cut == AirCut::SouthNorth ? atM : a * f.sizeX);
        const double y = f.y0 + (level ? b * f.sizeY : westEast ? atM : a * f.sizeY);
        // A slice of the plenum would lie hidden under the floor.
        constexpr double kOnFloorM = 0.03;
        const double z = level ? std::max(atM, kOnFloorM) : f.z0 + b * f.sizeZ;
        id = mesh.point(x, y, z, colour);
        return id;
    };
    for (int b = 0; b < along; ++b) {
        for (int a = 0; a < across; ++a) {
            if (f.solid[cell(a, b)] == 0) {
                const vtkIdType ids[4] = {cornerAt(a, b), cornerAt(a + 1, b),
                                          cornerAt(a + 1, b + 1), cornerAt(a, b + 1)};
                mesh.cells->InsertNextCell(4, ids);
            }
        }
    }
    slice_ = mesh.actor(false);
    renderer_->AddActor(slice_);
}

void AirScene::addStreamlines(const AirView& view) {
    const engine::AirField& f = *field_;
    Coloured mesh;
    for (const engine::Streamline& line : engine::airStreamlines(f, kLines)) {
        std::vector<vtkIdType> ids;
        double value = scale_.low;
        for (const auto& p : line.points) {
            if (const double here = engine::airValueAt(f, view.quantity, p); !std::isnan(here)) {
                value = here;
            }
            ids.push_back(mesh.point(static_cast<double>(p[0]), static_cast<double>(p[1]),
                                     static_cast<double>(p[2]), airColour(scale_, value)));
        }
        mesh.cells->InsertNextCell(static_cast<vtkIdType>(ids.size()), ids.data());
    }
    lines_ = mesh.actor(true);
    lines_->GetProperty()->SetLineWidth(static_cast<float>(2.2 * pixelRatio_));
    renderer_->AddActor(lines_);
}

}  // namespace headroom::ui
