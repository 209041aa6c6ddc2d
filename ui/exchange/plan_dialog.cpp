// SPDX-License-Identifier: Apache-2.0
#include "ui/exchange/plan_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSvgRenderer>
#include <QVBoxLayout>

#include <utility>

namespace headroom::ui {

namespace {

constexpr int kPreviewWidth = 640, kPreviewHeight = 452;  // of ISO paper, landscape

}  // namespace

PlanDialog::PlanDialog(const engine::Layout& layout, engine::PlanSheet sheet, QWidget* parent)
    : QDialog(parent),
      layout_(layout),
      sheet_(std::move(sheet)),
      hall_(new QComboBox(this)),
      paper_(new QComboBox(this)),
      scale_(new QComboBox(this)),
      preview_(new QLabel(this)),
      words_(new QLabel(this)) {
    setObjectName("planDialog");
    setWindowTitle(tr("Export Plan"));
    hall_->setObjectName("planHall");
    hall_->addItem(tr("Whole site"), QString());
    for (const engine::HallBox& hall : layout.halls) {
        hall_->addItem(QString::fromStdString(hall.name.empty() ? hall.id : hall.name),
                       QString::fromStdString(hall.id));
    }
    paper_->setObjectName("planPaper");
    paper_->addItem(tr("Smallest that is legible"), QString());
    for (const char* paper : {"A4", "A3", "A2", "A1", "A0"}) {
        paper_->addItem(QString::fromLatin1(paper), QString::fromLatin1(paper));
    }
    scale_->setObjectName("planScale");
    scale_->addItem(tr("Largest that fits"), 0);
    for (const int scale : engine::planScales()) {
        scale_->addItem(QStringLiteral("1 : %1").arg(scale), scale);
    }
    preview_->setObjectName("planPreview");
    preview_->setAccessibleName(tr("The sheet as it will be"));
    preview_->setFixedSize(kPreviewWidth, kPreviewHeight);
    words_->setObjectName("planWords");
    words_->setWordWrap(true);
    auto* form = new QFormLayout;
    form->addRow(tr("&Drawn"), hall_);
    form->addRow(tr("&Paper"), paper_);
    form->addRow(tr("&Scale"), scale_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Export…"));
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(preview_, 1, Qt::AlignCenter);
    column->addWidget(words_);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    for (QComboBox* choice : {hall_, paper_, scale_}) {
        connect(choice, &QComboBox::currentIndexChanged, this, &PlanDialog::draw);
    }
    draw();
}

engine::PlanSheet PlanDialog::sheet() const {
    engine::PlanSheet sheet = sheet_;
    sheet.hall = hall_->currentData().toString().toStdString();
    sheet.subtitle =
        (sheet.hall.empty() ? tr("Site plan") : tr("Plan of %1").arg(hall_->currentText()))
            .toStdString();
    sheet.paper = paper_->currentData().toString().toStdString();
    sheet.scale = scale_->currentData().toInt();
    return sheet;
}

void PlanDialog::draw() {
    engine::PlanSheetInfo info;
    const std::string svg = engine::planSvg(layout_, sheet(), &info);
    const double dots = devicePixelRatioF();
    QImage image(QSize(kPreviewWidth, kPreviewHeight) * dots, QImage::Format_RGB32);
    image.setDevicePixelRatio(dots);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    QSvgRenderer drawing(QByteArray::fromStdString(svg));
    drawing.render(&painter, QRectF(0, 0, kPreviewWidth, kPreviewHeight));
    painter.end();
    preview_->setPixmap(QPixmap::fromImage(image));
    const QString sheetWords = tr("%1, 1 : %2 (%3 × %4 mm).")
                                   .arg(QString::fromStdString(info.paper))
                                   .arg(info.scale)
                                   .arg(info.widthMm)
                                   .arg(info.heightMm);
    words_->setText(info.fits
                        ? sheetWords
                        : sheetWords + ' ' +
                              tr("The plan is larger than the paper: parts of it are cut off. "
                                 "Choose a larger paper or a smaller scale."));
}

}  // namespace headroom::ui
