// SPDX-License-Identifier: Apache-2.0
#include "ui/workspace/frame_beat.h"

#include "engine/watch/any_run.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace headroom::ui {

namespace {

constexpr int kShortestBeatMs = 90, kLongestBeatMs = 500;
constexpr int kShareOfTime = 5;  // one part for drawing, the rest for menus and the run

}  // namespace

FrameBeat::FrameBeat(QObject* parent) : QObject(parent) {
    beat_.setSingleShot(true);
    connect(&beat_, &QTimer::timeout, this, [this] {
        if (isFresh_) {
            emit due();
        }
    });
}

void FrameBeat::listen(std::shared_ptr<engine::AnyRun> run) {
    run_ = std::move(run);
    pending_ = std::make_shared<std::atomic<bool>>(false);
    // The pointer is looked at on this thread only: the lambda inside runs in our event loop.
    run_->onFrame([self = QPointer<FrameBeat>(this), target = this, pending = pending_] {
        if (!pending->exchange(true)) {
            QMetaObject::invokeMethod(
                target,
                [self, pending] {
                    pending->store(false);
                    if (self && self->pending_ == pending) {
                        self->arrive();
                    }
                },
                Qt::QueuedConnection);
        }
    });
}

void FrameBeat::stop() {
    if (run_) {
        run_->onFrame({});
        run_.reset();
    }
    pending_ = std::make_shared<std::atomic<bool>>(false);
    isFresh_ = false;
}

void FrameBeat::arrive() {
    isFresh_ = true;
    if (!beat_.isActive() || !run_->status().playing) {
        emit due();
    }
}

void FrameBeat::beginDrawing() {
    isFresh_ = false;
    drawing_.start();
    beat_.start(kLongestBeatMs);
}

/// The next frame is shown when this one is drawn and four times that has passed.
void FrameBeat::endDrawing() {
    // Requested drawing happens before a timer of no time ends.
    QTimer::singleShot(0, this, [this, since = drawing_] {
        const auto drawnMs = static_cast<int>(since.elapsed());
        beat_.start(std::clamp((kShareOfTime - 1) * drawnMs, kShortestBeatMs, kLongestBeatMs));
    });
}

}  // namespace headroom::ui
