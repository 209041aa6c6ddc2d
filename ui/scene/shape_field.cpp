// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/shape_field.h"

#include "ui/scene/scene_mesh.h"

#include <vtkActor.h>
#include <vtkCallbackCommand.h>
#include <vtkCamera.h>
#include <vtkCommand.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace headroom::ui {

namespace {

constexpr double kFullPixels = 30.0;  // height from which details can be seen
constexpr double kGhostOpacity = 0.14;
constexpr double kHysteresis = 0.85;  // a full shape stays full until it is that much smaller

struct SurfaceLook {
    const char* onLight;
    const char* onDark;
    double ambient, diffuse;
};

constexpr auto kSurfaceLooks = std::to_array<SurfaceLook>({
    {"#ffffff", "#ffffff", 0.40, 0.64},  // Body: the colour of the value
    {"#d5dade", "#56606b", 0.42, 0.58},
    {"#2a3038", "#14181d", 0.50, 0.45},
    {"#9ba4ac", "#7b858f", 0.40, 0.60},
    {"#2f86c9", "#3f93d6", 0.45, 0.60},
    {"#d4593a", "#dd6848", 0.45, 0.60},
    {"#4cc38a", "#6ee7a8", 1.00, 0.00},
});
static_assert(kSurfaceLooks.size() == engine::kSurfaces);

}  // namespace

QColor surfaceColour(engine::Surface surface, const ThemeColours& colours) {
    const SurfaceLook& look = kSurfaceLooks[static_cast<std::size_t>(surface)];
    return {colours.sceneBottom.lightnessF() < 0.5 ? look.onDark : look.onLight};
}

ShapeField::ShapeField(vtkRenderer* renderer)
    : renderer_(renderer), theme_(Theme::instance().colours()) {
    vtkNew<vtkCallbackCommand> before;
    before->SetClientData(this);
    before->SetCallback([](vtkObject*, unsigned long, void* field, void*) {
        static_cast<ShapeField*>(field)->adapt();
    });
    observer_ = renderer_->AddObserver(vtkCommand::StartEvent, before);
}

ShapeField::~ShapeField() {
    renderer_->RemoveObserver(observer_);  // a window may keep the renderer
}

void ShapeField::setVisible(bool on) {
    isOn_ = on;
    for (const auto& kind : kinds_) {
        for (const Drawn& drawn : kind->levels) {
            for (const auto& actor : drawn.actors) {
                actor->SetVisibility(on && !drawn.things.empty() ? 1 : 0);
            }
        }
    }
}

void ShapeField::clear() {
    for (const auto& kind : kinds_) {
        for (const Drawn& drawn : kind->levels) {
            for (const auto& actor : drawn.actors) {
                renderer_->RemoveActor(actor);
            }
        }
    }
    kinds_.clear();
    things_.clear();
}

int ShapeField::add(const engine::ShapeKey& key, const engine::Box& box, bool isOutdoors) {
    auto kind = std::find_if(kinds_.begin(), kinds_.end(), [&](const auto& other) {
        return other->isOutdoors == isOutdoors && other->key == key;
    });
    if (kind == kinds_.end()) {
        kinds_.push_back(std::make_unique<Kind>());
        kinds_.back()->key = key;
        kinds_.back()->isOutdoors = isOutdoors;
        kinds_.back()->fullTriangles =
            static_cast<int>(engine::shapeOf(key, engine::ShapeDetail::Full).triangleCount());
        kind = std::prev(kinds_.end());
    }
    Thing thing;
    thing.kind = static_cast<int>(kind - kinds_.begin());
    thing.at = {box.x + box.width / 2.0, box.y + box.depth / 2.0, box.z};
    thing.heightM = box.height;
    thing.radiusM = 0.5 * std::hypot(box.width, box.depth, box.height) + 0.3;
    things_.push_back(thing);
    return count() - 1;
}

void ShapeField::setColour(int index, QRgb colour) {
    if (index >= 0 && index < count()) {
        things_[static_cast<std::size_t>(index)].colour = colour;
    }
}

void ShapeField::setLook(int index, SceneLook look) {
    if (index >= 0 && index < count()) {
        things_[static_cast<std::size_t>(index)].look = look;
    }
}

void ShapeField::writeColours(Drawn& drawn) {
    bool isNew = false;
    for (std::size_t i = 0; i < drawn.things.size(); ++i) {
        const QRgb colour = things_[static_cast<std::size_t>(drawn.things[i])].colour;
        const std::array<unsigned char, 3> rgb = {static_cast<unsigned char>(qRed(colour)),
                                                  static_cast<unsigned char>(qGreen(colour)),
                                                  static_cast<unsigned char>(qBlue(colour))};
        unsigned char* p = drawn.colours->GetPointer(3 * static_cast<vtkIdType>(i));
        isNew = isNew || !std::equal(rgb.begin(), rgb.end(), p);
        std::copy(rgb.begin(), rgb.end(), p);
    }
    if (isNew) {  // else the instances are not sent to the renderer again
        drawn.colours->Modified();
        drawn.coloured->Modified();
    }
}

