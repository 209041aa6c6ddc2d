// SPDX-License-Identifier: Apache-2.0
#include "ui/safety/left_copies.h"

#include "engine/document/autosave.h"
#include "ui/kit/theme.h"
#include "ui/safety/copy_dialog.h"
#include "ui/safety/safety.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

constexpr std::size_t kMostRows = 3;  // shown at once
constexpr int kDialogWidth = 720;

QString fileText(const std::filesystem::path& file) {
    const QFileInfo info(QString::fromStdString(file.string()));
    if (file.empty()) {
        return LeftCopies::tr("never saved");
    }
    if (!info.exists()) {
        return LeftCopies::tr("%1, which is gone").arg(info.filePath());
    }
    return LeftCopies::tr("%1 · saved %2 · %3")
        .arg(QDir::toNativeSeparators(info.filePath()),
             QLocale().toString(info.lastModified(), QStringLiteral("d MMM yyyy HH:mm:ss")),
             QLocale().formattedDataSize(info.size(), 1, QLocale::DataSizeSIFormat));
}

/// Nobody knows whether a process of another computer has ended.
QString placeText(const engine::ProjectCopy& copy) {
    return copy.process.host == engine::ProcessMark::own().host
               ? QString()
               : LeftCopies::tr(" · written on %1, where it may still be open")
                     .arg(QString::fromStdString(copy.process.host).toHtmlEscaped());
}

}  // namespace

LeftCopies::LeftCopies(Safety* safety, QWidget* parent)
    : QWidget(parent), safety_(safety), rows_(new QVBoxLayout(this)) {
    setObjectName("leftByCrash");
    rows_->setContentsMargins(0, 0, 0, 0);
    connect(safety, &Safety::leftChanged, this, &LeftCopies::refresh);
    refresh();
}

void LeftCopies::refresh() {
    while (QLayoutItem* item = rows_->takeAt(0)) {
        if (item->widget() != nullptr) {
            item->widget()->hide();
            item->widget()->deleteLater();
        }
        delete item;
    }
    const std::vector<engine::ProjectCopy> copies = safety_->left();
    setVisible(!copies.empty());
    if (copies.empty()) {
        emit emptied();
        return;
    }
    auto* heading = new QLabel(tr("Not Saved When Headroom Ended"), this);
    QFont font = heading->font();
    font.setPointSizeF(font.pointSizeF() + 1.0);
    font.setWeight(QFont::DemiBold);
    heading->setFont(font);
    rows_->addWidget(heading);
    for (std::size_t i = 0; i < copies.size() && i < kMostRows; ++i) {
        rows_->addWidget(row(copies[i]));
    }
    if (copies.size() > kMostRows) {
        auto* more = new QLabel(tr("%n older copies follow when these are dealt with", nullptr,
                                   static_cast<int>(copies.size() - kMostRows)),
                                this);
        more->setForegroundRole(QPalette::PlaceholderText);
        rows_->addWidget(more);
    }
}

QWidget* LeftCopies::row(const engine::ProjectCopy& copy) {
    auto* made = new QFrame(this);
    made->setFrameShape(QFrame::StyledPanel);
    auto* icon = new QLabel(made);
    icon->setPixmap(
        Theme::pixmap("warning", 22, Theme::instance().colours().caution, devicePixelRatioF()));
    const QString title = QString::fromStdString(copy.title);
    auto* text = new QLabel(
        QStringLiteral("<b>%1</b> &nbsp; %2%3<br>%4")
            .arg(title.toHtmlEscaped(), tr("copy of %1").arg(copyText(copy)), placeText(copy),
                 tr("File: %1").arg(fileText(copy.original).toHtmlEscaped())),
        made);
    text->setWordWrap(true);
    auto* open = new QPushButton(tr("Open Copy"), made);
    open->setObjectName("openLeft");
    open->setAccessibleName(tr("Open the copy of %1").arg(title));
    open->setToolTip(tr("Opens the copy under a new name. The file does not change."));
    auto* discard = new QPushButton(tr("Discard"), made);
    discard->setObjectName("discardLeft");
    discard->setAccessibleName(tr("Discard the copy of %1").arg(title));
    connect(open, &QPushButton::clicked, this, [this, copy] {
        safety_->openCopy(copy);
        emit chosen();
    });
    connect(discard, &QPushButton::clicked, this, [this, copy] { safety_->discard(copy); });
    auto* layout = new QHBoxLayout(made);
    layout->setContentsMargins(10, 6, 10, 6);
    layout->setSpacing(10);
    layout->addWidget(icon);
    layout->addWidget(text, 1);
    layout->addWidget(open);
    layout->addWidget(discard);
    return made;
}

LeftDialog::LeftDialog(Safety* safety, QWidget* parent) : QDialog(parent) {
    setObjectName("leftDialog");
    setWindowTitle(tr("Recovered Work"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* copies = new LeftCopies(safety, this);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setText(tr("Decide Later"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(copies, &LeftCopies::chosen, this, &QDialog::accept);
    connect(copies, &LeftCopies::emptied, this, &QDialog::accept);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(copies);
    layout->addStretch(1);
    layout->addWidget(buttons);
    resize(kDialogWidth, sizeHint().height());
}

}  // namespace headroom::ui
