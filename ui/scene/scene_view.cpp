// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/scene_view.h"

#include "ui/air/air_flow.h"
#include "ui/air/air_panel.h"
#include "ui/floor/part_key.h"
#include "ui/floor/part_placing.h"
#include "ui/floor/plan_objects.h"
#include "ui/floor/rack_colouring.h"
#include "ui/floor/scene_pick.h"
#include "ui/kit/paint.h"
#include "ui/scene/camera_flight.h"
#include "ui/scene/focus_panel.h"
#include "ui/scene/section_handles.h"
#include "ui/scene/view_overlay.h"
#include "ui/workspace/charted_by.h"
#include "ui/workspace/editor.h"
#include "ui/workspace/twin_desk.h"
#include "ui/workspace/workspace.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::ui {

namespace {

constexpr double kClickSlack = 4.0;     // pixels that a click may move
constexpr double kZoomPerNotch = 0.86;  // of the distance
constexpr int kStillMs = 220;           // until a resting picture is drawn smooth
constexpr int kSoftwareRedrawMs = 200;  // between redraws by new colours without a GPU
// Yards that belong to a picture of the halls, and to one of the whole site: so far from the halls, in
// their longer side.
constexpr double kNearYards = 0.35;
constexpr double kMetresPerNotch = 0.8;  // of a walk
constexpr double kSnapPixels = 8.0;
constexpr double kKeyStep = 24.0;  // pixels of a drag that an arrow key stands for

/// Title and caption of a picture at its left edge.
void paintPictureWords(QPainter& painter, const QRectF& view, const ScenePicture& picture,
                       const ThemeColours& colours) {
    constexpr double kEdge = 16.0, kPad = 10.0, kTitleGrows = 1.7, kOverScale = 34.0;
    const auto box = [&](const QString& text, const QFont& font, bool isTop) {
        if (text.isEmpty()) {
            return;
        }
        painter.setFont(font);
        const QFontMetricsF metrics(font);
        QRectF area(kEdge, kEdge, metrics.horizontalAdvance(text) + 2.0 * kPad,
                    metrics.height() + kPad);
        if (!isTop) {
            area.moveBottom(view.bottom() - kEdge - (picture.hasScale ? kOverScale : 0.0));
        }
        paintPanel(painter, area, colours);
        painter.setPen(colours.text);
        painter.drawText(area, Qt::AlignCenter, text);
    };
    const QFont usual = painter.font();
    QFont title = boldOf(usual);
    title.setPointSizeF(kTitleGrows * usual.pointSizeF());
    box(picture.title, title, true);
    box(picture.caption, usual, false);
}

}  // namespace

