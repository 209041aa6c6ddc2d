// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/vtk_viewport.h"

#include <QElapsedTimer>
#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>
#include <QOpenGLFramebufferObject>
#include <QPainter>
#include <QSurfaceFormat>
#include <vtkCallbackCommand.h>
#include <vtkCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::ui {

namespace {

constexpr double kCoarse = 0.5;  // of the pixels along each side

// Most pixels of a picture, each of which takes some 30 bytes: a 4K screen without a GPU, an 8K screen with one.
constexpr double kMostBySoftware = 3840.0 * 2160.0;
constexpr double kMostByHardware = 7680.0 * 4320.0;

}  // namespace

VtkViewport::VtkViewport(QWidget* parent)
    : QWidget(parent), window_(vtkSmartPointer<vtkGenericOpenGLRenderWindow>::New()) {
    window_->SetFrameBlitModeToNoBlit();
    window_->SetMultiSamples(0);
    vtkNew<vtkCallbackCommand> command;
    command->SetClientData(this);
    command->SetCallback(&VtkViewport::answer);
    for (const auto event :
         {vtkCommand::WindowSupportsOpenGLEvent, vtkCommand::WindowIsCurrentEvent,
          vtkCommand::WindowMakeCurrentEvent, vtkCommand::WindowFrameEvent}) {
        window_->AddObserver(event, command);
    }
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Three-dimensional view of the halls"));
}

VtkViewport::~VtkViewport() {
    if (makeCurrent()) {
        window_->Finalize();
        copy_.reset();
        context_->doneCurrent();
    }
    window_->RemoveAllObservers();
}

void VtkViewport::setDefaultFormat() {
    QSurfaceFormat format;
    format.setRenderableType(QSurfaceFormat::OpenGL);
    format.setVersion(3, 2);
    format.setProfile(QSurfaceFormat::CoreProfile);
    format.setDepthBufferSize(24);
    format.setAlphaBufferSize(0);
    format.setSamples(0);
    QSurfaceFormat::setDefaultFormat(format);
}

bool VtkViewport::isAvailable(QString* why) {
    const QString platform = QGuiApplication::platformName();
    if (platform == "offscreen" || platform == "minimal" || platform == "vnc") {
        *why = tr("the platform \"%1\" has no OpenGL").arg(platform);
        return false;
    }
    QOffscreenSurface surface;
    surface.create();
    QOpenGLContext context;
    if (!surface.isValid() || !context.create() || !context.makeCurrent(&surface)) {
        *why = tr("no OpenGL context could be made");
        return false;
    }
    const QSurfaceFormat format = context.format();
    const bool enough = format.version() >= qMakePair(3, 2);
    if (!enough) {
        *why = tr("OpenGL %1.%2 was found, 3.2 is needed")
                   .arg(format.majorVersion())
                   .arg(format.minorVersion());
    }
    context.doneCurrent();
    return enough;
}

void VtkViewport::answer(vtkObject*, unsigned long event, void* self, void* data) {
    auto* view = static_cast<VtkViewport*>(self);
    switch (event) {
        case vtkCommand::WindowSupportsOpenGLEvent:
            *static_cast<int*>(data) = 1;
            break;
        case vtkCommand::WindowIsCurrentEvent:
            *static_cast<bool*>(data) = view->context_ != nullptr &&
                                        QOpenGLContext::currentContext() == view->context_.get();
            break;
        case vtkCommand::WindowMakeCurrentEvent:
            view->makeCurrent();
            break;
        case vtkCommand::WindowFrameEvent:
            if (!view->painting_) {
                view->redraw();
            }
            break;
        default:
            break;
    }
}

void VtkViewport::setRenderer(vtkRenderer* renderer) {
    renderer_ = renderer;
    window_->AddRenderer(renderer);
}

void VtkViewport::setSmooth(bool on) {
    // Without a GPU samples cost four to seven times the frame, a filter over the finished picture
    // half of it.
    renderer_->SetUseFXAA(software_ && on && !coarse_);
}

void VtkViewport::setCoarse(bool on) {
    if (on == coarse_ || renderer_ == nullptr) {
        return;
    }
    coarse_ = on;
    setSmooth(!on);
    redraw();
}

double VtkViewport::shareDrawn(QSizeF device, bool software) {
    const double pixels = std::max(1.0, device.width() * device.height());
    return std::min(1.0, std::sqrt((software ? kMostBySoftware : kMostByHardware) / pixels));
}

/// Pixels drawn along a side of one pixel of the window.
double VtkViewport::scale() const {
    const QSizeF device = QSizeF(size()) * devicePixelRatioF();
    return devicePixelRatioF() * (coarse_ ? kCoarse : 1.0) * shareDrawn(device, software_);
}

QSize VtkViewport::drawnSize() const {
    if (asked_.isValid()) {
        return asked_;
    }
    return (size() * scale()).expandedTo({1, 1});
}

/// As drawnSize(), but a coarse picture is stretched before it is read.
QSize VtkViewport::pictureSize() const {
    if (asked_.isValid()) {
        return asked_;
    }
    return (size() * (coarse_ ? scale() / kCoarse : scale())).expandedTo({1, 1});
}

void VtkViewport::redraw() {
    isOld_ = true;
    update();
}

