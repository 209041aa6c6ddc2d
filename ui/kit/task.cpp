// SPDX-License-Identifier: Apache-2.0
#include "ui/kit/task.h"

#include <QDateTime>
#include <QThread>

namespace headroom::ui {

namespace {

constexpr qint64 kTellEveryMs = 100;

}  // namespace

void Task::Link::tell(double share, const QString& text) const {
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    if (now - toldMs_->load() >= kTellEveryMs) {
        toldMs_->store(now);
        emit task_->progressed(share, text);  // queued: receivers live on another thread
    }
}

void Task::Link::post(std::function<void()> part) const {
    QMetaObject::invokeMethod(
        task_,
        [part = std::move(part), cancel = cancel_] {
            if (!*cancel) {
                part();
            }
        },
        Qt::QueuedConnection);
}

Task::Task(QObject* parent) : QObject(parent) {}

Task::~Task() {
    cancel();
    if (thread_ != nullptr) {
        thread_->wait();
        delete thread_;
    }
}

void Task::start(std::function<void(const Link&)> work, std::function<void()> then) {
    if (isBusy()) {
        return;
    }
    cancel_ = std::make_shared<std::atomic<bool>>(false);
    Link link;
    link.task_ = this;
    link.cancel_ = cancel_;
    link.toldMs_ = std::make_shared<std::atomic<qint64>>(0);
    thread_ = QThread::create([work = std::move(work), link] { work(link); });
    connect(thread_, &QThread::finished, this, [this, then = std::move(then)] {
        thread_->deleteLater();
        thread_ = nullptr;
        then();
    });
    thread_->start(QThread::LowPriority);
}

void Task::wait() {
    if (thread_ != nullptr) {
        thread_->wait();
    }
}

}  // namespace headroom::ui
