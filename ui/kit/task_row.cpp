// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/task_row.h"

#include "ui/kit/number_box.h"
#include "ui/kit/task.h"
#include "ui/kit/theme.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

#include <utility>

namespace headroom::ui {

TaskRow::TaskRow(Task* task, const QString& name, const QString& progressName, QWidget* parent)
    : QWidget(parent),
      task_(task),
      both_(new QBoxLayout(QBoxLayout::LeftToRight, this)),
      row_(new QHBoxLayout),
      deeds_(new QHBoxLayout),
      progress_(new QProgressBar(this)),
      state_(new QLabel(this)),
      run_(new QPushButton(this)),
      export_(new QPushButton(Theme::icon("save-as"), tr("&Export…"), this)) {
    both_->setContentsMargins(0, 0, 0, 0);
    for (QBoxLayout* part :
         {both_, static_cast<QBoxLayout*>(row_), static_cast<QBoxLayout*>(deeds_)}) {
        part->setSpacing(6);
    }
    both_->addLayout(row_);
    both_->addLayout(deeds_, 1);
    row_->addStretch();
    progress_->setObjectName(name + "Progress");
    progress_->setRange(0, 1000);
    progress_->setAccessibleName(progressName);
    state_->setObjectName(name + "State");
    state_->setWordWrap(true);
    run_->setObjectName(name + "Run");
    export_->setObjectName(name + "Export");
    deeds_->addWidget(progress_, 1);
    deeds_->addWidget(state_, 1);
    deeds_->addWidget(run_);
    deeds_->addWidget(export_);
    connect(task_, &Task::progressed, this, [this](double share, const QString& text) {
        progress_->setValue(static_cast<int>(1000.0 * share));
        progress_->setFormat(text);
    });
    connect(run_, &QPushButton::clicked, this, [this] {
        if (task_->isBusy()) {
            task_->cancel();
        } else {
            emit runAsked();
        }
        emit changed();
    });
    connect(export_, &QPushButton::clicked, this, &TaskRow::exportAsked);
}

void TaskRow::addField(const QString& label, NumberBox* field) {
    addWidget(label, field);
    fields_.push_back(field);
    connect(field, &NumberBox::refused, this, &TaskRow::changed);
}

void TaskRow::addWidget(const QString& label, QWidget* widget) {
    if (!label.isEmpty()) {
        auto* words = new QLabel(label, this);
        words->setBuddy(widget);
        row_->insertWidget(row_->count() - 1, words);
    }
    row_->insertWidget(row_->count() - 1, widget);
}

QSize TaskRow::minimumSizeHint() const {
    const QMargins margins = contentsMargins() + both_->contentsMargins();
    const QSize least = row_->minimumSize().expandedTo(deeds_->minimumSize());
    return {least.width() + margins.left() + margins.right(),
            both_->minimumSize().height() + margins.top() + margins.bottom()};
}

void TaskRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    constexpr int kWordsWidth = 120;  // of what came of it, next to the fields
    const int besideEachOther = row_->sizeHint().width() + run_->sizeHint().width() +
                                export_->sizeHint().width() + kWordsWidth;
    both_->setDirection(besideEachOther > contentsRect().width() ? QBoxLayout::TopToBottom
                                                                 : QBoxLayout::LeftToRight);
}

void TaskRow::begin(const QString& words) {
    progress_->setValue(0);
    progress_->setFormat(words);
}

void TaskRow::show(bool canRun, bool canExport, const QString& said, bool isBad) {
    const bool busy = task_->isBusy();
    QString words = said;
    for (const NumberBox* field : fields_) {
        if (!field->isFine()) {
            words = QStringLiteral("%1: %2").arg(field->accessibleName(), field->reason());
            canRun = false;
        }
    }
    run_->setText(busy ? tr("&Cancel") : tr("&Run"));
    run_->setIcon(Theme::icon(busy ? "close" : "play"));
    run_->setEnabled(busy ? !task_->isCancelled() : canRun);
    export_->setEnabled(canExport);
    progress_->setVisible(busy);
    state_->setVisible(!busy);
    state_->setText(words);
    const ThemeColours& colours = Theme::instance().colours();
    QPalette palette = state_->palette();
    palette.setColor(QPalette::WindowText, isBad ? colours.bad : colours.muted);
    state_->setPalette(palette);
}

void TaskRow::setExportTip(const QString& tip) {
    export_->setToolTip(tip);
}

void TaskRow::askFile(const QString& title, const QString& name, const QString& filter,
                      const QString& suffix,
                      std::function<engine::Result<void>(const QString&)> write) {
    auto* dialog = new QFileDialog(this, title, name, filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, write = std::move(write)](const QString& file) {
                if (const auto done = write(file); !done) {
                    state_->setText(QString::fromStdString(done.error().text()));
                }
            });
    dialog->open();
}

}  // namespace headroom::ui
