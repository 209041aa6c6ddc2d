// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/air/air_view.h"

#include <vtkSmartPointer.h>

#include <memory>

class vtkActor;
class vtkRenderer;

namespace headroom::ui {

/// An air field in the 3-D view: one slice and streamlines, as actors of a renderer.
class AirScene {
  public:
    explicit AirScene(vtkRenderer* renderer);
    ~AirScene();
    AirScene(const AirScene&) = delete;
    AirScene& operator=(const AirScene&) = delete;

    /// Null if nothing is drawn.
    void show(std::shared_ptr<const engine::AirField> field, const AirView& view);

    const AirScale& scale() const { return scale_; }

    void setPixelRatio(double ratio) { pixelRatio_ = ratio; }

  private:
    void addSlice(const AirView& view);
    void addStreamlines(const AirView& view);

    vtkRenderer* renderer_;
    std::shared_ptr<const engine::AirField> field_;
    AirScale scale_;
    vtkSmartPointer<vtkActor> slice_, lines_;
    double pixelRatio_ = 1.0;
};

}  // namespace headroom::ui