SceneView::SceneView(Workspace* workspace, RackColouring* colouring, QWidget* parent)
    : VtkViewport(parent),
      workspace_(workspace),
      colouring_(colouring),
      edit_(workspace),
      overlay_(new ViewOverlay(this, workspace, colouring)),
      air_(new AirFlow(workspace, this)),
      airPanel_(new AirPanel(workspace, air_, this)),
      airScene_(scene_.renderer()),
      layers_(scene_.renderer()),
      focusPanel_(new FocusPanel(workspace, this)) {
    setObjectName("sceneView");
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAcceptDrops(true);
    setMinimumSize(240, 160);
    setRenderer(scene_.renderer());
    camera_.setView(StandardView::Isometric);

    still_.setSingleShot(true);
    still_.setInterval(kStillMs);
    connect(&still_, &QTimer::timeout, this, [this] {
        const bool wasQuick = scene_.setQuick(false);
        if (isVisible() && isSoftware() && (!isCoarse() || wasQuick)) {
            setSmooth(true);
            redraw();
        }
    });
    connect(workspace, &Workspace::playStateChanged, this, [this] {
        if (!workspace_->status().playing) {
            chooseResolution();
        }
    });
    redraw_.setSingleShot(true);
    connect(&redraw_, &QTimer::timeout, this, &SceneView::redraw);

    connect(air_, &AirFlow::changed, this, &SceneView::showAir);
    connect(airPanel_, &AirPanel::viewChanged, this, &SceneView::showAir);
    connect(airPanel_, &AirPanel::closed, this, [this] {
        setAirVisible(false);
        emit airClosed();
    });
    connect(focusPanel_, &FocusPanel::changed, this, [this] {
        showFocus();
        overlay_->update();
        redraw();
    });
    connect(&motion_, &CameraMotion::moved, this, [this] {
        framing_ = Framing::Own;
        moved();
    });
    connect(focusPanel_, &FocusPanel::closed, this, [this] {
        setFocusPanelVisible(false);
        emit focusPanelClosed();
    });
    connect(workspace, &Workspace::opened, this, &SceneView::rebuild);
    connect(workspace, &Workspace::closed, this, &SceneView::rebuild);
    connect(workspace, &Workspace::layoutChanged, this, &SceneView::relayout);
    connect(colouring, &RackColouring::changed, this, [this] {
        scene_.setColours(colouring_->colours());
        scene_.setMachineColours(colouring_->machineColours());
        showLayers();
        overlay_->update();
        redrawSoon();
    });
    connect(colouring, &RackColouring::scaleChanged, overlay_, qOverload<>(&QWidget::update));
    for (const auto signal : {&TwinDesk::moved, &TwinDesk::marked, &TwinDesk::chosen}) {
        connect(&workspace->twin(), signal, overlay_, qOverload<>(&QWidget::update));
    }
    connect(workspace, &Workspace::slowTick, this, [this] {
        // The sun moves while no rack changes its colour.
        constexpr double kSeenRad = 0.03, kSeenDay = 0.02;
        const SunLight light = sunlit_ ? lightOf(workspace_->frame().get()) : studioLight();
        if (angleBetween(light.sun, scene_.light().sun) > kSeenRad ||
            std::abs(light.day - scene_.light().day) > kSeenDay) {
            showLayers();
            redrawSoon();
        }
        // A tip or a job legend tells of the present instant.
        if (!workspace_->selection().hovered().isNone() || !colouring_->scale().isContinuous()) {
            overlay_->update();
        }
    });
    connect(&workspace->selection(), &Selection::changed, this, &SceneView::showSelection);
    connect(&workspace->selection(), &Selection::hoverChanged, this, [this] {
        scene_.outlines().set(SceneOutlines::Kind::Hovered,
                              boxesOf(workspace_->selection().hovered()));
        overlay_->update();
        redraw();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        scene_.setTheme(Theme::instance().colours());
        layers_.setTheme(Theme::instance().colours());
        scene_.setMachineColours(colouring_->machineColours());
        showLayers();
        overlay_->update();
        redraw();
    });
    rebuild();
}

SceneView::~SceneView() = default;

std::vector<engine::Box> SceneView::boxesOf(const Selected& what) const {
    const engine::Layout& layout = workspace_->layout();
    engine::Box box;
    if (boxOf(layout, what, box)) {
        return {box};
    }
    Bounds3 b;
    if (what.kind == Selected::Kind::Object && boundsOf(layout, what, b)) {
        return {{b.low[0], b.low[1], b.low[2], b.high[0] - b.low[0], b.high[1] - b.low[1],
                 b.high[2] - b.low[2]}};
    }
    if (const auto area = what.kind == Selected::Kind::Object
                              ? footprintOf(*workspace_, what.objectId)
                              : std::nullopt) {
        return {{area->x(), area->y(), 0.0, area->width(), area->height(), 0.1}};
    }
    if (what.kind == Selected::Kind::Job && workspace_->frame()) {
        std::vector<engine::Box> boxes;
        const auto frame = workspace_->frame();
        const auto& jobs = frame->rack(engine::RackQuantity::Job);
        for (std::size_t i = 0; i < std::min(jobs.size(), layout.racks.size()); ++i) {
            if (std::llround(jobs[i]) == what.job) {
                boxes.push_back(layout.racks[i].box);
            }
        }
        return boxes;
    }
    return {};
}

