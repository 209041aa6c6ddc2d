// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

namespace headroom::ui {

struct PastePlan;

/// Shows what pasting would do, with every bad cell and why, before anything is done.
class PasteDialog : public QDialog {
    Q_OBJECT

  public:
    PasteDialog(const PastePlan& plan, QWidget* parent);
};

}  // namespace headroom::ui
