// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/scene/scene_picture.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSpinBox;

namespace headroom::ui {

/// Asks how a picture of the 3-D view is to be: size, title, caption, and what is painted over it.
class PictureDialog : public QDialog {
    Q_OBJECT

  public:
    /// `screen`: size of the view in pixels.
    PictureDialog(QSize screen, const QString& title, const QString& caption, QWidget* parent);

    ScenePicture picture() const;

  private:
    QSize screen_;
    QComboBox* size_;
    QSpinBox *width_, *height_;
    QLineEdit *title_, *caption_;
    QCheckBox *legend_, *names_, *scale_, *transparent_;
};

}  // namespace headroom::ui
