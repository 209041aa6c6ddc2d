// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QImage>
#include <QWidget>
#include <vtkSmartPointer.h>

#include <memory>

class QOffscreenSurface;
class QOpenGLContext;
class QOpenGLFramebufferObject;
class vtkGenericOpenGLRenderWindow;
class vtkObject;
class vtkRenderer;

namespace headroom::ui {

/// Hosts a VTK renderer in a widget. VTK draws into a framebuffer of a context of its own, whose picture the widget then paints. OpenGL
/// never draws into the window: a driver allocates by the size that a window has on the server, and anybody can make it larger than
/// memory. Draws only after redraw() or a new size.
class VtkViewport : public QWidget {
    Q_OBJECT

  public:
    explicit VtkViewport(QWidget* parent = nullptr);
    ~VtkViewport() override;

    void setRenderer(vtkRenderer* renderer);

    /// Marks the picture as old. The next paint event draws it again.
    void redraw();

    /// Draws the scene now and returns the picture without what other widgets paint over it. Null if OpenGL fails.
    QImage draw();

    /// Draws the scene at another size, as for a file. Null if OpenGL fails.
    QImage drawAt(QSize size, bool isTransparent);

    /// True where the driver draws on the processor: fewer samples, fewer frames.
    bool isSoftware() const { return software_; }

    /// Smooth edges, at the cost of some frame time: for a camera that is stopped.
    void setSmooth(bool on);

    /// A picture of half as many pixels each way, stretched, and without smoothed edges: for one that is
    /// drawn again and again without a GPU, where the time goes with the pixels.
    void setCoarse(bool on);

    bool isCoarse() const { return coarse_; }

    /// Returns the share of the pixels along each side that are drawn, 0..1, for a widget of `device` pixels. A bound on their number
    /// limits the memory and the time of a frame. A larger picture is stretched.
    static double shareDrawn(QSizeF device, bool software);

    /// The surface format that VTK needs; set as default before the application object is made.
    static void setDefaultFormat();
    /// Whether an OpenGL 3.2 context can be had here; `why` says what is missing.
    static bool isAvailable(QString* why);

  protected:
    void paintEvent(QPaintEvent* event) override;

    /// Called before VTK draws: the camera's last word.
    virtual void prepareFrame() {}

    /// Called after a picture for the screen; `tookMs` is the time that it took to draw.
    virtual void frameDrawn(double tookMs) { (void)tookMs; }

  private:
    static void answer(vtkObject* caller, unsigned long event, void* self, void* data);
    bool start();
    bool makeCurrent();
    void resizeWindow();
    double scale() const;
    QSize drawnSize() const;
    QSize pictureSize() const;

    std::unique_ptr<QOffscreenSurface> surface_;
    std::unique_ptr<QOpenGLContext> context_;
    std::unique_ptr<QOpenGLFramebufferObject> copy_;  ///< the picture with its first row on top
    vtkSmartPointer<vtkGenericOpenGLRenderWindow> window_;
    vtkSmartPointer<vtkRenderer> renderer_;
    QImage picture_;
    QSize asked_;  ///< in place of that of the widget; invalid means none
    bool isTransparent_ = false;
    bool isOld_ = true;
    bool hasFailed_ = false;
    bool software_ = false;
    bool coarse_ = false;
    bool painting_ = false;
};

}  // namespace headroom::ui
