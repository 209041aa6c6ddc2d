// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/framed.h"

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;

namespace headroom::ui {

class FabricActions;
class FabricCanvas;
class FabricFocus;
class RackColouring;

/// The fabric in the middle of the window: which fabric, which planes, the way from the whole to
/// what is shown, and below them the diagram.
class FabricView : public QWidget, public Framed {
    Q_OBJECT

  public:
    FabricView(FabricFocus* focus, RackColouring* colouring, FabricActions* actions,
               QWidget* parent = nullptr);

    FabricCanvas* canvas() const { return canvas_; }

    void fitAll() override;
    void fitSelection() override;

  signals:
    void activated();

  private:
    void listFabrics();
    void listPlanes();
    void showTrail();

    FabricFocus* focus_;
    FabricCanvas* canvas_;
    QWidget* bar_;
    QComboBox* fabrics_;
    QComboBox* planes_;
    QWidget* trail_;
    QHBoxLayout* steps_;
    QLabel* parts_;  ///< model, ports and rate of the switches
};

}  // namespace headroom::ui
