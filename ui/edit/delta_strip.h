// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/figures/figures.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace headroom::ui {

class Workspace;

/// One line with what the design amounts to, and how each figure moved against the base: power, PUE,
/// cost, racks, findings. Every figure has its unit, and its tip says where it comes from.
class DeltaStrip : public QWidget {
    Q_OBJECT

  public:
    explicit DeltaStrip(Workspace* workspace, QWidget* parent = nullptr);

    /// "IT power 10.2 MW +0.4 MW" and so on, for tests and the clipboard.
    QString asText() const;

  private:
    struct Cell {
        const engine::Figure* figure;
        QLabel* label;
    };

    void refresh();

    Workspace* workspace_;
    std::vector<Cell> cells_;
};

}  // namespace headroom::ui