void SceneView::relayout() {
    scene_.setLayout(workspace_->layout());
    scene_.setTheme(Theme::instance().colours());
    scene_.setColours(colouring_->colours());
    scene_.setMachineColours(colouring_->machineColours());
    scene_.setPixelRatio(devicePixelRatioF());
    layers_.setLayout(workspace_->layout(), workspace_->frame().get(), colouring_->scale().map());
    mask_ = {};
    showLayers();
    showFocus();
    showAir();
    showSelection();
}

void SceneView::rebuild() {
    relayout();
    motion_.setTurning(false);
    motion_.setWalking(false, workspace_->layout());
    camera_.setView(StandardView::Isometric);
    fitHalls();
}

void SceneView::showSelection() {
    std::vector<engine::Box> boxes;
    for (const Selected& what : workspace_->selection().all()) {
        for (const engine::Box& box : boxesOf(what)) {
            boxes.push_back(box);
        }
    }
    scene_.outlines().set(SceneOutlines::Kind::Selected, boxes);
    const bool isRack = workspace_->selection().current().rack() >= 0;
    // A focus chooses already which pipes are seen.
    layers_.setFaint(isRack && !focusPanel_->focus().hasChoice());
    redraw();
}

void SceneView::setSunlit(bool on) {
    sunlit_ = on;
    showLayers();
    redraw();
}

void SceneView::showLayers() {
    const auto frame = workspace_->frame();
    const SunLight light = sunlit_ ? lightOf(frame.get()) : studioLight();
    scene_.setLight(light);
    layers_.setLight(light);
    layers_.show(workspace_->layout(), frame.get(), colouring_->scale().map());
    if (focusPanel_->focus().hasChoice()) {
        showFocus();  // who is in trouble, and which way the power takes, changes with time
    }
}

void SceneView::showFocus() {
    const SceneFocus& focus = focusPanel_->focus();
    const auto frame = workspace_->frame();
    SceneMask mask = sceneMask(focus, {workspace_->layout(), layers_.pipes().pipes(),
                                       layers_.power().plan(), frame.get()});
    if (mask != mask_) {
        mask_ = std::move(mask);
        layers_.setMask(mask_);
    }
    scene_.setFocus(focus, mask_);
    layers_.setFaint(workspace_->selection().current().rack() >= 0 && !focus.hasChoice());
}

std::vector<double> SceneView::poseBetween(const std::vector<double>& from,
                                           const std::vector<double>& to, double share) const {
    return flightPose(from, to, share);
}

std::vector<double> SceneView::poseTurned(const std::vector<double>& pose, double share) const {
    return turnedPose(pose, share);
}

std::vector<std::string> SceneView::focusWords() const {
    return focusPanel_->focus().words();
}

void SceneView::setFocusWords(const std::vector<std::string>& words) {
    focusPanel_->setFocus(SceneFocus::ofWords(words));
}

void SceneView::setFocusPanelVisible(bool on) {
    const int leftPx = air_->isOn() ? airPanel_->x() + airPanel_->width() : 0;
    focusPanel_->move(leftPx + 12, 12);
    focusPanel_->setVisible(on);
    if (on) {
        focusPanel_->raise();
    }
    if (framing_ == Framing::Halls) {
        fitHalls();
    }
}

Bounds3 SceneView::siteBounds() const {
    Bounds3 bounds = hallBoundsOf(workspace_->layout());
    for (const engine::HallBox& hall : workspace_->layout().halls) {
        bounds.high[2] = std::max(bounds.high[2], hall.box.z + hall.box.height);
    }
    return bounds;
}

void SceneView::redrawSoon() {
    if (!isSoftware()) {
        redraw();
    } else if (!redraw_.isActive()) {
        redraw_.start(std::max(kSoftwareRedrawMs, isCoarse() ? 0 : times_.pauseMs()));
    }
}

