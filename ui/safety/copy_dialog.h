// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/document/autosave.h"

#include <QDialog>

#include <vector>

class QTreeWidget;

namespace headroom::ui {

/// Earlier states of a project: at its opening, and before each saving.
class CopyDialog : public QDialog {
    Q_OBJECT

  public:
    CopyDialog(std::vector<engine::ProjectCopy> copies, QWidget* parent);

  signals:
    void openRequested(const headroom::engine::ProjectCopy& copy);

  private:
    void openCurrent();

    std::vector<engine::ProjectCopy> copies_;
    QTreeWidget* list_;
};

/// "22 Nov 2026 10:15 · 12 kB", in the user's own time.
QString copyText(const engine::ProjectCopy& copy);

}  // namespace headroom::ui
