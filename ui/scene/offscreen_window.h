// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/error.h"

#include <QImage>
#include <QSize>

#include <memory>

class vtkRenderer;

namespace headroom::ui {

/// A VTK render window in an EGL context that needs neither surface nor display.
class OffscreenWindow {
  public:
    static engine::Result<std::unique_ptr<OffscreenWindow>> create();
    ~OffscreenWindow();

    QImage draw(vtkRenderer* renderer, QSize size);

  private:
    OffscreenWindow();
    struct Private;
    std::unique_ptr<Private> d_;
};

}  // namespace headroom::ui
