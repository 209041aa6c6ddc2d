// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/serve/serve_desk.h"

#include <QDialog>

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QStackedWidget;

namespace headroom::ui {

/// Where and for whom the window's run is served; while it is, its address, who is connected and what they changed.
/// The token is shown until the dialog is closed, and nowhere after.
class ServeDialog : public QDialog {
    Q_OBJECT

  public:
    explicit ServeDialog(ServeDesk* desk, QWidget* parent = nullptr);

    ServeWish wish() const;

  protected:
    void hideEvent(QHideEvent* event) override;

  private:
    QWidget* makeSetUp();
    QWidget* makeRunning();
    QLineEdit* addFile(QFormLayout* form, const char* name, const QString& label,
                       const QString& tip);
    void start();
    void showState();
    void showCounts();

    ServeDesk* desk_;
    QStackedWidget* pages_;
    QLineEdit *address_ = nullptr, *tokens_ = nullptr, *certificate_ = nullptr, *key_ = nullptr;
    QCheckBox* operate_ = nullptr;
    QLabel *note_ = nullptr, *counts_ = nullptr, *once_ = nullptr;
    QLineEdit *url_ = nullptr, *token_ = nullptr;
    QWidget* tokenRow_ = nullptr;
    QListWidget* journal_ = nullptr;
    QPushButton *start_ = nullptr, *stop_ = nullptr;
};

}  // namespace headroom::ui
