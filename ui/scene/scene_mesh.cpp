// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/scene_mesh.h"

#include <vtkActor.h>
#include <vtkActorCollection.h>
#include <vtkCamera.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkGlyph3DMapper.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkShaderProperty.h>
#include <vtkUniforms.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace headroom::ui {

namespace {

void quad(vtkPoints* points, vtkFloatArray* normals, vtkCellArray* cells, const double (&p)[4][3],
          const float (&normal)[3]) {
    vtkIdType ids[4];
    for (int i = 0; i < 4; ++i) {
        ids[i] = points->InsertNextPoint(p[i]);
        normals->InsertNextTuple(normal);
    }
    cells->InsertNextCell(4, ids);
}

constexpr const char* kHazeFrom = "hazeFromM";
constexpr const char* kHazeOver = "hazeOverM";
constexpr const char* kHazeColour = "hazeColour";

/// Far away, ground, walls and ways fade into the background. Instanced shapes stay clear, because VTK passes no uniforms of ours to them.
/// 1 / gl_FragCoord.w is the distance in perspective. In parallel projection it is 1, and nothing fades.
void addHaze(vtkActor* actor) {
    vtkShaderProperty* shader = actor->GetShaderProperty();
    constexpr std::array<float, 3> kNone{};
    vtkUniforms* uniforms = shader->GetFragmentCustomUniforms();
    uniforms->SetUniformf(kHazeFrom, 1.0F);
    uniforms->SetUniformf(kHazeOver, 1.0F);
    uniforms->SetUniform3f(kHazeColour, kNone.data());
    shader->AddFragmentShaderReplacement(
        "//VTK::DepthPeeling::Impl", true,
        "  float hazeAt = clamp((1.0 / gl_FragCoord.w - hazeFromM) / hazeOverM, 0.0, 1.0);\n"
        "  gl_FragData[0].rgb = mix(gl_FragData[0].rgb, hazeColour, 0.85 * hazeAt);\n"
        "  //VTK::DepthPeeling::Impl\n",
        false);
}

/// Near its base a machine is darker, because the floor takes light away there.
void addFootShade(vtkActor* actor) {
    vtkShaderProperty* shader = actor->GetShaderProperty();
    shader->AddVertexShaderReplacement("//VTK::Camera::Dec", true,
                                       "//VTK::Camera::Dec\nout float aboveFootM;\n", false);
    shader->AddVertexShaderReplacement("//VTK::Clip::Impl", true,
                                       "aboveFootM = vertexMC.z;\n//VTK::Clip::Impl\n", false);
    shader->AddFragmentShaderReplacement("//VTK::Camera::Dec", true,
                                         "//VTK::Camera::Dec\nin float aboveFootM;\n", false);
    shader->AddFragmentShaderReplacement(
        "//VTK::TCoord::Impl", true,
        "  gl_FragData[0].rgb *= mix(0.66, 1.0, smoothstep(-0.1, 1.3, aboveFootM));\n"
        "  //VTK::TCoord::Impl\n",
        false);
}

struct Builder {
    vtkNew<vtkPoints> points;
    vtkNew<vtkFloatArray> normals;
    vtkNew<vtkCellArray> cells;

    Builder() {
        normals->SetNumberOfComponents(3);
        normals->SetName("Normals");
    }

    vtkSmartPointer<vtkPolyData> polygons() {
        auto mesh = vtkSmartPointer<vtkPolyData>::New();
        mesh->SetPoints(points);
        mesh->SetPolys(cells);
        mesh->GetPointData()->SetNormals(normals);
        return mesh;
    }

    vtkSmartPointer<vtkPolyData> lines() {
        auto mesh = vtkSmartPointer<vtkPolyData>::New();
        mesh->SetPoints(points);
        mesh->SetLines(cells);
        return mesh;
    }

    void line(double x0, double y0, double z0, double x1, double y1, double z1) {
        const vtkIdType ids[2] = {points->InsertNextPoint(x0, y0, z0),
                                  points->InsertNextPoint(x1, y1, z1)};
        cells->InsertNextCell(2, ids);
    }
};

}  // namespace

vtkSmartPointer<vtkPolyData> boxesMesh(std::span<const engine::Box> boxes) {
    Builder b;
    for (const engine::Box& box : boxes) {
        const double x0 = box.x, x1 = box.x + box.width;
        const double y0 = box.y, y1 = box.y + box.depth;
        const double z0 = box.z, z1 = box.z + box.height;
        const auto add = [&b](const double(&p)[4][3], const float(&n)[3]) {
            quad(b.points, b.normals, b.cells, p, n);
        };
        add({{x0, y0, z1}, {x1, y0, z1}, {x1, y1, z1}, {x0, y1, z1}}, {0, 0, 1});
        add({{x0, y0, z0}, {x1, y0, z0}, {x1, y0, z1}, {x0, y0, z1}}, {0, -1, 0});
        add({{x1, y1, z0}, {x0, y1, z0}, {x0, y1, z1}, {x1, y1, z1}}, {0, 1, 0});
        add({{x0, y1, z0}, {x0, y0, z0}, {x0, y0, z1}, {x0, y1, z1}}, {-1, 0, 0});
        add({{x1, y0, z0}, {x1, y1, z0}, {x1, y1, z1}, {x1, y0, z1}}, {1, 0, 0});
    }
    return b.polygons();
}

