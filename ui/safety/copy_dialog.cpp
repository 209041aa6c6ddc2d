// SPDX-License-Identifier: Apache-2.0
#include "ui/safety/copy_dialog.h"

#include <QDateTime>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace headroom::ui {

namespace {

constexpr int kWidth = 560, kHeight = 340;

QString timeText(const std::string& utc) {
    const QDateTime time = QDateTime::fromString(QString::fromStdString(utc), Qt::ISODate);
    return QLocale().toString(time.toLocalTime(), QStringLiteral("d MMM yyyy HH:mm:ss"));
}

QString sizeText(std::uint64_t bytes) {
    return QLocale().formattedDataSize(static_cast<qint64>(bytes), 1, QLocale::DataSizeSIFormat);
}

}  // namespace

QString copyText(const engine::ProjectCopy& copy) {
    return QStringLiteral("%1 · %2").arg(timeText(copy.time), sizeText(copy.bytes));
}

CopyDialog::CopyDialog(std::vector<engine::ProjectCopy> copies, QWidget* parent)
    : QDialog(parent), copies_(std::move(copies)), list_(new QTreeWidget(this)) {
    setObjectName("copyDialog");
    setWindowTitle(tr("Earlier Copies"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* about = new QLabel(
        copies_.empty() ? tr("No copy was kept of this file yet. One is kept when a "
                             "project is opened, and one before it is saved over.")
                        : tr("A copy is opened next to the file; the file stays unchanged."),
        this);
    about->setWordWrap(true);
    list_->setObjectName("copyList");
    list_->setAccessibleName(tr("Copies of this project"));
    list_->setHeaderLabels({tr("Time"), tr("Why it was kept"), tr("Size")});
    list_->setRootIsDecorated(false);
    for (const engine::ProjectCopy& copy : copies_) {
        new QTreeWidgetItem(list_,
                            {timeText(copy.time),
                             copy.kind == engine::CopyKind::Opened ? tr("its state at opening")
                                                                   : tr("before it was saved over"),
                             sizeText(copy.bytes)});
    }
    for (int column = 0; column < 2; ++column) {
        list_->resizeColumnToContents(column);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* open = buttons->addButton(tr("Open Copy"), QDialogButtonBox::ActionRole);
    open->setObjectName("openEarlierCopy");
    open->setEnabled(!copies_.empty());
    connect(open, &QPushButton::clicked, this, &CopyDialog::openCurrent);
    connect(list_, &QTreeWidget::itemActivated, this, &CopyDialog::openCurrent);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(about);
    layout->addWidget(list_, 1);
    layout->addWidget(buttons);
    resize(kWidth, kHeight);
    list_->setCurrentItem(list_->topLevelItem(0));
}

void CopyDialog::openCurrent() {
    const int row = list_->indexOfTopLevelItem(list_->currentItem());
    if (row >= 0) {
        const engine::ProjectCopy copy = copies_[static_cast<std::size_t>(row)];
        close();
        emit openRequested(copy);
    }
}

}  // namespace headroom::ui
