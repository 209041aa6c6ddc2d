// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QOpenGLWidget>
#include <vtkSmartPointer.h>

class vtkGenericOpenGLRenderWindow;
class vtkObject;
class vtkRenderer;

namespace headroom::ui {

/// Hosts a VTK renderer in a Qt 6 OpenGL widget: VTK draws into its own framebuffer inside
/// paintGL(), which is then copied into the widget's. Draws only when update() was called.
class VtkViewport : public QOpenGLWidget {
    Q_OBJECT

  public:
    explicit VtkViewport(QWidget* parent = nullptr);
    ~VtkViewport() override;

    void setRenderer(vtkRenderer* renderer);

    /// True where the driver draws on the processor: fewer samples, fewer frames.
    bool isSoftware() const { return software_; }

    /// Smooth edges, at the cost of some frame time: for a camera that stands still.
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
    void initializeGL() override;
    void resizeGL(int width, int height) override;
    void paintGL() override;

    /// Called in paintGL() before VTK draws: the camera's last word.
    virtual void prepareFrame() {}

  private:
    static void answer(vtkObject* caller, unsigned long event, void* self, void* data);
    void release();
    void resizeWindow();

    vtkSmartPointer<vtkGenericOpenGLRenderWindow> window_;
    vtkSmartPointer<vtkRenderer> renderer_;
    double scale() const;
    QSize drawnSize() const;

    bool software_ = false;
    bool coarse_ = false;
    bool painting_ = false;
};

}  // namespace headroom::ui
