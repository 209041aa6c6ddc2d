// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/edit.h"
#include "models/compute/rack.h"
#include "models/facility/rack_block.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace headroom::ui {

class Workspace;

/// Rows and racks of a block as they will stand, with the numbers of the first and last.
class ArrayPreview : public QWidget {
    Q_OBJECT

  public:
    using QWidget::QWidget;
    void show(const models::RackBlockSpec& spec, const models::RackSpec& rack);

    QSize sizeHint() const override { return {420, 240}; }

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    models::RackBlockSpec spec_;
    models::RackSpec rack_;
};

/// "Array…": count, pitch, facing and numbering of a rack block.
class ArrayDialog : public QDialog {
    Q_OBJECT

  public:
    ArrayDialog(Workspace* workspace, const std::string& block, QWidget* parent);

    /// What differs from the block as it is.
    std::vector<engine::Edit> edits() const;

  private:
    models::RackBlockSpec spec() const;
    void refresh();
    QSpinBox* count(const char* name, int low, int high, int value);
    QDoubleSpinBox* length(const char* name, double low, double high, double value);

    const engine::Object* object_;
    models::RackBlockSpec before_;
    models::RackSpec rack_;
    QSpinBox* rows_ = nullptr;
    QSpinBox* racks_ = nullptr;
    QDoubleSpinBox* rackPitch_ = nullptr;
    QDoubleSpinBox* rowPitch_ = nullptr;
    double shownRackPitch_ = 0.0, shownRowPitch_ = 0.0;  ///< before anybody typed
    QComboBox* facing_ = nullptr;
    QCheckBox* alternate_ = nullptr;
    QLineEdit* prefix_ = nullptr;
    QCheckBox* letters_ = nullptr;
    QSpinBox* firstRow_ = nullptr;
    QSpinBox* firstPosition_ = nullptr;
    ArrayPreview* preview_;
    QLabel* sum_;
    QLabel* warning_;
};

}  // namespace headroom::ui
