// SPDX-License-Identifier: Apache-2.0
#include "ui/failures/background_run.h"

#include <QThread>

#include <chrono>

namespace headroom::ui {

namespace {

constexpr auto kTellEvery = std::chrono::milliseconds(100);

}  // namespace

BackgroundRun::BackgroundRun(QObject* parent) : QObject(parent) {}

BackgroundRun::~BackgroundRun() {
    *cancel_ = true;
    if (thread_ != nullptr) {
        thread_->wait();
        delete thread_;
    }
}

void BackgroundRun::start(Work work) {
    if (isBusy()) {
        return;
    }
    cancel_ = std::make_shared<std::atomic<bool>>(false);
    thread_ = QThread::create([this, work = std::move(work), cancel = cancel_] {
        auto last = std::chrono::steady_clock::time_point{};
        work(*cancel, [this, &last](double share, const QString& text) {
            const auto now = std::chrono::steady_clock::now();
            if (now - last >= kTellEvery) {
                last = now;
                emit progressed(share, text);  // queued: receivers live on another thread
            }
        });
    });
    connect(thread_, &QThread::finished, this, [this] {
        thread_->deleteLater();
        thread_ = nullptr;
        emit finished(*cancel_);
    });
    thread_->start(QThread::LowPriority);
}

void BackgroundRun::cancel() {
    *cancel_ = true;
}

}  // namespace headroom::ui
