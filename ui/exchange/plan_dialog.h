// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/floor/layout.h"
#include "ui/exchange/plan_page.h"

#include <QDialog>
#include <QPixmap>

class QComboBox;
class QLabel;

namespace headroom::ui {

/// "Export Plan…": hall, paper and scale, with the sheet as it will be and in words what it came out as.
class PlanDialog : public QDialog {
    Q_OBJECT

  public:
    /// `sheet`: title and date; the layout must outlive the dialog.
    PlanDialog(const engine::Layout& layout, engine::PlanSheet sheet, QWidget* parent);

    engine::PlanSheet sheet() const;

  private:
    void draw();

    const engine::Layout& layout_;
    engine::PlanSheet sheet_;
    QComboBox* hall_;
    QComboBox* paper_;
    QComboBox* scale_;
    QLabel* preview_;
    QLabel* words_;
};

}  // namespace headroom::ui