bool VtkViewport::makeCurrent() {
    return context_ != nullptr && (QOpenGLContext::currentContext() == context_.get() ||
                                   context_->makeCurrent(surface_.get()));
}

/// Makes the context before the first picture. Returns false where OpenGL fails.
bool VtkViewport::start() {
    if (context_ != nullptr || hasFailed_) {
        return makeCurrent();
    }
    surface_ = std::make_unique<QOffscreenSurface>();
    surface_->create();
    auto context = std::make_unique<QOpenGLContext>();
    hasFailed_ =
        !surface_->isValid() || !context->create() || !context->makeCurrent(surface_.get());
    if (hasFailed_) {
        return false;
    }
    context_ = std::move(context);
    const auto* name =
        reinterpret_cast<const char*>(context_->functions()->glGetString(GL_RENDERER));
    const QString renderer = QString::fromLatin1(name);
    software_ = renderer.contains("llvmpipe") || renderer.contains("softpipe") ||
                renderer.contains("swrast") || renderer.contains("SWR");
    window_->SetOwnContext(0);
    window_->SetReadyForRendering(true);
    window_->InitializeFromCurrentContext();
    window_->SetMultiSamples(software_ ? 0 : 4);
    setSmooth(true);
    return true;
}

void VtkViewport::resizeWindow() {
    const QSize drawn = drawnSize();
    window_->SetSize(drawn.width(), drawn.height());
    window_->SetDPI(static_cast<int>(72.0 * (asked_.isValid() ? 1.0 : scale())));
}

QImage VtkViewport::draw() {
    if (renderer_ == nullptr || !start()) {
        return {};
    }
    isOld_ = false;
    painting_ = true;
    resizeWindow();
    prepareFrame();
    vtkOpenGLState* state = window_->GetState();
    state->Reset();
    state->Push();
    window_->Render();
    state->Pop();
    painting_ = false;

    const QSize from = drawnSize(), size = pictureSize();
    if (copy_ == nullptr || copy_->size() != size) {
        copy_ = std::make_unique<QOpenGLFramebufferObject>(size);
        picture_ = QImage(size, QImage::Format_RGB32);
    }
    if (isTransparent_ != (picture_.format() == QImage::Format_ARGB32_Premultiplied)) {
        picture_ = QImage(
            size, isTransparent_ ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
    }
    QOpenGLExtraFunctions* gl = context_->extraFunctions();
    gl->glDisable(GL_SCISSOR_TEST);
    vtkOpenGLFramebufferObject* drawn = window_->GetDisplayFramebuffer();
    drawn->Bind(GL_READ_FRAMEBUFFER);
    drawn->ActivateReadBuffer(0);
    gl->glBindFramebuffer(GL_DRAW_FRAMEBUFFER, copy_->handle());
    const GLenum target = GL_COLOR_ATTACHMENT0;
    gl->glDrawBuffers(1, &target);
    // The first row of OpenGL is the lowest one.
    gl->glBlitFramebuffer(0, 0, from.width(), from.height(), 0, size.height(), size.width(), 0,
                          GL_COLOR_BUFFER_BIT, from == size ? GL_NEAREST : GL_LINEAR);
    gl->glBindFramebuffer(GL_READ_FRAMEBUFFER, copy_->handle());
    gl->glReadBuffer(GL_COLOR_ATTACHMENT0);
    gl->glPixelStorei(GL_PACK_ALIGNMENT, 4);
    gl->glReadPixels(0, 0, size.width(), size.height(), GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV,
                     picture_.bits());
    gl->glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return picture_;
}

QImage VtkViewport::drawAt(QSize size, bool isTransparent) {
    if (renderer_ == nullptr) {
        return {};
    }
    asked_ = size;
    isTransparent_ = isTransparent;
    const double alpha = renderer_->GetBackgroundAlpha();
    const bool hasGradient = renderer_->GetGradientBackground();
    std::array<double, 3> ground{};
    renderer_->GetBackground(ground.data());
    if (isTransparent) {
        renderer_->SetGradientBackground(false);
        renderer_->SetBackground(0.0, 0.0, 0.0);
        renderer_->SetBackgroundAlpha(0.0);
    }
    const bool wasSmooth = renderer_->GetUseFXAA();
    renderer_->SetUseFXAA(software_ && !isTransparent);  // the filter knows no transparency
    const QImage drawn = draw().copy();
    renderer_->SetUseFXAA(wasSmooth);
    renderer_->SetBackgroundAlpha(alpha);
    renderer_->SetGradientBackground(hasGradient);
    renderer_->SetBackground(ground.data());
    asked_ = {};
    isTransparent_ = false;
    isOld_ = true;
    return drawn;
}

void VtkViewport::paintEvent(QPaintEvent* /*event*/) {
    if (isOld_ || picture_.size() != pictureSize()) {
        QElapsedTimer took;
        took.start();
        draw();
        frameDrawn(static_cast<double>(took.nsecsElapsed()) * 1e-6);
    }
    QPainter painter(this);
    if (picture_.isNull()) {
        painter.fillRect(rect(), palette().window());
        return;
    }
    painter.setRenderHint(QPainter::SmoothPixmapTransform);  // where not every pixel was drawn
    painter.drawImage(rect(), picture_);
}

}  // namespace headroom::ui
