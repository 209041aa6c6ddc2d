// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/task.h"

#include <QObject>
#include <QProgressDialog>

namespace headroom::ui {

/// Words over `parent` and a button that cancels, shown where the task takes longer than half a second. The caller deletes it when the
/// task has ended.
inline QProgressDialog* showTaskProgress(Task* task, const QString& title, const QString& words,
                                         QWidget* parent) {
    auto* progress = new QProgressDialog(words, QObject::tr("Cancel"), 0, 0, parent);
    progress->setObjectName("taskProgress");
    progress->setWindowTitle(title);
    progress->setWindowModality(Qt::WindowModal);
    progress->setMinimumDuration(500);
    progress->setValue(0);
    QObject::connect(progress, &QProgressDialog::canceled, task, &Task::cancel);
    return progress;
}

}  // namespace headroom::ui
