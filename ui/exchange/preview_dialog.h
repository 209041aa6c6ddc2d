// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explain/file_use.h"

#include <QDialog>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace headroom::ui {

class SheetTable;
class Task;

/// File > Import: shows how any file is understood before anything changes. Format, columns with meaning and unit, the first rows with
/// skipped cells marked, and a button for the use that fits the format. A worker reads the file.
class PreviewDialog : public QDialog {
    Q_OBJECT

  public:
    /// `site`: the clock of times without an offset.
    PreviewDialog(engine::SiteClock site, bool hasProject, QWidget* parent = nullptr);

    /// Reads the file and shows it.
    void setFile(const QString& file);
    QString file() const;

    /// Null until a file is read.
    const engine::FilePreview* preview() const { return preview_ ? &*preview_ : nullptr; }

    /// The use that the button carries out.
    engine::FileOffer offer() const;

    bool isBusy() const;
    /// Says why the use was not carried out; the dialog stays open.
    void refuse(const engine::Error& error);

  signals:
    /// The button was pressed.
    void used(const QString& file, const headroom::engine::FileOffer& offer);
    void read();

  private:
    void choose();
    void show(engine::Result<engine::FilePreview> preview);
    void showOffer();

    engine::SiteClock site_;
    bool hasProject_;
    std::optional<engine::FilePreview> preview_;
    QLineEdit* file_;
    QLabel* format_;
    SheetTable* table_;
    QLabel* notes_;
    QComboBox* uses_;
    QLabel* usesLabel_;
    QLabel* does_;
    QPushButton* use_;
    Task* task_;
    QString wanted_;  ///< file to read after the one that is being read
};

}  // namespace headroom::ui
