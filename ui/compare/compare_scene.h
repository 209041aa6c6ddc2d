// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/scene/hall_scene.h"
#include "ui/scene/scene_camera.h"
#include "ui/scene/vtk_viewport.h"

#include <QString>
#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace headroom::ui {

class CompareFloor;
class CompareSet;

/// One floor in three dimensions, next to others that show it from the same place.
class ComparePane : public VtkViewport {
    Q_OBJECT

  public:
    explicit ComparePane(QWidget* parent = nullptr);

    HallScene& scene() { return scene_; }

    void show(const engine::Layout* floor);

    const SceneCamera& camera() const { return camera_; }

    /// Place of the camera (SceneCamera::numbers()), without a signal; none means all of the halls.
    void setPose(const std::vector<double>& numbers);
    /// Rack under a place; -1 if none.
    int rackAt(QPointF place) const;

  signals:
    void moved(const std::vector<double>& numbers);
    void clicked(int rack);

  protected:
    void prepareFrame() override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

  private:
    HallScene scene_;
    SceneCamera camera_;
    const engine::Layout* floor_ = nullptr;
    bool isFitted_ = true;
    QPointF pressed_, last_;
    bool dragging_ = false;
};

/// The floors of all that is compared in three dimensions: one camera moves all, values or differences
/// colour the racks as on the floors (CompareFloor), a click selects the same rack everywhere.
class CompareScene : public QWidget {
    Q_OBJECT

  public:
    CompareScene(CompareSet* set, CompareFloor* floor, QWidget* parent = nullptr);

    const std::vector<ComparePane*>& panes() const { return panes_; }

    /// Differences from the baseline in place of values; the baseline keeps its values.
    void setDifferences(bool on);

    /// The camera of all (SceneCamera::numbers()); empty means each shows its halls.
    const std::vector<double>& pose() const { return pose_; }

    void setPose(const std::vector<double>& numbers);

  protected:
    void showEvent(QShowEvent* event) override;

  private:
    void rebuild();
    void recolour();
    void showSelection();

    CompareSet* set_;
    CompareFloor* floor_;
    QGridLayout* grid_;
    std::vector<ComparePane*> panes_;
    std::vector<QWidget*> boxes_;  ///< with their titles
    QWidget* scales_;              ///< the colours, below all
    bool differences_ = false;
    std::vector<double> pose_;  ///< of all; none means each shows its halls
};

}  // namespace headroom::ui