void SceneView::moved() {
    if (isSoftware()) {
        setSmooth(false);
        scene_.setQuick(times_.isSlowForMotion());
    }
    still_.start();
    overlay_->update();
    redraw();
}

void SceneView::setInsets() {
    camera_.setRightInset(overlay_->legendWidth());
    const QWidget* panel = focusPanel_->isVisibleTo(this) ? static_cast<QWidget*>(focusPanel_)
                           : air_->isOn()                 ? airPanel_
                                                          : nullptr;
    camera_.setLeftInset(panel != nullptr ? panel->x() + panel->width() : 0.0);
}

void SceneView::fitHalls() {
    framing_ = Framing::Halls;
    camera_.setViewport(size());
    setInsets();
    const auto& halls = workspace_->layout().halls;
    const auto hall = static_cast<std::size_t>(std::max(0, air_->hall()));
    if (air_->isOn() && air_->hall() >= 0 && hall < halls.size()) {
        const engine::Box& b = halls[hall].box;
        camera_.fit({{b.x, b.y, 0.0}, {b.x + b.width, b.y + b.depth, b.height}}, 0.05);
    } else {
        camera_.fit(siteBoundsOf(workspace_->layout(), kNearYards), 0.05);
    }
    moved();
}

void SceneView::fitAll() {
    framing_ = Framing::All;
    camera_.setViewport(size());
    setInsets();
    camera_.fit(boundsOf(workspace_->layout()));
    moved();
}

void SceneView::setPose(const std::vector<double>& numbers) {
    motion_.setTurning(false);
    motion_.setWalking(false, workspace_->layout());
    if (numbers.empty()) {
        fitHalls();
    } else if (camera_.setNumbers(numbers)) {
        framing_ = Framing::Own;
        camera_.setViewport(size());
        moved();
    }
}

std::string SceneView::numberAt(double x, double y) const {
    return chartedBy(*workspace_, pickAlong(workspace_->layout(), camera_.ray({x, y})));
}

void SceneView::fitSelection() {
    Bounds3 bounds;
    if (!boundsOf(workspace_->layout(), workspace_->selection().current(), bounds)) {
        fitAll();
        return;
    }
    framing_ = Framing::Own;
    camera_.fit(bounds, 0.15);
    moved();
}

void SceneView::setStandardView(StandardView view) {
    motion_.setWalking(false, workspace_->layout());
    camera_.setView(view);
    if (framing_ == Framing::Halls) {
        fitHalls();
    } else {
        fitAll();
    }
}

void SceneView::setParallel(bool on) {
    camera_.setParallel(on);
    moved();
}

void SceneView::setLabelsVisible(bool on) {
    labels_ = on;
    overlay_->update();
}

void SceneView::setAislesVisible(bool on) {
    scene_.setAislesVisible(on);
    redraw();
}

void SceneView::setLayerVisible(SiteLayers::Layer layer, bool on) {
    layers_.setVisible(layer, on);
    overlay_->update();
    redraw();
}

Selected SceneView::hitAlong(const Ray& ray, double* heightM) const {
    const auto cut = cutRay(focusPanel_->focus(), ray);
    if (!cut) {
        return {};
    }
    const auto isShown = [this](const Selected& what) {
        const auto& looks = what.rack() >= 0 ? mask_.racks : mask_.machines;
        return what.index < 0 ||
               lookOf(looks, static_cast<std::size_t>(what.index)) == SceneLook::Shown;
    };
    double nearestM = cut->leaveM, wayM = 0.0;
    Selected hit = pickAlong(workspace_->layout(), cut->ray, &nearestM, isShown);
    if (const std::string object = layers_.objectAlong(cut->ray, &wayM);
        !object.empty() && wayM <= nearestM) {
        nearestM = wayM;
        hit = {Selected::Kind::Object, -1, object, -1};
    }
    if (nearestM > cut->leaveM) {
        return {};  // cut away
    }
    if (heightM != nullptr && !hit.isNone()) {
        *heightM = cut->ray.origin[2] + nearestM * cut->ray.direction[2];
    }
    return hit;
}

