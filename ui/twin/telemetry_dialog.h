// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/workspace/twin_desk.h"

#include <QDialog>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace headroom::ui {

class NumberBox;
class Workspace;

/// Which telemetry is followed: readings of a file, a list of sources or an address, the map that says what they are, and
/// where they are kept.
class TelemetryDialog : public QDialog {
    Q_OBJECT

  public:
    explicit TelemetryDialog(Workspace* workspace, QWidget* parent = nullptr);

    /// Paths that are not empty replace those of the last time.
    void setFiles(const QString& readings, const QString& map);

    TwinWish wish() const;

  signals:
    void wanted(const TwinWish& wish);

  private:
    QLineEdit* addFile(class QFormLayout* form, const char* name, const QString& label,
                       const QString& tip, const QString& filter, bool isNew);
    void check();

    Workspace* workspace_;
    QLineEdit *telemetry_, *map_, *store_;
    QCheckBox *keeps_, *replays_ = nullptr;
    NumberBox* speed_ = nullptr;
    QLabel* note_;
    QPushButton* ok_;
};

}  // namespace headroom::ui
