// SPDX-License-Identifier: Apache-2.0
#include "ui/simulation/attached_source.h"

#include "engine/live/sensor_history.h"
#include "ui/simulation/ask_run.h"

#include <utility>

namespace headroom::ui {

/// Between the threads of the run and the window's.
struct AttachedSource::Shared {
    std::mutex mutex;
    std::function<void()> framed, stated;
    std::shared_ptr<const engine::Frame> told;  ///< that `framed` was called for

    void tell(const engine::AttachedRun& run) {
        auto now = run.frame();
        const std::lock_guard lock(mutex);
        if (now != told && framed) {
            told = std::move(now);
            framed();
        }
        if (stated) {
            stated();
        }
    }
};

std::string AttachedSource::whyNoJobPage() const {
    return sentencesOf(run_->whyNoPage()).toStdString();
}

AttachedSource::AttachedSource(std::shared_ptr<engine::AttachedRun> run)
    : run_(std::move(run)), shared_(std::make_shared<Shared>()), shown_(run_->frame()) {
    run_->whenChanged([shared = shared_, of = run_.get()] { shared->tell(*of); });
}

AttachedSource::~AttachedSource() {
    run_->whenChanged({});
    run_->whenRefused({});
}

void AttachedSource::onState(std::function<void()> callback) {
    const std::lock_guard lock(shared_->mutex);
    shared_->stated = std::move(callback);
}

void AttachedSource::onRefused(std::function<void(const engine::Error&)> callback) {
    run_->whenRefused(std::move(callback));
}

void AttachedSource::onFrame(std::function<void()> callback) {
    const std::lock_guard lock(shared_->mutex);
    shared_->framed = std::move(callback);
}

int AttachedSource::operateAt(double atS, const engine::PlantOrder& order) {
    run_->orderAt(atS, order);
    return -1;
}

std::shared_ptr<const engine::Frame> AttachedSource::frame() const {
    shown_ = run_->frame();
    return shown_;
}

const engine::Layout& AttachedSource::layout() const {
    static const engine::Layout kNone;
    return shown_->layout ? *shown_->layout : kNone;
}

std::optional<engine::Telemetry> AttachedSource::telemetry(double timeS) const {
    return engine::sensorHistory(*run_->series(), timeS);
}

}  // namespace headroom::ui