void SceneView::setAirVisible(bool on) {
    airPanel_->setVisible(on);
    air_->setOn(on);
    if (on) {
        airPanel_->raise();
    }
    fitHalls();
}

void SceneView::showAir() {
    airScene_.setPixelRatio(devicePixelRatioF());
    airScene_.show(air_->isOn() ? air_->field() : nullptr, airPanel_->view());
    const auto* field = air_->isOn() ? air_->field().get() : nullptr;
    if (airHall_ != air_->hall() || field != airField_) {
        airHall_ = air_->hall();
        airField_ = field;
        if (framing_ == Framing::Halls && isVisible()) {
            overlay_->repaint();  // says how wide the legends are now
            fitHalls();
        }
    }
    overlay_->update();
    redraw();
}

QImage SceneView::picture(const ScenePicture& wanted) {
    const bool wasQuick = scene_.setQuick(false);
    scene_.setGroundVisible(!wanted.isTransparent);
    QImage image = drawAt(wanted.size, wanted.isTransparent);
    scene_.setGroundVisible(true);
    scene_.setQuick(wasQuick);
    if (image.isNull()) {
        return image;
    }
    // Words as large as on a screen of usual height.
    constexpr double kUsualHeight = 1080.0;
    const double ratio = std::max(1.0, wanted.size.height() / kUsualHeight);
    const QRectF view(QPointF(), QSizeF(wanted.size) / ratio);
    SceneCamera camera = camera_;
    camera.setViewport(view.size());
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(font());
    painter.scale(ratio, ratio);
    overlay_->paintOn(painter, view, camera, wanted);
    paintPictureWords(painter, view, wanted, Theme::instance().colours());
    return image;
}

void SceneView::frameDrawn(double tookMs) {
    if (!scene_.isQuick() && !isCoarse()) {
        times_.tookFull(tookMs);
    }
    if (!isSoftware() || !workspace_->status().playing) {
        return;
    }
    times_.tookPlaying(tookMs, isCoarse());
    // Not now: a picture is being painted.
    QTimer::singleShot(0, this, &SceneView::chooseResolution);
}

/// Menus do not wait long for a picture that is old in a moment; the one that stays is a fine one.
void SceneView::chooseResolution() {
    const bool playing = workspace_->status().playing;
    if (!playing || times_.triesFineAgain()) {
        times_.forgetFine();
    }
    setCoarse(isSoftware() && playing && times_.isSlowForMenus(still_.isActive()));
}

void SceneView::prepareFrame() {
    camera_.apply(scene_.renderer()->GetActiveCamera());
    scene_.renderer()->ResetCameraClippingRange();
}

void SceneView::resizeEvent(QResizeEvent* event) {
    VtkViewport::resizeEvent(event);
    overlay_->setGeometry(rect());
    camera_.setViewport(size());
    if (framing_ == Framing::Halls) {
        fitHalls();
    } else if (framing_ == Framing::All) {
        fitAll();
    }
}

void SceneView::mousePressEvent(QMouseEvent* event) {
    drag_ = {event->position(), event->position()};
    motion_.setTurning(false);
    workspace_->selection().hover({});
    if (event->button() == Qt::LeftButton) {
        drag_.handle = handleAt(sectionHandles(focusPanel_->focus(), siteBounds()), camera_,
                                event->position());
        if (drag_.handle >= 0) {
            return;
        }
    }
    // A selected object is moved; everything else turns the view.
    const Ray ray = camera_.ray(event->position());
    double heightM = 0.0;
    const Selected hit = hitAlong(ray, &heightM);
    const auto ids = editedObjects(*workspace_);
    const bool isHandler =
        airHandlerOf(*workspace_, hit) >= 0 && hit == workspace_->selection().current();
    const bool isPart =
        isHandler || (!hit.isNone() &&
                      std::find(ids.begin(), ids.end(),
                                editedObject(workspace_->project(), hit.objectId)) != ids.end());
    const bool plain = (event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)) == 0;
    if (event->button() == Qt::LeftButton && isPart && plain && !motion_.isWalking()) {
        edit_.grab(ray, heightM);
    }
}