vtkSmartPointer<vtkPolyData> boxesEdges(std::span<const engine::Box> boxes, double grow) {
    Builder b;
    for (const engine::Box& box : boxes) {
        const double x[2] = {box.x - grow, box.x + box.width + grow};
        const double y[2] = {box.y - grow, box.y + box.depth + grow};
        const double z[2] = {box.z + 0.02, box.z + box.height + grow};
        for (int i = 0; i < 2; ++i) {
            for (int j = 0; j < 2; ++j) {
                b.line(x[0], y[i], z[j], x[1], y[i], z[j]);
                b.line(x[i], y[0], z[j], x[i], y[1], z[j]);
                b.line(x[i], y[j], z[0], x[i], y[j], z[1]);
            }
        }
    }
    return b.lines();
}

vtkSmartPointer<vtkPolyData> rectanglesMesh(std::span<const engine::Box> boxes) {
    Builder b;
    for (const engine::Box& box : boxes) {
        const double x1 = box.x + box.width;
        const double y1 = box.y + box.depth;
        quad(b.points, b.normals, b.cells,
             {{box.x, box.y, box.z}, {x1, box.y, box.z}, {x1, y1, box.z}, {box.x, y1, box.z}},
             {0, 0, 1});
    }
    return b.polygons();
}

vtkSmartPointer<vtkPolyData> gridLines(double x0, double y0, double x1, double y1, double z,
                                       double pitch) {
    Builder b;
    for (double x = std::ceil(x0 / pitch) * pitch; x <= x1; x += pitch) {
        b.line(x, y0, z, x, y1, z);
    }
    for (double y = std::ceil(y0 / pitch) * pitch; y <= y1; y += pitch) {
        b.line(x0, y, z, x1, y, z);
    }
    return b.lines();
}

vtkSmartPointer<vtkPolyData> trianglesMesh(const engine::ShapeMesh& mesh) {
    Builder b;
    const auto corners = static_cast<vtkIdType>(mesh.points.size() / 3);
    b.points->SetNumberOfPoints(corners);
    b.normals->SetNumberOfTuples(corners);
    for (vtkIdType i = 0; i < corners; ++i) {
        const auto at = 3 * static_cast<std::size_t>(i);
        b.points->SetPoint(i, mesh.points[at], mesh.points[at + 1], mesh.points[at + 2]);
        b.normals->SetTuple(
            i, std::array<double, 3>{mesh.normals[at], mesh.normals[at + 1], mesh.normals[at + 2]}
                   .data());
    }
    for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3) {
        const std::array<vtkIdType, 3> ids = {mesh.triangles[i], mesh.triangles[i + 1],
                                              mesh.triangles[i + 2]};
        b.cells->InsertNextCell(3, ids.data());
    }
    return b.polygons();
}

void appendMesh(engine::ShapeMesh& mesh, const engine::ShapeMesh& more) {
    const auto first = static_cast<std::uint32_t>(mesh.points.size() / 3);
    mesh.points.insert(mesh.points.end(), more.points.begin(), more.points.end());
    mesh.normals.insert(mesh.normals.end(), more.normals.begin(), more.normals.end());
    for (const std::uint32_t corner : more.triangles) {
        mesh.triangles.push_back(first + corner);
    }
}

vtkSmartPointer<vtkActor> meshActor(vtkPolyData* mesh) {
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputData(mesh);
    mapper->ScalarVisibilityOff();
    auto actor = vtkSmartPointer<vtkActor>::New();
    actor->SetMapper(mapper);
    addHaze(actor);
    return actor;
}

vtkSmartPointer<vtkActor> shapeActor(vtkPolyData* points, vtkPolyData* shape) {
    vtkNew<vtkGlyph3DMapper> mapper;
    mapper->SetInputData(points);
    mapper->SetSourceData(shape);
    mapper->ScalingOff();
    mapper->OrientOff();
    if (points->GetPointData()->HasArray("colour") != 0) {
        mapper->SetScalarModeToUsePointFieldData();
        mapper->SelectColorArray("colour");
        mapper->SetColorModeToDirectScalars();
        mapper->ScalarVisibilityOn();
    } else {
        mapper->ScalarVisibilityOff();
    }
    auto actor = vtkSmartPointer<vtkActor>::New();
    actor->SetMapper(mapper);
    addFootShade(actor);
    return actor;
}

void adaptHaze(vtkRenderer* renderer) {
    constexpr double kFromDistances = 1.3, kOverDistances = 4.0;  // of the camera from its subject
    constexpr double kLeastFromM = 60.0, kLeastOverM = 240.0;
    const double away = renderer->GetActiveCamera()->GetDistance();
    const auto from = static_cast<float>(std::max(kLeastFromM, kFromDistances * away));
    const auto over = static_cast<float>(std::max(kLeastOverM, kOverDistances * away));
    vtkActorCollection* actors = renderer->GetActors();
    vtkCollectionSimpleIterator at = nullptr;
    actors->InitTraversal(at);
    while (vtkActor* actor = actors->GetNextActor(at)) {
        vtkShaderProperty* shader = actor->GetShaderProperty();
        if (shader->GetNumberOfShaderReplacements() > 0) {
            vtkUniforms* uniforms = shader->GetFragmentCustomUniforms();
            uniforms->SetUniformf(kHazeFrom, from);
            uniforms->SetUniformf(kHazeOver, over);
            uniforms->SetUniform3f(kHazeColour, renderer->GetBackground());
        }
    }
}

void tintActor(vtkActor* actor, const QColor& colour, double ambient, double diffuse) {
    if (actor == nullptr) {
        return;
    }
    vtkProperty* p = actor->GetProperty();
    p->SetColor(colour.redF(), colour.greenF(), colour.blueF());
    p->SetAmbient(ambient);
    p->SetDiffuse(diffuse);
    p->SetSpecular(0.0);
    p->SetLighting(diffuse > 0.0);  // a flat colour costs a fraction of a lit one
}

}  // namespace headroom::ui