void ShapeField::uploadColours() {
    for (const auto& kind : kinds_) {
        for (Drawn& drawn : kind->levels) {
            if (drawn.isMade && !drawn.things.empty()) {
                writeColours(drawn);
            }
        }
    }
}

void ShapeField::paintGhost(vtkActor* actor) const {
    tintActor(actor, theme_.muted, 0.5, 0.5);
    actor->GetProperty()->SetOpacity(kGhostOpacity);
}

void ShapeField::paint(Drawn& drawn, bool isOutdoors) {
    for (std::size_t i = 0; i < drawn.actors.size(); ++i) {
        const SurfaceLook& look = kSurfaceLooks[static_cast<std::size_t>(drawn.surfaces[i])];
        // The value or state of a body comes with its own colour; lamps shine at night.
        const bool isLit = !isOutdoors || drawn.surfaces[i] == engine::Surface::Body ||
                           drawn.surfaces[i] == engine::Surface::Light;
        const QColor own = surfaceColour(drawn.surfaces[i], theme_);
        const QColor colour = isLit ? own : light_.outdoors(own);
        vtkProperty* p = drawn.actors[i]->GetProperty();
        p->SetColor(colour.redF(), colour.greenF(), colour.blueF());
        p->SetAmbient(look.ambient);
        p->SetDiffuse(look.diffuse);
        p->SetSpecular(0.0);
    }
}

void ShapeField::setTheme(const ThemeColours& colours) {
    theme_ = colours;
    paintAll();
}

void ShapeField::setLight(const SunLight& light) {
    light_ = light;
    paintAll();
}

void ShapeField::paintAll() {
    for (const auto& kind : kinds_) {
        for (Drawn& drawn : kind->levels) {
            if (&drawn == &kind->levels[static_cast<std::size_t>(Level::Ghost)]) {
                std::for_each(drawn.actors.begin(), drawn.actors.end(),
                              [this](vtkActor* actor) { paintGhost(actor); });
            } else {
                paint(drawn, kind->isOutdoors);
            }
        }
    }
}

void ShapeField::make(Kind& kind, Level level) {
    Drawn& drawn = kind.levels[static_cast<std::size_t>(level)];
    drawn.isMade = true;
    const engine::Shape shape = engine::shapeOf(
        kind.key, level == Level::Full ? engine::ShapeDetail::Full : engine::ShapeDetail::Low);
    drawn.triangles = static_cast<int>(shape.triangleCount());
    drawn.coloured = vtkSmartPointer<vtkPolyData>::New();
    drawn.plain = vtkSmartPointer<vtkPolyData>::New();
    drawn.colours = vtkSmartPointer<vtkUnsignedCharArray>::New();
    drawn.colours->SetNumberOfComponents(3);
    drawn.colours->SetName("colour");
    drawn.coloured->GetPointData()->AddArray(drawn.colours);
    if (level == Level::Ghost) {
        engine::ShapeMesh all;
        for (const engine::ShapeMesh& mesh : shape.surfaces) {
            appendMesh(all, mesh);
        }
        const auto actor = shapeActor(drawn.plain, trianglesMesh(all));
        actor->PickableOff();
        paintGhost(actor);
        renderer_->AddActor(actor);
        drawn.actors.push_back(actor);
        return;
    }
    for (std::size_t i = 0; i < engine::kSurfaces; ++i) {
        const auto surface = static_cast<engine::Surface>(i);
        const engine::ShapeMesh& mesh = shape.of(surface);
        if (mesh.triangles.empty()) {
            continue;
        }
        const auto actor = shapeActor(
            surface == engine::Surface::Body ? drawn.coloured : drawn.plain, trianglesMesh(mesh));
        actor->PickableOff();
        renderer_->AddActor(actor);
        drawn.actors.push_back(actor);
        drawn.surfaces.push_back(surface);
    }
    paint(drawn, kind.isOutdoors);
}

void ShapeField::place(Drawn& drawn, std::vector<int> things) {
    drawn.things = std::move(things);
    vtkNew<vtkPoints> points;
    points->SetNumberOfPoints(static_cast<vtkIdType>(drawn.things.size()));
    for (std::size_t i = 0; i < drawn.things.size(); ++i) {
        points->SetPoint(static_cast<vtkIdType>(i),
                         things_[static_cast<std::size_t>(drawn.things[i])].at.data());
    }
    drawn.colours->SetNumberOfTuples(points->GetNumberOfPoints());
    drawn.coloured->SetPoints(points);
    drawn.plain->SetPoints(points);
    writeColours(drawn);
    for (const auto& actor : drawn.actors) {
        actor->SetVisibility(isOn_ && !drawn.things.empty() ? 1 : 0);
    }
}