void SceneView::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    overlay_->setPointer(at);
    if (event->buttons() == Qt::NoButton) {
        overlay_->say({});
        workspace_->selection().hover(hitAlong(camera_.ray(at)));
        overlay_->update();
        return;
    }
    if (!drag_.isOn && (at - drag_.pressed).manhattanLength() < kClickSlack) {
        return;
    }
    drag_.isOn = true;
    if (drag_.gaveUp) {
        return;
    }
    if (drag_.handle >= 0) {
        dragSection(at);
        return;
    }
    if (edit_.isBusy()) {
        follow(at, event->modifiers());
        return;
    }
    framing_ = Framing::Own;
    const QPointF d = at - drag_.last;
    drag_.last = at;
    const bool pan = !(event->buttons() & Qt::LeftButton) ||
                     (event->modifiers() & (Qt::ShiftModifier | Qt::ControlModifier));
    if (motion_.isWalking()) {
        motion_.look(d);
    } else if (pan) {
        camera_.pan(d.x(), d.y());
    } else {
        camera_.orbit(d.x(), d.y());
    }
    moved();
}

void SceneView::dragSection(QPointF at) {
    SceneFocus focus = focusPanel_->focus();
    const auto handles = sectionHandles(focus, siteBounds());
    if (drag_.handle < static_cast<int>(handles.size())) {
        moveHandle(
            focus, drag_.handle,
            metresAlong(handles[static_cast<std::size_t>(drag_.handle)], camera_, at - drag_.last));
        focusPanel_->setFocus(focus);
    }
    drag_.last = at;
}

void SceneView::mouseReleaseEvent(QMouseEvent* event) {
    const bool dragged = std::exchange(drag_.isOn, false);
    if (std::exchange(drag_.handle, -1) >= 0) {
        return;
    }
    if (edit_.isBusy()) {
        if (dragged) {
            follow(event->position(), event->modifiers());
        }
        endEdit(dragged);
    }
    if (dragged) {
        return;
    }
    if (event->button() == Qt::LeftButton && overlay_->sensors().click(event->position())) {
        return;
    }
    const Selected hit = hitAlong(camera_.ray(event->position()));
    if (event->button() == Qt::LeftButton) {
        if ((event->modifiers() & (Qt::ControlModifier | Qt::ShiftModifier)) == 0) {
            workspace_->selection().select(hit);
        } else if (!hit.isNone()) {
            workspace_->selection().toggle(hit);
        }
    } else if (event->button() == Qt::RightButton) {
        if (!hit.isNone()) {
            workspace_->selection().select(hit);
        }
        emit menuRequested(event->globalPosition().toPoint());
    }
}

void SceneView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && !workspace_->selection().current().isNone()) {
        workspace_->selection().hover({});  // what was under the pointer is elsewhere now
        fitSelection();
        emit activated();
    }
}

void SceneView::wheelEvent(QWheelEvent* event) {
    const double notches = event->angleDelta().y() / 120.0;
    if (notches != 0.0) {
        framing_ = Framing::Own;
        if (motion_.isWalking()) {
            motion_.stride(kMetresPerNotch * notches);
        } else {
            camera_.zoomAt(std::pow(kZoomPerNotch, notches), event->position());
        }
        moved();
    }
    event->accept();
}

