// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/picture_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

namespace headroom::ui {

PictureDialog::PictureDialog(QSize screen, const QString& title, const QString& caption,
                             QWidget* parent)
    : QDialog(parent),
      screen_(screen),
      size_(new QComboBox(this)),
      width_(new QSpinBox(this)),
      height_(new QSpinBox(this)),
      title_(new QLineEdit(title, this)),
      caption_(new QLineEdit(caption, this)),
      legend_(new QCheckBox(tr("Legend"), this)),
      names_(new QCheckBox(tr("Names"), this)),
      scale_(new QCheckBox(tr("Scale bar"), this)),
      transparent_(new QCheckBox(tr("Transparent background"), this)) {
    setObjectName("pictureDialog");
    setWindowTitle(tr("Save Picture of 3-D"));
    size_->setObjectName("pictureSize");
    size_->addItem(tr("As on the screen, %1 × %2").arg(screen.width()).arg(screen.height()),
                   screen);
    for (const QSize& each : {QSize(1920, 1080), QSize(3840, 2160), QSize(4961, 3508)}) {
        const QString what = each.width() == 1920   ? tr("Slide")
                             : each.width() == 3840 ? tr("4K")
                                                    : tr("A4 at 425 dpi");
        size_->addItem(tr("%1, %2 × %3").arg(what).arg(each.width()).arg(each.height()), each);
    }
    size_->addItem(tr("Other"), QSize());
    width_->setObjectName("pictureWidth");
    height_->setObjectName("pictureHeight");
    for (QSpinBox* side : {width_, height_}) {
        side->setRange(64, ScenePicture::kLongest);
        side->setSuffix(tr(" px"));
    }
    title_->setObjectName("pictureTitle");
    caption_->setObjectName("pictureCaption");
    legend_->setChecked(true);
    names_->setChecked(true);
    transparent_->setObjectName("pictureTransparent");
    transparent_->setToolTip(tr("Leave out ground and sky, for a slide with a ground of its own"));
    scale_->setToolTip(tr("A bar of metres at the depth of the point that the camera looks at"));
    const auto showSides = [this] {
        const QSize chosen = size_->currentData().toSize();
        const bool isOther = !chosen.isValid();
        width_->setEnabled(isOther);
        height_->setEnabled(isOther);
        if (!isOther) {
            width_->setValue(chosen.width());
            height_->setValue(chosen.height());
        }
    };
    connect(size_, &QComboBox::currentIndexChanged, this, showSides);
    showSides();

    auto* sides = new QHBoxLayout;
    sides->addWidget(width_);
    sides->addWidget(new QLabel(QStringLiteral("×"), this));
    sides->addWidget(height_);
    sides->addStretch(1);
    auto* parts = new QHBoxLayout;
    for (QCheckBox* part : {legend_, names_, scale_}) {
        parts->addWidget(part);
    }
    parts->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Save)->setText(tr("Save…"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* rows = new QFormLayout(this);
    rows->addRow(tr("Si&ze"), size_);
    rows->addRow(QString(), sides);
    rows->addRow(tr("&Title"), title_);
    rows->addRow(tr("&Caption"), caption_);
    rows->addRow(tr("With"), parts);
    rows->addRow(QString(), transparent_);
    rows->addRow(buttons);
}

ScenePicture PictureDialog::picture() const {
    ScenePicture picture;
    picture.size = {width_->value(), height_->value()};
    picture.title = title_->text();
    picture.caption = caption_->text();
    picture.hasLegend = legend_->isChecked();
    picture.hasNames = names_->isChecked();
    picture.hasScale = scale_->isChecked();
    picture.isTransparent = transparent_->isChecked();
    return picture;
}

}  // namespace headroom::ui