/// Level of a thing that is far away.
ShapeField::Level ShapeField::silhouetteOf(const Thing& thing,
                                           const std::array<double, 24>& planes) const {
    if (thing.look == SceneLook::Hidden) {
        return Level::Hidden;
    }
    const double z = thing.at[2] + thing.heightM / 2.0;
    // The four sides only: the near and far planes follow the scene.
    for (std::size_t p = 0; p < 4; ++p) {
        const double* n = &planes[4 * p];
        if (n[0] * thing.at[0] + n[1] * thing.at[1] + n[2] * z + n[3] < -thing.radiusM) {
            return Level::Hidden;
        }
    }
    return thing.look == SceneLook::Ghost ? Level::Ghost : Level::Low;
}

void ShapeField::adapt() {
    vtkCamera* camera = renderer_->GetActiveCamera();
    const int* size = renderer_->GetSize();
    if (things_.empty() || size[1] <= 0 || !isOn_) {
        return;
    }
    std::array<double, 24> planes{};
    camera->GetFrustumPlanes(static_cast<double>(size[0]) / size[1], planes.data());
    std::array<double, 3> eye{};
    camera->GetPosition(eye.data());
    const bool isParallel = camera->GetParallelProjection() != 0;
    const double half = isParallel ? camera->GetParallelScale()
                                   : std::tan(camera->GetViewAngle() * std::numbers::pi / 360.0);
    const double pixelsPerM = 0.5 * size[1] / half;

    std::array<std::vector<std::vector<int>>, kLevels> drawn;  // things by level and kind
    drawn.fill(std::vector<std::vector<int>>(kinds_.size()));
    std::vector<Level> wanted(things_.size(), Level::Low);
    std::vector<int> candidates;
    for (std::size_t i = 0; i < things_.size(); ++i) {
        Thing& t = things_[i];
        const std::array<double, 3> middle = {t.at[0], t.at[1], t.at[2] + t.heightM / 2.0};
        wanted[i] = silhouetteOf(t, planes);
        const double away =
            std::max(0.1, std::hypot(middle[0] - eye[0], middle[1] - eye[1], middle[2] - eye[2]));
        t.pixels = t.heightM * pixelsPerM / (isParallel ? 1.0 : away);
        const double needed = t.level == Level::Full ? kHysteresis * kFullPixels : kFullPixels;
        if (wanted[i] == Level::Low && t.pixels >= needed) {
            candidates.push_back(static_cast<int>(i));
        }
    }
    std::sort(candidates.begin(), candidates.end(), [this](int a, int b) {
        return things_[static_cast<std::size_t>(a)].pixels >
               things_[static_cast<std::size_t>(b)].pixels;
    });
    int spent = 0;
    for (const int i : candidates) {
        const int triangles =
            kinds_[static_cast<std::size_t>(things_[static_cast<std::size_t>(i)].kind)]
                ->fullTriangles;
        if (spent + triangles > budget_) {
            break;
        }
        spent += triangles;
        wanted[static_cast<std::size_t>(i)] = Level::Full;
    }
    for (std::size_t i = 0; i < things_.size(); ++i) {
        things_[i].level = wanted[i];
        if (wanted[i] != Level::Hidden) {
            drawn[static_cast<std::size_t>(wanted[i])][static_cast<std::size_t>(things_[i].kind)]
                .push_back(static_cast<int>(i));
        }
    }
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
        for (std::size_t level = 0; level < kLevels; ++level) {
            std::vector<int>& things = drawn[level][k];
            Drawn& its = kinds_[k]->levels[level];
            if (!its.isMade && !things.empty()) {
                make(*kinds_[k], static_cast<Level>(level));
            }
            if (its.isMade && its.things != things) {
                place(its, std::move(things));
            }
        }
    }
}

ShapeField::Cost ShapeField::cost() const {
    Cost cost;
    for (const auto& kind : kinds_) {
        for (std::size_t level = 0; level < kLevels; ++level) {
            const Drawn& drawn = kind->levels[level];
            const int things = static_cast<int>(drawn.things.size());
            cost.triangles += things * drawn.triangles;
            cost.draws += things == 0 ? 0 : static_cast<int>(drawn.actors.size());
            std::array{&cost.full, &cost.low, &cost.ghosts}.at(level)[0] += things;
        }
    }
    return cost;
}

}  // namespace headroom::ui