void SceneView::keyPressEvent(QKeyEvent* event) {
    if (motion_.walkBy(*event)) {
        framing_ = Framing::Own;
        moved();
        return;
    }
    double dx = 0.0, dy = 0.0;
    switch (event->key()) {
        case Qt::Key_Left:
            dx = kKeyStep;
            break;
        case Qt::Key_Right:
            dx = -kKeyStep;
            break;
        case Qt::Key_Up:
            dy = kKeyStep;
            break;
        case Qt::Key_Down:
            dy = -kKeyStep;
            break;
        case Qt::Key_Plus:
        case Qt::Key_Equal:
        case Qt::Key_Minus:
            framing_ = Framing::Own;
            camera_.zoomAt(event->key() == Qt::Key_Minus ? 1.0 / kZoomPerNotch : kZoomPerNotch,
                           rect().center());
            moved();
            return;
        case Qt::Key_Escape:
            if (edit_.isBusy()) {
                overlay_->say({});
                endEdit(false);
                drag_.gaveUp = true;
                return;
            }
            if (motion_.isWalking()) {
                motion_.setWalking(false, workspace_->layout());
                return;
            }
            workspace_->selection().select({});
            return;
        default:
            VtkViewport::keyPressEvent(event);
            return;
    }
    framing_ = Framing::Own;
    if ((event->modifiers() & Qt::ShiftModifier) != 0) {
        camera_.pan(dx, dy);
    } else {
        camera_.orbit(dx, dy);
    }
    moved();
}

void SceneView::follow(QPointF at, Qt::KeyboardModifiers modifiers) {
    if (const auto place = edit_.placeAt(camera_.ray(at))) {
        edit_.follow(*place, snapping_ && (modifiers & Qt::AltModifier) == 0,
                     kSnapPixels * camera_.metresPerPixel());
        scene_.outlines().set(SceneOutlines::Kind::Ghosts, edit_.ghosts());
        overlay_->setPointer(at);
        overlay_->say(edit_.refusal());
        redraw();
    }
}

void SceneView::endEdit(bool carryOut) {
    if (carryOut) {
        edit_.drop();
    } else {
        edit_.cancel();
    }
    scene_.outlines().set(SceneOutlines::Kind::Ghosts, {});
    redraw();
}

void SceneView::dragEnterEvent(QDragEnterEvent* event) {
    if (overlay_->sensors().takeDrag(event->mimeData())) {
        event->acceptProposedAction();
        return;
    }
    const auto key = partKeyOf(event->mimeData());
    const bool may = key.has_value() && workspace_->editor().canEdit();
    if (auto stamp = may ? stampOf(*workspace_, *key) : std::nullopt) {
        edit_.take(std::move(*stamp));
        event->acceptProposedAction();
    }
}

void SceneView::dragMoveEvent(QDragMoveEvent* event) {
    if (overlay_->sensors().isCarrying()) {
        const auto place = edit_.placeAt(camera_.ray(event->position()));
        overlay_->setPointer(event->position());
        overlay_->say(place ? overlay_->sensors().carriedText(place->x(), place->y()) : QString());
        event->acceptProposedAction();
        return;
    }
    follow(event->position(), event->modifiers());
    event->acceptProposedAction();
}

void SceneView::dragLeaveEvent(QDragLeaveEvent*) {
    overlay_->say({});
    if (overlay_->sensors().isCarrying()) {
        overlay_->sensors().drop(std::nullopt);
        return;
    }
    endEdit(false);
}

void SceneView::dropEvent(QDropEvent* event) {
    if (overlay_->sensors().isCarrying()) {
        const auto place = edit_.placeAt(camera_.ray(event->position()));
        overlay_->say({});
        overlay_->sensors().drop(
            place ? std::optional(engine::SensorPoint{place->x(), place->y(), 0.0}) : std::nullopt);
        event->acceptProposedAction();
        return;
    }
    follow(event->position(), event->modifiers());
    endEdit(true);
    setFocus();
    event->acceptProposedAction();
}

void SceneView::leaveEvent(QEvent* event) {
    workspace_->selection().hover({});
    VtkViewport::leaveEvent(event);
}

}  // namespace headroom::ui
