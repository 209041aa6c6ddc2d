// SPDX-License-Identifier: Apache-2.0
#include "ui/simulation/living_source.h"

#include <utility>

namespace headroom::ui {

/// Between the loop's thread and the window's.
struct LivingSource::Shared {
    std::mutex mutex;
    std::function<void()> published, framed;
};

LivingSource::LivingSource(std::shared_ptr<engine::TwinLoop> loop, std::string name)
    : loop_(std::move(loop)), name_(std::move(name)), shared_(std::make_shared<Shared>()) {
    loop_->whenPublished([shared = shared_] {
        const std::lock_guard lock(shared->mutex);
        for (const auto& tell : {shared->published, shared->framed}) {
            if (tell) {
                tell();
            }
        }
    });
}

LivingSource::~LivingSource() {
    const std::lock_guard lock(shared_->mutex);
    shared_->published = {};
    shared_->framed = {};
}

void LivingSource::onPublished(std::function<void()> callback) {
    const std::lock_guard lock(shared_->mutex);
    shared_->published = std::move(callback);
}

void LivingSource::onFrame(std::function<void()> callback) {
    const std::lock_guard lock(shared_->mutex);
    shared_->framed = std::move(callback);
}

std::shared_ptr<const engine::Frame> LivingSource::frame() const {
    if (auto now = loop_->now()->frame) {
        shown_ = std::move(now);
    }
    return shown_;
}

const engine::Layout& LivingSource::layout() const {
    static const engine::Layout kNone;
    return shown_ && shown_->layout ? *shown_->layout : kNone;
}

}  // namespace headroom::ui
