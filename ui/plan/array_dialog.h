// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/edit.h"
#include "models/compute/rack.h"
#include "models/facility/rack_block.h"

#include <QDialog>

#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace headroom::ui {

class NumberBox;
class Workspace;

/// Rows and racks of a block to be placed, with the numbers of the first and last.
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

    /// Differences from the present block.
    std::vector<engine::Edit> edits() const;

  private:
    models::RackBlockSpec spec() const;
    void refresh();
    NumberBox* number(NumberBox* box, const char* name, double value);
    NumberBox* count(const char* name, int low, int high, int value);
    NumberBox* length(const char* name, double low, double high, double value);

    const engine::Object* object_;
    models::RackBlockSpec before_;
    models::RackSpec rack_;
    NumberBox* rows_ = nullptr;
    NumberBox* racks_ = nullptr;
    NumberBox* rackPitch_ = nullptr;
    NumberBox* rowPitch_ = nullptr;
    QList<NumberBox*> numbers_;
    QComboBox* facing_ = nullptr;
    QCheckBox* alternate_ = nullptr;
    QLineEdit* prefix_ = nullptr;
    QCheckBox* letters_ = nullptr;
    NumberBox* firstRow_ = nullptr;
    NumberBox* firstPosition_ = nullptr;
    ArrayPreview* preview_;
    QLabel* sum_;
    QLabel* warning_;
    QPushButton* ok_ = nullptr;
};

}  // namespace headroom::ui
