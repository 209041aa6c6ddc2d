// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/kit/task.h"

#include <QObject>
#include <QString>

#include <utility>

namespace headroom::ui {

/// The one piece of work of the window on a file, a recording or a connection. While it is under way nothing else replaces
/// the open project or the shown run.
class Loader : public QObject {
    Q_OBJECT

  public:
    explicit Loader(QObject* parent) : QObject(parent), task_(new Task(this)) {}

    bool isBusy() const { return task_->isBusy(); }

    /// Task::run(). `what`: words for the status bar while the work is under way.
    template <class Work, class Then>
    void run(const QString& what, Work work, Then then) {
        task_->run(std::move(work), [this, then = std::move(then)](auto&&... made) {
            emit busyChanged({});
            then(std::forward<decltype(made)>(made)...);
        });
        emit busyChanged(what);
    }

    void cancel() { task_->cancel(); }

    bool isCancelled() const { return task_->isCancelled(); }

    void wait() { task_->wait(); }

  signals:
    /// Empty when the work has ended, before its result is taken.
    void busyChanged(const QString& what);

  private:
    Task* task_;
};

}  // namespace headroom::ui
