// SPDX-License-Identifier: Apache-2.0
#include "ui/simulation/living_source.h"

#include "engine/api/channel_table.h"

#include <utility>
#include <vector>

namespace headroom::ui {

/// Between the loop's thread and the window's.
struct LivingSource::Shared {
    std::mutex mutex;
    std::function<void()> published, framed;
    std::shared_ptr<engine::RunSeries> series;
    std::unique_ptr<engine::ChannelTable> channels;
    double sampledS = -1.0;

    /// A point of the charts for each frame that is published.
    void sample(const engine::TwinNow& now) {
        if (!now.frame || now.frame->timeS <= sampledS) {
            return;
        }
        if (!channels) {
            channels = std::make_unique<engine::ChannelTable>(now.plant.get());
            std::vector<std::string> names;
            for (const engine::Channel& channel : channels->channels()) {
                names.push_back(channel.name);
            }
            series = std::make_shared<engine::RunSeries>(std::move(names));
        }
        sampledS = now.frame->timeS;
        std::vector<double> values;
        for (std::size_t c = 0; c < channels->channels().size(); ++c) {
            values.push_back(channels->value(*now.frame, c) * channels->channels()[c].quantity->unit.toSi);
        }
        series->add(sampledS, values);
    }
};

LivingSource::LivingSource(std::shared_ptr<engine::TwinLoop> loop, std::string name)
    : loop_(std::move(loop)), name_(std::move(name)), shared_(std::make_shared<Shared>()) {
    loop_->whenPublished([shared = shared_, of = loop_.get()] {
        const std::lock_guard lock(shared->mutex);
        shared->sample(*of->now());
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

std::shared_ptr<const engine::RunSeries> LivingSource::series() const {
    const std::lock_guard lock(shared_->mutex);
    if (!shared_->series) {
        static const auto kNone = std::make_shared<const engine::RunSeries>(std::vector<std::string>());
        return kNone;
    }
    return shared_->series;
}

SimulationSource::Status LivingSource::status() const {
    const auto now = loop_->now();
    Status status;
    status.playing = status.moving = now->phase == engine::TwinPhase::Following;
    status.wantedSpeed = status.achievedSpeed = now->followsPerS;
    if (now->phase == engine::TwinPhase::Failed && !now->errors.empty()) {
        status.failure = now->errors.front().text();
    }
    return status;
}

}  // namespace headroom::ui
