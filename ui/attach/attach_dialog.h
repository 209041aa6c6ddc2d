// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/api/attached_run.h"

#include <QDialog>

#include <optional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace headroom::ui {

class Workspace;

/// Where the run is that is to be shown, by what token, and whose certificates are trusted. It remembers address and
/// certificate file, never a token. Stays open until the server has answered.
class AttachDialog : public QDialog {
    Q_OBJECT

  public:
    explicit AttachDialog(Workspace* workspace, QWidget* parent = nullptr);

    /// Nothing if the address is none, and the note says so.
    std::optional<engine::AttachWish> wish();

    void reject() override;

  private:
    void attach();
    void splitToken();
    void check();
    void showBusy(bool isBusy);
    void say(const QString& what, bool isBad);

    Workspace* workspace_;
    QLineEdit *address_, *token_, *authorities_;
    QCheckBox* slow_;
    QLabel* note_;
    QPushButton* attach_;
    bool asks_ = false;  ///< the server, for this dialog
};

}  // namespace headroom::ui
