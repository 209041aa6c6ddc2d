// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/air/air_scene.h"
#include "ui/kit/framed.h"
#include "ui/scene/camera_motion.h"
#include "ui/scene/hall_scene.h"
#include "ui/scene/picture_times.h"
#include "ui/scene/scene_camera.h"
#include "ui/scene/scene_edit.h"
#include "ui/scene/scene_picture.h"
#include "ui/scene/site_layers.h"
#include "ui/scene/vtk_viewport.h"
#include "ui/units/number_place.h"

#include <QTimer>

namespace headroom::ui {

class AirFlow;
class AirPanel;
class FocusPanel;
class RackColouring;
class ViewOverlay;
class Workspace;

/// The halls in three dimensions: orbit with the left button, pan with the middle or right one,
/// zoom at the pointer with the wheel, click to select; what is selected is dragged over the floor, and with
/// Alt its number to the charts.
class SceneView : public VtkViewport, public Framed, public NumberPlace {
    Q_OBJECT

  public:
    SceneView(Workspace* workspace, RackColouring* colouring, QWidget* parent = nullptr);
    ~SceneView() override;

    const SceneCamera& camera() const { return camera_; }

    void fitAll() override;
    /// The halls without the yards around them: the view on opening.
    void fitHalls();
    void fitSelection() override;

    std::vector<double> pose() const override { return camera_.numbers(); }

    void setPose(const std::vector<double>& numbers) override;
    std::vector<double> poseBetween(const std::vector<double>& from, const std::vector<double>& to,
                                    double share) const override;
    std::vector<double> poseTurned(const std::vector<double>& pose, double share) const override;
    std::vector<std::string> focusWords() const override;
    void setFocusWords(const std::vector<std::string>& words) override;
    std::string numberAt(double x, double y) const override;
    void setStandardView(StandardView view);
    void setParallel(bool on);
    void setLabelsVisible(bool on);
    void setAislesVisible(bool on);
    /// Light by place and time of the run; else the usual light of no hour.
    void setSunlit(bool on);
    void setLayerVisible(SiteLayers::Layer layer, bool on);

    const SiteLayers& layers() const { return layers_; }

    /// Panel about sections and focus.
    FocusPanel* focusPanel() const { return focusPanel_; }

    void setFocusPanelVisible(bool on);

    /// A picture of any size for a file, with what `wanted` asks for over it. Null if OpenGL fails.
    QImage picture(const ScenePicture& wanted);

    /// Walks and turntable.
    CameraMotion* motion() { return &motion_; }

    /// Whether to snap while moving; Alt suspends it.
    void setSnapping(bool on) { snapping_ = on; }

    /// Shows the panel of the air field, and the field once it is computed.
    void setAirVisible(bool on);

    AirFlow* air() const { return air_; }

    AirPanel* airPanel() const { return airPanel_; }

  signals:
    /// The panel of the air field was closed by its own button.
    void airClosed();
    /// The same of the panel about sections and focus.
    void focusPanelClosed();
    /// A double click on a thing: show all about it.
    void activated();
    void menuRequested(const QPoint& globalPosition);

  protected:
    void prepareFrame() override;
    void frameDrawn(double tookMs) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

  private:
    friend class ViewOverlay;
    void rebuild();
    void relayout();  ///< as rebuild(), but the camera stays
    void moved();
    void follow(QPointF at, Qt::KeyboardModifiers modifiers);
    void endEdit(bool carryOut);
    void showSelection();
    void redrawSoon();
    void showLayers();
    void showFocus();
    Bounds3 siteBounds() const;
    void chooseResolution();
    void showAir();
    void setInsets();
    /// The nearest rack, machine, pipe or feeder; of a pipe or feeder the object that owns it in its diagram.
    struct Selected hitAlong(const Ray& ray, double* heightM = nullptr) const;
    void dragSection(QPointF at);
    std::vector<engine::Box> boxesOf(const struct Selected& what) const;

    Workspace* workspace_;
    RackColouring* colouring_;
    HallScene scene_;
    SceneCamera camera_;
    CameraMotion motion_{&camera_, this};
    SceneEdit edit_;
    bool snapping_ = true;
    ViewOverlay* overlay_;
    AirFlow* air_;
    AirPanel* airPanel_;
    AirScene airScene_;
    SiteLayers layers_;
    FocusPanel* focusPanel_;
    SceneMask mask_;
    int airHall_ = -1;  ///< that the camera was set for, and the field
    const engine::AirField* airField_ = nullptr;
    QTimer still_;   ///< fires when the picture has not moved for a while
    QTimer redraw_;  ///< holds redraws by new colours back in software rendering

    PictureTimes times_;

    struct Drag {
        QPointF pressed, last;
        bool isOn = false;
        bool gaveUp = false;  ///< Esc ended a drag whose button is still down
        int handle = -1;      ///< of the section
    };

    Drag drag_;
    enum class Framing { Halls, All, Own };  ///< Own: a person moved the camera since
    Framing framing_ = Framing::Halls;
    bool labels_ = true;
    bool sunlit_ = true;
};

}  // namespace headroom::ui
