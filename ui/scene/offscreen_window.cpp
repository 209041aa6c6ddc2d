// SPDX-License-Identifier: Apache-2.0
#include "ui/scene/offscreen_window.h"

// GLEW is before everything that names OpenGL.
#include <vtkCallbackCommand.h>
#include <vtkCommand.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glew.h>

namespace headroom::ui {

namespace {

/// VTK's own set-up asks GLEW, and the GLEW of the distribution looks for a GLX display after it
/// has loaded every OpenGL function. Without an X server that last step fails and means nothing to
/// us.
// clang-format off: the macro takes no semicolon.
class EglRenderWindow : public vtkGenericOpenGLRenderWindow {
  public:
    static EglRenderWindow* New();

    vtkTypeMacro(EglRenderWindow, vtkGenericOpenGLRenderWindow)

        void OpenGLInitContext() override {
        if (this->Initialized) {
            return;
        }
        this->ContextCreationTime.Modified();
        glewExperimental = GL_TRUE;
        const GLenum result = glewInit();
        this->GlewInitValid = result == GLEW_OK || result == GLEW_ERROR_NO_GLX_DISPLAY;
        this->Initialized = true;
    }

  protected:
    EglRenderWindow() = default;
};

vtkStandardNewMacro(EglRenderWindow)
    // clang-format on

    engine::Error missing(const char* what) {
    return {"UI-020",
            std::string("The hall cannot be drawn off-screen: ") + what,
            "Install libegl1 and libgl1-mesa-dri, or use the plan view.",
            {},
            {},
            0};
}

}  // namespace

struct OffscreenWindow::Private {
    EGLDisplay display = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT;
    vtkSmartPointer<EglRenderWindow> window;
};

OffscreenWindow::OffscreenWindow() : d_(std::make_unique<Private>()) {}

OffscreenWindow::~OffscreenWindow() {
    if (d_->window != nullptr) {
        d_->window->Finalize();
        d_->window = nullptr;
    }
    if (d_->context != EGL_NO_CONTEXT) {
        eglMakeCurrent(d_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(d_->display, d_->context);
    }
    if (d_->display != EGL_NO_DISPLAY) {
        eglTerminate(d_->display);
    }
}

engine::Result<std::unique_ptr<OffscreenWindow>> OffscreenWindow::create() {
    std::unique_ptr<OffscreenWindow> self(new OffscreenWindow);
    const auto getDisplay = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
        eglGetProcAddress("eglGetPlatformDisplayEXT"));
    if (getDisplay == nullptr) {
        return tl::unexpected(missing("EGL has no platform displays."));
    }
    Private& d = *self->d_;
    d.display = getDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    EGLint major = 0, minor = 0;
    if (d.display == EGL_NO_DISPLAY || eglInitialize(d.display, &major, &minor) == EGL_FALSE ||
        eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) {
        return tl::unexpected(missing("EGL does not start."));
    }
    const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                             EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    eglChooseConfig(d.display, wanted, &config, 1, &count);
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                              3,
                              EGL_CONTEXT_MINOR_VERSION,
                              2,
                              EGL_CONTEXT_OPENGL_PROFILE_MASK,
                              EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                              EGL_NONE};
    if (count > 0) {
        d.context = eglCreateContext(d.display, config, EGL_NO_CONTEXT, version);
    }
    if (d.context == EGL_NO_CONTEXT ||
        eglMakeCurrent(d.display, EGL_NO_SURFACE, EGL_NO_SURFACE, d.context) == EGL_FALSE) {
        return tl::unexpected(missing("there is no OpenGL 3.2."));
    }
    d.window = vtkSmartPointer<EglRenderWindow>::New();
    vtkNew<vtkCallbackCommand> yes;
    yes->SetCallback([](vtkObject*, unsigned long event, void*, void* data) {
        if (event == vtkCommand::WindowSupportsOpenGLEvent) {
            *static_cast<int*>(data) = 1;
        } else if (event == vtkCommand::WindowIsCurrentEvent) {
            *static_cast<bool*>(data) = true;
        }
    });
    d.window->AddObserver(vtkCommand::WindowSupportsOpenGLEvent, yes);
    d.window->AddObserver(vtkCommand::WindowIsCurrentEvent, yes);
    d.window->SetOwnContext(0);
    d.window->SetReadyForRendering(true);
    d.window->SetFrameBlitModeToNoBlit();
    d.window->SetMultiSamples(8);
    d.window->InitializeFromCurrentContext();
    return self;
}

QImage OffscreenWindow::draw(vtkRenderer* renderer, QSize size) {
    d_->window->SetSize(size.width(), size.height());
    d_->window->AddRenderer(renderer);
    d_->window->Render();
    vtkNew<vtkUnsignedCharArray> pixels;
    d_->window->GetPixelData(0, 0, size.width() - 1, size.height() - 1, 0, pixels.Get(), 0);
    d_->window->RemoveRenderer(renderer);
    const QImage upsideDown(pixels->GetPointer(0), size.width(), size.height(), 3 * size.width(),
                            QImage::Format_RGB888);
    return upsideDown.mirrored();
}

}  // namespace headroom::ui
